import { localDate } from '@dmse/domain/dates/local-date';
import { PART_NAMES, type ProcessingPart } from '@dmse/domain/sites/processing';
import { describeFile } from '@dmse/survey/run/read-files';
import { surveyDefaults } from '@dmse/survey/survey-settings';
import type { FileStore } from '../../adapters/files/file-store.ts';
import * as fileRows from '../../areas/files/file/file.queries.ts';
import * as attempts from '../../areas/sites/processing/attempt.queries.ts';
import * as processingFiles from '../../areas/sites/processing/processing-file.queries.ts';
import type { Loading } from '../bulk-load.ts';
import { type CollectorShot, writeCollectorFiles } from '../firm/collector-files.ts';
import type { RunLife } from '../firm/field-runs.ts';
import type { Random } from '../firm/random.ts';
import type { Measured, RunHarvest } from '../firm/run-shots.ts';
import { metres } from '../firm/sites.ts';

const ENDINGS: Record<ProcessingPart, string> = {
  raw_file: 'rw5',
  points_file: 'csv',
  sum_file: 'sum',
  ref_file: 'ref',
  loc_file: 'loc',
};

/** What the collector brought home from a run that somebody processes now. */
type Imported = { life: RunLife; files: { part: ProcessingPart; name: string; bytes: Buffer; file: number }[] };

/** Keeps the collector's files of these runs. Each run names its raw file from then on, so this comes before the runs are written. */
export async function storeCollectorFiles(
  { tx }: Loading,
  random: Random,
  store: FileStore,
  runs: readonly { life: RunLife; harvest: RunHarvest }[],
): Promise<Imported[]> {
  const given = runs.map(({ life, harvest }, place) => ({ life, files: makeFiles(random.fork(life.id), life, harvest.measured, place) }));
  const all = given.flatMap(({ life, files }) =>
    files.map((file) => ({ ...file, at: life.values.imported_on as string, by: life.processor })),
  );
  const stored = await store.putAll(all.map(({ bytes }) => bytes));
  const ids = await fileRows.insertMany(
    tx,
    all.map(({ name, at, by }, place) => ({ ...stored[place]!, name, mime_type: 'text/plain', created_on: at, created_by: by })),
  );
  return given.map(({ life, files }) => {
    const kept = files.map((file) => ({ ...file, file: ids.shift()! }));
    life.values.raw = kept.find(({ part }) => part === 'raw_file')!.file;
    for (const { before } of life.edits) if ('imported_on' in before) before.raw = null;
    return { life, files: kept };
  });
}

function makeFiles(random: Random, life: RunLife, measured: readonly Measured[], place: number) {
  const shots = measureAll(random, measured);
  const job = String(life.values.job_num || '26-0000').replace(/\D/g, '');
  const date = localDate(life.started_on!, surveyDefaults.time_zone).slice(2).replaceAll('-', '');
  const job_name = `${job}${random.pick(['AT', 'KB', 'TH'])}${date}`;
  const is_network = place % 3 === 2;
  const [first] = shots;
  const off = (reach: number) => (is_network ? 0 : (random.next() * 2 - 1) * reach);
  const base = {
    easting: metres(life.origin.easting + 22),
    northing: metres(life.origin.northing - 35),
    elevation: metres(first!.elevation + 3.2),
    is_network,
    error: { easting: off(1.8), northing: off(1.8), elevation: off(2.6) },
  };
  const written = writeCollectorFiles({ job_name, base, shots });
  return PART_NAMES.flatMap((part) => {
    const bytes = part === 'loc_file' ? undefined : written[part];
    return bytes ? [{ part, name: `${job_name}.${ENDINGS[part]}`, bytes }] : [];
  });
}

/** Each shot as a receiver reads it, and what goes wrong in a day: a repeat, a float, a poor one, a mistyped code, a number used twice, one left out. */
function measureAll(random: Random, measured: readonly Measured[]): CollectorShot[] {
  const noise = (reach: number) => (random.next() + random.next() - 1) * reach;
  const read = ({ name, description, easting, northing, elevation, at }: Measured): CollectorShot => ({
    name,
    description,
    at,
    easting: easting + noise(0.008),
    northing: northing + noise(0.008),
    elevation: elevation + noise(0.014),
    hrms: 0.008 + random.next() * 0.008,
    vrms: 0.012 + random.next() * 0.014,
    status: 'FIXED',
  });
  const shots = measured.filter((_, place) => place !== 7).map(read);
  const [control, , poor, float, mistyped, twice] = shots;
  if (!twice) return shots;
  Object.assign(poor!, { hrms: 0.034, vrms: 0.061 });
  Object.assign(float!, { hrms: 0.212, vrms: 0.34, status: 'FLOAT' });
  mistyped!.description = mistyped!.description.replace(/^[A-Z]+/, (code) => `${code}X`);
  const after = shots.at(-1)!.at;
  const again = read(measured.find(({ is_structure }) => is_structure) ?? measured.at(-1)!);
  const number = Number(measured.at(-1)!.name);
  return [
    ...shots,
    { ...read(measured[5]!), at: after + 60_000 },
    { ...again, name: String(number + 1), at: after + 150_000 },
    { ...read(measured[0]!), description: control!.description, name: String(number + 2), at: after + 600_000 },
  ];
}

/** The first attempt of each, with nothing decided yet. */
export async function loadAttempts({ tx }: Loading, imported: readonly Imported[]): Promise<void> {
  for (const { life, files } of imported) {
    const at = life.values.imported_on as string;
    const attempt = await attempts.insert(tx, { field_run: life.id, started_on: at, started_by: life.processor });
    await processingFiles.insert(
      tx,
      files.map(({ part, name, bytes, file }) => ({
        attempt: attempt.id,
        part,
        name,
        file,
        summary: JSON.stringify(describeFile(bytes, name, surveyDefaults)),
        imported_on: at,
        imported_by: life.processor,
      })),
    );
  }
}
