import type { FieldRunState } from '@dmse/domain/states/field-run';
import { type Insertable, sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { DB } from '../../../db/rows.generated.ts';
import type { CapturedRow, CapturedTable, Values } from './captured-noun.ts';

// The three tables share the columns used here, so one of them stands for all in the types; conflicts are JSON there.

export async function find(tx: Tx, table: CapturedTable, id: string): Promise<CapturedRow | undefined> {
  const row = await tx
    .selectFrom(table as 'shot')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row as CapturedRow | undefined;
}

export async function lock(tx: Tx, table: CapturedTable, id: string): Promise<CapturedRow | undefined> {
  const row = await tx
    .selectFrom(table as 'shot')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row as CapturedRow | undefined;
}

/** Nothing when the id is taken already; whoever is just taking it is waited for (SYNC-S1). */
export async function insert(tx: Tx, table: CapturedTable, values: Values): Promise<CapturedRow | undefined> {
  const row = await tx
    .insertInto(table as 'shot')
    .values(values as Insertable<DB['shot']>)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst();
  return row as CapturedRow | undefined;
}

export async function update(tx: Tx, table: CapturedTable, id: string, values: Values): Promise<CapturedRow> {
  const row = await tx
    .updateTable(table as 'shot')
    .set({ ...values, version: sql`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return row as unknown as CapturedRow;
}

/** Locks the runs in one order for everybody, so that two writers never wait for each other. */
export async function lockRuns(tx: Tx, ids: readonly string[]): Promise<Map<string, { state: FieldRunState }>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.selectFrom('field_run').select(['id', 'state']).where('id', 'in', ids).orderBy('id').forUpdate().execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export type Child = { table: 'pipe' | 'shot_image'; row: CapturedRow };

/** The pictures of a shot and the pipes that start or end at it, deleted ones too. */
export async function listChildren(tx: Tx, shot: string): Promise<Child[]> {
  const images = await tx.selectFrom('shot_image').selectAll().where('fieldrun_shot', '=', shot).orderBy('id').execute();
  const pipes = await tx
    .selectFrom('pipe')
    .selectAll()
    .where((eb) => eb.or([eb('start_structure', '=', shot), eb('end_structure', '=', shot)]))
    .orderBy('id')
    .execute();
  return [
    ...images.map((row) => ({ table: 'shot_image' as const, row: row as unknown as CapturedRow })),
    ...pipes.map((row) => ({ table: 'pipe' as const, row: row as unknown as CapturedRow })),
  ];
}

/** Which of these shots are here, and whether they have been deleted. */
export async function findParents(tx: Tx, ids: readonly string[]): Promise<Map<string, { is_deleted: boolean }>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.selectFrom('shot').select(['id', 'is_deleted']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** A shot has arrived: what came before it no longer waits. The flag is a fact about the server, so no version is written. */
export async function settleChildren(tx: Tx, shot: string): Promise<void> {
  await sql`update shot_image set parent_pending = false where fieldrun_shot = ${shot} and parent_pending`.execute(tx);
  await sql`
    update pipe set parent_pending = exists (
      select from unnest(array[start_structure, end_structure]) as parent (id)
      where parent.id is not null and not exists (select from shot where shot.id = parent.id))
    where (start_structure = ${shot} or end_structure = ${shot}) and parent_pending`.execute(tx);
}

/** The values of a record as they were at a version. */
export async function findVersion(tx: Tx, item: string, version: number): Promise<Values | null> {
  const row = await tx
    .selectFrom('field_history')
    .select('after')
    .where('item', '=', item)
    .where('version', '=', version)
    .executeTakeFirst();
  return (row?.after as Values | undefined) ?? null;
}

export async function insertMove(tx: Tx, move: Insertable<DB['field_move']>): Promise<void> {
  await tx.insertInto('field_move').values(move).execute();
}
