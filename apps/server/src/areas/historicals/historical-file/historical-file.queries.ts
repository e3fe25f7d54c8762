import type { OrderOf } from '@dmse/contract/common/paging';
import type { RequestQuery } from '@dmse/contract/endpoint';
import type { listHistoricalFiles } from '@dmse/contract/historicals/historical-file';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { exactFirst, matchesWords, orderBy, type PageInput, pageOf } from '../../../db/paging.ts';
import { personRef } from '../../../db/person-ref.ts';

export type HistoricalFilter = RequestQuery<typeof listHistoricalFiles>;

const COLUMNS = {
  file_number: sql`historical_file.number_key`,
  company: sql`historical_file.company`,
  client_name: sql`historical_file.client_name`,
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

export async function list(tx: Tx, { query, company, category, job, ordering, ...page }: HistoricalFilter) {
  let rows = tx
    .selectFrom('historical_file')
    .select(['id', 'company', 'file_number', 'client_name', 'description', 'pid', 'plan_number', 'surveyed_on', 'category'])
    .select([jobRef.as('job'), place.as('location'), scanCount.as('scan_count')]);
  const words = query ? matchesWords(sql`historical_file.search`, query) : null;
  if (words) rows = rows.where(words);
  if (company?.length) rows = rows.where('company', 'in', company);
  if (category?.length) rows = rows.where('category', 'in', category);
  if (job !== undefined) rows = rows.where('job', '=', job);
  const rank = ordering ? [] : await exactFirst(tx, 'historical_file', { key: 'number_key', hasDigits: true }, query);
  return pageOf(
    rows,
    page,
    [...rank, ...orderBy<OrderOf<typeof listHistoricalFiles>>(ordering, COLUMNS, 'file_number', sql`historical_file.id`)],
    { isSearch: words !== null },
  );
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

export function listScans(tx: Tx, file: number, page: PageInput) {
  const rows = tx.selectFrom('historical_scan').select(['id', 'file']).where('historical_file', '=', file);
  return pageOf(rows, page, [sql`historical_scan.position`, sql`historical_scan.id`]);
}

type NewScan = { historical_file: number; file: number; created_on: string; created_by: number };
export function insertScan(tx: Tx, row: NewScan) {
  const position = sql<number>`(select coalesce(max(s.position), 0) + 1 from historical_scan s where s.historical_file = ${row.historical_file})`;
  return tx
    .insertInto('historical_scan')
    .values({ ...row, position })
    .returning(['id', 'file'])
    .executeTakeFirstOrThrow();
}

export function removeScan(tx: Tx, file: number, scan: number) {
  return tx.deleteFrom('historical_scan').where('historical_file', '=', file).where('id', '=', scan).returning('file').executeTakeFirst();
}
