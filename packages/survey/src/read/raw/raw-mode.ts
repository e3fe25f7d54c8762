import type { RawDesk } from './raw-desk.ts';
import type { Figures } from './raw-figures.ts';
import type { ModeRecord } from './raw-records.ts';

/** MO: units and switches, once at the top of a raw file. */

export const UNITS = { ft: 0.3048, m: 1, us_ft: 1200 / 3937 } as const;

const UNIT_CODES = ['ft', 'm', 'us_ft'] as const;
export const UNIT_NAMES = { ft: 'international feet', m: 'metres', us_ft: 'US survey feet' } as const;

export function readMode(desk: RawDesk, figures: Figures): ModeRecord {
  const { line } = figures;
  const pick = <T>(header: string, values: readonly T[]): T | null => values[figures.number(header) ?? -1] ?? null;
  const mode: ModeRecord = {
    kind: 'mode',
    lines: [line],
    azimuth_from: pick('AD', ['north', 'south'] as const),
    unit: pick('UN', UNIT_CODES),
    scale: figures.number('SF'),
    has_curvature: pick('EC', [false, true]),
    edm_offset: figures.number('EO'),
    angle_unit: pick('AU', ['degrees', 'gon'] as const),
  };
  desk.is_gon = mode.angle_unit === 'gon';
  if (mode.unit !== null && mode.unit !== 'm') {
    desk.problems.about('UNITS', 'warning', `Lengths in this file are ${UNIT_NAMES[mode.unit]}; a run has them converted to metres.`, line);
  }
  if (desk.is_gon) desk.problems.about('UNITS', 'notice', 'Angles in this file are gons; they were turned into degrees.', line);
  if (mode.scale !== null && mode.scale !== 1) {
    desk.problems.about('SCALE', 'warning', `The file states a scale factor of ${mode.scale} instead of 1.`, line);
  }
  return mode;
}
