import type { OrderOf } from '@dmse/contract/common/paging';
import type { RequestQuery } from '@dmse/contract/endpoint';
import type { listQuotes } from '@dmse/contract/jobs/quote';
import type { MailState } from '@dmse/contract/staff/mail';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { exactFirst, matchesWords, type Order, orderBy, type PageInput, pageOf } from '../../../db/paging.ts';
import { isByPerson, rowsByPerson } from '../../../db/person-page.ts';
import { personOrder, personRef } from '../../../db/person-ref.ts';
import { statementName } from '../../../db/pooled-client.ts';
import { projectRefs } from '../project/project.queries.ts';

export type QuoteFilter = RequestQuery<typeof listQuotes>;

// Norming every row costs more than sorting it; letters with accents come after those without.
const COLUMNS = {
  num: { notNull: sql`quote.num_key` },
  desc: { notNull: sql`lower(quote."desc")` },
  client_name: { notNull: sql`lower(quote.client_name)` },
  state: { notNull: sql`quote.state` },
  updated_on: { notNull: sql`quote.updated_on` },
  created_on: { notNull: sql`quote.created_on` },
};

function filtered(tx: Tx, { query, state, project_manager, job_types, discipline, client }: QuoteFilter) {
  let rows = tx.selectFrom('quote');
  const words = query ? matchesWords(sql`quote.search`, query) : null;
  if (words) rows = rows.where(words);
  if (state?.length) rows = state.length === 1 ? rows.where('quote.state', '=', state[0]!) : rows.where('quote.state', 'in', state);
  if (project_manager) rows = rows.where('quote.project_manager', '=', project_manager);
  if (job_types?.length) rows = rows.where(sql<boolean>`quote.job_types && ${job_types}::text[]`);
  if (discipline?.length) rows = rows.where(sql<boolean>`quote.discipline && ${discipline}::text[]`);
  if (client) rows = rows.where('quote.client', '=', client);
  return rows;
}

async function order(tx: Tx, { ordering, query }: QuoteFilter): Promise<Order> {
  const project_manager = ordering?.includes('project_manager') ? await personOrder(tx, 'quote.project_manager') : sql`null`;
  const rank = ordering ? [] : await exactFirst(tx, 'quote', { key: 'num_key', hasDigits: true }, query);
  return [...rank, ...orderBy<OrderOf<typeof listQuotes>>(ordering, { ...COLUMNS, project_manager }, '-num', sql`quote.id`)];
}

export async function list(tx: Tx, filter: QuoteFilter) {
  const rows = filtered(tx, filter).select([
    'id',
    'num',
    'desc',
    'long_desc',
    'client',
    'client_name',
    'state',
    'job_types',
    'project_leads',
    'valid_until',
    'is_promoted',
    'quote.project_manager as manager',
    personRef('quote.project_manager').as('project_manager'),
    'updated_on',
    'version',
  ]);
  const manager = { table: 'quote', column: 'project_manager' } as const;
  if (isByPerson(filter, manager.column)) return rowsByPerson(tx, rows, filter, manager);
  return pageOf(rows, filter, await order(tx, filter), { isSearch: !!filter.query });
}

export function find(tx: Tx, id: number) {
  return tx
    .selectFrom('quote')
    .selectAll('quote')
    .modifyFront(statementName('quote_by_id'))
    .select(['quote.project_manager as manager', 'quote.project_leads as leads'])
    .select(projectRefs('quote'))
    .select([
      sql<{ id: number; num: string } | null>`(select json_build_object('id', j.id, 'num', j.num) from job j where j.quote = quote.id)`.as(
        'promoted_to',
      ),
      sql<number>`(select count(*) from memo m where m.is_issue and not m.is_resolved and m.quote = quote.id)`.as('open_issues'),
      sql<number>`(select coalesce(sum(b.amount), 0) from budget_entry b where b.quote = quote.id)::bigint`.as('total'),
    ])
    .where('quote.id', '=', id)
    .executeTakeFirst();
}

export async function exists(tx: Tx, id: number): Promise<boolean> {
  return (await tx.selectFrom('quote').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** What is asked before a quote goes out. */
export async function findScope(tx: Tx, id: number): Promise<{ task_count: number; total: number }> {
  const { rows } = await sql<{ task_count: number; total: number }>`
    select (select count(*) from task where quote = ${id}) as task_count,
      (select coalesce(sum(amount), 0) from budget_entry where quote = ${id})::bigint as total`.execute(tx);
  return rows[0]!;
}

type RevisionMail = { address: string; state: MailState; answer: string; tries: number; created_on: string };

function mailsOf() {
  return sql<RevisionMail[]>`coalesce((
    select json_agg(json_build_object('address', m.recipients[1], 'state', m.state, 'answer', m.answer, 'tries', m.tries,
      'created_on', to_char(m.created_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by m.id)
    from quote_mail q join mail m on m.id = q.mail where q.revision = quote_revision.id), '[]'::json)`.as('mails');
}

export function findLastRevision(tx: Tx, quote: number) {
  return tx
    .selectFrom('quote_revision')
    .select(['id', 'number', 'pdf'])
    .where('quote', '=', quote)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function insertMail(tx: Tx, revision: number, mail: number): Promise<void> {
  await tx.insertInto('quote_mail').values({ revision, mail }).execute();
}

/** Where a client can be written to: its own address and those of its contacts, spelled as they are stored. */
export async function listAddresses(tx: Tx, client: number): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select email as address from client where id = ${client} and email <> ''
    union select unnest(c.emails) from contact c join client_contact l on l.contact = c.id where l.client = ${client}`.execute(tx);
  return rows.map((row) => row.address);
}

export function listRevisions(tx: Tx, quote: number, page: PageInput) {
  const rows = tx
    .selectFrom('quote_revision')
    .select([
      'id',
      'number',
      'valid_until',
      'total',
      'pdf',
      'created_on',
      personRef('quote_revision.created_by').as('created_by'),
      mailsOf(),
    ])
    .where('quote', '=', quote);
  return pageOf(rows, page, [sql`number desc`]);
}

type Revision = {
  quote: number;
  number: number;
  total: number;
  valid_until: string;
  budget: unknown;
  document: unknown;
  pdf: number;
  created_on: string;
  created_by: number;
};

export async function insertRevision(tx: Tx, revision: Revision): Promise<void> {
  await tx
    .insertInto('quote_revision')
    .values({ ...revision, budget: JSON.stringify(revision.budget), document: JSON.stringify(revision.document) })
    .execute();
}
