import { canEditJob, type Led, whyJobLocked, whyNotTheirJob } from '@dmse/domain/access/job-access';
import type { JobState } from '@dmse/domain/states/job';
import { whyNotTheirQuote, whyQuoteLocked } from '@dmse/domain/states/quote';
import type { Context } from '../../../call/context.ts';
import { invalid, notFound, refuse } from '../../../call/refusal.ts';
import { recordHistory } from '../../../records/history.ts';
import * as owners from './owner.queries.ts';

export type OwnerRef = owners.OwnerRef;

/** The job or quote that work belongs to, with what decides who may change it. */
export type Owner = OwnerRef &
  Led & { num: string; state: string; client: number | null; promoted_to: { num: string } | null; can_edit: boolean };

type Named = { job?: number | undefined; quote?: number | undefined };

/** The one owner a request names. */
export function readOwner({ job, quote }: Named): OwnerRef {
  if (job !== undefined && quote === undefined) return { kind: 'job', id: job };
  if (quote !== undefined && job === undefined) return { kind: 'quote', id: quote };
  throw invalid({ job: 'Name a job or a quote, one of them.' });
}

/** The two columns by which a row names its owner. */
export function ownerColumns({ kind, id }: OwnerRef): { job: number | null; quote: number | null } {
  return { job: kind === 'job' ? id : null, quote: kind === 'quote' ? id : null };
}

function toOwner({ actor }: Context, kind: owners.OwnerKind, row: owners.OwnerRow): Owner {
  const project_manager = row.project_manager === null ? null : { id: row.project_manager };
  const led = { project_manager, project_leads: row.project_leads.map((id) => ({ id })) };
  const promoted_to = row.promoted_to === null ? null : { num: row.promoted_to };
  const { id, num, state, client } = row;
  return { kind, id, num, state, client, promoted_to, ...led, can_edit: canEditJob(actor, led) };
}

export async function getOwner(context: Context, ref: OwnerRef): Promise<Owner> {
  const row = await owners.find(context.tx, ref);
  if (!row) throw invalid({ [ref.kind]: `There is no such ${ref.kind}.` });
  return toOwner(context, ref.kind, row);
}

/** Holds the owner and refuses whoever may not change its work. */
export async function openOwner(context: Context, ref: OwnerRef): Promise<Owner> {
  const owner = await holdOwner(context, ref);
  refuseChange(context, owner);
  return owner;
}

async function holdOwner(context: Context, ref: OwnerRef): Promise<Owner> {
  const row = await owners.lock(context.tx, ref);
  if (!row) throw invalid({ [ref.kind]: `There is no such ${ref.kind}.` });
  return toOwner(context, ref.kind, row);
}

type Table = Parameters<typeof owners.findRefOf>[1];

/** Holds the owner of a row of work; who may change what is asked afterwards. `field`: the row was named in that field of a body. */
export async function holdOwnerOf(context: Context, table: Table, id: number, field?: string): Promise<Owner> {
  const ref = await owners.findRefOf(context.tx, table, id);
  if (!ref) throw field ? invalid({ [field]: `There is no such ${field}.` }) : notFound();
  return holdOwner(context, ref);
}

export async function openOwnerOf(context: Context, table: Table, id: number, field?: string): Promise<Owner> {
  const owner = await holdOwnerOf(context, table, id, field);
  refuseChange(context, owner);
  return owner;
}

export function refuseChange({ actor }: Context, owner: Owner): void {
  refuse(owner.kind === 'job' ? whyNotTheirJob(actor, owner) : whyNotTheirQuote(owner));
  refuseClosed(owner);
}

/** Refuses when the job is not going on or the quote has become one, whoever asks. */
export function refuseClosed(owner: Owner): void {
  refuse(owner.kind === 'job' ? whyJobLocked({ state: owner.state as JobState }) : whyQuoteLocked(owner));
}

/** Work is told in the history of its job or quote: "Mona added task Boundary survey to job 26-0014." */
export async function tellOwner(
  context: Context,
  owner: Pick<Owner, 'kind' | 'id' | 'num'>,
  action: string,
  changes: owners.WorkChange[] = [],
) {
  const { kind, id, num } = owner;
  await recordHistory(context, { noun: kind, record_id: id, record_name: num, version: null, action, changes });
}
