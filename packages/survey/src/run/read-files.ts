import { type RunFiles, saySameFile } from '../convert/join-files.ts';
import { makeProjection } from '../geo/projection.ts';
import { readLoc } from '../read/points/loc.ts';
import { readPoints } from '../read/points/points.ts';
import type { OfficeRanges, PointOrder } from '../read/points/points-columns.ts';
import { readPppSum } from '../read/ppp/ppp-sum.ts';
import { readRef } from '../read/ppp/ref.ts';
import { readRaw } from '../read/raw/raw.ts';
import type { RawFile } from '../read/raw/raw-records.ts';
import type { FileKind, PointsFile, Source } from '../read/records.ts';
import { sniff, type WantedKind, whyNotKind } from '../read/sniff.ts';
import type { OnRead } from '../read/text.ts';
import type { SurveySettings } from '../survey-settings.ts';
import { type AnyFile, type FilePart, type FileProblem, type FileSummary, listVerbatim, sayFacts } from './file-summary.ts';

/** A file as it was handed in. */
export interface GivenFile {
  readonly part: FilePart;
  readonly name: string;
  /** Of its bytes. */
  readonly hash: string;
  readonly bytes: Uint8Array;
  /** A person's answer where the order of easting and northing of a points file cannot be told. */
  readonly order?: PointOrder | null;
}

export interface ReadFile extends FileSummary {
  readonly hash: string;
  /** The part it was given as. */
  readonly given_as: FilePart;
}

export interface ReadFiles {
  readonly files: RunFiles;
  /** One for each file, in the order given. A file with a problem that stops is not among `files`. */
  readonly read: readonly ReadFile[];
}

const MEGABYTE = 1024 * 1024;
/** Some three times a raw file of 50,000 shots. */
export const LARGEST_FILE = 100 * MEGABYTE;
/** A longer run takes more time and memory than there is for one: it would be imported and never worked out. */
export const MOST_SHOTS = 100_000;

/** How far the reading is: files done with, and bytes of all of them. */
export interface ReadSoFar {
  readonly files: number;
  readonly bytes: number;
}

const PARTS: Partial<Record<FileKind, FilePart>> = {
  rw5: 'raw_file',
  crdb: 'points_file',
  points: 'points_file',
  crd: 'points_file',
  cr5: 'points_file',
  ppp_sum: 'sum_file',
  ref: 'ref_file',
  loc: 'loc_file',
};

const WANTED: Readonly<Record<FilePart, WantedKind>> = {
  raw_file: 'rw5',
  points_file: 'points',
  sum_file: 'ppp_sum',
  ref_file: 'ref',
  loc_file: 'loc',
};

/** Reads the files of a run, each as the part it was given as. Never throws: what cannot be used says so. */
export function readRunFiles(
  given: readonly GivenFile[],
  settings: SurveySettings,
  onRead: (done: ReadSoFar) => void = () => {},
  most_shots = MOST_SHOTS,
): ReadFiles {
  const lists = { raw: [] as Source<RawFile>[], points: [], ppp: [], ref: [], loc: [] } as {
    -readonly [K in keyof RunFiles]: RunFiles[K][number][];
  };
  const read = new Map<GivenFile, ReadFile>();
  const by_office = officeRanges(settings);
  let [done, shots] = [0, 0];
  // Raw files first: they tell in which order a points file of an unknown grid has its coordinates.
  for (const file of given.toSorted((a, b) => Number(b.part === 'raw_file') - Number(a.part === 'raw_file'))) {
    const { part, name, hash } = file;
    const ranges = lists.raw.map((source) => rangesOf(source.read)).find((found) => found !== null) ?? by_office;
    const onShare = (share: number) => onRead({ files: read.size, bytes: done + Math.round(share * file.bytes.length) });
    onShare(0);
    const opened = openFile(file.bytes, name, part, settings, {
      ranges,
      order: file.order ?? null,
      before: shots,
      most_shots,
      onRead: onShare,
    });
    read.set(file, { ...opened.summary, hash, given_as: part });
    if (opened.read?.kind === 'rw5') shots += countShots(opened.read);
    done += file.bytes.length;
    onRead({ files: read.size, bytes: done });
    if (!opened.read || opened.summary.problems.some(({ severity }) => severity === 'stop')) continue;
    const source = <T>(made: T): Source<T> => ({ name, hash, read: made });
    if (opened.read.kind === 'rw5') lists.raw.push(source(opened.read));
    else if (opened.read.kind === 'ppp_sum') lists.ppp.push(source(opened.read));
    else if (opened.read.kind === 'ref') lists.ref.push(source(opened.read));
    else if (opened.read.kind === 'loc') lists.loc.push(source(opened.read));
    else lists.points.push(source(opened.read));
  }
  return { files: lists, read: given.map((file) => read.get(file)!) };
}

/** What a file is and what it holds, by its content; the name only helps where the content says nothing. */
export function describeFile(bytes: Uint8Array, name: string, settings: SurveySettings): FileSummary {
  const part = PARTS[sniff(bytes, name).kind] ?? null;
  return openFile(bytes, name, part, settings, { ranges: officeRanges(settings), order: null, before: 0, most_shots: MOST_SHOTS }).summary;
}

/** Why a file may not belong to this run; empty when it does, or does not say. */
export function whyOther(
  { job, date, last_date }: Pick<FileSummary, 'job' | 'date'> & { readonly last_date?: string | null },
  run: { readonly job_num: string | null; readonly run_date: string | null },
): string[] {
  const plain = (number: string) => number.replaceAll(/[^0-9a-z]/gi, '').toUpperCase();
  const sentences: string[] = [];
  if (job !== null && run.job_num && plain(job) !== plain(run.job_num))
    sentences.push(`This is a file of job ${job}; the run is of job ${run.job_num}.`);
  if (date !== null && run.run_date !== null && (run.run_date < date || run.run_date > (last_date ?? date))) {
    const days = last_date == null || last_date === date ? date : `${date} to ${last_date}`;
    sentences.push(`This is a file of ${days}; the run is of ${run.run_date}.`);
  }
  return sentences;
}

export interface SameFile {
  readonly name: string;
  readonly same_as: string;
  readonly sentence: string;
}

/** Files that were given more than once, by hash; each counts once. */
export function findSameFiles(given: readonly { readonly name: string; readonly hash: string }[]): SameFile[] {
  const first = new Map<string, string>();
  return given.flatMap(({ name, hash }) => {
    const same_as = first.get(hash);
    if (same_as === undefined) first.set(hash, name);
    return same_as === undefined ? [] : { name, same_as, sentence: saySameFile(name, same_as) };
  });
}

interface Opening {
  readonly ranges: OfficeRanges;
  readonly order: PointOrder | null;
  /** Shots of the raw files before this one. */
  readonly before: number;
  readonly most_shots: number;
  readonly onRead?: OnRead;
}

interface Opened {
  readonly read: AnyFile | null;
  readonly summary: FileSummary;
}

function openFile(bytes: Uint8Array, name: string, part: FilePart | null, settings: SurveySettings, opening: Opening): Opened {
  const { kind, words } = sniff(bytes, name);
  const about = { name, size: bytes.length, part: PARTS[kind] ?? null, kind, words };
  const refuse = (sentence: string): Opened => ({
    read: null,
    summary: {
      ...about,
      facts: [],
      job: null,
      date: null,
      last_date: null,
      problems: [{ severity: 'stop', sentence }],
      verbatim: [],
      verbatim_count: 0,
    },
  });
  if (kind === 'empty') return refuse('The file is empty.');
  if (bytes.length > LARGEST_FILE)
    return refuse(`The file has ${Math.round(bytes.length / MEGABYTE)} MB; at most ${LARGEST_FILE / MEGABYTE} MB are read.`);
  if (part === null) return refuse(`This looks like ${words}: it is none of the files of a run.`);
  const other = whyNotKind(bytes, WANTED[part], name);
  if (other !== null) return refuse(other);
  const read = readPart(bytes, name, part, settings, opening);
  const problems: FileProblem[] = read.problems.map(({ severity, sentence }) => ({ severity, sentence }));
  const too_many = whyTooMany(read, opening.before, opening.most_shots);
  if (too_many !== null) problems.push({ severity: 'stop', sentence: too_many });
  if (isCutShort(bytes, read)) problems.push({ severity: 'warning', sentence: CUT_SHORT });
  return { read, summary: { ...about, ...sayFacts(read, name, settings), problems, ...listVerbatim(read) } };
}

function readPart(bytes: Uint8Array, name: string, part: FilePart, settings: SurveySettings, { ranges, order, onRead }: Opening): AnyFile {
  switch (part) {
    case 'raw_file':
      return readRaw(bytes, { onRead });
    case 'points_file':
      return readPoints(bytes, { name, ranges, onRead, ...(order ? { order } : {}) });
    case 'sum_file':
      return readPppSum(bytes);
    case 'ref_file':
      return readRef(bytes);
    case 'loc_file': {
      const projection = makeProjection(settings.office_crs);
      return readLoc(bytes, { ranges, project: (latitude, longitude) => projection.toGrid({ latitude, longitude }) });
    }
  }
}

const MEASURED = new Set(['gnss', 'sight', 'stored', 'point']);

const countShots = ({ records }: RawFile | PointsFile) => records.reduce((sum, { kind }) => sum + Number(MEASURED.has(kind)), 0);

function whyTooMany(read: AnyFile, before: number, most_shots: number): string | null {
  if (read.kind !== 'rw5' && read.kind !== 'points' && read.kind !== 'crdb') return null;
  const count = countShots(read) + (read.kind === 'rw5' ? before : 0);
  if (count <= most_shots) return null;
  const [holds, most] = [count, most_shots].map((figure) => figure.toLocaleString('en-CA'));
  if (read.kind !== 'rw5') return `The file holds ${holds} points; a run may have at most ${most}.`;
  const which = before > 0 ? 'With this file the raw files hold' : 'The file holds';
  return `${which} ${holds} shots; a run may have at most ${most}. Make two runs of them.`;
}

const CUT_SHORT = 'The file ends in the middle of a line: it may have been cut short.';
/** How a raw file without a last line end may end: the collector's clock closes every shot. */
const CLOCK = /(?:^|[\r\n])--(?:DT\d\d-\d\d-\d{4}|TM\d\d:\d\d:\d\d)$/;

/** The last one is the end of a file of old. */
const ENDS_LINE = new Set(['\r', '\n', '\u001a']);

/** Collectors and PPP reports end every line; a list of points may have been typed, and its last line may be whole. */
function isCutShort(bytes: Uint8Array, { kind }: AnyFile): boolean {
  const end = new TextDecoder('latin1').decode(bytes.subarray(-40));
  return (kind === 'rw5' || kind === 'ppp_sum') && !ENDS_LINE.has(end.at(-1) ?? '') && !CLOCK.test(end);
}

/** Where most of the world's grids have their coordinates: so far around the false origin. */
const AROUND_ORIGIN = 300_000;

/** Where the office's coordinates lie. A grid counted from the equator reaches to the pole. */
function officeRanges({ office_crs }: Pick<SurveySettings, 'office_crs'>): OfficeRanges {
  const { latitude, false_easting, false_northing } = makeProjection(office_crs).origin;
  const around = (value: number) => [value - AROUND_ORIGIN, value + AROUND_ORIGIN] as const;
  const northing = latitude === 0 ? ([false_northing + 1_000_000, false_northing + 10_000_000] as const) : around(false_northing);
  return { easting: around(false_easting), northing };
}

/** Around what the collector itself stored; null when easting and northing overlap, or nothing was stored. */
function rangesOf({ records }: RawFile): OfficeRanges | null {
  const [easting, northing] = [[Infinity, -Infinity] as [number, number], [Infinity, -Infinity] as [number, number]];
  for (const record of records) {
    const at = record.kind === 'gnss' ? record.grid : record.kind === 'stored' || record.kind === 'occupy' ? record : null;
    if (!at || at.easting === null || at.northing === null) continue;
    widen(easting, at.easting);
    widen(northing, at.northing);
  }
  const is_known = easting[0] <= easting[1] && (easting[1] < northing[0] || northing[1] < easting[0]);
  return is_known ? { easting, northing } : null;
}

/** A points file may hold more of the job than one day measured. */
const MARGIN = 20_000;

function widen(range: [number, number], value: number): void {
  range[0] = Math.min(range[0], value - MARGIN);
  range[1] = Math.max(range[1], value + MARGIN);
}
