import { JOB_AMOUNT_ORDER, Job, JobPatch, type JobRow, type NewJob } from '@dmse/contract/jobs/job';
import { can } from '@dmse/domain/access/grants';
import { canEditJob, isEditableJob, whyJobLocked, whyNotTheirJob } from '@dmse/domain/access/job-access';
import type { z } from 'zod';
import type { Context } from '../../../call/context.ts';
import { forbidden, notFound, refuse } from '../../../call/refusal.ts';
import type { PageInput } from '../../../db/paging.ts';
import { listHistory } from '../../../records/history.ts';
import { type Changeable, createRecord, fieldsOf, openRecord, type RowOf, updateRecord, type Writable } from '../../../records/record.ts';
import { getToday } from '../../settings/setting/setting.service.ts';
import { makeInboxToken, takeNumber } from '../project/number.service.ts';
import { findNum } from '../project/project.queries.ts';
import { getInboxAddress, leadersOf, rowFields, setRates } from '../project/project.service.ts';
import { projectWords } from '../project/project-text.ts';
import { validateProject } from '../project/project-validate.service.ts';
import * as jobs from './job.queries.ts';

const { folder_url, quote } = Job.shape;
export const jobNoun: Changeable<'job', Job> = {
  noun: 'job',
  table: 'job',
  nameOf: (row) => String(row.num),
  fields: fieldsOf({ ...JobPatch.shape, folder_url, quote }, { ...projectWords, quote: (id, { tx }) => findNum(tx, 'quote', Number(id)) }),
  get: getJob,
  refuse: refuseOthers,
};

export async function getJob(context: Context, id: number): Promise<Job> {
  const { tx, actor } = context;
  const found = await jobs.find(tx, id, await getToday(context));
  if (!found) throw notFound();
  return {
    ...found,
    inbox_address: await getInboxAddress(tx, found),
    is_editable: isEditableJob(found),
    can_edit: canEditJob(actor, leadersOf({ project_manager: found.manager, project_leads: found.leads })),
  };
}

/** Filters and orders that would tell what the list does not show. */
const READERS_ONLY = ['project_manager', 'job_types', 'discipline', 'client'] as const;
const READERS_ORDER = ['project_manager', 'last_time_entry_date'] as const;

function ordersBy({ ordering = '' }: jobs.JobFilter, columns: readonly string[]): boolean {
  return ordering.split(',').some((column) => columns.includes(column.replace(/^-/, '')));
}

export async function listJobs(context: Context, filter: jobs.JobFilter): Promise<{ count: number; results: JobRow[] }> {
  const { tx, actor } = context;
  const today = await getToday(context);
  if (!can(actor.groups, 'amounts.see') && ordersBy(filter, JOB_AMOUNT_ORDER))
    throw forbidden('You cannot order jobs by amounts, because your account does not see amounts.');
  if (!can(actor.groups, 'jobs.read')) {
    if (READERS_ONLY.some((name) => filter[name] !== undefined) || ordersBy(filter, READERS_ORDER))
      throw forbidden('Finding jobs by this needs the role Jobs User.');
    return jobs.lookUp(tx, filter, today);
  }
  const { count, results } = await jobs.list(tx, filter, today);
  return {
    count,
    results: results.map(({ manager, project_leads, ...row }) => ({
      ...row,
      is_editable: isEditableJob(row),
      can_edit: canEditJob(actor, leadersOf({ project_manager: manager, project_leads })),
    })),
  };
}

/** Writes a job that has been judged, under the next number. */
export async function insertJob(context: Context, values: Writable<'job'>): Promise<RowOf<'job'>> {
  const num = await takeNumber(context, 'job');
  return createRecord(context, jobNoun, { ...values, num, inbox_token: makeInboxToken() });
}

export async function createJob(context: Context, values: z.infer<typeof NewJob>): Promise<Job> {
  await validateProject(context, null, values);
  const row = await insertJob(context, rowFields(values));
  const extra = await setRates(context, 'job', row.id, values.rates);
  if (extra.length > 0) await updateRecord(context, jobNoun, row, {}, extra);
  return getJob(context, row.id);
}

function refuseOthers({ actor }: Context, row: RowOf<'job'>): void {
  refuse(whyNotTheirJob(actor, leadersOf(row)));
}

export function lockJob(context: Context, id: number): Promise<RowOf<'job'>> {
  return openRecord(context, jobNoun, id);
}

type Patch = Omit<z.infer<typeof JobPatch>, 'state' | 'state_reason' | 'confirm'>;

/** A job that is closed or cancelled is read, not written; reopening it in the same breath will do. */
export function refuseClosed({ state }: RowOf<'job'>, to = state): void {
  if (!isEditableJob({ state: to })) refuse(whyJobLocked({ state: state }));
}

/** Changes a job that is locked. The state is the close-out's to change, and comes along as `moved`. */
export async function changeJob(context: Context, before: RowOf<'job'>, patch: Patch, moved: Writable<'job'> = {}): Promise<Job> {
  await validateProject(context, before, patch);
  const extra = await setRates(context, 'job', before.id, patch.rates);
  await updateRecord(context, jobNoun, before, { ...rowFields(patch), ...moved }, extra);
  return getJob(context, before.id);
}

export async function listJobHistory(context: Context, id: number, page: PageInput) {
  if (!(await jobs.exists(context.tx, id))) throw notFound();
  return listHistory(context, jobNoun.noun, id, [id], page);
}
