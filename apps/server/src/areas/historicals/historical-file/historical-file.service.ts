import type { ParsedBody } from '@dmse/contract/endpoint';
import {
  type HistoricalFile,
  type HistoricalProposal,
  type HistoricalRow,
  updateHistoricalFile as Update,
} from '@dmse/contract/historicals/historical-file';
import type { HistoricalScan } from '@dmse/contract/historicals/scan';
import { propose } from '@dmse/domain/historicals/propose';
import { SUB_CATEGORIES_OF } from '@dmse/domain/sites/shot-category';
import type { Context } from '../../../call/context.ts';
import { invalid, notFound } from '../../../call/refusal.ts';
import type { PageInput } from '../../../db/paging.ts';
import { type Change, listHistory } from '../../../records/history.ts';
import { type Changeable, changeRecord, createRecord, fieldsOf, lockRecord, removeRecord, updateRecord } from '../../../records/record.ts';
import { describeFiles } from '../../files/file/file.service.ts';
import { getJobNum } from '../../jobs/job/job-number.service.ts';
import { placeRecord } from '../../places/location/location.service.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import { listControlNames } from '../../sites/control-point/control-point.service.ts';
import { addScan, listScans, removeScan, thumbnailUrl, whyNoScan } from '../scan/scan.service.ts';
import * as historicals from './historical-file.queries.ts';

type Patch = ParsedBody<(typeof Update)['declaration']>;

export const historicalNoun: Changeable<'historical_file', HistoricalFile> = {
  noun: 'historical file',
  table: 'historical_file',
  nameOf: (row) => String(row.file_number || row.description || `${row.id}`).slice(0, 120),
  fields: fieldsOf(Update.declaration.body.shape, { job: (id, { tx }) => getJobNum(tx, Number(id)) }),
  get: getHistoricalFile,
};

type ListedRow = Awaited<ReturnType<typeof historicals.list>>['results'][number];

export async function listHistoricalFiles(
  { tx }: Context,
  filter: historicals.HistoricalFilter,
): Promise<{ count: number; results: HistoricalRow[] }> {
  const { count, results } = await historicals.list(tx, filter);
  const inText = results.filter((row) => !row.in_fields).map(({ id }) => id);
  const found = await historicals.listFoundPages(tx, inText, filter.query ?? '');
  const proposals = await listProposals(tx, results);
  const rows = results.map(({ first, in_fields: _, ...row }) => ({
    ...row,
    first_scan: first?.scan ?? null,
    thumbnail_url: first?.is_drawn ? thumbnailUrl(row.id, first.scan) : null,
    found: found.filter(({ historical_file }) => historical_file === row.id).map(({ historical_file: _, ...page }) => page),
    proposal: proposals.get(row.id) ?? null,
  }));
  return { count, results: rows as HistoricalRow[] };
}

/** What the first scan of each draft suggests. A field that is filled keeps it: what was taken may be taken back. */
async function listProposals(tx: Context['tx'], rows: readonly ListedRow[]): Promise<Map<number, HistoricalProposal>> {
  const drafts = rows.flatMap((row) => (row.is_draft && row.first ? [{ row, first: row.first }] : []));
  if (drafts.length === 0) return new Map();
  const files = await describeFiles(
    tx,
    drafts.map(({ first }) => first.file),
  );
  const texts = await historicals.listFirstTexts(
    tx,
    drafts.map(({ first }) => first.scan),
  );
  const textOf = new Map(texts.map(({ scan, text }) => [scan, text]));
  return new Map(drafts.map(({ row, first }) => [row.id, propose(files.get(first.file)?.name ?? '', textOf.get(first.scan) ?? '')]));
}

export async function getHistoricalFile({ tx }: Context, id: number): Promise<HistoricalFile> {
  const row = await historicals.find(tx, id);
  if (!row) throw notFound();
  const control_points = await listControlNames({ tx }, await historicals.listControlPoints(tx, id));
  return { ...row, control_points } as HistoricalFile;
}

export async function listHistoricalCompanies({ tx }: Context) {
  const { historical_company_relevant_fields } = await getSection(tx, 'job_lists');
  const files = new Map(Object.keys(historical_company_relevant_fields).map((company) => [company, 0]));
  for (const row of await historicals.listCompanies(tx)) files.set(row.company, row.files);
  const results = [...files].map(([company, count]) => ({ company, files: count }));
  return { count: results.length, results: results.sort((a, b) => a.company.localeCompare(b.company, 'en-CA')) };
}

async function refuseUnknownJob({ tx }: Context, job: number | null | undefined): Promise<void> {
  if (job != null && (await getJobNum(tx, job)) === null) throw invalid({ job: 'There is no such job.' });
}

/** A sub-type belongs to a category; where the category changes, one that does not fit any more goes. */
function fitSubCategory(before: { category: string | null; sub_category: string | null }, patch: Patch): Pick<Patch, 'sub_category'> {
  const category = (patch.category === undefined ? before.category : patch.category) as keyof typeof SUB_CATEGORIES_OF | null;
  const fits = (sub: string) => category !== null && (SUB_CATEGORIES_OF[category] as readonly string[] | undefined)?.includes(sub);
  if (patch.sub_category && !fits(patch.sub_category)) throw invalid({ sub_category: 'The category has no such sub-type.' });
  if (patch.sub_category === undefined && before.sub_category !== null && !fits(before.sub_category)) return { sub_category: null };
  return {};
}

/** Links to control points, told by their names. */
async function linkControlPoints({ tx }: Context, id: number, points: Patch['control_points']): Promise<Change[]> {
  if (points === undefined) return [];
  const before = await historicals.listControlPoints(tx, id);
  const wanted = [...new Set<number>(points)];
  const names = await listControlNames({ tx }, [...before, ...wanted]);
  const say = (ids: readonly number[]) =>
    names
      .filter((point) => ids.includes(point.id))
      .map((point) => point.name)
      .join(', ') || null;
  if (wanted.some((point) => !names.some((known) => known.id === point)))
    throw invalid({ control_points: 'There is no such control point.' });
  if (wanted.length === before.length && wanted.every((point) => before.includes(point))) return [];
  await historicals.setControlPoints(tx, id, wanted);
  return [{ field: 'control_points', label: 'Control points', from: say(before), to: say(wanted) }];
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

export async function createHistoricalFile(context: Context, { location, control_points, ...values }: Patch): Promise<HistoricalFile> {
  await refuseUnknownJob(context, values.job);
  const named = [values.file_number, values.description, values.plan_number, values.client_name];
  if (!named.some((text) => text?.trim()))
    throw invalid({ file_number: 'Give the file a number, a plan number, a client or a description.' });
  fitSubCategory({ category: null, sub_category: null }, values);
  const placed = await placeFile(context, null, location ?? undefined);
  const row = await createRecord(context, historicalNoun, { ...values, ...placed.fields }, async ({ id }) => [
    ...placed.change,
    ...(await linkControlPoints(context, id, control_points)),
  ]);
  return getHistoricalFile(context, row.id);
}

/** One draft for each scan, in the order given: somebody will look at each and fill it in. One file of another kind does not keep the rest out. */
export async function createHistoricalDrafts(context: Context, files: readonly number[], company = '') {
  const drafts: number[] = [];
  const refused: string[] = [];
  for (const file of new Set(files)) {
    const reason = await whyNoScan(context, file, 'files');
    if (reason) {
      refused.push(reason);
      continue;
    }
    const row = await createRecord(context, historicalNoun, { company, is_draft: true }, async ({ id }) => {
      const { name } = await addScan(context, id, file, 'files');
      return [{ field: 'scans', label: 'Scan', from: null, to: name }];
    });
    drafts.push(row.id);
  }
  return { drafts, refused };
}

function lockFile(context: Context, id: number) {
  return lockRecord(context, historicalNoun, id);
}

export function updateHistoricalFile(context: Context, id: number, { location, control_points, ...patch }: Patch): Promise<HistoricalFile> {
  return changeRecord(context, historicalNoun, id, async (before) => {
    await refuseUnknownJob(context, patch.job);
    const placed = await placeFile(context, before.location, location);
    const values = { ...patch, ...fitSubCategory(before, patch), ...placed.fields };
    return { values, extra: [...placed.change, ...(await linkControlPoints(context, id, control_points))] };
  });
}

export async function removeHistoricalFile(context: Context, id: number): Promise<void> {
  await removeRecord(context, historicalNoun, await lockFile(context, id));
}

export async function listHistoricalFileHistory(context: Context, id: number, page: PageInput) {
  return listHistory(context, historicalNoun.noun, id, (await historicals.exists(context.tx, id)) ? [id] : [], page);
}

export async function listHistoricalScans(context: Context, id: number, page: PageInput) {
  if (!(await historicals.exists(context.tx, id))) throw notFound();
  return listScans(context, id, page);
}

export async function addHistoricalScan(context: Context, id: number, file: number): Promise<HistoricalScan> {
  const before = await lockFile(context, id);
  const scan = await addScan(context, id, file);
  await updateRecord(context, historicalNoun, before, {}, [{ field: 'scans', label: 'Scan', from: null, to: scan.name }]);
  return scan;
}

export async function removeHistoricalScan(context: Context, id: number, scan: number): Promise<void> {
  const before = await lockFile(context, id);
  const name = await removeScan(context, id, scan);
  await updateRecord(context, historicalNoun, before, {}, [{ field: 'scans', label: 'Scan', from: name, to: null }]);
}
