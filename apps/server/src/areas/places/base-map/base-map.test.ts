import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import * as baseMap from '@dmse/contract/places/base-map';
import * as pack from '@dmse/contract/places/base-map-pack';
import { createFieldRun } from '@dmse/contract/sites/field-run';
import { createShot } from '@dmse/contract/sites/shot';
import { indexPiece, isWholePiece, tileId, tileRange } from '@dmse/survey/tile/tile-piece';
import type { TestClient } from '@dmse/testkit/client';
import { Compression, TileType, zxyToTileId } from 'pmtiles';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { createArchiveWriter } from '../../../adapters/tiles/archive-writer.ts';
import { createTileService } from '../../../adapters/tiles/tile-service.ts';
import { sha256Of } from '../../../testing/fixtures/field-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';
import { takeInBaseMap } from './base-map-upload.service.ts';

const app = useTestApp();
const PNG = Buffer.from('89504e470d0a1a0a0000', 'hex');
const BOX = [-67, 45, -66, 46] as const;

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
});

async function serveAt(answer: (path: string, range: string | undefined) => { status?: number; type?: string; body: Buffer | string }) {
  server = createServer((request, response) => {
    const { status = 200, type = 'application/json', body } = answer(request.url!, request.headers.range);
    response.writeHead(status, { 'Content-Type': type }).end(body);
  });
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'dmse-tiles-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** Tiles of zoom 10 in a row, each of its own bytes. */
async function makeArchive(count: number): Promise<Buffer> {
  const path = join(await folder(), 'a.pmtiles');
  const writer = await createArchiveWriter(path);
  for (let x = 0; x < count; x += 1)
    await writer.add(14, x % 16_384, Math.floor(x / 16_384), Buffer.concat([PNG, Buffer.from(`${x % 50_000}`)]));
  await writer.finish({
    tile_type: TileType.Png,
    tile_compression: Compression.None,
    bounds: BOX,
    metadata: { attribution: '<b>GeoNB</b> &copy;' },
  });
  return readFile(path);
}

async function makeMbtiles(sql = ''): Promise<Buffer> {
  const path = join(await folder(), 'a.mbtiles');
  const database = new DatabaseSync(path);
  database.exec('create table metadata (name, value); create table tiles (zoom_level, tile_column, tile_row, tile_data)');
  database.prepare(`insert into metadata values ('format', 'pbf'), ('json', ?)`).run(JSON.stringify({ vector_layers: [{ id: 'roads' }] }));
  // Column 5 and row 9 from the south are row 6 from the north.
  database.prepare('insert into tiles values (4, 5, 9, ?), (4, 6, 9, ?)').run(gzipSync('tile'), Buffer.from('bare'));
  database.exec(sql);
  database.close();
  return readFile(path);
}

async function upload(alice: TestClient, id: number, bytes: Buffer, piece = bytes.length): Promise<baseMap.BaseMap> {
  await alice.call(baseMap.beginBaseMapUpload, { id }, { name: 'map.bin', length: bytes.length });
  for (let at = 0; at < bytes.length; at += piece) {
    const payload = bytes.subarray(at, at + piece);
    const headers = {
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(at),
      'upload-checksum': `sha256 ${sha256Of(payload)}`,
    };
    const sent = await alice.send(baseMap.continueBaseMapUpload, { id }, undefined, { payload, headers });
    if (sent.status !== 200) throw new Error(sent.body.toString());
  }
  await takeInBaseMap({ db: app.db, files: app.adapters.files, folder: await folder(), now: () => app.clock.now }, id);
  return (await alice.call(baseMap.listBaseMaps, {})).results.find((one) => one.id === id)!;
}

describe('base map', () => {
  it('is added, changed and deleted by the staff, and read by everybody; one of them is shown first', async () => {
    const [alice, chelsea] = [await app.as('alice'), await app.as('chelsea')];
    const url = 'https://tiles.example.ca/{z}/{x}/{y}.png';
    const first = await alice.call(baseMap.createBaseMap, {}, { name: 'Aerial', kind: 'raster', url, is_default: true });
    const wmts = await alice.call(
      baseMap.createBaseMap,
      {},
      { name: 'Cadastre', kind: 'wmts', url: `${url}?m={TileMatrix}&c={TileCol}&r={TileRow}`, is_default: true },
    );
    expect((await chelsea.call(baseMap.listBaseMaps, {})).results.map((one) => [one.name, one.is_default])).toEqual([
      ['Aerial', false],
      ['Cadastre', true],
    ]);
    const page = await app.fastify.inject({ url: '/app/' });
    const policy = String(page.headers['content-security-policy']);
    if (page.statusCode === 200) expect(policy).toContain("connect-src 'self' https://tiles.example.ca;");
    const refused = (body: object) =>
      alice
        .refused(baseMap.createBaseMap, {}, { name: 'X', kind: 'raster', ...body } as never)
        .then(({ body: told }) => told.url ?? told.name);
    expect(await refused({ url: 'https://x.example.ca/' })).toEqual(['Put {z}, {x} and {y} where the tile is named.']);
    expect(await refused({ url: 'javascript:alert(1)' })).toEqual(['Use an address that begins with https://.']);
    expect(await refused({ url, name: 'aerial' })).toEqual(['Another base map has this name.']);
    expect((await chelsea.refused(baseMap.removeBaseMap, { id: first.id })).status).toBe(403);
    await alice.call(baseMap.removeBaseMap, { id: wmts.id });
    expect((await alice.call(baseMap.listBaseMaps, {})).count).toBe(1);
  });

  it('SEC-S27 PMTiles at an address that will be refused later are refused when they are typed, new ones and changed ones', async () => {
    const alice = await app.as('alice');
    const { tileService } = app.adapters;
    app.adapters.tileService = createTileService();
    onTestFinished(() => {
      app.adapters.tileService = tileService;
    });
    const body = { name: 'Sheets', kind: 'pmtiles' as const, url: 'http://169.254.169.254/latest.pmtiles' };
    const why = ['169.254.169.254 is not an address that may be asked.'];
    expect((await alice.refused(baseMap.createBaseMap, {}, body)).body.url).toEqual(why);
    const { id } = await alice.call(baseMap.createBaseMap, {}, { ...body, url: 'http://10.0.0.5/sheets.pmtiles' });
    expect((await alice.refused(baseMap.updateBaseMap, { id }, { url: body.url })).body.url).toEqual(why);
  });

  it('a source is asked whether it answers: a style with every host it draws from, a tile, PMTiles elsewhere', async () => {
    const alice = await app.as('alice');
    const archive = await makeArchive(3);
    const origin = await serveAt((path, range) => {
      if (path === '/style')
        return {
          body: JSON.stringify({
            version: 8,
            layers: [],
            glyphs: 'https://fonts.example.ca/{range}',
            sources: { a: { url: '/tiles.json' } },
          }),
        };
      if (path === '/tiles.json') return { body: JSON.stringify({ tiles: ['https://tiles.example.ca/{z}/{x}/{y}'] }) };
      if (path === '/a.pmtiles') {
        const [start, end] = range!.slice(6).split('-').map(Number);
        return { status: 206, body: archive.subarray(start, end! + 1) };
      }
      return { type: 'text/html', body: 'Sign in' };
    });
    const check = async (values: object) => {
      const { id } = await alice.call(baseMap.createBaseMap, {}, { name: `M ${JSON.stringify(values).length}`, ...values } as never);
      return alice.call(baseMap.checkBaseMap, { id });
    };
    const style = await check({ kind: 'style', url: `${origin}/style` });
    expect(style.problem).toBe('');
    const { hosts } = await app.tx().selectFrom('base_map').select('hosts').where('id', '=', style.id).executeTakeFirstOrThrow();
    expect(hosts.sort()).toEqual([origin, 'https://fonts.example.ca', 'https://tiles.example.ca'].sort());
    expect((await check({ kind: 'raster', url: `${origin}/{z}/{x}/{y}` })).problem).toBe(
      'It answered with text/html instead of a picture.',
    );
    const remote = await check({ kind: 'pmtiles', url: `${origin}/a.pmtiles` });
    expect(remote.tiles).toMatchObject({ format: 'png', bounds: [...BOX] });
    const tile = await alice.send(baseMap.getBaseMapTile, { id: remote.id, z: 14, x: 2, y: 0 });
    expect([tile.status, tile.headers['content-type']]).toEqual([200, 'image/png']);
    expect((await check({ kind: 'style', url: `${origin}/page` })).problem).toBe('What is at this address cannot be read.');
  });

  it('an uploaded PMTiles file goes on where it was cut, and serves its tiles', async () => {
    const [alice, chelsea] = [await app.as('alice'), await app.as('chelsea')];
    const { id } = await alice.call(baseMap.createBaseMap, {}, { name: 'Own', kind: 'file' });
    const bytes = await makeArchive(20_000);
    const begun = await alice.call(baseMap.beginBaseMapUpload, { id }, { name: 'map.bin', length: bytes.length });
    expect([begun.state, begun.received]).toEqual(['uploading', 0]);
    const made = await upload(alice, id, bytes, 100_000);
    expect(made).toMatchObject({ state: 'ready', attribution: 'GeoNB ©', tiles: { format: 'png', min_zoom: 14, max_zoom: 14 } });
    const tile = await chelsea.send(baseMap.getBaseMapTile, { id, z: 14, x: 7, y: 1 });
    expect([tile.status, tile.headers['content-type'], tile.body.subarray(PNG.length).toString()]).toEqual([
      200,
      'image/png',
      String(16_384 + 7),
    ]);
    const again = await chelsea.send(baseMap.getBaseMapTile, { id, z: 14, x: 7, y: 1 }, undefined, {
      headers: { 'if-none-match': String(tile.headers.etag) },
    });
    expect(again.status).toBe(304);
    expect((await chelsea.send(baseMap.getBaseMapTile, { id, z: 14, x: 7, y: 9 })).status).toBe(404);
    expect((await chelsea.send(baseMap.getBaseMapTile, { id, z: 15, x: 7, y: 1 })).status).toBe(404);
    expect(await app.tx().selectFrom('base_map_part').selectAll().execute()).toEqual([]);
  });

  it('an uploaded MBTiles file is made into PMTiles; rows are counted from the other side', async () => {
    const alice = await app.as('alice');
    const { id } = await alice.call(baseMap.createBaseMap, {}, { name: 'Own', kind: 'file' });
    expect((await upload(alice, id, await makeMbtiles(), 4096)).tiles).toMatchObject({
      format: 'mvt',
      layers: ['roads'],
      min_zoom: 4,
      max_zoom: 4,
    });
    const tile = await alice.send(baseMap.getBaseMapTile, { id, z: 4, x: 5, y: 6 });
    expect([tile.status, tile.headers['content-encoding'], tile.headers['content-type']]).toEqual([
      200,
      'gzip',
      'application/vnd.mapbox-vector-tile',
    ]);
    expect(tile.body.equals(gzipSync('tile'))).toBe(true);
  });

  it('a file that is not what it says gets a sentence, and what was shown stays', async () => {
    const alice = await app.as('alice');
    const { id } = await alice.call(baseMap.createBaseMap, {}, { name: 'Own', kind: 'file' });
    await expect(upload(alice, id, Buffer.from('%PDF-1.7 and more of it'))).rejects.toThrow('neither a PMTiles nor an MBTiles');
    const archive = await makeArchive(5);
    const patched = (at: number, value: number) => {
      const copy = Buffer.from(archive);
      copy[at] = value;
      return copy;
    };
    const problemOf = async (bytes: Buffer) => (await upload(alice, id, bytes)).problem;
    expect(await problemOf(archive.subarray(0, 20_000 > archive.length ? archive.length - 5 : 20_000))).toContain('cut short');
    expect(await problemOf(archive.subarray(0, 60))).toContain('cut short');
    expect(await problemOf(patched(7, 2))).toBe('This is a PMTiles file of version 2. Convert it to version 3.');
    expect(await problemOf(patched(99, 77))).toContain('tiles that a map cannot show');
    expect(await problemOf(patched(97, 1))).toContain('damaged');
    // A directory that says it has more entries than it has bytes.
    const bomb = Buffer.from(archive);
    const root = gzipSync(Buffer.from([0xff, 0xff, 0xff, 0xff, 0x7f, 1, 1, 1]));
    root.copy(bomb, 127);
    bomb.writeBigUInt64LE(BigInt(root.length), 16);
    expect(await problemOf(bomb)).toContain('damaged');
    expect(await problemOf(await makeMbtiles('drop table tiles'))).toContain('not one of map tiles');
    expect(await problemOf((await makeMbtiles()).subarray(0, 5000))).toContain('damaged or cut short');
    expect(await problemOf(await makeMbtiles("insert into tiles values (3, 99, 0, x'00')"))).toContain('a place that is none');
    expect((await upload(alice, id, archive)).state).toBe('ready');
    const kept = await upload(alice, id, patched(7, 9));
    expect([kept.state, kept.problem]).toEqual(['ready', 'This is a PMTiles file of version 9. Convert it to version 3.']);
    expect((await alice.send(baseMap.getBaseMapTile, { id, z: 14, x: 1, y: 0 })).status).toBe(200);
  });

  it('the area of a run is packed in pieces: their size is known before, each tile is in one of them, and other servers are not copied', async () => {
    const [alice, fern, chelsea] = [await app.as('alice'), await app.as('fern'), await app.as('chelsea')];
    const { id } = await alice.call(baseMap.createBaseMap, {}, { name: 'Own', kind: 'file' });
    await alice.call(baseMap.createBaseMap, {}, { name: 'Elsewhere', kind: 'raster', url: 'https://tiles.example.ca/{z}/{x}/{y}.png' });
    const field_run = crypto.randomUUID();
    await fern.call(createFieldRun, {}, { id: field_run, name: 'Run' });
    expect((await fern.call(pack.listRunBaseMaps, { id: field_run })).area).toBeNull();
    const at = { type: 'Point' as const, coordinates: [-66.6431, 45.9636] as [number, number] };
    await fern.call(createShot, {}, { id: crypto.randomUUID(), field_run, geometry: at });

    const path = join(await folder(), 'a.pmtiles');
    const writer = await createArchiveWriter(path);
    const wide = [-66.652, 45.957, -66.634, 45.97] as const;
    for (const zoom of [12, 16, 17]) {
      const { x0, y0, x1, y1 } = tileRange(wide, zoom);
      for (let x = x0; x <= x1; x += 1)
        for (let y = y0; y <= y1; y += 1)
          // Every third is the same, as open water is; the nearest are long, so that there are several pieces.
          await writer.add(zoom, x, y, (x + y) % 3 === 0 ? PNG : Buffer.alloc(zoom === 17 ? 90_000 : 500, `${zoom}/${x}/${y} `));
    }
    await writer.finish({ tile_type: TileType.Png, tile_compression: Compression.None, bounds: wide, metadata: {} });
    await upload(alice, id, await readFile(path));

    const { area, base_maps, others } = await fern.call(pack.listRunBaseMaps, { id: field_run });
    expect(others.map(({ name, why }) => [name, why.slice(0, 29)])).toEqual([['Elsewhere', 'It comes from another server,']]);
    const [west, south, east, north] = area!;
    const box = { west, south, east, north };
    const sizes = base_maps[0]!.sizes;
    const { x0, y0, x1, y1 } = tileRange(area!, 17);
    expect(sizes.map(({ zoom, tiles }) => [zoom, tiles])).toEqual([
      [12, expect.any(Number)],
      [13, 0],
      [14, 0],
      [15, 0],
      [16, expect.any(Number)],
      [17, (x1 - x0 + 1) * (y1 - y0 + 1)],
    ]);
    const plan = await fern.call(pack.planBaseMapPack, { id, ...box, min_zoom: 12, max_zoom: 17 });
    expect(plan.bytes).toBe(sizes.reduce((sum, { bytes }) => sum + bytes!, 0));
    expect(plan.pieces.filter(({ zoom }) => zoom === 17).length).toBeGreaterThan(1);
    const tiles = new Map<string, Uint8Array>();
    for (const piece of plan.pieces) {
      const { from, to, zoom } = piece;
      const sent = await fern.send(pack.getBaseMapPiece, { id, from, to, revision: plan.revision, ...box });
      expect([sent.status, sent.headers['cache-control']]).toEqual([200, 'private, no-store']);
      expect(isWholePiece(sent.body, piece)).toBe(true);
      expect(isWholePiece(sent.body.subarray(1), piece)).toBe(false);
      for (const [place, bytes] of indexPiece(sent.body)) tiles.set(`${zoom}/${place}`, bytes);
    }
    expect(tiles.size).toBe(plan.tiles);
    for (const x of [x0, x1]) {
      const { body } = await fern.send(baseMap.getBaseMapTile, { id, z: 17, x, y: y0 });
      expect(body.equals(tiles.get(`17/${x}/${y0}`)!)).toBe(true);
      expect(tileId(17, x, y0)).toBe(zxyToTileId(17, x, y0));
    }

    const first = { id, from: plan.pieces[0]!.from, to: plan.pieces[0]!.to, revision: plan.revision, ...box };
    expect((await fern.send(pack.getBaseMapPiece, { ...first, revision: 'older' })).status).toBe(404);
    expect((await fern.send(pack.getBaseMapPiece, { ...first, to: Number.MAX_SAFE_INTEGER })).status).toBeLessThan(500);
    expect((await chelsea.refused(pack.planBaseMapPack, { id, ...box, min_zoom: 12, max_zoom: 17 })).status).toBe(403);
    const world = { west: -180, south: -85, east: 180, north: 85, min_zoom: 12, max_zoom: 17 };
    expect((await fern.refused(pack.planBaseMapPack, { id, ...world })).body.max_zoom).toEqual([
      'At most 200 MB can be packed for a run. Choose fewer zooms.',
    ]);
  });
});
