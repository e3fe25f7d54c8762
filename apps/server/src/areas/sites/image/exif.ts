import type { Exif } from '@dmse/contract/sites/image';
import type { z } from 'zod';

export type ExifFacts = z.infer<typeof Exif>;

/** How much of a picture's beginning is looked at; cameras write their notes first. */
export const EXIF_LOOK_BYTES = 256 * 1024;

const NOTHING: ExifFacts = { taken_at: null, lon: null, lat: null, altitude: null, direction: null, camera: null };

const TAG = { make: 0x010f, model: 0x0110, exif: 0x8769, gps: 0x8825, taken: 0x9003, offset: 0x9011 } as const;
const GPS = { lat_ref: 1, lat: 2, lon_ref: 3, lon: 4, altitude_ref: 5, altitude: 6, direction: 17 } as const;
const SIZE: Record<number, number> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 9: 4, 10: 8 };
const MOST_ENTRIES = 500;

type Reader = { bytes: Buffer; isLittle: boolean };
type Folder = Map<number, { type: number; count: number; at: number }>;

/** What the camera wrote, as far as it can be read; null where it wrote nothing. Never fails, whatever the bytes are. */
export function readExif(head: Buffer): ExifFacts | null {
  const mark = head.indexOf('Exif\0\0', 0, 'latin1');
  if (mark < 0) return null;
  const bytes = head.subarray(mark + 6);
  const order = bytes.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return null;
  const reader = { bytes, isLittle: order === 'II' };
  const first = readFolder(reader, number(reader, 4, 4));
  const taken = readFolder(reader, pointer(reader, first, TAG.exif));
  const gps = readFolder(reader, pointer(reader, first, TAG.gps));
  const facts = { ...NOTHING, ...placeOf(reader, gps), taken_at: instantOf(reader, taken), camera: cameraOf(reader, first) };
  return Object.values(facts).every((value) => value === null) ? null : facts;
}

function number({ bytes, isLittle }: Reader, at: number, size: number): number | null {
  if (at < 0 || at + size > bytes.length) return null;
  return isLittle ? bytes.readUIntLE(at, size) : bytes.readUIntBE(at, size);
}

function readFolder(reader: Reader, start: number | null): Folder {
  const folder: Folder = new Map();
  const count = start === null ? null : number(reader, start, 2);
  if (start === null || count === null || count > MOST_ENTRIES) return folder;
  for (let place = 0; place < count; place += 1) {
    const entry = start + 2 + place * 12;
    const [tag, type, length] = [number(reader, entry, 2), number(reader, entry + 2, 2), number(reader, entry + 4, 4)];
    if (tag === null || type === null || length === null) break;
    const isInside = (SIZE[type] ?? 0) * length <= 4;
    const at = isInside ? entry + 8 : number(reader, entry + 8, 4);
    if (at !== null) folder.set(tag, { type, count: length, at });
  }
  return folder;
}

function pointer(reader: Reader, folder: Folder, tag: number): number | null {
  const entry = folder.get(tag);
  return entry ? number(reader, entry.at, 4) : null;
}

function text({ bytes }: Reader, folder: Folder, tag: number): string | null {
  const entry = folder.get(tag);
  if (entry?.type !== 2 || entry.count > 200 || entry.at + entry.count > bytes.length) return null;
  const plain = bytes
    .toString('latin1', entry.at, entry.at + entry.count)
    .replace(/\p{Cc}/gu, ' ')
    .trim();
  return plain || null;
}

/** Fractions, as many as the entry holds; null where one of them is none. */
function fractions(reader: Reader, folder: Folder, tag: number): number[] | null {
  const entry = folder.get(tag);
  if (entry?.type !== 5 || entry.count < 1 || entry.count > 3) return null;
  const values = Array.from({ length: entry.count }, (_, i) => {
    const [over, under] = [number(reader, entry.at + i * 8, 4), number(reader, entry.at + i * 8 + 4, 4)];
    return over === null || !under ? Number.NaN : over / under;
  });
  return values.every(Number.isFinite) ? values : null;
}

function placeOf(reader: Reader, gps: Folder): Partial<ExifFacts> {
  const lat = degrees(fractions(reader, gps, GPS.lat), text(reader, gps, GPS.lat_ref) === 'S', 90);
  const lon = degrees(fractions(reader, gps, GPS.lon), text(reader, gps, GPS.lon_ref) === 'W', 180);
  const [height = null] = fractions(reader, gps, GPS.altitude) ?? [];
  const [direction = null] = fractions(reader, gps, GPS.direction) ?? [];
  const below = gps.get(GPS.altitude_ref);
  const isBelow = below !== undefined && number(reader, below.at, 1) === 1;
  const altitude = height === null ? null : isBelow ? -height : height;
  return lat === null || lon === null ? { altitude, direction } : { lat, lon, altitude, direction };
}

function degrees(parts: number[] | null, isNegative: boolean, most: number): number | null {
  if (!parts) return null;
  const value = (parts[0] ?? 0) + (parts[1] ?? 0) / 60 + (parts[2] ?? 0) / 3600;
  return value > most ? null : isNegative ? -value : value;
}

/** `2026:03:04 10:30:00` by the camera's own clock, with its offset where the camera knew one. */
function instantOf(reader: Reader, folder: Folder): string | null {
  const match = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)$/.exec(text(reader, folder, TAG.taken) ?? '');
  if (!match) return null;
  const offset = /^[+-]\d\d:\d\d$/.exec(text(reader, folder, TAG.offset) ?? '')?.[0] ?? '';
  return `${match[1]}-${match[2]}-${match[3]}T${match[4]}${offset}`;
}

function cameraOf(reader: Reader, folder: Folder): string | null {
  const [make, model] = [text(reader, folder, TAG.make), text(reader, folder, TAG.model)];
  if (make && model && !model.startsWith(make)) return `${make} ${model}`;
  return model ?? make;
}
