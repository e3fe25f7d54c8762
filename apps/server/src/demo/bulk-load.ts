import { sql } from 'kysely';
import type { Context } from '../call/context.ts';
import type { Tx } from '../db/database.ts';
import { type Column, chunksOf, listColumns } from '../db/insert-rows.ts';
import type { DB } from '../db/rows.generated.ts';
import { type Copy, type CopyColumn, copyLine } from './copy-rows.ts';
import type { HistoryRow, Values } from './firm/record-with-history.ts';

const CHUNK = 2000;
const QUIET = 20_000;

/** Who loads, and how rows get in. */
export type Loading = Context & { copy: Copy };

/** A column with its default as the database would write it down: COPY knows no default of a single row. */
async function spellDefault(tx: Tx, { name, type, fallback }: Column): Promise<CopyColumn> {
  if (fallback === null) return { name, type, fallback };
  const { rows } = await sql<{ words: string }>`select (${sql.raw(fallback)})::text as words`.execute(tx);
  return { name, type, fallback: rows[0]!.words };
}

/** Rows on their way into one table; they leave in large pieces. */
export function createLoader({ tx, copy }: Loading, table: keyof DB, names: readonly string[]) {
  let columns: CopyColumn[] | null = null;
  let waiting: Values[] = [];
  async function prepare(): Promise<CopyColumn[]> {
    const spelled = [];
    for (const column of await listColumns(tx, table, names)) spelled.push(await spellDefault(tx, column));
    return spelled;
  }
  async function flush(): Promise<void> {
    columns ??= await prepare();
    const known = columns;
    for (const chunk of chunksOf(waiting, CHUNK))
      await copy(
        table,
        known.map(({ name }) => name),
        chunk.map((row) => copyLine(row, known)).join(''),
      );
    waiting = [];
  }
  return {
    async add(row: Values): Promise<void> {
      waiting.push(row);
      if (waiting.length >= CHUNK) await flush();
    },
    flush,
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
  let waiting: HistoryRow[] = [];
  async function flush(): Promise<void> {
    for (const chunk of chunksOf(waiting, CHUNK)) {
      const lines = chunk.map((entry) => copyLine({ entry, at: entry.at }, HISTORY));
      await copy('demo_history', ['entry', 'at'], lines.join(''));
    }
    waiting = [];
  }
  return {
    async add(rows: readonly HistoryRow[]): Promise<void> {
      waiting.push(...rows);
      if (waiting.length >= CHUNK) await flush();
    },
    async flush(): Promise<void> {
      await flush();
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
 * Runs the work without the search indexes of these tables and builds them afterwards, which is many times quicker for many rows.
 * Inside the transaction: whoever comes before its end sees neither rows nor a table without its index.
 */
export async function withoutSearchIndexes(tx: Tx, rows: number, tables: readonly string[], work: () => Promise<void>): Promise<void> {
  if (rows < QUIET) return work();
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
    where a.amname = 'gin' and i.indrelid = any(${tables}::regclass[]) order by c.relname`.execute(tx);
  for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(tx);
  await work();
  await sql`set local maintenance_work_mem = '256MB'`.execute(tx);
  for (const { definition } of indexes) await sql.raw(definition).execute(tx);
}

/** The next record made by hand gets the next number. */
export async function advanceIds(tx: Tx, tables: readonly (keyof DB)[]): Promise<void> {
  for (const table of tables) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select coalesce(max(id), 0) + 1 from ${sql.table(table)}), false)`.execute(
      tx,
    );
  }
}
