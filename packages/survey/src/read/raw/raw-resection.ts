import { parseLeadingNumber } from '../numbers.ts';
import type { ProblemList } from '../problem-list.ts';
import { Figures } from './raw-figures.ts';
import { parseFields, type RawLine } from './raw-line.ts';
import type { ResectionReading, ResectionRecord } from './raw-records.ts';
import { type Draft, readGridFigures } from './raw-shots.ts';

/** The resection report SurvPC prints as comments under the stored point; every part after the first line may be missing. */

/** "HI1.545,PNI1,N ..,E ..,EL..,--TEMP" */
export function readResection(value: string, line: number, problems: ProblemList, isGon: boolean): Draft<ResectionRecord> {
  const cut = value.indexOf(',--');
  const raw: RawLine = {
    code: 'Resection',
    fields: parseFields(value, 0, cut < 0 ? value.length : cut),
    note: cut < 0 ? '' : value.slice(cut + 3).trim(),
    has_glued_note: false,
  };
  const figures = new Figures(raw, line, problems, isGon);
  const record: Draft<ResectionRecord> = {
    kind: 'resection',
    lines: [line],
    name: figures.name('PN'),
    ...readGridFigures(figures),
    instrument_height: figures.number('HI'),
    points_used: [],
    readings: [],
    residual_distance: null,
    residual_angle: null,
    residual_elevation: null,
    description: raw.note,
    notes: [],
  };
  figures.finish();
  return record;
}

/** "FPCP5,AR278.0227,ZE86.0806,SD34.1602--CP,HR1.470": the description stands between the figures. */
export function readResectionReading(key: string, value: string, line: number, problems: ProblemList, isGon: boolean): ResectionReading {
  const match = /^(.*?),?--(.*?)(?:,\s*HR\s*([^,]*))?$/i.exec(value);
  const raw: RawLine = {
    code: 'Reading',
    fields: parseFields(value, 0, match?.[1]?.length ?? value.length),
    note: (match?.[2] ?? '').trim(),
    has_glued_note: false,
  };
  const figures = new Figures(raw, line, problems, isGon);
  const reading: ResectionReading = {
    name: figures.name('FP'),
    face: /\(d\)/.test(key) ? 'D' : /\(r\)/.test(key) ? 'R' : null,
    angle: figures.angle('AR'),
    zenith: figures.angle('ZE'),
    distance: figures.number('SD'),
    rod_height: parseLeadingNumber(match?.[3] ?? figures.text('HR')),
    description: raw.note,
    residual_distance: null,
    residual_angle: null,
    residual_elevation: null,
  };
  figures.finish();
  return reading;
}

/** "Dist -0.0028,Ang(sec) N/A,Elv -0.0217": of the reading above, or of the whole resection when there is none yet. */
export function addResiduals(record: Draft<ResectionRecord>, value: string): void {
  const figure = (word: string): number | null => parseLeadingNumber(new RegExp(`${word}\\s+([+-]?[\\d.]+)`, 'i').exec(value)?.[1] ?? '');
  const residuals = {
    residual_distance: figure('Dist'),
    residual_angle: figure('Ang\\(sec\\)'),
    residual_elevation: figure('Elv'),
  };
  const last = record.readings.length - 1;
  if (last < 0) Object.assign(record, residuals);
  else record.readings[last] = { ...(record.readings[last] as ResectionReading), ...residuals };
}
