import { parseDecimalDegrees } from '../numbers.ts';
import { refuseOtherKind } from '../sniff.ts';
import { DEFAULT_LIMITS, type OnRead, type TextLimits, walkLines } from '../text.ts';
import { type AngleForm, measureAngleForm, type Project } from './angle-form.ts';
import { joinCollectorTime, parseCollectorClock, parseCollectorDate } from './clock.ts';
import { readComment } from './raw-comments.ts';
import { RawDesk } from './raw-desk.ts';
import { Figures } from './raw-figures.ts';
import { looksLikeRecord, parseRawLine } from './raw-line.ts';
import { readMode, UNITS } from './raw-mode.ts';
import type { BaseRecord, GnssShot, RawFile, RawRecord, SightCode, StoredPoint, TotalStationShot } from './raw-records.ts';
import { type Draft, readBase, readGnssShot, readGridFigures, readOffset, readSight, readStoredPoint } from './raw-shots.ts';

export interface RawOptions {
  readonly limits?: TextLimits;
  /** Force the form of LA and LN; without it the file's own grid results decide. */
  readonly angle_form?: AngleForm;
  /** The office projection, to decide the form of LA and LN from a single shot. */
  readonly project?: Project;
  readonly onRead?: OnRead | undefined;
}

/** RW5, of GNSS and total station. Never throws; see records.ts for what it promises. */
export function readRaw(bytes: Uint8Array, options: RawOptions = {}): RawFile {
  const desk = new RawDesk();
  refuseOtherKind(desk.problems, bytes, 'rw5');
  const { limits = DEFAULT_LIMITS, onRead } = options;
  const count = walkLines(bytes, limits, desk.problems, (line, text) => readLine(desk, line, text), onRead);
  desk.close();
  return finishRaw(desk, count, options);
}

const DASHES = /^\s*--/;
/** No collector writes such lines; taking them apart is not worth the time. */
const LONGEST_RECORD = 10_000;

function readLine(desk: RawDesk, line: number, text: string): void {
  const isShort = text.length <= LONGEST_RECORD;
  if (isShort && (text.startsWith('--') || DASHES.test(text))) readComment(desk, line, text.slice(text.indexOf('--') + 2), text);
  else if (isShort && looksLikeRecord(text)) readRecord(desk, line, text);
  else keepVerbatim(desk, line, text);
}

function keepVerbatim(desk: RawDesk, line: number, text: string): void {
  desk.records.push({ kind: 'verbatim', lines: [line], text });
  desk.problems.about('UNKNOWN_RECORD', 'warning', 'Lines that are no record of a raw file were kept as they are.', line);
}

function readRecord(desk: RawDesk, line: number, text: string): void {
  const raw = parseRawLine(text);
  const { code } = raw;
  if (raw.has_glued_note) desk.has_glued_notes = true;
  if (code === 'GS' || code === 'GT') readComment(desk, line, text, text);
  else if (/^G[0-3]$/.test(code)) keepVector(desk, line, code, text);
  else if (raw.fields.size === 0) keepUnreadable(desk, line, code, text);
  else {
    const figures = new Figures(raw, line, desk.problems, desk.is_gon);
    if (buildRecord(desk, code, figures, text)) figures.finish();
  }
}

/** False when the record is of an unknown kind (kept, listed). */
function buildRecord(desk: RawDesk, code: string, figures: Figures, text: string): boolean {
  const { line } = figures;
  switch (code) {
    case 'GPS':
      desk.open(readGnssShot(figures, desk.setup));
      return true;
    case 'SP':
      desk.open(readStoredPoint(figures, desk.setup));
      return true;
    case 'SS':
    case 'TR':
    case 'BD':
    case 'BR':
    case 'FD':
    case 'FR':
      desk.open(readSight(code satisfies SightCode, figures, desk.setup));
      return true;
    case 'OF':
      return addOffset(desk, figures, text);
    case 'BP':
      return openBase(desk, figures);
    case 'LS': {
      const [instrument_height, rod_height] = [figures.number('HI'), figures.number('HR')];
      const used_for = desk.setup.applyHeights(line, instrument_height, rod_height);
      desk.add({ kind: 'heights', lines: [line], instrument_height, rod_height, used_for });
      return true;
    }
    case 'OC': {
      const name = figures.has('OP') ? figures.name('OP') : figures.name('PN');
      const station = { kind: 'occupy' as const, lines: [line], name, ...readGridFigures(figures), description: figures.note };
      desk.add(station);
      desk.setup.occupy(line, station);
      return true;
    }
    case 'BK': {
      const [occupied, name] = [figures.text('OP'), figures.text('BP')];
      const backsight = {
        kind: 'backsight' as const,
        lines: [line],
        occupied,
        name,
        azimuth: figures.angle('BS'),
        circle: figures.angle('BC'),
      };
      desk.add(backsight);
      desk.setup.sightBack(line, backsight);
      return true;
    }
    case 'JB': {
      const name = figures.text('NM');
      const time = joinCollectorTime(parseCollectorDate(figures.text('DT')), parseCollectorClock(figures.text('TM')));
      desk.add({ kind: 'job', lines: [line], name, collector_time: time });
      return true;
    }
    case 'MO':
      desk.add(readMode(desk, figures));
      return true;
    default:
      desk.add({ kind: 'unknown', lines: [line], code, texts: [text] });
      desk.problems.about('UNKNOWN_RECORD', 'warning', `Records of the unknown kind ${code} were kept as they are.`, line);
      return false;
  }
}

function openBase(desk: RawDesk, figures: Figures): true {
  const base = readBase(figures, desk.base_configuration);
  desk.base_configuration = null;
  desk.open(base);
  desk.last_base = base;
  desk.setup.placeBase(figures.line, base);
  return true;
}

/** Vectors and covariances between the lines of a GNSS shot. */
function keepVector(desk: RawDesk, line: number, code: string, text: string): void {
  if (desk.shot) {
    desk.shot.notes.push(text.trim());
    desk.shot.lines.push(line);
    return;
  }
  desk.records.push({ kind: 'unknown', lines: [line], code, texts: [text] });
  desk.problems.about('ORPHAN', 'notice', `A ${code} line follows no GPS record.`, line);
}

function addOffset(desk: RawDesk, figures: Figures, text: string): boolean {
  const shot = desk.shot;
  if (shot?.kind === 'sight') {
    shot.offsets.push(readOffset(figures, text));
    shot.lines.push(figures.line);
    return true;
  }
  desk.add({ kind: 'unknown', lines: [figures.line], code: 'OF', texts: [text] });
  desk.problems.about('ORPHAN', 'warning', 'An off-centre record (OF) follows no total-station shot.', figures.line);
  return false;
}

function keepUnreadable(desk: RawDesk, line: number, code: string, text: string): void {
  desk.close();
  desk.problems.keep('UNREADABLE', 'warning', `A ${code} record has no fields.`, line, text);
}

function finishRaw(desk: RawDesk, lineCount: number, options: RawOptions): RawFile {
  const { records, problems } = desk;
  markOverwritten(records);
  const jobs = records.filter((record) => record.kind === 'job');
  const units = new Set(records.flatMap((record) => (record.kind === 'mode' && record.unit ? record.unit : [])));
  const unit = [...units][0] ?? null;
  const metresPerUnit = unit === null ? 1 : UNITS[unit];
  if (units.size > 1) problems.add('UNITS', 'stop', 'The file changes its unit of length in the middle.');
  if (lineCount > 0 && unit === null)
    problems.add('NO_HEADER', 'ask', 'The file does not say its unit of length (MO record): metres were assumed.');
  if (jobs.length === 0 && lineCount > 0) problems.add('NO_HEADER', 'notice', 'The file has no job record (JB).');
  if (new Set(jobs.map((job) => job.name.toUpperCase())).size > 1) {
    problems.about(
      'SEVERAL_JOBS',
      'warning',
      'The file holds several jobs one after the other.',
      jobs.flatMap((job) => job.lines),
    );
  }
  const angleForm = settleAngleForm(desk, metresPerUnit, options);
  return {
    kind: 'rw5',
    records,
    problems: problems.list(),
    line_count: lineCount,
    job_name: jobs[0]?.name ?? null,
    unit,
    metres_per_unit: metresPerUnit,
    angle_form: angleForm,
    setups: desk.setup.setups,
  };
}

/** The coordinate file holds the last record of a name; the earlier ones stay in the raw file and are kept here, marked. */
function markOverwritten(records: readonly RawRecord[]): void {
  const last = new Map<string, Draft<GnssShot | StoredPoint | TotalStationShot>>();
  for (const record of records) {
    const isStored =
      record.kind === 'gnss' || record.kind === 'stored' || (record.kind === 'sight' && (record.code === 'SS' || record.code === 'TR'));
    if (!isStored || record.name === '') continue;
    const shot = record as Draft<GnssShot | StoredPoint | TotalStationShot>;
    const key = shot.name.toUpperCase();
    const earlier = last.get(key);
    if (earlier) {
      earlier.was_overwritten = true;
      shot.overwrites = earlier.overwrites + 1;
    }
    last.set(key, shot);
  }
}

function settleAngleForm(desk: RawDesk, metresPerUnit: number, options: RawOptions): AngleForm {
  const shots = desk.records.filter((record) => record.kind === 'gnss');
  const evidence = options.angle_form ? null : measureAngleForm(shots, metresPerUnit, options.project);
  const form = options.angle_form ?? evidence?.form ?? 'packed';
  const { problems } = desk;
  if (evidence?.form === 'decimal') {
    problems.add(
      'ANGLE_FORM',
      'warning',
      'Latitudes and longitudes are decimal degrees (as CHCNav LandStar writes), not packed ones; they were read so.',
    );
  } else if (evidence && evidence.form === null && desk.has_glued_notes && shots.length > 0) {
    problems.add('ANGLE_FORM', 'ask', 'It cannot be told whether latitudes are packed (D.MMSS) or decimal degrees; packed was assumed.');
  }
  for (const record of desk.records) {
    if (record.kind !== 'gnss' && record.kind !== 'base') continue;
    const position = record as Draft<GnssShot> | Draft<BaseRecord>;
    if (form === 'decimal') {
      position.latitude = parseDecimalDegrees(position.latitude_text);
      position.longitude = parseDecimalDegrees(position.longitude_text);
    }
    if (position.latitude !== null && Math.abs(position.latitude) > 90) position.latitude = null;
    if (position.longitude !== null && Math.abs(position.longitude) > 180) position.longitude = null;
    if (position.latitude === null || position.longitude === null) {
      problems.about('BAD_VALUE', 'warning', 'A position (LA, LN) could not be read.', position.lines[0] as number);
    }
  }
  return form;
}
