import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Compression, TileType } from 'pmtiles';
import { createArchiveWriter } from '../../adapters/tiles/archive-writer.ts';
import { type Sample, type Scene, STAMPS, THEN } from '../fixtures/scene.ts';

const BYTES = Buffer.from('PMTiles\u0003 and more');
const PIECE = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };

async function makeBaseMap({ tx }: Scene, values: object): Promise<number> {
  const row = { name: `Map ${crypto.randomUUID()}`, ...STAMPS, ...values } as { name: string; kind: string } & typeof STAMPS;
  return (await tx.insertInto('base_map').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

/** One tile of the whole world, in the store. */
async function makeTiles(scene: Scene): Promise<number> {
  const folder = await mkdtemp(join(scene.dataDir, 'tiles-'));
  const path = join(folder, 'a.pmtiles');
  const writer = await createArchiveWriter(path);
  await writer.add(0, 0, 0, Buffer.from('picture'));
  await writer.finish({ tile_type: TileType.Png, tile_compression: Compression.None, bounds: [-180, -85, 180, 85], metadata: {} });
  const stored = await scene.files.put(createReadStream(path), 1_000_000);
  await rm(folder, { recursive: true });
  const about = { ...stored, name: 'a.pmtiles', mime_type: 'application/vnd.pmtiles', created_on: THEN };
  const { id: file } = await scene.tx.insertInto('file').values(about).returning('id').executeTakeFirstOrThrow();
  const tiles = { format: 'png', bounds: [-180, -85, 180, 85], min_zoom: 0, max_zoom: 0, layers: [] };
  return makeBaseMap(scene, { kind: 'file', file, tiles: JSON.stringify(tiles) });
}

const raster = {
  own: async (scene: Scene) => ({ id: await makeBaseMap(scene, { kind: 'raster', url: 'https://127.0.0.1:1/{z}/{x}/{y}' }) }),
};
const upload = async (scene: Scene) => ({
  id: await makeBaseMap(scene, { kind: 'file', state: 'uploading', upload_name: 'a', upload_length: 100 }),
});

const WORLD = { west: -180, south: -85, east: 180, north: 85 };
async function makePiece(scene: Scene) {
  const id = await makeTiles(scene);
  const { sha256 } = await scene.tx
    .selectFrom('base_map')
    .innerJoin('file', 'file.id', 'base_map.file')
    .select('sha256')
    .where('base_map.id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, from: 0, to: 0, revision: sha256.slice(0, 16), ...WORLD };
}

export const BASE_MAP_SAMPLES: Record<string, Sample> = {
  getBaseMapTile: { own: async (scene) => ({ id: await makeTiles(scene), z: 0, x: 0, y: 0 }) },
  planBaseMapPack: { own: async (scene) => ({ id: await makeTiles(scene), min_zoom: 0, max_zoom: 0, ...WORLD }) },
  getBaseMapPiece: { own: makePiece },
  createBaseMap: { body: { name: 'Aerial', kind: 'raster', url: 'https://tiles.example.ca/{z}/{x}/{y}.png' } },
  updateBaseMap: { ...raster, body: { attribution: 'Province' } },
  removeBaseMap: raster,
  checkBaseMap: raster,
  beginBaseMapUpload: { own: upload, body: { name: 'a', length: 100 } },
  continueBaseMapUpload: { own: upload, form: async () => ({ payload: BYTES, headers: PIECE }) },
};
