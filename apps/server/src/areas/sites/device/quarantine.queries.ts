import { type Insertable, sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { type PageInput, pageOf } from '../../../db/paging.ts';
import { personRef } from '../../../db/person-ref.ts';
import type { DB } from '../../../db/rows.generated.ts';

function select(tx: Tx) {
  return tx
    .selectFrom('field_quarantine')
    .selectAll('field_quarantine')
    .select([
      personRef('field_quarantine.received_by').as('received_by'),
      personRef('field_quarantine.captured_by').as('captured_by'),
      personRef('field_quarantine.decided_by').as('decided_by'),
      sql<string | null>`(select r.name from field_run r where r.id = field_quarantine.field_run)`.as('run_name'),
      sql<{ id: number; sha256: string } | null>`(
        select json_build_object('id', f.id, 'sha256', f.sha256) from file f where f.id = field_quarantine.file)`.as('file_facts'),
    ]);
}

export type QuarantineRow = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

/** The same operation again is the one that is here already. */
export async function insert(tx: Tx, row: Insertable<DB['field_quarantine']>): Promise<{ id: number; isNew: boolean }> {
  const made = await tx
    .insertInto('field_quarantine')
    .values(row)
    .onConflict((conflict) => conflict.column('op').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) return { id: made.id, isNew: true };
  const there = await tx.selectFrom('field_quarantine').select('id').where('op', '=', row.op).executeTakeFirstOrThrow();
  return { id: there.id, isNew: false };
}

export async function findByOp(tx: Tx, op: string): Promise<{ id: number; file: number | null } | undefined> {
  return tx.selectFrom('field_quarantine').select(['id', 'file']).where('op', '=', op).forUpdate().executeTakeFirst();
}

/** Bytes that came after the words they belong to. */
export async function giveFile(tx: Tx, id: number, file: number): Promise<void> {
  await tx.updateTable('field_quarantine').set({ file }).where('id', '=', id).where('file', 'is', null).execute();
}

export function find(tx: Tx, id: number): Promise<QuarantineRow | undefined> {
  return select(tx).where('field_quarantine.id', '=', id).executeTakeFirst();
}

export async function lock(tx: Tx, id: number): Promise<void> {
  await tx.selectFrom('field_quarantine').select('id').where('id', '=', id).forUpdate().execute();
}

export function list(tx: Tx, filter: PageInput & { state?: string[] | undefined; field_run?: string | undefined }) {
  let rows = select(tx);
  if (filter.state?.length) rows = rows.where('state', 'in', filter.state);
  if (filter.field_run) rows = rows.where('field_run', '=', filter.field_run);
  return pageOf(rows, filter, [sql`field_quarantine.id`]);
}

type Decision = { state: 'released' | 'dismissed'; decided_on: string; decided_by: number; decision_note: string };

export async function decide(tx: Tx, id: number, decision: Decision): Promise<void> {
  await tx.updateTable('field_quarantine').set(decision).where('id', '=', id).execute();
}
