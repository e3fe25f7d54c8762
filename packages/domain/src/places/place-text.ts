import type { Geometry } from './geometry.ts';
import { middleOf } from './geometry.ts';

type Place = { geometry?: Geometry | null; address?: string; legal_description?: string; pid?: string };

/** A place in a few words: its address, else its parcel, else where it is; null when nothing is known of it. */
export function sayPlace({ geometry, address, legal_description, pid }: Place): string | null {
  if (address) return address;
  if (pid) return `PID ${pid}`;
  if (legal_description) return legal_description;
  if (!geometry) return null;
  const { lon, lat } = middleOf(geometry);
  const words = `${lat.toFixed(5)}, ${lon.toFixed(5)}`;
  return geometry.type === 'Point' ? words : `an area at ${words}`;
}
