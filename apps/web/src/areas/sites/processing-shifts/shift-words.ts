import type { ShiftChoice } from '@dmse/contract/sites/processing/decision';
import { sayCount } from '@dmse/domain/text/counts';
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

/** A shift in metres with its sign, to a tenth of a millimetre unless said. */
export function sayShift(metres: number, decimals = 4): string {
  const size = Math.abs(metres).toFixed(decimals);
  return `${metres < 0 && Number(size) > 0 ? '−' : '+'}${size}`;
}

export function sayVector({ base, d_easting, d_northing, d_elevation }: BaseVector): string {
  const figures = `E ${sayShift(d_easting)}, N ${sayShift(d_northing)}, Z ${sayShift(d_elevation)} m`;
  return base ? `${base}: ${figures}` : figures;
}

const saySize = (metres: number) => (metres < 1 ? `${Math.round(metres * 1000)} mm` : `${metres.toFixed(3)} m`);
const saySpread = ({ rms, max, count }: Spread) => `RMS ${saySize(rms)}, largest ${saySize(max)}, ${sayCount(count, 'control')}`;

/** How well the controls fit, as one sentence for each direction. */
export function sayStatistics({ horizontal, vertical }: ShiftStatistics): string[] {
  if (!horizontal) return [];
  return [`Horizontal: ${saySpread(horizontal)}`, vertical ? `Vertical: ${saySpread(vertical)}` : 'Vertical: no elevations to compare'];
}
