import type pg from 'pg';

type Row = Record<string, string>;

async function rows(client: pg.Client, text: string): Promise<Row[]> {
  return (await client.query<Row>(text)).rows;
}

const COLUMNS = `
  select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
    case when a.attnotnull then ' not null' else '' end as required,
    case when a.attidentity <> '' then ' generated always as identity'
         when a.attgenerated = 's' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
         when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end as value
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where n.nspname = 'public' and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped order by c.relname, a.attnum`;
const CONSTRAINTS = `
  select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'f', 'c', 'x') and conrelid <> 0 order by 1, contype desc, 2`;
const INDEXES = `
  select indexdef || ';' as line from pg_indexes i where schemaname = 'public'
  and not exists (select from pg_constraint c where c.conname = i.indexname) order by tablename, indexname`;
const FUNCTIONS = `
  select pg_get_functiondef(p.oid) || ';' as line from pg_proc p
  where pronamespace = 'public'::regnamespace and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by proname`;
const TRIGGERS = `select pg_get_triggerdef(oid) || ';' as line from pg_trigger where not tgisinternal order by 1`;
const GRANTS = `
  select 'grant ' || string_agg(lower(privilege_type), ', ' order by privilege_type) || ' on ' || table_name || ' to dmse_app;' as line
  from information_schema.role_table_grants where grantee = 'dmse_app' and table_schema = 'public' group by table_name order by table_name`;

/** What the migrations have made, read back from the catalogue: one text to see the whole of it, and to see it change. */
export async function printSchema(client: pg.Client): Promise<string> {
  const columns = Map.groupBy(await rows(client, COLUMNS), (row) => row.table!);
  const constraints = Map.groupBy(await rows(client, CONSTRAINTS), (row) => row.table!);
  const tables = [...columns].map(([table, list]) => {
    const lines = [
      ...list.map((column) => `  ${column.name} ${column.type}${column.value}${column.required}`),
      // NOT NULL is printed with its column; newer servers also keep it as a constraint.
      ...(constraints.get(table) ?? []).map((one) => `  constraint ${one.name} ${one.definition}`),
    ];
    return `create table ${table} (\n${lines.join(',\n')}\n);`;
  });
  const rest = [];
  for (const text of [INDEXES, FUNCTIONS, TRIGGERS, GRANTS]) rest.push((await rows(client, text)).map((row) => row.line).join('\n'));
  return `-- Printed from the catalogue by the tests; the migrations are what counts.\n\n${[...tables, ...rest].join('\n\n')}\n`;
}
