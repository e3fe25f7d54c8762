/**
 * The map of a large firm: 200,000 control points, 50,000 jobs, 1,000,000 shots and 100,000 historical files. How long the index takes to
 * load, what a feature costs in memory, and the processor time of tiles that nobody has asked for before, where most lies in them, by zoom
 * and layer; then the same tile once more over HTTP, and how soon an open map hears of a moved point. Target: 30 ms for a cold tile.
 * Run: node bench/map.ts (SHOTS=100000 for a smaller one; DATA_DIR keeps the firm, which bench/map-browser.ts measures too)
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ROLES } from '@dmse/domain/access/roles';
import { MAP_LAYER_NAMES, type MapLayerName } from '@dmse/domain/places/map-layers';
import { WORLD } from '@dmse/survey/tile/mercator';
import pg from 'pg';
import { createMapIndex } from '../apps/server/src/adapters/map/map-index.ts';
import { mapSource } from '../apps/server/src/areas/places/map/map-source.service.ts';
import { getMapTile } from '../apps/server/src/areas/places/map/map-tile.service.ts';
import { openDatabase, openPool } from '../apps/server/src/db/database.ts';
import { socketUrl } from '../apps/server/src/postgres/socket-folder.ts';
import { startMapFirm } from './shared/map-firm.ts';
import { compare, percentile, signIn } from './shared/product.ts';

const COLD_MS = 30;
const ZOOMS = [0, 4, 6, 8, 10, 12, 13, 14, 15, 16, 18, 20];

function cpuMs({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}

const kept = process.env.DATA_DIR;
const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'dmse-bench-map-')));
const url = socketUrl(join(dataDir, 'socket'), 'dmse_owner', 'dmse');
const product = await startMapFirm(dataDir);
const owner = new pg.Client({ connectionString: url });
await owner.connect();
const db = openDatabase(openPool(url, 4, null));
const map = createMapIndex({ db, source: mapSource, listen: { url, setRole: null } });
try {
  await measureStart();
  const loop = watchLoop();
  for (const layer of MAP_LAYER_NAMES) await measureLoad(layer);
  console.log(`the longest others had to wait while the layers were loaded: ${loop().toFixed(0)} ms`);
  const worst = new Map<MapLayerName, number>();
  for (const z of ZOOMS) await measureZoom(z, worst);
  for (const [layer, ms] of worst) compare(`${layer}, dearest cold tile`, ms, COLD_MS, 'ms of processor time');
  await measureHttp();
} finally {
  await map.close();
  await db.close();
  await owner.end();
  await product.stop();
  if (!kept) await rm(dataDir, { recursive: true, force: true });
}

/** Layers are loaded in the background once the server is ready; whoever looks earlier waits for them. */
async function measureStart(): Promise<void> {
  const began = performance.now();
  const cookie = await signIn(product.origin, 'alice');
  await (await fetch(`${product.origin}/api/map/layer/`, { headers: { cookie } })).arrayBuffer();
  console.log(`all layers are there ${((performance.now() - began) / 1000).toFixed(1)} s after the server is ready`);
}

/** The longest time the event loop did not come round. */
function watchLoop(): () => number {
  let [last, longest] = [performance.now(), 0];
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last - 5);
    last = performance.now();
  }, 5);
  return () => {
    clearInterval(timer);
    return longest;
  };
}

async function measureLoad(layer: MapLayerName): Promise<void> {
  const [cpu, at] = [process.cpuUsage(), performance.now()];
  const index = await db.read((tx) => map.open(tx, layer));
  const [seconds, spent] = [(performance.now() - at) / 1000, cpuMs(process.cpuUsage(cpu)) / 1000];
  const each = index.count > 0 ? `${(index.bytes() / index.count).toFixed(0)} bytes each` : '';
  console.log(`${layer}: ${index.count} features, ${each}, loaded in ${seconds.toFixed(1)} s (${spent.toFixed(1)} s of processor time)`);
}

/** The tile of each layer in which most lies: from the fullest of a zoom its fullest quarter, and so on. */
async function fullest(layer: MapLayerName, z: number): Promise<[number, number]> {
  const index = await db.read((tx) => map.open(tx, layer));
  const side = WORLD / 2 ** z;
  const counts = new Map<number, number>();
  index.visit([0, 0, WORLD, WORLD], null, (columns, at) => {
    const key = Math.floor(columns.y[at]! / side) * 2 ** z + Math.floor(columns.x[at]! / side);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  });
  const [key] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [0];
  return [key % 2 ** z, Math.floor(key / 2 ** z)];
}

async function measureZoom(z: number, worst: Map<MapLayerName, number>): Promise<void> {
  const adapters = { map: { ...map, tiles: { get: () => undefined, set() {} } } };
  const actor = { id: 1, full_name: 'Bench', groups: [...ROLES] };
  const figures: string[] = [];
  for (const layer of ['job', 'control', 'run', 'shot', 'historical'] as const) {
    const [x, y] = await fullest(layer, z);
    const make = async () => {
      const answer = await db.read((tx) => getMapTile({ tx, actor, adapters, answer_headers: {} } as never, { layer, z, x, y }, {}));
      return (answer.stream as () => Promise<Buffer>)();
    };
    // The first one of a kind is compiled on the way; a server does that once.
    await make();
    const rounds = 7;
    const spent: number[] = [];
    let bytes = 0;
    for (let round = 0; round < rounds; round += 1) {
      const cpu = process.cpuUsage();
      bytes = (await make()).length;
      spent.push(cpuMs(process.cpuUsage(cpu)));
    }
    const ms = percentile(
      spent.sort((a, b) => a - b),
      0.5,
    );
    worst.set(layer, Math.max(worst.get(layer) ?? 0, ms));
    figures.push(`${layer} ${ms.toFixed(1)} ms ${(bytes / 1024).toFixed(1)} kB`);
  }
  console.log(`zoom ${z}: ${figures.join(', ')}`);
}

async function measureHttp(): Promise<void> {
  const cookie = await signIn(product.origin, 'alice');
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const at = performance.now();
    const answer = await fetch(product.origin + path, { headers: { cookie, ...headers } });
    await answer.arrayBuffer();
    return { ms: performance.now() - at, status: answer.status, etag: answer.headers.get('etag') ?? '' };
  };
  console.log(`list of layers: ${(await get('/api/map/layer/')).ms.toFixed(1)} ms`);
  const [x, y] = await fullest('shot', 6);
  const tile = `/api/map/tile/shot/6/${x}/${y}/`;
  const cold = await get(tile);
  const warm: number[] = [];
  const known: number[] = [];
  for (let round = 0; round < 30; round += 1) {
    warm.push((await get(tile)).ms);
    known.push((await get(tile, { 'if-none-match': cold.etag })).ms);
  }
  const median = (figures: number[]) =>
    percentile(
      figures.sort((a, b) => a - b),
      0.5,
    ).toFixed(1);
  console.log(`tile of shots over HTTP: cold ${cold.ms.toFixed(1)} ms, warm ${median(warm)} ms, not changed ${median(known)} ms`);
  const answer = await fetch(`${product.origin}/api/map/changes/`, { headers: { cookie } });
  const reader = answer.body!.getReader();
  await wait(300);
  const heard: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    await owner.query('update control_point set easting = easting + 1 where id = $1', [round + 1]);
    const at = performance.now();
    for (let text = ''; !text.includes('"control"'); ) text = Buffer.from((await reader.read()).value ?? []).toString();
    heard.push(performance.now() - at);
  }
  await reader.cancel();
  compare('an open map hears of a moved control point', Math.max(...heard), 1000, 'ms');
}
