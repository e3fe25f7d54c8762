import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { KnownPlaceFile, KnownPlaceImport } from '@dmse/contract/places/geocode';
import { LayerRefusal } from '@dmse/survey/layer/layer';
import type { FileStore } from '../../../adapters/files/file-store.ts';
import { readPlacesBounded } from '../../../adapters/places/place-file-reader.ts';
import type { Context } from '../../../call/context.ts';
import { invalid, notFound } from '../../../call/refusal.ts';
import type { Database } from '../../../db/database.ts';
import { recordHistory } from '../../../records/history.ts';
import { claimUpload } from '../../files/file/file.service.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import * as places from './geocode.queries.ts';

const MAX_BYTES = 400 * 1024 * 1024;
const MAX_TOLD = 20;
/** Between two notes of how far it is, so many places. */
const TELL_EACH = 10_000;

type Wish = { file: number; kind: places.PlaceKind; source: string };

export async function listKnownPlaces({ tx }: Context): Promise<{ count: number; results: KnownPlaceFile[] }> {
  const { held, imports } = await places.listFiles(tx);
  const keyOf = ({ source, kind }: { source: string; kind: string }) => JSON.stringify([source, kind]);
  const counts = new Map(held.map((one) => [keyOf(one), one]));
  const last = new Map(imports.map((one) => [keyOf(one), one as KnownPlaceImport]));
  const results = [...new Set([...counts.keys(), ...last.keys()])].sort().map((key) => {
    const [source, kind] = JSON.parse(key) as [string, places.PlaceKind];
    return { source, kind, places: counts.get(key)?.places ?? 0, last_import: last.get(key) ?? null };
  });
  return { count: results.length, results };
}

export async function importKnownPlaces(context: Context, { file, kind, source }: Wish): Promise<KnownPlaceImport> {
  const { tx, actor, now, adapters } = context;
  await claimUpload(context, file, 'file');
  const id = await places.beginImport(tx, { source, kind, file, created_on: now, created_by: actor.id });
  if (id === null) throw invalid({ source: 'An import of this source is under way. Wait until it has ended.' });
  await adapters.queue.send(tx, 'known-places', { import: id }, String(id));
  return (await places.getImport(tx, id)) as KnownPlaceImport;
}

export async function removeKnownPlaces({ tx, actor, now, request_id }: Context, { kind, source }: Omit<Wish, 'file'>): Promise<void> {
  if (await places.isImporting(tx, kind, source))
    throw invalid({ source: 'An import of this source is under way. Wait until it has ended.' });
  const count = await places.removeSource(tx, kind, source);
  if (count === null) throw notFound();
  const change = { field: 'places', label: kind === 'address' ? 'Addresses' : 'Parcels', from: String(count), to: null };
  const about = { noun: 'known place', record_id: source, record_name: source, version: null, action: 'deleted', changes: [change] };
  await recordHistory({ tx, actor, now, request_id }, about);
}

type Parts = { db: Database; files: FileStore; folder: string; now: () => string };

/**
 * A job of the queue: brings in a civic-address or parcel file. Rows that cannot be read are told and left out; without a good one nothing
 * changes. The file is read elsewhere and comes in pieces, so that neither memory nor other requests suffer from its size.
 */
export async function takeInPlaces({ db, files, folder, now }: Parts, id: number): Promise<void> {
  const found = await db.read((tx) => places.openImport(tx, id));
  if (!found) return;
  const kind = found.kind as places.PlaceKind;
  const place = await mkdtemp(join(folder, 'places-'));
  try {
    if (found.bytes > MAX_BYTES) throw new LayerRefusal(`The file is larger than ${MAX_BYTES / 1024 / 1024} MB. Split it into several.`);
    const path = join(place, 'file');
    await pipeline(files.open(found.sha256), createWriteStream(path, { mode: 0o600 }));
    const { office_crs } = await db.read((tx) => getSection(tx, 'coordinates'));
    const tell = (done: number) => db.write((tx) => places.noteImport(tx, id, { state: 'reading', done }));
    await tell(0);
    await db.write(async (tx) => {
      const add = await places.replaceFile(tx, kind, found.source);
      let [done, told, left]: [number, number, string[]] = [0, 0, []];
      let count = 0;
      for await (const batch of readPlacesBounded({ path, kind, office_crs })) {
        await add(batch.places);
        done += batch.places.length;
        count += batch.problems.length;
        if (left.length < MAX_TOLD) left = [...left, ...batch.problems].slice(0, MAX_TOLD);
        if (done - told < TELL_EACH) continue;
        told = done;
        await tell(done);
      }
      if (done === 0) throw new LayerRefusal(left[0] ?? 'There is no place in this file.');
      const problems = count > MAX_TOLD ? [...left, `… and ${count - MAX_TOLD} more.`] : left;
      await places.noteImport(tx, id, { state: 'ready', done, problems, ended_on: now() });
      const change = { field: 'places', label: kind === 'address' ? 'Addresses' : 'Parcels', from: null, to: String(done) };
      const actor = { id: found.created_by, full_name: found.full_name ?? '' };
      const about = {
        noun: 'known place',
        record_id: found.source,
        record_name: found.source,
        version: null,
        action: 'imported',
        changes: [change],
      };
      await recordHistory({ tx, actor, now: now(), request_id: `import ${id}` }, about);
    });
  } catch (error) {
    if (!(error instanceof LayerRefusal)) throw error;
    await giveUpPlaces(db, id, now(), error.message);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

export async function giveUpPlaces(
  db: Database,
  id: number,
  now: string,
  problem = 'The file could not be read. Try again.',
): Promise<void> {
  await db.write((tx) => places.noteImport(tx, id, { state: 'failed', problem, ended_on: now }));
}
