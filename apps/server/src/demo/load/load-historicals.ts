import { sql } from 'kysely';
import type { FileStore } from '../../adapters/files/file-store.ts';
import { historicalNoun } from '../../areas/historicals/historical-file/historical-file.service.ts';
import { updateSection } from '../../areas/settings/setting/setting.service.ts';
import { createLoader, type Loading } from '../bulk-load.ts';
import { COMPANIES, type HistoricalLife, type HistoricalWorld, makeHistoricalFile } from '../firm/historical-files.ts';
import type { Random } from '../firm/random.ts';
import { type Edit, type HistoryRow, makeRecordWithHistory } from '../firm/record-with-history.ts';
import { toLonLat } from '../firm/sites.ts';
import type { Scale } from '../sizes.ts';
import { boxOf, outlineOf } from './load-places.ts';
import { type PlannedScan, planScans } from './load-plans.ts';

type Parts = {
  context: Loading;
  random: Random;
  world: HistoricalWorld;
  add: (rows: HistoryRow[]) => Promise<void>;
  files: FileStore | null;
};

const STAMPS = ['version', 'created_on', 'created_by', 'updated_on', 'updated_by'];
const FIELDS = [
  'company',
  'file_number',
  'client_name',
  'description',
  'legal_description',
  'pid',
  'plan_number',
  'surveyed_on',
  'category',
  'sub_category',
  'note',
  'job',
];
/** The others came as a list, which told nobody how they came to be. */
const WITH_HISTORY = 2000;

/** Where a file belongs: the ground of its parcel, or a point. */
function placeOf({ id, lot, place, address, values }: HistoricalLife) {
  if (!place) return null;
  const { lon, lat } = toLonLat(place);
  const geometry = lot && id % 3 === 0 ? outlineOf(lot) : { type: 'Point', coordinates: [lon, lat] };
  const box = lot && id % 3 === 0 ? boxOf(outlineOf(lot).coordinates[0]!) : boxOf([[lon, lat]]);
  return { geometry, address, pid: values.pid, legal_description: values.legal_description, ...box };
}

/** A scan that was added a little after the file was entered. */
function tellScan({ created }: HistoricalLife, name: string): Edit {
  const at = new Date(Date.parse(created.at) + 120_000).toISOString();
  return { at, by: created.by, before: {}, extra: [{ field: 'scans', label: 'Scan', from: null, to: name }] };
}

/**
 * The files of the firms that were taken over, where they belong, and which columns each firm's files need. Answers the plans that some
 * of them have, where there is a place to keep them.
 */
export async function loadHistoricals(
  { context, random, world, add, files: store }: Parts,
  { historical_files, plans }: Scale,
): Promise<PlannedScan[]> {
  const { tx } = context;
  const box = ['min_lon', 'min_lat', 'max_lon', 'max_lat'];
  const files = createLoader(context, 'historical_file', ['id', ...FIELDS, 'location', ...STAMPS]);
  const places = createLoader(context, 'location', ['id', 'geometry', 'address', 'legal_description', 'pid', ...box, ...STAMPS]);
  const links = createLoader(context, 'historical_control_point', ['historical_file', 'control_point']);
  const { rows } = await sql<{ last: number }>`select coalesce(max(id), 0)::int as last from location`.execute(tx);
  let last = rows[0]!.last;
  const lives = Array.from({ length: historical_files }, (_, at) => makeHistoricalFile(random, at + 1, world));
  const planned = store ? planScans(lives, plans, world.lots, world.controls) : [];
  for (const { facts, name } of planned) {
    const life = lives[facts.file.id - 1]!;
    life.edits.push(tellScan(life, name));
  }
  for (const life of lives) {
    const { row, history } = await makeRecordWithHistory(context, historicalNoun, life);
    const place = placeOf(life);
    if (place) {
      last += 1;
      await places.add({ ...row, ...place, id: last });
    }
    await files.add({ ...row, location: place && last });
    for (const control_point of life.control_points) await links.add({ historical_file: life.id, control_point });
    if (life.id <= WITH_HISTORY) await add(history);
  }
  await places.flush();
  await files.flush();
  await links.flush();
  const fields = Object.fromEntries(COMPANIES.map(({ name, fields }) => [name, fields]));
  await updateSection(context, 'job_lists', { historical_company_relevant_fields: fields });
  return planned;
}
