import type { LocalDate } from '@dmse/domain/dates/local-date';
import type { WipState } from '@dmse/domain/states/wip';
import { type NewWipLine, recordOf, stateMoves, type WipLine, type WipPosition } from '@dmse/domain/wip/ledger';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';

/** Names of items as one text: a list of thousands takes the driver longer to write than the database to read. No name has a space. */
const listed = (items: readonly string[]) => sql<string[]>`string_to_array(${items.join(' ')}, ' ')`;

/**
 * Holds the figures of jobs until the end, in the order of their ids. Whoever writes time, expenses or the ledger holds them first, before
 * any entry or item, so that two people never wait for each other.
 */
export async function holdJobs(tx: Tx, jobs: readonly number[]): Promise<void> {
  await sql`
    insert into job_wip (job) select distinct job from unnest(${jobs}::int[]) as named (job) order by job
    on conflict (job) do update set job = excluded.job`.execute(tx);
}

/** Where these items are, held until the end. */
export async function lockPositions(tx: Tx, items: readonly string[]): Promise<Map<string, WipPosition>> {
  const { rows } = await sql<WipPosition>`
    select item, job, task, state, amount, work_date, hold_until, turn from wip_item
    where item = any(${listed(items)}) order by item for update`.execute(tx);
  return new Map(rows.map((row) => [row.item, row]));
}

/** The jobs these items are on. */
export async function listJobsOf(tx: Tx, items: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ job: number }>`select distinct job from wip_item where item = any(${listed(items)})`.execute(tx);
  return rows.map(({ job }) => job);
}

/** Where these items are, with all that they are parts of and all parts of them, held until the end. */
export async function lockFamilies(tx: Tx, items: readonly string[]): Promise<WipPosition[]> {
  const records = listed([...new Set(items.map(recordOf))]);
  // Parts are looked up by themselves: asked for both at once, the database read every item there is.
  const { rows } = await sql<WipPosition>`
    select item, job, task, state, amount, work_date, hold_until, turn from wip_item
    where item = any(${records} || array(
      select part.item from wip_item part where split_part(part.item, '/', 3) <> ''
        and split_part(part.item, '/', 1) || '/' || split_part(part.item, '/', 2) = any(${records})))
    order by item for update`.execute(tx);
  return rows;
}

/** The last turn of items that are not in the ledger any more, or never were (0). */
export async function lastTurns(tx: Tx, items: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ item: string; turn: number }>`
    select item, max(turn) as turn from wip_line where item = any(${items}::text[]) group by item`.execute(tx);
  return new Map(rows.map(({ item, turn }) => [item, turn]));
}

/** The state of each; of what was billed in part, also when only a part of it is on an invoice. */
export async function listStates(tx: Tx, items: readonly string[]): Promise<{ item: string; state: WipState }[]> {
  const { rows } = await sql<{ item: string; state: WipState }>`
    select whole.item, coalesce((
      select part.state from wip_item part
      where split_part(part.item, '/', 3) <> '' and split_part(part.item, '/', 1) || '/' || split_part(part.item, '/', 2) = whole.item
        and part.state in ('CLAIMED', 'BILLED') limit 1), whole.state) as state
    from wip_item whole where whole.item = any(${items}::text[])`.execute(tx);
  return rows;
}

type Stamp = { created_on: string; created_by: number | null };

/** Adds lines of items that are held, one turn of each: what the ledger keeps of them follows in the same moment. */
export async function insertLines(tx: Tx, lines: readonly NewWipLine[], stamp: Stamp): Promise<void> {
  const { moves, others } = stateMoves(lines);
  for (const [to, items] of moves) await insertMoves(tx, to, items, stamp);
  if (others.length > 0) await insertOthers(tx, others, stamp);
}

/** Items of one turn that all go to the same state by the same act. The database knows where each is and what it is worth. */
async function insertMoves(tx: Tx, to: NewWipLine, items: readonly string[], { created_on, created_by }: Stamp): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into wip_line (item, turn, sign, act, job, task, state, amount, work_date, hold_until, date, reason, created_on, created_by)
    select i.item, ${to.turn}, side.sign, ${to.act}, i.job, i.task, case side.sign when 1 then ${to.state} else i.state end, side.sign * i.amount,
      i.work_date, case side.sign when 1 then ${to.hold_until}::date else i.hold_until end, ${to.date}::date, ${to.reason}, ${created_on}::timestamptz,
      ${created_by}::int
    from wip_item i cross join (values (-1), (1)) as side (sign) where i.item = any(${listed(items)})
    order by side.sign, i.item`.execute(tx);
  if (Number(numAffectedRows) !== 2 * items.length) throw new Error('Work that was held is not in the ledger any more.');
}

async function insertOthers(tx: Tx, lines: readonly NewWipLine[], { created_on, created_by }: Stamp): Promise<void> {
  await sql`
    insert into wip_line (item, turn, sign, act, job, task, state, amount, work_date, hold_until, date, reason, reverses, created_on, created_by)
    select item, turn, sign, act, job, task, state, amount, work_date, hold_until, date, reason, reverses, ${created_on}, ${created_by}::int
    from json_to_recordset(${JSON.stringify(lines)}) as line (item text, turn int, sign smallint, act text, job int, task int, state text,
      amount bigint, work_date date, hold_until date, date date, reason text, reverses bigint)
    order by turn, sign`.execute(tx);
}

export async function getClosedThrough(tx: Tx): Promise<LocalDate | null> {
  const { rows } = await sql<{ through: string | null }>`
    select locked_through::text as through from period_lock where ledger = 'accounting' for share`.execute(tx);
  return rows[0]!.through;
}

/** The lines of one turn of each item: what was done with it then. */
export async function listTurns(tx: Tx, named: readonly { item: string; turn: number }[]): Promise<WipLine[]> {
  const { rows } = await sql<WipLine>`
    select line.* from json_to_recordset(${JSON.stringify(named)}) as asked (item text, turn int) join wip_line line using (item, turn)`.execute(
    tx,
  );
  return rows;
}

export async function listLines(tx: Tx, item: string): Promise<(WipLine & { created_on: string; created_by: number | null })[]> {
  const rows = await tx.selectFrom('wip_line').selectAll().where('item', '=', item).orderBy('turn').orderBy('sign').execute();
  return rows.map((row) => ({ ...row, sign: row.sign as 1 | -1 }));
}
