import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Context } from '../call/context.ts';
import { openPool, type Tx } from '../db/database.ts';
import { type Column, chunksOf, listColumns } from '../db/insert-rows.ts';
import type { DB } from '../db/rows.generated.ts';
import { type Copy, type CopyColumn, copyLine } from './copy-rows.ts';
import type { HistoryRow, Values } from './firm/record-with-history.ts';

const CHUNK = 2000;
/** After so many rows the connection gets its turn: making rows never waits for anything by itself. */
const TURN = 50;

/** Who loads, and how rows get in. */
export type Loading = Context & { copy: Copy };

/** A column with its default as the database would write it down: COPY knows no default of a single row. */
async function spellDefault(tx: Tx, { name, type, fallback }: Column): Promise<CopyColumn> {
  if (fallback === null) return { name, type, fallback };
  const { rows } = await sql<{ words: string }>`select (${sql.raw(fallback)})::text as words`.execute(tx);
  return { name, type, fallback: rows[0]!.words };
}

/** Rows that leave in large pieces: the database takes one in while the next is made. What was not taken fails the next call. */
function sendInPieces<Row>(send: (piece: readonly Row[]) => Promise<void>) {
  let waiting: Row[] = [];
  let sending = Promise.resolve();
  let added = 0;
  async function next(): Promise<void> {
    const piece = waiting;
    waiting = [];
    await sending;
    sending = send(piece);
    // Whoever waits for it is told; until then it is no failure that nobody has heard of.
    sending.catch(() => {});
  }
  return {
    async add(rows: readonly Row[]): Promise<void> {
      waiting.push(...rows);
      added += 1;
      if (waiting.length >= CHUNK) await next();
      if (added % TURN === 0) await setImmediate();
    },
    async flush(): Promise<void> {
      await next();
      await sending;
    },
  };
}

/** Rows on their way into one table. */
export function createLoader({ tx, copy }: Loading, table: keyof DB, names: readonly string[]) {
  let columns: CopyColumn[] | null = null;
  async function prepare(): Promise<CopyColumn[]> {
    const spelled = [];
    for (const column of await listColumns(tx, table, names)) spelled.push(await spellDefault(tx, column));
    return spelled;
  }
  const pieces = sendInPieces<Values>(async (rows) => {
    const known = columns ?? [];
    for (const chunk of chunksOf(rows, CHUNK))
      await copy(
        table,
        known.map(({ name }) => name),
        chunk.map((row) => copyLine(row, known)).join(''),
      );
  });
  return {
    async add(row: Values): Promise<void> {
      // Known before anything is on its way, so that pieces of several tables arrive in the order they were begun in.
      if (!columns) columns = await prepare();
      await pieces.add([row]);
    },
    flush: pieces.flush,
  };
}

const HISTORY: CopyColumn[] = [
  { name: 'entry', type: 'jsonb', fallback: null },
  { name: 'at', type: 'timestamp with time zone', fallback: null },
];

/**
 * What happened is invented noun by noun, but the history is one and in the order of time. So it is gathered aside first; `flush`
 * then writes it down in its order.
 */
export async function createChronicle({ tx, copy }: Loading) {
  await sql`create temporary table demo_history (place bigint generated always as identity, entry jsonb not null, at timestamptz not null) on commit drop`.execute(
    tx,
  );
  const pieces = sendInPieces<HistoryRow>(async (rows) => {
    for (const chunk of chunksOf(rows, CHUNK)) {
      const lines = chunk.map((entry) => copyLine({ entry, at: entry.at }, HISTORY));
      await copy('demo_history', ['entry', 'at'], lines.join(''));
    }
  });
  return {
    add: pieces.add,
    async flush(): Promise<void> {
      await pieces.flush();
      await sql`
        insert into history (noun, record_id, record_name, version, action, changes, at, by, request_id)
        select r.noun, r.record_id, r.record_name, r.version, r.action, r.changes, h.at, r.by, 'demo'
        from demo_history h, jsonb_to_record(h.entry)
          as r(noun text, record_id text, record_name text, version int, action text, changes jsonb, by int)
        order by h.at, h.place`.execute(tx);
    },
  };
}

/**
 * Runs the work without the references and indexes of these tables, and brings them back afterwards: all rows at once are checked and
 * ordered many times quicker than each as it comes. Nothing is left unchecked: a reference comes back only when every row keeps it. Inside
 * the transaction: whoever comes before its end sees neither rows nor a table without its index.
 */
export async function withoutIndexes(tx: Tx, tables: readonly string[], work: () => Promise<void>): Promise<void> {
  const { rows: references } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and ${tables}::regclass[] && array[conrelid, confrelid]::regclass[]
    order by conrelid::regclass::text, conname`.execute(tx);
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index i where indrelid = any(${tables}::regclass[]) and not exists (select from pg_constraint where conindid = i.indexrelid)
    order by 1`.execute(tx);
  const byTable = [...Map.groupBy(references, ({ table }) => table)];
  const change = (table: string, steps: readonly string[]) => sql.raw(`alter table ${table} ${steps.join(', ')}`).execute(tx);
  for (const [table, own] of byTable)
    await change(
      table,
      own.map(({ name }) => `drop constraint "${name}"`),
    );
  if (indexes.length > 0) await sql.raw(`drop index ${indexes.map(({ name }) => name).join(', ')}`).execute(tx);
  await work();
  await sql`set local maintenance_work_mem = '256MB'`.execute(tx);
  for (const { definition } of indexes) await sql.raw(definition).execute(tx);
  for (const [table, own] of byTable)
    await change(
      table,
      own.map(({ name, definition }) => `add constraint "${name}" ${definition}`),
    );
}

/** Takes away what the loaders put aside. Those are no temporary tables, which only one process can read at a time. */
export async function dropAside(tx: Tx): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class where relname like 'demo\\_%' and relkind = 'r' and relpersistence = 'u'`.execute(tx);
  await sql.raw(`drop table ${rows.map(({ name }) => name).join(', ')}`).execute(tx);
}

/** An empty table that begins anew belongs to this transaction alone: where nobody else keeps the log, its rows need not stand there too. */
export async function beginAnew(tx: Tx, tables: readonly string[]): Promise<void> {
  const posted = await sql<{ name: string }>`
    select tgrelid::regclass::text as name from pg_trigger where tgname = 'posted_table' and tgrelid = any(${tables}::regclass[])`.execute(
    tx,
  );
  const turn = async (how: string) => {
    for (const { name } of posted.rows) await sql.raw(`alter table ${name} ${how} trigger posted_table`).execute(tx);
  };
  await turn('disable');
  await sql.raw(`truncate ${tables.join(', ')}`).execute(tx);
  await turn('enable');
}

/** The next record made by hand gets the next number. */
export async function advanceIds(tx: Tx, tables: readonly (keyof DB)[]): Promise<void> {
  for (const table of tables) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select coalesce(max(id), 0) + 1 from ${sql.table(table)}), false)`.execute(
      tx,
    );
  }
}

const VACUUMS = 2;

/**
 * So many new rows at once: without this the first searches would pay for looking at each of them. By several connections, the largest
 * table first; nothing waits for the disk, which a loss would only make look again.
 */
export async function vacuumAll(ownerUrl: string): Promise<void> {
  const pool = openPool(ownerUrl, VACUUMS, null);
  try {
    const { rows } = await pool.query<{ name: string }>(`
      select oid::regclass::text as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and relowner = current_user::regrole order by pg_table_size(oid) desc`);
    const names = rows.map(({ name }) => name);
    const work = async () => {
      const client = await pool.connect();
      try {
        await client.query('set statement_timeout = 0; set synchronous_commit = off');
        // Not in every version of PostgreSQL.
        await client.query(`select set_config(name, '0', false) from pg_settings where name = 'vacuum_buffer_usage_limit'`);
        await client.query(leaveUnpacked('session'));
        for (let name = names.shift(); name; name = names.shift()) await client.query(`vacuum (analyze) ${name}`);
      } finally {
        client.release(true);
      }
    };
    await Promise.all(Array.from({ length: VACUUMS }, work));
  } finally {
    await pool.end();
  }
}

/** To pack what goes into the log takes longer than to write it; our own PostgreSQL lets the owner of the tables say so. */
export function leaveUnpacked(through: 'transaction' | 'session'): string {
  return `select set_config('wal_compression', 'off', ${through === 'transaction'}) where has_parameter_privilege('wal_compression', 'set')`;
}

/** Looks at the columns of every table that has rows, but not at what indexes make of them, which takes longer than all the rest. */
export async function analyzeColumns(tx: Tx): Promise<void> {
  const { rows } = await sql<{ tables: string }>`
    select string_agg(named, ', ') as tables from (
      select format('%s (%s)', attrelid::regclass, string_agg(quote_ident(attname), ', ')) as named
      from pg_attribute a join pg_class c on c.oid = attrelid
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped and pg_relation_size(c.oid) > 0
      group by attrelid) listed`.execute(tx);
  await sql`set local default_statistics_target = 30`.execute(tx);
  await sql.raw(`analyze ${rows[0]!.tables}`).execute(tx);
}
