import type { PlaceGeometry } from '@dmse/contract/places/location';
import type { Lonlat } from '../../../parts/map/map-layer.ts';

/** An address is no place for thousands of corners. */
const MAX_CORNERS = 200;
/** A hundredth of a millimetre would be noise; this is a centimetre. */
const DECIMALS = 7;

function readNumber(text: string | undefined, most: number): number | null {
  if (text === undefined || !/^-?\d{1,3}(\.\d{1,15})?$/.test(text)) return null;
  const value = Number(text);
  return Math.abs(value) <= most ? value : null;
}

function writeNumber(value: number): string {
  return String(Number(value.toFixed(DECIMALS)));
}

/** "-66.643_45.964", once or several times: places in an address, or none where one of them is not a place. */
export function readPlaces(words: unknown): Lonlat[] {
  const parts = words === undefined ? [] : Array.isArray(words) ? words : [words];
  if (parts.length > MAX_CORNERS) return [];
  const places = parts.flatMap((part): Lonlat[] => {
    const [longitude, latitude, ...rest] = String(part).split('_');
    const [lon, lat] = [readNumber(longitude, 180), readNumber(latitude, 90)];
    return lon === null || lat === null || rest.length > 0 ? [] : [[lon, lat]];
  });
  return places.length === parts.length ? places : [];
}

export function writePlaces(places: readonly Lonlat[]): string[] {
  return places.slice(0, MAX_CORNERS).map(([longitude, latitude]) => `${writeNumber(longitude)}_${writeNumber(latitude)}`);
}

/** One place is a point, three or more are the corners of an area. */
export function geometryOf(places: readonly Lonlat[]): PlaceGeometry | null {
  const corners = places.map(([longitude, latitude]) => [longitude, latitude] as [number, number]);
  const [first] = corners;
  if (!first || corners.length === 2) return null;
  return corners.length === 1 ? { type: 'Point', coordinates: first } : { type: 'Polygon', coordinates: [[...corners, first]] };
}
