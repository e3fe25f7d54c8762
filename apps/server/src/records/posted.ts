import { sql } from 'kysely';
import type { Writing } from '../call/context.ts';
import { conflict, notFound, Refusal } from '../call/refusal.ts';
import type { Tx } from '../db/database.ts';
import { recordHistory } from './history.ts';

/** The two ledgers that are closed by a date, each on its own. */
export type Ledger = 'time' | 'accounting';

/**
 * A noun whose rows are never changed or deleted once they are there: what was wrong is reversed by another row. Its table was made so by
 * `call make_posted(…)` in a migration.
 */
export type PostedNoun = {
  /** The word on the screen: "payment". */
  noun: string;
  table: string;
  ledger: Ledger;
  /** Numbers are taken from this series, without gaps; null where the rows have none. */
  series: string | null;
  /** Columns that a reversal has with the other sign. */
  amounts: readonly string[];
};

export type PostedRow = Record<string, unknown> & { id: number; number: number | null; date: string; reverses: number | null };
type Values = Record<string, unknown> & { date: string };
type Writes = Pick<Writing, 'tx' | 'now' | 'request_id' | 'actor'>;

/** The next number of a series. It is taken only if the transaction ends well, and everybody else waits until that is known: no gaps. */
export async function takeNextNumber(tx: Tx, series: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    insert into posting_number (series, last) values (${series}, 1)
    on conflict (series) do update set last = posting_number.last + 1 returning last::int`.execute(tx);
  return rows[0]!.last;
}

export async function getLock(tx: Tx, ledger: Ledger): Promise<{ locked_through: string | null; version: number }> {
  return tx.selectFrom('period_lock').select(['locked_through', 'version']).where('ledger', '=', ledger).executeTakeFirstOrThrow();
}

export const getLockedThrough = async (tx: Tx, ledger: Ledger): Promise<string | null> => (await getLock(tx, ledger)).locked_through;

/** Closes a ledger through a day, or opens it again with an earlier day or none. Waits for whatever is being posted. */
export async function lockPeriod(context: Writes, ledger: Ledger, through: string | null): Promise<void> {
  const { tx, now, actor } = context;
  const before = await getLockedThrough(tx, ledger);
  if (before === through) return;
  const { rows } = await sql<{ version: number }>`
    update period_lock set locked_through = ${through}::date, version = version + 1, updated_on = ${now}, updated_by = ${actor.id}
    where ledger = ${ledger} returning version`.execute(tx);
  await recordHistory(context, {
    noun: 'period lock',
    record_id: ledger,
    record_name: ledger,
    version: rows[0]!.version,
    action: 'changed',
    changes: [{ field: 'locked_through', label: 'locked through', from: before, to: through }],
  });
}

async function insertPosted(context: Writes, { noun, table, series }: PostedNoun, values: Values, action: string): Promise<PostedRow> {
  const { tx, now, actor } = context;
  const number = series === null ? {} : { number: await takeNextNumber(tx, series) };
  const row = { ...values, ...number, created_on: now, created_by: actor.id };
  // What was written is known here; a document of megabytes is not sent back.
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(row))}) returning id`.execute(tx);
  const posted: PostedRow = { number: null, reverses: null, ...row, ...rows[0]! };
  const record_name = String(posted.number ?? posted.id);
  await recordHistory(context, { noun, record_id: posted.id, record_name, version: 1, action, changes: [] });
  return posted;
}

/** Writes a row that stays as it is. A date in a closed period is refused. */
export function postRecord(context: Writes, noun: PostedNoun, values: Values): Promise<PostedRow> {
  return insertPosted(context, noun, values, 'posted');
}

/** Columns that belong to the row itself and not to what it says. */
const OWN_COLUMNS = new Set(['id', 'number', 'date', 'reverses', 'created_on', 'created_by']);

/**
 * Takes a posted row back by one with the opposite amounts. A row is reversed once, which the database sees to also when two try at the
 * same moment; a reversal is not reversed, the row is posted anew.
 */
export async function reverseRecord(context: Writes, noun: PostedNoun, id: number, date: string): Promise<PostedRow> {
  const { rows } = await sql<PostedRow>`select * from ${sql.table(noun.table)} where id = ${id}`.execute(context.tx);
  const [posted] = rows;
  if (!posted) throw notFound();
  if (posted.reverses !== null) throw conflict(`This ${noun.noun} is a reversal and cannot be reversed.`);
  const copied = Object.entries(posted).filter(([name]) => !OWN_COLUMNS.has(name));
  const values = copied.map(([name, value]) => [name, noun.amounts.includes(name) ? -Number(value) : value]);
  return insertPosted(context, noun, { ...Object.fromEntries(values), date, reverses: id }, 'reversed');
}

type PostingError = { code?: string | undefined; detail?: string | undefined; constraint?: string | undefined };

/** What the database's own guards refuse, in words; null for anything else. */
export function translatePostingError({ code, detail, constraint }: PostingError): Refusal | null {
  if (code === '23505' && constraint?.endsWith('_reverses_key')) return conflict('This has been reversed already.');
  if (code === 'DM001') return new Refusal('LOCKED', 'What has been posted is not changed. Reverse it instead.');
  if (code === 'DM002') return new Refusal('LOCKED', `The period is closed through ${detail}.`);
  if (code === 'DM003') return new Refusal('CONFLICT', 'This cannot be reversed.');
  return null;
}
