// Makes a large firm of a small one by copying its rows, links between them included. Loading the large demo takes half an hour; this takes
// a minute or two, and the figures keep the spread that the demo has. Triggers do not run: what they keep is copied too.
import pg from 'pg';
import { findSocket } from './same-sql.ts';

/** Of these there is one for all copies: people, lists, settings, and what the server keeps for itself. */
const ONCE =
  /^(app_user|time_batch|shot_image_bytes|supervision|setting|meta|migration|session|sign_in_attempt|history.*|number_sequence|posting_number|period_lock|dataset_epoch|job_role.*|disbursement_type.*|expense_category|overhead_code|milestone_template|task_template|tax_rule|accounting_link|petty_cash.*|file|known_place|applied_op|field_history|idempotency|mail.*|inbound_mail)$/;
/** Copies of a row lie so far apart. */
const STEP = 1_000_000;

type Column = {
  table: string;
  name: string;
  type: string;
  is_key: boolean;
  refers_to: string | null;
  is_unique: boolean;
  is_alone: boolean;
};

const COLUMNS = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, a.attname = 'id' as is_key,
    coalesce((select f.confrelid::regclass::text from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.conkey = array[a.attnum] limit 1),
      -- Keys of two columns name the table by its id.
      (select f.confrelid::regclass::text from pg_constraint f, unnest(f.conkey, f.confkey) as k(own, theirs)
        where f.conrelid = c.oid and f.contype = 'f' and k.own = a.attnum and exists (select from pg_attribute t
          where t.attrelid = f.confrelid and t.attnum = k.theirs and t.attname = 'id') limit 1),
      -- An entry is kept on its line by a trigger.
      case when c.relname = 'invoice_entry' and a.attname = 'line' then 'invoice_line' end,
      (select o.relname from pg_class o where o.relkind = 'r' and o.relnamespace = c.relnamespace and o.relname = a.attname
        and o.relname <> c.relname and a.atttypid = 'int4'::regtype)) as refers_to,
    exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and a.attnum = any(i.indkey::int2[]))
      -- One of a few words stays what it is.
      and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
        and pg_get_constraintdef(k.oid) like '%ANY (ARRAY[%') as is_unique,
    exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and i.indkey::text = a.attnum::text) as is_alone
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by c.relname, a.attnum`;

/** The value of a column in the copies of a row, whose number is `k`. */
function copied({ name, type, is_key, refers_to, is_unique, is_alone }: Column, isCopied: (table: string) => boolean): string {
  const column = `t."${name}"`;
  const isLink =
    is_key || (is_alone && refers_to === null && (type === 'integer' || type === 'bigint')) || (refers_to !== null && isCopied(refers_to));
  if (isLink && type === 'uuid') return `md5(${column}::text || k)::uuid`;
  if (isLink && type !== 'text') return `${column} + k * ${STEP}`;
  return (is_unique && refers_to === null && type === 'text') || isLink ? `${column} || '-' || k` : column;
}

/** Each row so many times; of the tables that are named, more often. */
export async function multiplyFirm(dataDir: string, times: number, more: Readonly<Record<string, number>> = {}): Promise<void> {
  const client = new pg.Client({ host: findSocket(dataDir), user: 'dmse_admin', database: 'dmse' });
  await client.connect();
  try {
    await client.query(`set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '512MB'`);
    const { rows } = await client.query<Column>(COLUMNS);
    for (const [table, columns] of Map.groupBy(rows, (row) => row.table)) {
      if (ONCE.test(table)) continue;
      const into = columns.map(({ name }) => `"${name}"`).join(', ');
      // By this the rows of the first firm are told from copies.
      const first = columns.find(
        ({ is_key, refers_to, type }) => type === 'integer' && (is_key || (refers_to !== null && !ONCE.test(refers_to))),
      );
      // Begun before and broken off: what is there is not copied again.
      const isUuid = columns.some(({ is_key, type }) => is_key && type === 'uuid');
      const there = isUuid ? `id in (select md5(id::text || 1)::uuid from "${table}")` : first ? `"${first.name}" >= ${STEP}` : 'false';
      if ((await client.query(`select from "${table}" where ${there} limit 1`)).rowCount) continue;
      const of = (until: number, isCopied: (table: string) => boolean, from = 1) =>
        `insert into "${table}" (${into}) overriding system value
          select ${columns.map((column) => copied(column, isCopied)).join(', ')} from "${table}" t, generate_series(${from}, ${until}) k
          where ${first && !isUuid ? `t."${first.name}" < ${STEP}` : 'true'}`;
      await client.query(of(times - 1, (other) => !ONCE.test(other)));
      // The further copies stand alone: what they refer to is that of the first.
      const wanted = more[table];
      if (wanted) await client.query(of(wanted - 1, (other) => (more[other] ?? 0) >= wanted, times));
    }
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
