import { norm } from '../text/norm.ts';
import type { Reading } from '../text/reading.ts';

type Column = { title: string; at: number };

/** Where a row of an address or parcel file has what. Grid coordinates come in when there are no degrees. */
export type PlaceColumns = { label: number[]; x: number; y: number; is_grid: boolean };

const LABEL = ['label', 'address', 'civic address', 'full address', 'pid', 'parcel', 'parcel id', 'pin', 'adresse', 'nid'];
const LON = ['lon', 'long', 'lng', 'longitude', 'x'];
const LAT = ['lat', 'latitude', 'y'];
const EASTING = ['easting', 'e', 'est'];
const NORTHING = ['northing', 'n', 'nord'];
/** A civic address in pieces, in the order people say them. */
const PIECES = [
  ['civic number', 'civic no', 'civic_num', 'number', 'street number'],
  ['street', 'street name', 'road', 'rue'],
  ['city', 'community', 'municipality', 'place', 'ville'],
];

function find(columns: readonly Column[], names: readonly string[]): number | null {
  const wanted = (title: string) => norm(title).replaceAll('_', ' ').trim();
  return columns.find(({ title }) => names.map(wanted).includes(wanted(title)))?.at ?? null;
}

/** Which columns name a place, in the order they are said; none where no header tells. */
export function findPlaceLabel(columns: readonly Column[]): number[] {
  const whole = find(columns, LABEL);
  return whole === null ? PIECES.flatMap((names) => find(columns, names) ?? []) : [whole];
}

/** Finds the columns by their headers, or says which are missing. */
export function readPlaceHeader(columns: readonly Column[]): Reading<PlaceColumns> {
  const label = findPlaceLabel(columns);
  if (label.length === 0) return { problem: 'The file needs a column named label, address or pid.' };
  const [lon, lat] = [find(columns, LON), find(columns, LAT)];
  if (lon !== null && lat !== null) return { value: { label, x: lon, y: lat, is_grid: false } };
  const [easting, northing] = [find(columns, EASTING), find(columns, NORTHING)];
  if (easting !== null && northing !== null) return { value: { label, x: easting, y: northing, is_grid: true } };
  return { problem: 'The file needs the columns lon and lat, or easting and northing.' };
}

function numberIn(cell: string | undefined): number | null {
  const text = (cell ?? '').trim();
  return /^-?\d{1,9}([.,]\d{1,15})?$/.test(text) ? Number(text.replace(',', '.')) : null;
}

/** One row as a place in degrees, or why not. `toDegrees` knows the office grid. */
export function readPlaceRow(
  cells: readonly string[],
  { label, x, y, is_grid }: PlaceColumns,
  toDegrees: (easting: number, northing: number) => { lon: number; lat: number } | null,
): Reading<{ label: string; lon: number; lat: number }> {
  const words = label
    .map((at) => (cells[at] ?? '').trim())
    .filter(Boolean)
    .join(' ');
  if (words === '') return { problem: 'there is no address or parcel number.' };
  const [first, second] = [numberIn(cells[x]), numberIn(cells[y])];
  if (first === null || second === null) return { problem: 'the coordinates are not numbers.' };
  const place = is_grid ? toDegrees(first, second) : { lon: first, lat: second };
  if (!place || Math.abs(place.lon) > 180 || Math.abs(place.lat) > 90 || !Number.isFinite(place.lon + place.lat))
    return { problem: 'the coordinates are not on the earth.' };
  return { value: { label: words.replace(/\s+/g, ' ').slice(0, 300), ...place } };
}
