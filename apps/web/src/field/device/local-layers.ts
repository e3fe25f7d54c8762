import { listStaticLayers, StaticLayer } from '@dmse/contract/sites/static-layer';
import { eraseLayersExcept } from '@dmse/sync/safe-delete';
import type { Session } from '@dmse/sync/session';
import { z } from 'zod';
import { call, fetchFile } from '../../api/call.ts';

/**
 * The layers of a run, and the small pictures of photos others have taken, on the device. Both are copies: when the storage is full they
 * go first, and come again with the next visit online.
 */
export type LocalLayer = StaticLayer & { readonly isHere: boolean };

const MOST = 200;
const Listed = z.array(StaticLayer);

const layerKey = (run: string, layer: StaticLayer) => `${run}/layer:${layer.id}:${layer.sha256}`;
const pictureKey = (run: string, image: string) => `${run}/picture:${image}`;

async function fetchBytes(url: string): Promise<Uint8Array | null> {
  try {
    const response = await fetchFile(url);
    if (!response.ok || response.headers.get('X-App') !== 'dmse') return null;
    return new Uint8Array(await response.arrayBuffer());
  } catch {
    return null;
  }
}

/** Brings the run's layers to the device. Answers how many could not be had. */
export async function loadLayers(session: Session, run: string): Promise<number> {
  const { results } = await call(listStaticLayers, { field_run: run, page_size: MOST }, undefined, { stayOn401: true });
  await session.store.safety(({ meta }) => meta.put({ id: `layers:${run}`, value: { at: new Date().toISOString(), listed: results } }));
  const here = new Set(await session.store.safety(({ layers }) => layers.ids()));
  let missing = 0;
  for (const layer of results) {
    const id = layerKey(run, layer);
    if (here.has(id)) continue;
    const bytes = await fetchBytes(layer.url);
    if (bytes === null || (await session.tools.digest(bytes)) !== layer.sha256) missing += 1;
    else await session.store.safety(({ layers }) => layers.put({ id, field_run: run, name: layer.name, bytes }));
  }
  return missing;
}

/** Photos that came from the office or another tablet: the small version, so that they can be seen without a network. */
export async function loadPictures(session: Session, run: string): Promise<void> {
  const images = await session.store.runs((tx) => tx.table('image').list({ field_run: run }));
  const here = new Set(await session.store.safety(({ layers }) => layers.ids()));
  for (const image of images) {
    const url = image.facts.thumbnail_url;
    if (image.is_deleted === 1 || image._sha256 !== null || typeof url !== 'string' || here.has(pictureKey(run, image.id))) continue;
    const bytes = await fetchBytes(url);
    if (bytes === null) return;
    await session.store.safety(({ layers }) => layers.put({ id: pictureKey(run, image.id), field_run: run, name: image.id, bytes }));
  }
}

export async function dropLayersOfOtherRuns(session: Session): Promise<void> {
  const runs = await session.store.runs((tx) => tx.table('run').list({}));
  await eraseLayersExcept(session.store, new Set(runs.map(({ id }) => id)));
}

/** What the run has, and which of it lies on the device. */
export async function listLocalLayers(session: Session, run: string): Promise<readonly LocalLayer[]> {
  const { listed, ids } = await session.store.safety(async ({ meta, layers }) => ({
    listed: (await meta.get(`layers:${run}`))?.value.listed,
    ids: new Set(await layers.ids()),
  }));
  return (Listed.safeParse(listed).data ?? []).map((layer) => ({ ...layer, isHere: ids.has(layerKey(run, layer)) }));
}

/** The GeoJSON or the picture itself; null when it is not on the device. */
export async function readLayer(session: Session, layer: StaticLayer): Promise<Blob | null> {
  const row = await session.store.safety(({ layers }) => layers.get(layerKey(layer.field_run, layer)));
  return row === undefined ? null : new Blob([row.bytes as BlobPart], { type: layer.mime_type });
}

/** A photo to look at: as it was taken here, else its small version. Null: only the server has it. */
export async function readPicture(session: Session, id: string): Promise<Blob | null> {
  const image =
    (await session.store.runs((tx) => tx.table('image').get(id))) ?? (await session.store.safety(({ rescue }) => rescue.get(id)));
  if (image?.file) return new Blob([image.file as BlobPart], { type: image._mime ?? 'image/jpeg' });
  if (image === undefined) return null;
  const small = await session.store.safety(({ layers }) => layers.get(pictureKey(image.field_run, id)));
  return small === undefined ? null : new Blob([small.bytes as BlobPart]);
}
