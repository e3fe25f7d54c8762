import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { Change } from '../../../records/history.ts';

export type OwnerKind = 'job' | 'quote';
export type OwnerRef = { kind: OwnerKind; id: number };

export type OwnerRow = {
  id: number;
  num: string;
  state: string;
  client: number | null;
  project_manager: number | null;
  project_leads: number[];
  promoted_to: string | null;
};

function select(kind: OwnerKind) {
  const promoted = kind === 'quote' ? sql`(select job.num from job where job.quote = owner.id)` : sql`null::text`;
  return sql`select owner.id, owner.num, owner.state, owner.client, owner.project_manager, owner.project_leads, ${promoted} as promoted_to
    from ${sql.table(kind)} owner`;
}

export async function find(tx: Tx, { kind, id }: OwnerRef): Promise<OwnerRow | undefined> {
  const { rows } = await sql<OwnerRow>`${select(kind)} where owner.id = ${id}`.execute(tx);
  return rows[0];
}

/**
 * Whoever changes work holds its job or quote until the end: what is ready depends on rows others may be changing, and an order key is
 * free only while nobody else takes it. Held before any row below it, so that two people never wait for each other.
 */
export async function lock(tx: Tx, { kind, id }: OwnerRef): Promise<OwnerRow | undefined> {
  const { rows } = await sql<OwnerRow>`${select(kind)} where owner.id = ${id} for no key update of owner`.execute(tx);
  return rows[0];
}

/** To which job or quote a row of work belongs. */
export async function findRefOf(tx: Tx, table: 'task_group' | 'task' | 'milestone' | 'budget_entry', id: number): Promise<OwnerRef | null> {
  const { rows } = await sql<{ job: number | null; quote: number | null }>`
    select job, quote from ${sql.table(table)} where id = ${id}`.execute(tx);
  const row = rows[0];
  if (!row) return null;
  return row.job === null ? { kind: 'quote', id: row.quote as number } : { kind: 'job', id: row.job };
}

/** The jobs and quotes of milestones, in the order in which everybody holds them. */
export async function listRefsOfMilestones(tx: Tx, ids: readonly number[]): Promise<OwnerRef[]> {
  const { rows } = await sql<OwnerRef>`
    select distinct case when job is null then 'quote' else 'job' end as kind, coalesce(job, quote) as id
    from milestone where id = any(${ids}::int[]) order by kind, id`.execute(tx);
  return rows;
}

/** A change of a row of work, kept in the history of its job or quote. */
export type WorkChange = Change & { record: string; id: number; version: number };

/** What has happened to one row of work, by what the history of its job or quote says. */
export async function listChangesOf(tx: Tx, owner: OwnerRef, record: string, id: number): Promise<WorkChange[]> {
  const rows = await tx
    .selectFrom('history')
    .select('changes')
    .where('noun', '=', owner.kind)
    .where('record_id', '=', String(owner.id))
    .where(sql<boolean>`changes @> ${JSON.stringify([{ record, id }])}::jsonb`)
    .execute();
  return rows.flatMap((row) => row.changes as WorkChange[]).filter((change) => change.record === record && change.id === id);
}
