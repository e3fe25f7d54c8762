import type { OrderOf } from '@dmse/contract/common/paging';
import type { RequestQuery } from '@dmse/contract/endpoint';
import type { listHistoricalFiles } from '@dmse/contract/historicals/historical-file';
import { pageWords } from '@dmse/domain/historicals/page-words';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { pageExcerpt, pageHolds } from '../../../db/page-text.ts';
import { exactFirst, matchesWords, orderBy, pageOf } from '../../../db/paging.ts';
import { personRef } from '../../../db/person-ref.ts';

export type HistoricalFilter = RequestQuery<typeof listHistoricalFiles>;

const COLUMNS = {
  file_number: sql`historical_file.number_key`,
  company: sql`historical_file.company`,
  client_name: sql`historical_file.client_name`,
  plan_number: sql`historical_file.plan_number`,
  pid: sql`historical_file.pid`,
  surveyed_on: sql`historical_file.surveyed_on`,
  created_on: sql`historical_file.created_on`,
};

const jobRef = sql<{
  id: number;
  num: string;
} | null>`(select jsonb_build_object('id', j.id, 'num', j.num) from job j where j.id = historical_file.job)`;
const place = sql<unknown>`(select jsonb_build_object('id', l.id, 'geometry', l.geometry, 'address', l.address,
  'legal_description', l.legal_description, 'pid', l.pid) from location l where l.id = historical_file.location)`;
const scanCount = sql<number>`(select count(*) from historical_scan s where s.historical_file = historical_file.id)`;
const unreadCount = sql<number>`(select count(*) from historical_scan s
  where s.historical_file = historical_file.id and s.state in ('waiting', 'reading'))`;
const failedCount = sql<number>`(select count(*) from historical_scan s where s.historical_file = historical_file.id and s.state = 'failed')`;
/** The first scan, and whether its first page has been drawn. */
const firstScan = sql<{ scan: number; file: number; is_drawn: boolean } | null>`(
  select jsonb_build_object('scan', s.id, 'file', s.file,
    'is_drawn', exists (select from scan_page p where p.scan = s.id and p.page = 1))
  from historical_scan s where s.historical_file = historical_file.id order by s.position, s.id limit 1)`;

/** Files whose fields hold every word, and files one of whose pages does. Each part is found by its own index. */
function holdsWords(query: string): RawBuilder<boolean> | null {
  const inFields = matchesWords(sql`f.search`, query);
  const words = pageWords(query);
  if (!inFields) return null;
  if (words.length === 0) return sql<boolean>`historical_file.id in (select f.id from historical_file f where ${inFields})`;
  return sql<boolean>`historical_file.id in (
    select f.id from historical_file f where ${inFields}
    union select p.historical_file from scan_page p where ${pageHolds(words)})`;
}

export async function list(tx: Tx, filter: HistoricalFilter) {
  const { query, company, category, sub_category, job, control_point, from, to, is_draft, is_located, has_scans, ordering, ...page } =
    filter;
  const inFields = query ? matchesWords(sql`historical_file.search`, query) : null;
  let rows = tx
    .selectFrom('historical_file')
    .select(['id', 'company', 'file_number', 'client_name', 'description', 'legal_description', 'pid', 'plan_number', 'surveyed_on'])
    .select(['category', 'sub_category', 'note', 'is_draft', 'version'])
    .select([
      jobRef.as('job'),
      place.as('location'),
      scanCount.as('scan_count'),
      unreadCount.as('scans_unread'),
      failedCount.as('scans_failed'),
    ])
    .select([firstScan.as('first'), (inFields ?? sql<boolean>`true`).as('in_fields')]);
  const words = query ? holdsWords(query) : null;
  if (words) rows = rows.where(words);
  if (company?.length) rows = rows.where('company', 'in', company);
  if (category?.length) rows = rows.where('category', 'in', category);
  if (sub_category?.length) rows = rows.where('sub_category', 'in', sub_category);
  if (job !== undefined) rows = rows.where('job', '=', job);
  if (control_point !== undefined)
    rows = rows.where(
      sql<boolean>`exists (select from historical_control_point c where c.historical_file = historical_file.id and c.control_point = ${control_point})`,
    );
  if (from !== undefined) rows = rows.where('surveyed_on', '>=', from);
  if (to !== undefined) rows = rows.where('surveyed_on', '<=', to);
  if (is_draft !== undefined) rows = rows.where('is_draft', '=', is_draft);
  if (is_located !== undefined) rows = rows.where('location', is_located ? 'is not' : 'is', null);
  if (has_scans !== undefined) {
    const scanned = sql<boolean>`exists (select from historical_scan s where s.historical_file = historical_file.id)`;
    rows = rows.where(has_scans ? scanned : sql<boolean>`not ${scanned}`);
  }
  const rank = ordering ? [] : await exactFirst(tx, 'historical_file', { key: 'number_key', hasDigits: true }, query);
  return pageOf(
    rows,
    page,
    [...rank, ...orderBy<OrderOf<typeof listHistoricalFiles>>(ordering, COLUMNS, 'file_number', sql`historical_file.id`)],
    { isSearch: words !== null },
  );
}

/** Of each file the first three pages that hold the words, each with the text around the first of them. */
export async function listFoundPages(tx: Tx, files: readonly number[], query: string) {
  const words = pageWords(query);
  if (files.length === 0 || words.length === 0) return [];
  const { rows } = await sql<{ historical_file: number; scan: number; name: string; page: number; excerpt: string }>`
    select historical_file, scan, name, page, ${pageExcerpt(words, 160)} as excerpt from (
      select s.historical_file, p.scan, f.name, p.page, p.text,
        row_number() over (partition by s.historical_file order by s.position, s.id, p.page) as place
      from historical_scan s join scan_page p on p.scan = s.id join file f on f.id = s.file
      where s.historical_file = any(${files}) and ${pageHolds(words)}) p
    where place <= 3 order by historical_file, place`.execute(tx);
  return rows;
}

/** The text on the first page of these scans. */
export function listFirstTexts(tx: Tx, scans: readonly number[]) {
  return tx
    .selectFrom('scan_page')
    .select(['scan', sql<string>`left(scan_page.text, 20000)`.as('text')])
    .where('scan', 'in', scans)
    .where('page', '=', 1)
    .execute();
}

export function listCompanies(tx: Tx) {
  return tx
    .selectFrom('historical_file')
    .select(['company', sql<number>`count(*)`.as('files')])
    .where('company', '<>', '')
    .groupBy('company')
    .execute();
}

export function find(tx: Tx, id: number) {
  return tx
    .selectFrom('historical_file')
    .selectAll('historical_file')
    .select([jobRef.as('job'), place.as('location'), scanCount.as('scan_count')])
    .select([personRef('historical_file.created_by').as('created_by'), personRef('historical_file.updated_by').as('updated_by')])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function exists(tx: Tx, id: number): Promise<boolean> {
  return (await tx.selectFrom('historical_file').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

export async function listControlPoints(tx: Tx, id: number): Promise<number[]> {
  const rows = await tx.selectFrom('historical_control_point').select('control_point').where('historical_file', '=', id).execute();
  return rows.map((row) => row.control_point);
}

export async function setControlPoints(tx: Tx, id: number, points: readonly number[]): Promise<void> {
  await tx.deleteFrom('historical_control_point').where('historical_file', '=', id).execute();
  if (points.length === 0) return;
  const links = points.map((control_point) => ({ historical_file: id, control_point }));
  await tx.insertInto('historical_control_point').values(links).execute();
}
