import { listNames, metres } from '../assemble/wording.ts';
import { makeLocalClock } from '../conflict/local-clock.ts';
import { formatDms } from '../geo/dms.ts';
import { findJobName } from '../read/job-name.ts';
import type { PppSummary } from '../read/ppp/ppp-records.ts';
import { UNIT_NAMES } from '../read/raw/raw-mode.ts';
import type { RawFile } from '../read/raw/raw-records.ts';
import type { FileKind, LocFile, PointsFile, ProblemSeverity, RefFile } from '../read/records.ts';
import { choosePppEstimate } from '../shift/ppp-checks.ts';
import type { SurveySettings } from '../survey-settings.ts';

/** The five parts of an import. */
export type FilePart = 'raw_file' | 'points_file' | 'sum_file' | 'ref_file' | 'loc_file';

/** What was recognised in one file, in words: plain JSON. */
export interface FileSummary {
  name: string;
  size: number;
  /** Where it belongs; null for a kind that is not imported. */
  part: FilePart | null;
  kind: FileKind;
  /** "a raw file (RW5)" */
  words: string;
  facts: FileFact[];
  /** The number of the job, as `19194` of `19194AT230830`. */
  job: string | null;
  /** First and last day, local. */
  date: string | null;
  last_date: string | null;
  problems: FileProblem[];
  /** Lines that nobody understood, at most 500 of them. */
  verbatim: VerbatimLine[];
  verbatim_count: number;
}

export interface FileFact {
  label: string;
  value: string;
}

export interface FileProblem {
  severity: ProblemSeverity;
  sentence: string;
}

export interface VerbatimLine {
  line: number;
  text: string;
}

export type AnyFile = RawFile | PointsFile | PppSummary | RefFile | LocFile;
type Said = Pick<FileSummary, 'facts' | 'job' | 'date' | 'last_date'>;

export function sayFacts(read: AnyFile, name: string, settings: SurveySettings): Said {
  switch (read.kind) {
    case 'rw5':
      return sayRaw(read, name, settings);
    case 'crdb':
    case 'points':
      return { ...sayByName([name]), facts: sayPoints(read) };
    case 'ppp_sum':
      return saySum(read, name, settings);
    case 'ref':
      return { ...sayByName([name]), facts: sayRef(read) };
    case 'loc':
      return { ...sayByName([name]), facts: sayLoc(read) };
  }
}

function sayByName(names: readonly (string | null)[]): Omit<Said, 'facts'> {
  const found = findJobName(names);
  return { job: found?.job ?? null, date: found?.date ?? null, last_date: found?.date ?? null };
}

type Facts = readonly (readonly [label: string, value: string | number | null])[];

const listFacts = (facts: Facts): FileFact[] =>
  facts.flatMap(([label, value]) => (value === null || value === '' ? [] : { label, value: String(value) }));

function sayRaw(raw: RawFile, name: string, { time_zone }: SurveySettings): Said {
  const kinds = Map.groupBy(raw.records, ({ kind }) => kind);
  const shots = raw.records.filter((record) => record.kind === 'gnss');
  const sights = raw.records.filter((record) => record.kind === 'sight' && (record.code === 'SS' || record.code === 'TR'));
  const times = shots.flatMap(({ utc }) => utc ?? []).sort();
  const [first, last] = [times[0] ?? null, times.at(-1) ?? null];
  const toLocal = makeLocalClock(time_zone);
  const localOf = (time: string | null) => (time === null ? null : new Date(toLocal(Date.parse(time))).toISOString().slice(0, 19));
  const job_time = raw.records.find((record) => record.kind === 'job')?.collector_time ?? null;
  const named = sayByName([raw.job_name, name]);
  const date = localOf(first)?.slice(0, 10) ?? job_time?.slice(0, 10) ?? named.date;
  const distinct = (pick: (setup: RawFile['setups'][number]) => string | number | null) => {
    const found = [...new Set(raw.setups.map(pick))].filter((value) => value !== null && value !== '').map(String);
    return found.length === 0 ? null : listNames(found, 4);
  };
  const bases = raw.records.filter((record) => record.kind === 'base');
  const own = [...new Set(bases.filter(({ source }) => source === 'BASE').map((base) => base.name))];
  const facts = listFacts([
    ['Software', distinct(({ software }) => software)],
    ['Job', raw.job_name],
    ['Date', date],
    ['Time', first === null ? null : saySpan(localOf(first)!, localOf(last)!)],
    [
      'Points',
      sayCounts([shots.length, 'by satellite'], [sights.length, 'by total station'], [kinds.get('stored')?.length ?? 0, 'stored']),
    ],
    ['Base', own.length > 0 ? listNames(own) : bases.length > 0 ? 'of a network' : shots.length > 0 ? 'none named' : null],
    ['Corrections', distinct(({ network }) => network)],
    ['Equipment', distinct(({ equipment }) => equipment)],
    ['Projection', distinct(({ projection }) => projection)],
    ['Geoid', distinct(({ geoid_file }) => (geoid_file ? lastPart(geoid_file.path) : null)) ?? (shots.length > 0 ? 'none' : null)],
    ['Localization', distinct(({ localization_file }) => (localization_file ? lastPart(localization_file) : null))],
    ['Unit', raw.unit === null ? 'not said' : UNIT_NAMES[raw.unit]],
    ['GPS scale', distinct(({ gps_scale }) => (gps_scale === 1 ? null : gps_scale))],
  ]);
  return { facts, job: named.job, date, last_date: localOf(last)?.slice(0, 10) ?? date };
}

function saySpan(from: string, to: string): string {
  const clock = (time: string) => time.slice(11, 16);
  return from.slice(0, 10) === to.slice(0, 10)
    ? `${clock(from)} to ${clock(to)}`
    : `${from.slice(0, 10)} ${clock(from)} to ${to.slice(0, 10)} ${clock(to)}`;
}

function sayCounts(...counts: readonly (readonly [number, string])[]): string {
  const said = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return said.length === 0 ? 'none' : said.join(', ');
}

/** Of a path as the collector wrote it. */
function lastPart(path: string): string {
  return path.split(/[\\/]/).at(-1)!.trim();
}

const LAYOUTS = {
  PENZD: 'point, easting, northing, elevation, description',
  PNEZD: 'point, northing, easting, elevation, description',
  named: 'columns named in the first row',
  crdb: 'database of the collector',
} as const;

function sayPoints({ records, layout }: PointsFile): FileFact[] {
  const points = records.filter((record) => record.kind === 'point');
  const high = points.filter(({ elevation }) => elevation !== null).length;
  const span = (pick: 'easting' | 'northing') => {
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const point of points) {
      const value = point[pick];
      if (value === null) continue;
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
    return most < least ? null : `${least.toFixed(1)} to ${most.toFixed(1)}`;
  };
  const [first, last] = [points[0]?.name ?? null, points.at(-1)?.name ?? null];
  return listFacts([
    ['Layout', layout === null ? 'the order of easting and northing is not known' : LAYOUTS[layout]],
    ['Points', points.length],
    ['Names', first === null || first === last ? first : `${first} to ${last}`],
    ['Without elevation', high === points.length ? null : points.length - high],
    ['Easting', span('easting')],
    ['Northing', span('northing')],
  ]);
}

function saySum(ppp: PppSummary, name: string, { frame, time_zone }: SurveySettings): Said {
  const estimate = choosePppEstimate(ppp, frame);
  const named = sayByName([ppp.rinex, ppp.marker, name]);
  const toLocal = makeLocalClock(time_zone);
  const dayOf = (time: string | null) => {
    const at = time === null ? Number.NaN : Date.parse(`${time.trim().replace(' ', 'T')}Z`);
    return Number.isNaN(at) ? null : new Date(toLocal(at)).toISOString().slice(0, 10);
  };
  const [date, last_date] = [dayOf(ppp.begins_at), dayOf(ppp.ends_at)];
  const sigmas = estimate && [estimate.sigma_latitude, estimate.sigma_longitude, estimate.sigma_height];
  const facts = listFacts([
    ['Version', ppp.version],
    ['Log', ppp.rinex],
    ['Marker', ppp.marker],
    ['Mode', ppp.mode?.toLowerCase() ?? null],
    ['Time', ppp.begins_at === null ? null : `${ppp.begins_at} to ${ppp.ends_at ?? '?'}`],
    ['Frame', estimate ? `${estimate.frame}${estimate.epoch_year === null ? '' : `, epoch ${estimate.epoch_year.toFixed(1)}`}` : null],
    ['Position', estimate ? sayPosition(estimate) : null],
    ['Sigmas', sigmas?.every((sigma) => sigma !== null) ? sigmas.map((sigma) => metres(sigma!)).join(', ') : null],
    ['Geoid', ppp.orthometric ? `${ppp.orthometric.system}, ${ppp.orthometric.model}` : null],
    ['Undulation', ppp.undulation === null ? null : metres(ppp.undulation)],
    ['Antenna', ppp.antenna],
    ['Antenna height', ppp.antenna_height === null ? null : metres(ppp.antenna_height)],
    ['Orbits', ppp.orbit_kind],
  ]);
  return { facts, job: named.job, date: date ?? named.date, last_date: last_date ?? date ?? named.date };
}

interface Placed {
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly height: number | null;
}

function sayPosition({ latitude, longitude, height }: Placed): string | null {
  if (latitude === null || longitude === null) return null;
  const place = `${formatDms(latitude, 4)} ${formatDms(longitude, 4)}`;
  return height === null ? place : `${place}, ${metres(height)} above the ellipsoid`;
}

function sayRef(ref: RefFile): FileFact[] {
  return listFacts([
    ['Version', ref.version],
    ['Position', sayPosition(ref)],
  ]);
}

function sayLoc({ points, units }: LocFile): FileFact[] {
  const marks = points.map(({ name, description }) => description || name);
  const count = (is_used: (point: LocFile['points'][number]) => boolean) => points.filter(is_used).length;
  return listFacts([
    ['Marks', points.length === 0 ? 'none' : `${points.length}: ${listNames(marks)}`],
    ['In plan', count(({ use_horizontal }) => use_horizontal !== false)],
    ['In height', count(({ use_vertical }) => use_vertical !== false)],
    ['Units', units],
  ]);
}

const MOST_VERBATIM = 500;
const LONGEST_TEXT = 300;

/** The lines of a file that nobody understood, in order. */
export function listVerbatim(read: AnyFile): Pick<FileSummary, 'verbatim' | 'verbatim_count'> {
  const lines: VerbatimLine[] = [];
  const add = (line: number | undefined, text: string): void => {
    lines.push({ line: line ?? 0, text: text.slice(0, LONGEST_TEXT) });
  };
  // The older PPP report is prose with one table in it.
  if (read.kind === 'ppp_sum' && read.layout === 'legacy') return { verbatim: [], verbatim_count: 0 };
  for (const record of read.records) {
    if (record.kind === 'verbatim') add(record.lines[0], record.text);
    else if (record.kind === 'comment' && !record.is_known) add(record.lines[0], record.text);
    else if (record.kind === 'unknown') for (const [place, text] of record.texts.entries()) add(record.lines[place], text);
  }
  for (const { lines: kept, texts } of read.problems) for (const [place, line] of kept.entries()) add(line, texts[place] ?? '');
  lines.sort((a, b) => a.line - b.line);
  return { verbatim: lines.slice(0, MOST_VERBATIM), verbatim_count: lines.length };
}
