import type { RequestBody } from '@dmse/contract/endpoint';
import type { OverheadCode } from '@dmse/contract/time/overhead-code';
import * as timeWire from '@dmse/contract/time/overhead-code';
import type { DisbursementType, JobRole, MilestoneTemplate, TaskTemplate } from '@dmse/contract/work/template';
import * as wire from '@dmse/contract/work/template';
import { proseDate } from '@dmse/domain/dates/local-date';
import type { DatedUnitCost } from '@dmse/domain/expenses/internal-items';
import { sayCents } from '@dmse/domain/money/cents';
import type { z } from 'zod';
import type { Context } from '../../../call/context.ts';
import { invalid, notFound } from '../../../call/refusal.ts';
import type { Change } from '../../../records/history.ts';
import { type Changeable, changeRecord, createRecord, fieldsOf, type RecordTable } from '../../../records/record.ts';
import type { StoredMilestone } from '../task/task-template.service.ts';
import { refuseUnknownCode } from './account-code.service.ts';
import * as lists from './staff-list.queries.ts';
import { sayTemplateMilestones } from './staff-list-text.ts';

function nounOf<T extends RecordTable, Answer>(
  noun: string,
  table: T,
  get: Changeable<T, Answer>['get'],
  fields: Record<string, z.ZodType>,
): Changeable<T, Answer> {
  return { noun, table, get, nameOf: (row) => String(row.name), fields: fieldsOf(fields) };
}

const roleNoun = nounOf('job role', 'job_role', getRole, wire.updateJobRole.declaration.body.shape);
const { costs: _costs, ...typeFields } = wire.updateDisbursementType.declaration.body.shape;
const typeNoun = nounOf('disbursement type', 'disbursement_type', getType, typeFields);
const overheadNoun = nounOf('overhead code', 'overhead_code', getOverheadCode, timeWire.updateOverheadCode.declaration.body.shape);
const milestoneNoun = nounOf(
  'milestone template',
  'milestone_template',
  getMilestoneTemplate,
  wire.updateMilestoneTemplate.declaration.body.shape,
);
/** What changed in the list of milestones is told by names. */
const { milestones: _, ...taskTemplateFields } = wire.updateTaskTemplate.declaration.body.shape;
const taskNoun = nounOf('task template', 'task_template', getTaskTemplate, taskTemplateFields);

async function known<T>(row: Promise<T | undefined>): Promise<T> {
  const found = await row;
  if (!found) throw notFound();
  return found;
}

function getRole({ tx }: Context, id: number): Promise<JobRole> {
  return known(lists.findRole(tx, id));
}
function getType({ tx }: Context, id: number): Promise<DisbursementType> {
  return known(lists.findType(tx, id));
}
function getMilestoneTemplate({ tx }: Context, id: number): Promise<MilestoneTemplate> {
  return known(lists.findMilestoneTemplate(tx, id));
}
function getOverheadCode({ tx }: Context, id: number): Promise<OverheadCode> {
  return known(lists.findOverheadCode(tx, id));
}
async function getTaskTemplate({ tx }: Context, id: number): Promise<TaskTemplate> {
  return (await known(lists.findTaskTemplate(tx, id))) as TaskTemplate;
}

export const listJobRoles = ({ tx }: Context, filter: lists.ListFilter) => lists.listRoles(tx, filter);
export const listDisbursementTypes = ({ tx }: Context, filter: lists.ListFilter) => lists.listTypes(tx, filter);
export const listMilestoneTemplates = ({ tx }: Context, filter: lists.ListFilter) => lists.listMilestoneTemplates(tx, filter);
export const listOverheadCodes = ({ tx }: Context, filter: lists.ListFilter) => lists.listOverheadCodes(tx, filter);
export async function listTaskTemplates({ tx }: Context, filter: lists.ListFilter) {
  return (await lists.listTaskTemplates(tx, filter)) as { count: number; results: TaskTemplate[] };
}

function sayRates(rates: readonly lists.Rate[]): string | null {
  const inOrder = rates.toSorted((a, b) => (a.valid_from < b.valid_from ? -1 : 1));
  const words = inOrder.map(
    (rate) => `${sayCents(rate.charge_rate)} (cost ${sayCents(rate.cost_rate)}) since ${proseDate(rate.valid_from)}`,
  );
  return words.join('; ') || null;
}

/** What changes when a role gets other rates; nothing when they are as they were. */
function describeRates(before: readonly lists.Rate[], rates: readonly lists.Rate[] | undefined): Change[] {
  const [from, to] = [sayRates(before), rates ? sayRates(rates) : null];
  return !rates || from === to ? [] : [{ field: 'rates', label: 'Rates', from, to }];
}

export async function createJobRole(context: Context, { rates = [], ...values }: RequestBody<typeof wire.createJobRole>): Promise<JobRole> {
  const row = await createRecord(context, roleNoun, values, describeRates([], rates));
  await lists.setRates(context.tx, row.id, rates);
  return getRole(context, row.id);
}

export async function updateJobRole(
  context: Context,
  id: number,
  { rates, ...patch }: RequestBody<typeof wire.updateJobRole>,
): Promise<JobRole> {
  return changeRecord(context, roleNoun, id, async () => {
    const extra = describeRates((await getRole(context, id)).rates, rates);
    if (rates && extra.length > 0) await lists.setRates(context.tx, id, rates);
    return { values: patch, extra };
  });
}

/** Until somebody says more. */
const NO_COST: lists.UnitCost[] = [{ valid_from: null, unit_cost: 0, markup_pct: 0 }];

function sayUnitCosts(costs: readonly lists.UnitCost[]): string | null {
  const inOrder = costs.toSorted((a, b) => ((a.valid_from ?? '') < (b.valid_from ?? '') ? -1 : 1));
  const words = inOrder.map(({ valid_from, unit_cost, markup_pct }) => {
    const markup = markup_pct === 0 ? '' : ` + ${markup_pct} %`;
    return `${sayCents(unit_cost)}${markup}${valid_from === null ? '' : ` since ${proseDate(valid_from)}`}`;
  });
  return words.join('; ') || null;
}

function describeUnitCosts(before: readonly lists.UnitCost[], costs: readonly lists.UnitCost[] | undefined): Change[] {
  const [from, to] = [sayUnitCosts(before), costs ? sayUnitCosts(costs) : null];
  return !costs || from === to ? [] : [{ field: 'costs', label: 'Unit costs', from, to }];
}

/** What a unit of each disbursement type costs, by its days. */
export async function listUnitCosts({ tx }: Pick<Context, 'tx'>): Promise<DatedUnitCost[]> {
  return (await lists.listUnitCosts(tx)).map((cost) => ({ ...cost, valid_to: null }));
}

export async function createDisbursementType(
  context: Context,
  { costs = NO_COST, ...values }: RequestBody<typeof wire.createDisbursementType>,
): Promise<DisbursementType> {
  await refuseUnknownCode(context, values.account_code);
  const row = await createRecord(context, typeNoun, values, describeUnitCosts([], costs));
  await lists.setUnitCosts(context.tx, row.id, costs);
  return getType(context, row.id);
}

export async function updateDisbursementType(
  context: Context,
  id: number,
  { costs, ...patch }: RequestBody<typeof wire.updateDisbursementType>,
): Promise<DisbursementType> {
  return changeRecord(context, typeNoun, id, async (before) => {
    await refuseUnknownCode(context, patch.account_code, before.account_code);
    const extra = describeUnitCosts((await getType(context, id)).costs, costs);
    if (costs && extra.length > 0) await lists.setUnitCosts(context.tx, id, costs);
    return { values: patch, extra };
  });
}

export async function createMilestoneTemplate(
  context: Context,
  values: RequestBody<typeof wire.createMilestoneTemplate>,
): Promise<MilestoneTemplate> {
  return getMilestoneTemplate(context, (await createRecord(context, milestoneNoun, values)).id);
}

export async function updateMilestoneTemplate(
  context: Context,
  id: number,
  patch: RequestBody<typeof wire.updateMilestoneTemplate>,
): Promise<MilestoneTemplate> {
  return changeRecord(context, milestoneNoun, id, () => ({ values: patch }));
}

export async function createOverheadCode(context: Context, values: RequestBody<typeof timeWire.createOverheadCode>): Promise<OverheadCode> {
  return getOverheadCode(context, (await createRecord(context, overheadNoun, values)).id);
}

export function updateOverheadCode(
  context: Context,
  id: number,
  patch: RequestBody<typeof timeWire.updateOverheadCode>,
): Promise<OverheadCode> {
  return changeRecord(context, overheadNoun, id, () => ({ values: patch }));
}

/** A template may only name what there is, and each budget line is time of a role or a quantity of something. */
async function refuseUnknownReferences({ tx }: Context, milestones: readonly StoredMilestone[]): Promise<void> {
  const budget = milestones.flatMap((milestone) => milestone.budget);
  const isWhole = budget.every(({ job_role, disbursement_type }) => (job_role === undefined) !== (disbursement_type === undefined));
  if (!isWhole) throw invalid({ milestones: 'Each budget line names a job role or a disbursement type, one of them.' });
  const wanted = [
    ['milestone_template', 'milestone template', milestones.map((milestone) => milestone.milestone_template)],
    ['job_role', 'job role', budget.flatMap((line) => line.job_role ?? [])],
    ['disbursement_type', 'disbursement type', budget.flatMap((line) => line.disbursement_type ?? [])],
  ] as const;
  for (const [table, noun, ids] of wanted)
    if ((await lists.listUnknown(tx, table, ids)).length > 0) throw invalid({ milestones: `There is no such ${noun}.` });
}

/** The list of milestones goes in as a document; what changed in it is told by names. */
async function changeMilestones(context: Context, before: readonly StoredMilestone[], next: StoredMilestone[] | undefined) {
  if (!next) return { stored: {}, extra: [] };
  await refuseUnknownReferences(context, next);
  const [from, to] = [await sayTemplateMilestones(context, before), await sayTemplateMilestones(context, next)];
  const extra: Change[] = from === to ? [] : [{ field: 'milestones', label: 'Milestones', from, to }];
  return { stored: { milestones: JSON.stringify(next) }, extra };
}

export async function createTaskTemplate(
  context: Context,
  { milestones, ...values }: RequestBody<typeof wire.createTaskTemplate>,
): Promise<TaskTemplate> {
  await refuseUnknownCode(context, values.account_code);
  const { stored, extra } = await changeMilestones(context, [], milestones);
  const row = await createRecord(context, taskNoun, { ...values, ...stored }, extra);
  return getTaskTemplate(context, row.id);
}

export async function updateTaskTemplate(
  context: Context,
  id: number,
  { milestones, ...patch }: RequestBody<typeof wire.updateTaskTemplate>,
): Promise<TaskTemplate> {
  return changeRecord(context, taskNoun, id, async (before) => {
    await refuseUnknownCode(context, patch.account_code, before.account_code);
    const { stored, extra } = await changeMilestones(context, before.milestones as StoredMilestone[], milestones);
    return { values: { ...patch, ...(extra.length > 0 ? stored : {}) }, extra };
  });
}
