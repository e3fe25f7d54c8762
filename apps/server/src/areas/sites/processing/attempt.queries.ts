import { type Insertable, sql, type Updateable } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { personRef } from '../../../db/person-ref.ts';
import type { DB } from '../../../db/rows.generated.ts';

function attempts(tx: Tx) {
  return tx
    .selectFrom('processing_attempt')
    .selectAll('processing_attempt')
    .select([
      personRef('processing_attempt.started_by').as('started_by'),
      personRef('processing_attempt.ended_by').as('ended_by'),
      personRef('processing_attempt.lease_by').as('lease_by'),
      sql<number>`(select count(*) from processing_file f where f.attempt = processing_attempt.id and f.removed_on is null)`.as(
        'file_count',
      ),
      sql<number>`(select count(*) from processing_decision d where d.attempt = processing_attempt.id and d.undone_on is null)`.as(
        'decision_count',
      ),
    ]);
}

/** Newest first; the frozen surroundings are left where they are. */
export function listOfRun(tx: Tx, run: string) {
  return attempts(tx).where('field_run', '=', run).orderBy('number', 'desc').limit(200).execute();
}

export type AttemptRow = Awaited<ReturnType<typeof listOfRun>>[number];

export function find(tx: Tx, id: number): Promise<AttemptRow | undefined> {
  return attempts(tx).where('processing_attempt.id', '=', id).executeTakeFirst();
}

/** The one that is worked on, or that was finished. */
export function findPresent(tx: Tx, run: string): Promise<AttemptRow | undefined> {
  return attempts(tx).where('field_run', '=', run).where('state', '!=', 'archived').executeTakeFirst();
}

export async function insert(tx: Tx, values: Omit<Insertable<DB['processing_attempt']>, 'number'>): Promise<AttemptRow> {
  const number = sql<number>`(select coalesce(max(number), 0) + 1 from processing_attempt where field_run = ${values.field_run})`;
  const { id } = await tx
    .insertInto('processing_attempt')
    .values({ ...values, number })
    .returning('id')
    .executeTakeFirstOrThrow();
  return (await find(tx, id))!;
}

export async function update(tx: Tx, id: number, values: Updateable<DB['processing_attempt']>): Promise<void> {
  await tx.updateTable('processing_attempt').set(values).where('id', '=', id).execute();
}

/** Answers the new revision. */
export async function raise(tx: Tx, id: number): Promise<number> {
  const row = await tx
    .updateTable('processing_attempt')
    .set({ revision: sql`revision + 1` })
    .where('id', '=', id)
    .returning('revision')
    .executeTakeFirstOrThrow();
  return row.revision;
}

/** Files and standing decisions of one attempt, into another: who decided what, and when, goes along. */
export async function copyContent(tx: Tx, from: number, to: number): Promise<void> {
  await sql`
    insert into processing_file (attempt, part, file, name, summary, imported_on, imported_by)
    select ${to}, part, file, name, summary, imported_on, imported_by from processing_file
    where attempt = ${from} and removed_on is null order by id`.execute(tx);
  await sql`
    insert into processing_decision (attempt, decision, why, at, by)
    select ${to}, decision, why, at, by from processing_decision where attempt = ${from} and undone_on is null order by id`.execute(tx);
}

/** Once made, a package stays the one that was signed. */
export async function keepPackage(tx: Tx, id: number, file: number): Promise<void> {
  await tx.updateTable('processing_attempt').set({ package: file }).where('id', '=', id).where('package', 'is', null).execute();
}
