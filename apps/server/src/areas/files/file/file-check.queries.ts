import { type Selectable, sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { DB } from '../../../db/rows.generated.ts';

type Check = Pick<Selectable<DB['file_check']>, 'sha256' | 'checked_on'>;

export type Finding = 'missing' | 'damaged';

/** Contents that were not read since that instant, those that have waited longest first. */
export async function listUnread(tx: Tx, readBefore: string, limit: number): Promise<string[]> {
  const { rows } = await sql<Pick<Check, 'sha256'>>`
    select sha256 from (select distinct sha256 from file) f left join file_check c using (sha256)
    where c.checked_on is null or c.checked_on < ${readBefore}
    order by c.checked_on nulls first, sha256 limit ${limit}`.execute(tx);
  return rows.map(({ sha256 }) => sha256);
}

export async function note(tx: Tx, row: { sha256: string; checked_on: string; finding: Finding | null }): Promise<void> {
  await tx
    .insertInto('file_check')
    .values(row)
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ checked_on: row.checked_on, finding: row.finding }))
    .execute();
}

export async function removeForgotten(tx: Tx): Promise<void> {
  await sql`delete from file_check c where not exists (select from file f where f.sha256 = c.sha256)`.execute(tx);
}

export async function summarize(tx: Tx): Promise<{ kept: number; read: number; oldest: string | null }> {
  const { rows } = await sql<{ kept: number; read: number; oldest: string | null }>`
    select count(*)::int as kept, count(c.sha256)::int as read, min(c.checked_on) as oldest
    from (select distinct sha256 from file) f left join file_check c using (sha256)`.execute(tx);
  return rows[0]!;
}

/** Each content that is not sound, with one name it goes by. */
export async function listFindings(tx: Tx, limit: number) {
  const { rows } = await sql<Check & { finding: Finding; name: string; names: number }>`
    select c.sha256, c.finding, c.checked_on, min(f.name) as name, count(*)::int as names
    from file_check c join file f using (sha256) where c.finding is not null
    group by c.sha256, c.finding, c.checked_on order by c.checked_on desc, c.sha256 limit ${limit}`.execute(tx);
  return rows;
}
