import { joinCollectorTime, parseCollectorClock, parseCollectorDate } from './clock.ts';
import type { RawDesk } from './raw-desk.ts';
import { Figures } from './raw-figures.ts';
import { parseRawLine } from './raw-line.ts';
import { addEpochLine, addSpreadLine, parseReadings } from './raw-quality.ts';
import { addResiduals, readResection, readResectionReading } from './raw-resection.ts';
import { findSetting } from './raw-setup.ts';
import { readGpsTime, readGridPosition } from './raw-shots.ts';

/** A line that began with "--" (or a GS or GT record written without the dashes); `text` is what followed. */
export function readComment(desk: RawDesk, line: number, text: string, verbatim: string): void {
  if (CLOCK.test(text)) {
    readClock(desk, line, text.trim(), verbatim);
    return;
  }
  const stop = findStop(text);
  const key = desk.keyOf(stop < 0 ? text : text.slice(0, stop));
  const value = stop < 0 ? '' : text.slice(stop + 1).trim();
  if ((key === 'gs' || key === 'gt') && text.charAt(stop) !== ':') readResult(desk, line, key, text, verbatim);
  else if (key === 'deleted point id(s)' || key === 'deleted point ids') readDeleted(desk, line, value);
  else {
    const isTaken =
      readQuality(desk, line, key, value, text) ||
      readSetting(desk, line, key, value, text, verbatim) ||
      readResectionPart(desk, line, key, value);
    if (!isTaken) readRemark(desk, line, key, text, verbatim);
  }
}

const CLOCK = /^\s*(?:dt|tm)\s*\d/i;

/** The words before the first colon or comma say what a comment is. */
function findStop(text: string): number {
  for (let i = 0; i < text.length; i++) {
    const sign = text.charCodeAt(i);
    if (sign === 58 || sign === 44) return i;
  }
  return -1;
}

function addComment(desk: RawDesk, line: number, verbatim: string, isKnown: boolean): void {
  desk.records.push({ kind: 'comment', lines: [line], text: verbatim, is_known: isKnown });
}

function readClock(desk: RawDesk, line: number, text: string, verbatim: string): void {
  const isDate = /^dt/i.test(text);
  const value = isDate ? desk.dateOf(text.slice(2)) : parseCollectorClock(text.slice(2));
  if (value === null) {
    desk.problems.about('BAD_VALUE', 'notice', `A ${isDate ? 'date' : 'time'} of the collector could not be read.`, line);
  } else if (isDate ? desk.takeDate(line, value) : desk.takeClock(line, value)) {
    return;
  }
  addComment(desk, line, verbatim, true);
}

/** --GS and --GT name their point: one that names another point than the record above belongs to nobody. */
function readResult(desk: RawDesk, line: number, key: 'gs' | 'gt', text: string, verbatim: string): void {
  const shot = desk.shot;
  const raw = parseRawLine(text);
  const figures = new Figures(raw, line, desk.problems, desk.is_gon);
  const name = figures.text('PN');
  const takes = shot !== null && (shot.kind === 'gnss' || shot.kind === 'base') && shot[key === 'gs' ? 'grid' : 'time'] === null;
  if (!takes || (name !== '' && name.toUpperCase() !== shot.name.toUpperCase())) {
    const sentence = `A --${key.toUpperCase()} line does not follow the GPS record of its point.`;
    desk.problems.about('ORPHAN', 'warning', sentence, line);
    addComment(desk, line, verbatim, true);
    return;
  }
  if (key === 'gs') shot.grid = readGridPosition(figures);
  else shot.time = readGpsTime(figures);
  shot.lines.push(line);
  figures.finish();
}

const EPOCH_KEYS = new Set([
  'hrms',
  'vrms',
  'hsdv',
  'vsdv',
  'nsdv',
  'esdv',
  'nrms',
  'erms',
  'status',
  'sats',
  'age',
  'pdop',
  'hdop',
  'vdop',
  'tdop',
  'gdop',
  'rms',
]);
const SPREAD =
  /^(nor|eas|elv|hrms|vrms|hsdv|vsdv|nsdv|esdv|nrms|erms|hdop|vdop|pdop|tdop|gdop|age|number of satellites) (?:avg|average|min|max|sd)$/;

function readQuality(desk: RawDesk, line: number, key: string, value: string, text: string): boolean {
  const isEpoch = EPOCH_KEYS.has(key);
  const spread = isEpoch ? null : SPREAD.exec(key);
  const isReadings = key === 'valid readings' || key === 'fixed readings';
  if (!isEpoch && !spread && !isReadings) return false;
  const shot = desk.shot;
  if (shot?.kind !== 'gnss') return false;
  if (isEpoch) shot.notes.push(...addEpochLine(desk.quality, text));
  if (spread) {
    const name = spread[1] === 'number of satellites' ? 'satellites' : (spread[1] as string);
    if (!addSpreadLine(desk.quality, name, text)) shot.notes.push(text.trim());
  }
  if (isReadings) {
    const readings = parseReadings(value);
    if (readings === null) shot.notes.push(text.trim());
    else if (key === 'valid readings') desk.quality.valid = readings;
    else desk.quality.fixed = readings;
  }
  shot.lines.push(line);
  return true;
}

function readSetting(desk: RawDesk, line: number, key: string, value: string, text: string, verbatim: string): boolean {
  const entered = key === 'entered rover hr' ? 'rover' : key === 'entered base hr' ? 'base' : null;
  if (entered) desk.setup.enterHeight(line, entered, value);
  else if (/^(?:survce|survpc)\b.*\bversion\b/.test(key)) desk.setup.set(line, { software: text.trim() });
  else if (key.startsWith('base configuration')) desk.base_configuration = text.trim().slice('base configuration'.length).trim();
  else if (key === 'gps log file' && desk.last_base) {
    desk.last_base.log_file = /^(.*?\.\w{2,4})\s/.exec(`${value} `)?.[1] ?? value;
    desk.last_base.notes.push(text.trim());
    desk.last_base.lines.push(line);
    return true;
  } else {
    const change = findSetting(key)?.(value, text);
    if (change === undefined) return false;
    if (change === null) desk.problems.about('BAD_VALUE', 'notice', `The comment "${key}" has no figure that could be read.`, line);
    else desk.setup.set(line, change);
    if (change && 'gps_scale' in change) checkScale(desk, line, change.gps_scale ?? null);
  }
  desk.aside({ kind: 'setting', lines: [line], name: key, text: verbatim });
  return true;
}

function checkScale(desk: RawDesk, line: number, scale: number | null): void {
  if (scale === null || scale === 1) return;
  desk.problems.about(
    'SCALE',
    'warning',
    `The collector applied a GPS scale of ${scale}: the job is on the ground, not on the grid.`,
    line,
  );
}

function readResectionPart(desk: RawDesk, line: number, key: string, value: string): boolean {
  if (key === 'resection') {
    desk.openResection(readResection(value, line, desk.problems, desk.is_gon));
    return true;
  }
  const record = desk.resection;
  if (!record) return false;
  if (key === 'points used') record.points_used.push(...value.split(',').flatMap((name) => name.trim() || []));
  else if (/^reading \d+/.test(key)) record.readings.push(readResectionReading(key, value, line, desk.problems, desk.is_gon));
  else if (key === 'residuals') addResiduals(record, value);
  else if (key === 'closure' || key === 'used xy') record.notes.push(`${key}: ${value}`);
  else return false;
  record.lines.push(line);
  return true;
}

/** "2515HPN,2516 from the coordinate file on DT10-14-2025 at TM09:52:30" */
function readDeleted(desk: RawDesk, line: number, value: string): void {
  const cut = value.toLowerCase().indexOf(' from the coordinate file');
  const names = (cut < 0 ? value : value.slice(0, cut)).split(',').flatMap((name) => name.trim() || []);
  const rest = cut < 0 ? '' : value.slice(cut);
  const date = parseCollectorDate(/\bDT(\S+)/i.exec(rest)?.[1] ?? '');
  const time = joinCollectorTime(date, parseCollectorClock(/\bTM(\S+)/i.exec(rest)?.[1] ?? ''));
  if (names.length === 0) desk.problems.about('BAD_VALUE', 'warning', 'A line about deleted points names none.', line);
  desk.aside({ kind: 'deleted', lines: [line], names, collector_time: time });
}

/** What a shot may carry without changing a figure of it. */
const SHOT_REMARK =
  /^(?:(?:left|right|in|out|up|down|vertical|horizontal)\b.*\boffset|.*\boffset [+-]?[\d.]+|pole incline|incline|tilt|gsr[dl]|cts[sd]\d|averaged|stddev|calculated|measured|delta|backsight|check|vrs|base id)/;
const FILE_REMARK =
  /^(?:crd|scale point|localization azimuth|geoid separation value|gnsslog|gps log file|used xy|closure|points used|residuals|reading \d|ts scale|prism|temperature|pressure|ppm|units?|version)/;

function readRemark(desk: RawDesk, line: number, key: string, text: string, verbatim: string): void {
  const isShotRemark = SHOT_REMARK.test(key) || EPOCH_KEYS.has(key) || SPREAD.test(key) || /^(?:valid|fixed) readings$/.test(key);
  if (desk.shot && isShotRemark) {
    desk.shot.notes.push(text.trim());
    desk.shot.lines.push(line);
    return;
  }
  const isKnown = isShotRemark || FILE_REMARK.test(key);
  addComment(desk, line, verbatim, isKnown);
  if (!isKnown) desk.problems.about('UNKNOWN_RECORD', 'notice', 'Comments of an unknown kind were kept as they are.', line);
}
