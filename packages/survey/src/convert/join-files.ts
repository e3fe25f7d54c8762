import { nameKey } from '../assemble/shot.ts';
import type { Projection } from '../geo/projection.ts';
import type { RawFile, RawRecord, RawSetup } from '../read/raw/raw-records.ts';
import type { LocFile, PointsFile, Source } from '../read/records.ts';
import type { BaseFiles } from '../shift/run-bases.ts';
import type { SurveySettings } from '../survey-settings.ts';
import { type CoordinateFiles, convertFiles, type FileNote } from './convert-files.ts';
import { type Rename, renamePoints, renameRaw } from './rename.ts';

/** The five kinds of files of a run, read; of each as many as there are. */
export interface RunFiles extends BaseFiles {
  readonly raw: readonly Source<RawFile>[];
  readonly points: readonly Source<PointsFile>[];
  readonly loc: readonly Source<LocFile>[];
}

/** One raw file, one points file and one .loc, in metres on the grid; .ref and .sum as they were, each once. */
export interface JoinedFiles extends CoordinateFiles, BaseFiles {
  readonly notes: readonly FileNote[];
}

/**
 * Several files of one run as one. The raw files stand in the order in which they were measured, so that of a name that occurs in
 * several the last reading counts, as within one file. A file given twice counts once, and so does a reading that a later file repeats.
 */
export function joinFiles(
  files: RunFiles,
  renames: readonly Rename[],
  projection: Projection,
  settings: Pick<SurveySettings, 'tolerances'>,
): JoinedFiles {
  const notes: FileNote[] = [];
  const once = <T>(list: readonly Source<T>[]) => takeOnce(list, notes);
  const given = sortByTime(once(files.raw));
  const raws = given.map((source) => ({ ...source, read: renameRaw(source.read, namesOf(source, renames)) }));
  const locs = once(files.loc);
  const converted = raws.map((raw) => {
    const own_loc = chooseLoc(locs, [raw.read]);
    const { notes: said, ...made } = convertFiles({ raw: raw.read, points: noPoints, loc: own_loc }, projection, settings);
    notes.push(...said.map((note) => (raws.length === 1 ? note : { ...note, sentence: `${raw.name}: ${note.sentence}` })));
    return { ...made, source: raw };
  });
  const renamed = once(files.points).map((source) => ({
    ...source,
    read: given.reduce((read, raw) => renamePoints(read, raw.read, namesOf(raw, renames)), source.read),
  }));
  const points = joinPoints(renamed, raws, projection, settings);
  const chosen = chooseLoc(
    locs,
    raws.map(({ read }) => read),
  );
  const user = converted.find(({ source }) => chosen !== null && chosen === chooseLoc(locs, [source.read]));
  return {
    raw: joinRaw(
      converted.map(({ raw, source }) => ({ ...source, read: raw })),
      notes,
    ),
    points,
    loc: user?.loc ?? chosen,
    ref: once(files.ref),
    ppp: once(files.ppp),
    notes,
  };
}

const noPoints: PointsFile = { kind: 'points', layout: null, delimiter: null, records: [], problems: [], line_count: 0 };

function namesOf({ name }: Source<unknown>, renames: readonly Rename[]): ReadonlyMap<string, string> {
  return new Map(renames.filter(({ file }) => file === name).map((rename) => [nameKey(rename.name), rename.to]));
}

export function saySameFile(name: string, same_as: string): string {
  return `${name} is the same file as ${same_as}: it counts once.`;
}

function takeOnce<T>(sources: readonly Source<T>[], notes: FileNote[]): Source<T>[] {
  const by_hash = new Map<string, Source<T>>();
  for (const source of sources) {
    const first = by_hash.get(source.hash);
    if (!first) {
      by_hash.set(source.hash, source);
      continue;
    }
    notes.push({
      what: 'same_file',
      reason: source.name,
      figures: { file: source.name, same_as: first.name },
      sentence: saySameFile(source.name, first.name),
    });
  }
  return [...by_hash.values()];
}

/** By the first satellite shot, else by the collector's clock, where all of them have one; else as they were given. */
function sortByTime(raws: readonly Source<RawFile>[]): Source<RawFile>[] {
  const by_satellite = raws.map(({ read }) => read.records.find((record) => record.kind === 'gnss' && record.utc !== null));
  const by_clock = raws.map(({ read }) => read.records.find((record) => record.kind === 'job' && record.collector_time !== null));
  const timeOf = (record: RawRecord | undefined) =>
    record?.kind === 'gnss' ? record.utc! : record?.kind === 'job' ? record.collector_time! : null;
  const times = (by_satellite.every((record) => record !== undefined) ? by_satellite : by_clock).map(timeOf);
  if (times.includes(null)) return [...raws];
  return raws
    .map((raw, index) => ({ raw, time: times[index]!, index }))
    .sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : a.index - b.index))
    .map(({ raw }) => raw);
}

function joinRaw(raws: readonly Source<RawFile>[], notes: FileNote[]): RawFile {
  const [first] = raws;
  if (!first) return { ...noRaw };
  if (raws.length === 1) return { ...first.read, parts: [{ name: first.name, first_record: 0 }] };
  const records: RawRecord[] = [];
  const setups: RawSetup[] = [];
  const parts: { name: string; first_record: number }[] = [];
  /** The file that each reading was first seen in. */
  const seen = new Map<string, number>();
  raws.forEach(({ name, read }, place) => {
    parts.push({ name, first_record: records.length });
    const repeated = new Map<number, number>();
    for (const record of read.records) {
      const key = readingOf(record);
      const earlier = key === null ? undefined : seen.get(key);
      if (earlier !== undefined && earlier !== place) repeated.set(earlier, (repeated.get(earlier) ?? 0) + 1);
      else {
        if (key !== null) seen.set(key, place);
        records.push('setup' in record ? { ...record, setup: record.setup + setups.length } : record);
      }
    }
    for (const setup of read.setups) setups.push(setup);
    for (const [earlier, count] of repeated)
      notes.push({
        what: 'same_reading',
        reason: `${name} ${raws[earlier]!.name}`,
        figures: { file: name, same_as: raws[earlier]!.name, readings: count },
        sentence: `${name} repeats ${count} ${count === 1 ? 'reading' : 'readings'} of ${raws[earlier]!.name}: each counts once.`,
      });
  });
  return {
    ...first.read,
    records,
    setups,
    parts,
    problems: raws.flatMap(({ read }) => read.problems),
    line_count: raws.reduce((sum, { read }) => sum + read.line_count, 0),
    unit: raws.some(({ read }) => read.unit === null) ? null : first.read.unit,
  };
}

const noRaw: RawFile = {
  kind: 'rw5',
  records: [],
  problems: [],
  line_count: 0,
  job_name: null,
  unit: null,
  metres_per_unit: 1,
  angle_form: 'packed',
  setups: [],
  parts: [],
};

/** What makes a reading the same one in two files; null for what may stand in both. */
function readingOf(record: RawRecord): string | null {
  switch (record.kind) {
    case 'gnss':
      return record.utc === null
        ? null
        : ['G', nameKey(record.name), record.utc, record.latitude, record.longitude, record.antenna_elevation].join(' ');
    case 'sight':
      return record.collector_time === null
        ? null
        : [
            'S',
            record.code,
            nameKey(record.name),
            record.occupied,
            record.angle,
            record.vertical,
            record.distance,
            record.collector_time,
          ].join(' ');
    case 'stored':
      return ['P', nameKey(record.name), record.easting, record.northing, record.elevation, record.description].join(' ');
    default:
      return null;
  }
}

/** Rows in the order of the raw files they belong to: those with which they share most names. */
function joinPoints(
  sources: readonly Source<PointsFile>[],
  raws: readonly Source<RawFile>[],
  projection: Projection,
  settings: Pick<SurveySettings, 'tolerances'>,
): PointsFile {
  const names = raws.map(({ read }) => new Set(read.records.flatMap((record) => ('name' in record ? nameKey(record.name) : []))));
  const partnered = sources.map(({ read }) => {
    const keys = read.records.flatMap((record) => (record.kind === 'point' ? nameKey(record.name) : []));
    const shared = names.map((set) => keys.filter((key) => set.has(key)).length);
    const partner = shared.indexOf(Math.max(...shared, 0));
    const raw = raws[partner]?.read;
    return { partner, points: raw ? convertFiles({ raw, points: read, loc: null }, projection, settings).points : read };
  });
  const ordered = partnered.toSorted((a, b) => a.partner - b.partner).map(({ points }) => points);
  const [first, second] = ordered;
  if (!first || !second) return first ?? noPoints;
  return {
    ...first,
    records: ordered.flatMap(({ records }) => records),
    problems: ordered.flatMap(({ problems }) => problems),
    line_count: ordered.reduce((sum, { line_count }) => sum + line_count, 0),
  };
}

/** The .loc that most shots name; one that was renamed on the way is taken when it is the only one. */
function chooseLoc(locs: readonly Source<LocFile>[], raws: readonly RawFile[]): LocFile | null {
  if (locs.length < 2) return locs[0]?.read ?? null;
  const uses = new Map<string, number>();
  for (const { records, setups } of raws)
    for (const record of records) {
      const file = record.kind === 'gnss' ? setups[record.setup]?.localization_file : null;
      if (file != null) uses.set(fileName(file), (uses.get(fileName(file)) ?? 0) + 1);
    }
  const ranked = locs.toSorted((a, b) => (uses.get(fileName(b.name)) ?? 0) - (uses.get(fileName(a.name)) ?? 0));
  return ranked[0]!.read;
}

function fileName(path: string): string {
  return path.split(/[\\/]/).at(-1)!.trim().toUpperCase();
}

/** Why a point of a file cannot have another name; null when it can. */
export function whyNotRename(files: RunFiles, { file, name, to }: Rename, earlier: readonly Rename[]): string | null {
  const named = (list: readonly object[], wanted: string) =>
    list.some((record) => 'name' in record && typeof record.name === 'string' && nameKey(record.name) === nameKey(wanted));
  const source = files.raw.find((raw) => raw.name === file);
  if (!source) return `The run has no raw file named ${file}.`;
  if (!named(source.read.records, name)) return `${file} has no point ${name}.`;
  if (to.trim() === '') return 'A point needs a name.';
  const is_taken =
    [...files.raw, ...files.points].some(({ read }) => named(read.records, to)) ||
    earlier.some((rename) => nameKey(rename.to) === nameKey(to));
  return is_taken ? `${name} of ${file} cannot be renamed: ${to} is taken.` : null;
}
