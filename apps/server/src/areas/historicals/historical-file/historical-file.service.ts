import type { ParsedBody } from '@dmse/contract/endpoint';
import { type HistoricalFile, type HistoricalRow, updateHistoricalFile as Update } from '@dmse/contract/historicals/historical-file';
import type { Context } from '../../../call/context.ts';
import { invalid, notFound } from '../../../call/refusal.ts';
import type { PageInput } from '../../../db/paging.ts';
import { type Change, listHistory } from '../../../records/history.ts';
import { type Changeable, changeRecord, createRecord, fieldsOf, lockRecord, removeRecord, updateRecord } from '../../../records/record.ts';
import { claimUpload, describeFiles } from '../../files/file/file.service.ts';
import { getJobNum } from '../../jobs/job/job-number.service.ts';
import { placeRecord } from '../../places/location/location.service.ts';
import * as historicals from './historical-file.queries.ts';

type Patch = ParsedBody<(typeof Update)['declaration']>;

const SCAN_TYPES = ['application/pdf', 'image/tiff', 'image/jpeg', 'image/png'];

export const historicalNoun: Changeable<'historical_file', HistoricalFile> = {
  noun: 'historical file',
  table: 'historical_file',
  nameOf: (row) => String(row.file_number || row.description || `${row.id}`).slice(0, 120),
  fields: fieldsOf(Update.declaration.body.shape, { job: (id, { tx }) => getJobNum(tx, Number(id)) }),
  get: getHistoricalFile,
};

export async function listHistoricalFiles(
  { tx }: Context,
  filter: historicals.HistoricalFilter,
): Promise<{ count: number; results: HistoricalRow[] }> {
  const { count, results } = await historicals.list(tx, filter);
  return { count, results: results as unknown as HistoricalRow[] };
}

export async function getHistoricalFile({ tx }: Context, id: number): Promise<HistoricalFile> {
  const row = await historicals.find(tx, id);
  if (!row) throw notFound();
  return row as unknown as HistoricalFile;
}

async function refuseUnknownJob({ tx }: Context, job: number | null | undefined): Promise<void> {
  if (job != null && (await getJobNum(tx, job)) === null) throw invalid({ job: 'There is no such job.' });
}

/** A place is a record of its own; taking it away lets go of it. */
async function placeFile(
  context: Context,
  current: number | null,
  patch: Patch['location'],
): Promise<{ fields: object; change: Change[] }> {
  if (patch === undefined) return { fields: {}, change: [] };
  if (patch === null) {
    const change = current === null ? [] : [{ field: 'location', label: 'Location', from: 'a place', to: null }];
    return { fields: { location: null }, change };
  }
  const { location, change } = await placeRecord(context, current, patch);
  return { fields: { location }, change };
}

export async function createHistoricalFile(context: Context, { location, ...values }: Patch): Promise<HistoricalFile> {
  await refuseUnknownJob(context, values.job);
  const named = [values.file_number, values.description, values.plan_number, values.client_name];
  if (!named.some((text) => text?.trim()))
    throw invalid({ file_number: 'Give the file a number, a plan number, a client or a description.' });
  const placed = await placeFile(context, null, location ?? undefined);
  const row = await createRecord(context, historicalNoun, { ...values, ...placed.fields }, placed.change);
  return getHistoricalFile(context, row.id);
}

function lockFile(context: Context, id: number) {
  return lockRecord(context, historicalNoun, id);
}

export function updateHistoricalFile(context: Context, id: number, { location, ...patch }: Patch): Promise<HistoricalFile> {
  return changeRecord(context, historicalNoun, id, async (before) => {
    await refuseUnknownJob(context, patch.job);
    const placed = await placeFile(context, before.location, location);
    return { values: { ...patch, ...placed.fields }, extra: placed.change };
  });
}

export async function removeHistoricalFile(context: Context, id: number): Promise<void> {
  await removeRecord(context, historicalNoun, await lockFile(context, id));
}

export async function listHistoricalFileHistory({ tx }: Context, id: number, page: PageInput) {
  return listHistory(tx, historicalNoun.noun, id, (await historicals.exists(tx, id)) ? [id] : [], page);
}

export async function listHistoricalScans({ tx }: Context, id: number, page: PageInput) {
  if (!(await historicals.exists(tx, id))) throw notFound();
  const { count, results } = await historicals.listScans(tx, id, page);
  const files = await describeFiles(
    tx,
    results.map((scan) => scan.file),
  );
  return { count, results: results.map(({ id: scan, file }) => ({ ...files.get(file)!, id: scan, file })) };
}

export async function addHistoricalScan(context: Context, id: number, file: number) {
  const { tx, now, actor } = context;
  const before = await lockFile(context, id);
  await claimUpload(context, file, 'file');
  const described = (await describeFiles(tx, [file])).get(file)!;
  if (!SCAN_TYPES.includes(described.mime_type)) throw invalid({ file: 'A scan is a PDF, TIFF, JPEG or PNG.' });
  const scan = await historicals.insertScan(tx, { historical_file: id, file, created_on: now, created_by: actor.id });
  await updateRecord(context, historicalNoun, before, {}, [{ field: 'scans', label: 'Scan', from: null, to: described.name }]);
  return { ...described, id: scan.id, file };
}

export async function removeHistoricalScan(context: Context, id: number, scan: number): Promise<void> {
  const before = await lockFile(context, id);
  const removed = await historicals.removeScan(context.tx, id, scan);
  if (!removed) throw notFound();
  const name = (await describeFiles(context.tx, [removed.file])).get(removed.file)?.name ?? '';
  await updateRecord(context, historicalNoun, before, {}, [{ field: 'scans', label: 'Scan', from: name, to: null }]);
}
