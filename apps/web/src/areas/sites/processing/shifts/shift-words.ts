import type { ShiftChoice } from '@dmse/contract/sites/processing/decision';
import type { BaseVector, ShiftStatistics, Spread } from './shift-figures.ts';

export const SHIFT_TYPES = {
  NONE: { title: 'No shift', text: 'The coordinates stay as they are. For network corrections, or a base on a published mark.' },
  HPN: { title: 'HPN, by PPP', text: 'Moves every shot by what PPP says the base stood wrong.' },
  CONTROL: { title: 'By control', text: 'Moves every shot by the mean of published less measured over the ticked controls.' },
} as const satisfies Record<ShiftChoice['type'], { title: string; text: string }>;

export const SOURCES = {
  points: { title: 'Points file', text: 'As the crew brought it back, with the collector’s own geoid and localization.' },
  raw: { title: 'Recomputed from raw', text: 'Every GNSS shot from its latitude and longitude, with the office’s grid and geoid.' },
} as const satisfies Record<ShiftChoice['source'], { title: string; text: string }>;

/** A shift in metres with its sign, to a tenth of a millimetre. */
export function sayShift(metres: number): string {
  return `${metres < 0 ? '−' : '+'}${Math.abs(metres).toFixed(4)}`;
}

export function sayVector({ base, d_easting, d_northing, d_elevation }: BaseVector): string {
  const figures = `E ${sayShift(d_easting)}, N ${sayShift(d_northing)}, Z ${sayShift(d_elevation)} m`;
  return base ? `${base}: ${figures}` : figures;
}

const saySpread = ({ rms, max }: Spread) => `RMS ${Math.round(rms * 1000)} mm, largest ${Math.round(max * 1000)} mm`;

/** How well the controls fit, as one sentence for each direction. */
export function sayStatistics({ horizontal, vertical }: ShiftStatistics): string[] {
  if (!horizontal) return [];
  return [`Horizontal: ${saySpread(horizontal)}`, vertical ? `Vertical: ${saySpread(vertical)}` : 'Vertical: no elevations to compare'];
}
