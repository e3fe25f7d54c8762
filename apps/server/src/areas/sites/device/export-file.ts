import { createHash } from 'node:crypto';
import {
  EXPORT_MANIFEST,
  EXPORT_RECORDS,
  type ExportItem,
  ExportManifest,
  ExportRecords,
  MAX_EXPORT_ITEMS,
} from '@dmse/contract/sites/field-export';
import type { z } from 'zod';
import { readZip, type ZipEntry, ZipRefusal } from '../../../adapters/files/zip-reader.ts';
import { Refusal } from '../../../call/refusal.ts';
import type { Values } from '../capture/captured-noun.ts';

const MB = 1024 * 1024;

/** Pictures do not pack, so an honest export hardly grows. */
const LIMITS = { entries: MAX_EXPORT_ITEMS + 3, bytes: 400 * MB, ratio: 100 };
const MOST_WORDS = 64 * MB;

/** Parents before children, as a tablet pushes. */
const ORDER = { run: 0, point: 1, pipe: 2, image: 3 } as const;

export type ExportedItem = ExportItem & {
  /** The record as the tablet had it. */
  content: Values;
  /** The bytes of its picture; null when they are not in the file or not what the manifest says. */
  readFile(): Buffer | null;
};
export type ExportFile = { device: string; items: ExportedItem[] };

function refused(detail: string): Refusal {
  return new Refusal('INVALID', detail);
}

/** Reads the zip a tablet exported. Refused as a whole only where it is not such a file, or not the one that was written. */
export function readExport(zip: Buffer): ExportFile {
  const entries = new Map(openZip(zip).map((entry) => [entry.name, entry]));
  const manifest = readJson(entries, EXPORT_MANIFEST, ExportManifest);
  const records = readJson(entries, EXPORT_RECORDS, ExportRecords, manifest.records.sha256);
  const features = new Map(records.features.map((feature) => [feature.id, feature]));
  const items = manifest.items.map((item): ExportedItem => {
    const feature = features.get(item.id);
    if (!feature) throw refused(`${EXPORT_RECORDS} lacks a record that the manifest names.`);
    const geometry = item.kind === 'point' || item.kind === 'pipe' ? { geometry: feature.geometry ?? null } : {};
    return { ...item, content: { ...feature.properties, ...geometry }, readFile: () => readFile(entries, item) };
  });
  return { device: manifest.device, items: items.sort((a, b) => ORDER[a.kind] - ORDER[b.kind]) };
}

function openZip(zip: Buffer): ZipEntry[] {
  try {
    return readZip(zip, LIMITS);
  } catch (error) {
    if (error instanceof ZipRefusal) throw refused(error.message);
    throw error;
  }
}

function readJson<S extends z.ZodType>(entries: ReadonlyMap<string, ZipEntry>, name: string, schema: S, sha256?: string): z.output<S> {
  const entry = entries.get(name);
  if (!entry || entry.bytes > MOST_WORDS) throw refused(`This is not an export of the field app: it has no ${name}.`);
  const bytes = unpack(entry);
  if (!bytes || (sha256 !== undefined && hashOf(bytes) !== sha256))
    throw new Refusal('HASH_MISMATCH', `${name} is damaged: it is not what the tablet wrote.`);
  const read = schema.safeParse(parseJson(bytes));
  if (!read.success)
    throw refused(`${name} is not as the field app writes it: ${read.error.issues[0]?.path.join('.') || 'its beginning'}.`);
  return read.data;
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

function readFile(entries: ReadonlyMap<string, ZipEntry>, { file }: ExportItem): Buffer | null {
  const entry = file && entries.get(file.path);
  if (!file || !entry || entry.bytes !== file.bytes) return null;
  const bytes = unpack(entry);
  return bytes && hashOf(bytes) === file.sha256 ? bytes : null;
}

function unpack(entry: ZipEntry): Buffer | null {
  try {
    return entry.read();
  } catch (error) {
    if (error instanceof ZipRefusal) return null;
    throw error;
  }
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
