import type { Firm } from './firm.ts';

const TREES = `select count(bt_index_check(c.oid, true)) from pg_class c join pg_am a on a.oid = c.relam
  where c.relkind = 'i' and a.amname = 'btree' and c.relpersistence = 'p'`;
const HEAPS = `select c.relname as name, v.msg from pg_class c, lateral verify_heapam(c.oid) v
  where c.relkind in ('r', 't') and c.relpersistence = 'p'`;

/** Where PostgreSQL's own pages are damaged, and where a record says something else than the last line of its history. */
export async function findUnsoundTables(firm: Firm, runs: string[]): Promise<string[]> {
  return [...(await findDamagedPages(firm)), ...(await findUntrueRows(firm, runs))];
}

async function findDamagedPages({ inspect }: Firm): Promise<string[]> {
  await inspect('create extension if not exists amcheck');
  const trees = await inspect(TREES).then(
    () => [],
    (error: Error) => [error.message],
  );
  const heaps = await inspect<{ name: string; msg: string }>(HEAPS);
  return [...trees, ...heaps.map(({ name, msg }) => `${name}: ${msg}`)];
}

async function findUntrueRows({ sql }: Firm, runs: string[]): Promise<string[]> {
  const last = (table: string, what: string, columns = '') =>
    `select '${table}' as noun, t.id from ${table} t
       cross join lateral (select version, after from field_history where item = t.id order by version desc limit 1) h
     where t.${what} = any($1::uuid[]) and (t.version <> h.version or t.is_deleted <> coalesce((h.after->>'is_deleted')::boolean, false)${columns})`;
  const place = ['lon', 'lat', 'altitude'].map(
    (axis, at) => ` or t.${axis} is distinct from (h.after #>> '{geometry,coordinates,${at}}')::float8`,
  );
  const rows = await sql<{ noun: string; id: string }>(
    [
      last(
        'shot',
        'field_run',
        `${place.join('')} or t.name is distinct from h.after->>'name' or t.note is distinct from h.after->>'note'`,
      ),
      last('pipe', 'field_run'),
      last('shot_image', 'field_run', ` or t.sha256 is distinct from h.after->>'sha256'`),
    ].join(' union all '),
    [runs],
  );
  return rows.map(({ noun, id }) => `${noun} ${id} is not what its history says`);
}
