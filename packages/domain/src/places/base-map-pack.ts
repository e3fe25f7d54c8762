import { daysBetween, type LocalDate, proseDate } from '../dates/local-date.ts';

/** The base map of a run's area on a tablet: what of it, how large, and what is said about it. */

const MB = 1024 * 1024;
/** The most that is packed of a base map for one run. */
export const MAX_PACK_BYTES = 200 * MB;
/** What stays free on a device for what a crew captures. */
export const KEPT_FREE_BYTES = 500 * MB;
/** Shown around what is known of a run, in metres: a crew walks past the last point. */
const AROUND_METRES = 400;
const METRES_PER_DEGREE = 111_320;
const FIRST_ZOOM = 10;

/** West, south, east, north. */
export type Area = readonly [number, number, number, number];
/** Null: more tiles than are counted, and surely more than may be packed. */
export type ZoomSize = { zoom: number; tiles: number | null; bytes: number | null };

/** The area around the boxes of what belongs to a run; null where nothing says where it lies. */
export function areaOfRun(boxes: readonly Area[]): Area | null {
  if (boxes.length === 0) return null;
  const [west, south, east, north] = boxes.reduce(([a, b, c, d], [e, f, g, h]) => [
    Math.min(a, e),
    Math.min(b, f),
    Math.max(c, g),
    Math.max(d, h),
  ]);
  const up = AROUND_METRES / METRES_PER_DEGREE;
  const aside = up / Math.max(0.05, Math.cos((((south + north) / 2) * Math.PI) / 180));
  const within = (value: number, most: number) => Math.min(most, Math.max(-most, Math.round(value * 1e6) / 1e6));
  return [within(west - aside, 180), within(south - up, 85), within(east + aside, 180), within(north + up, 85)];
}

/** What the zooms from one to another take; null where that is more than is counted. */
export function sizeOfZooms(sizes: readonly ZoomSize[], min_zoom: number, max_zoom: number): { tiles: number; bytes: number } | null {
  let [tiles, bytes] = [0, 0];
  for (const size of sizes) {
    if (size.zoom < min_zoom || size.zoom > max_zoom) continue;
    if (size.tiles === null || size.bytes === null) return null;
    tiles += size.tiles;
    bytes += size.bytes;
  }
  return { tiles, bytes };
}

/** What is offered at first: from the view of a town to as near as there is room for. */
export function proposeZooms(sizes: readonly ZoomSize[]): { min_zoom: number; max_zoom: number } | null {
  const zooms = sizes.map(({ zoom }) => zoom).sort((a, b) => a - b);
  const [lowest, highest] = [zooms[0], zooms.at(-1)];
  if (lowest === undefined || highest === undefined) return null;
  const min_zoom = Math.min(highest, Math.max(lowest, FIRST_ZOOM));
  const fits = zooms.filter((zoom) => zoom >= min_zoom && (sizeOfZooms(sizes, min_zoom, zoom)?.bytes ?? Infinity) <= MAX_PACK_BYTES);
  return { min_zoom, max_zoom: fits.at(-1) ?? min_zoom };
}

export function sayMegabytes(bytes: number): string {
  return bytes < MB ? 'less than 1 MB' : `${Math.round(bytes / MB)} MB`;
}

/** Why this much is not packed, in a sentence. `free`: what the browser has left for us, null where it does not say. */
export function whyNotPack(size: { tiles: number; bytes: number } | null, free: number | null = null): string | null {
  const most = `At most ${sayMegabytes(MAX_PACK_BYTES)} can be packed for a run. Choose fewer zooms.`;
  if (size === null) return most;
  if (size.tiles === 0) return 'This base map has no tiles in the area of the run at these zooms.';
  if (size.bytes > MAX_PACK_BYTES) return `This is ${sayMegabytes(size.bytes)}. ${most}`;
  if (free !== null && free - size.bytes < KEPT_FREE_BYTES)
    return `This device has ${sayMegabytes(Math.max(0, free))} left, and ${sayMegabytes(KEPT_FREE_BYTES)} of it stay free for field data. Choose fewer zooms, or free some space.`;
  return null;
}

/** Why a base map is not offered at all; null where it is. */
export function whyNotPackable({ kind, state, encoding }: { kind: string; state: string; encoding: string | null }): string | null {
  if (kind !== 'file')
    return 'It comes from another server, whose owner has not allowed copies. It is shown only while there is a network.';
  if (state !== 'ready') return 'Its file is not ready yet.';
  if (encoding === 'br') return 'Its tiles are packed with Brotli, which browsers cannot unpack by themselves. Upload it packed with gzip.';
  return null;
}

export function sayZooms(min_zoom: number, max_zoom: number): string {
  return min_zoom === max_zoom ? `zoom ${min_zoom}` : `zooms ${min_zoom}–${max_zoom}`;
}

function sayDay(day: LocalDate, today: LocalDate): string {
  const days = daysBetween(day, today);
  if (days === 0) return 'today';
  return days === 1 ? 'yesterday' : `on ${proseDate(day)}`;
}

export type PackFacts = {
  bytes: number;
  /** What of it lies on the device. */
  here: number;
  min_zoom: number;
  max_zoom: number;
  /** The day all of it was there for the first time; null before. */
  packed_on: LocalDate | null;
};

/** "Base map of this area: 34 MB, zooms 10–17, packed today." */
export function sayPack({ bytes, here, min_zoom, max_zoom, packed_on }: PackFacts, today: LocalDate): string {
  const zooms = sayZooms(min_zoom, max_zoom);
  if (here >= bytes && packed_on !== null)
    return `Base map of this area: ${sayMegabytes(bytes)}, ${zooms}, packed ${sayDay(packed_on, today)}.`;
  if (packed_on !== null)
    return `The base map of this area (${zooms}) is no longer on this device: its space was needed for field data. It can be packed again.`;
  return `Base map of this area: ${sayMegabytes(here)} of ${sayMegabytes(bytes)} here, ${zooms}. The rest follows when there is a network.`;
}
