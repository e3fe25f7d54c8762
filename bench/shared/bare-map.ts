import { readFile } from 'node:fs/promises';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { TileLayer } from '../../apps/web/src/parts/map/map-layer.ts';

const ROOT = new URL('../../', import.meta.url);
/** No path of the product begins so. */
const BARE = '/bare-map/';
const LIBRARY = `${BARE}node_modules/maplibre-gl/dist/`;
const PARTS = `${BARE}apps/web/src/parts/map/`;

export type BareMap = { layers: readonly TileLayer[]; center: readonly [number, number]; zoom: number; width: number; height: number };

/** The library alone, with the sources and layers of style that the product would give it, and nothing else on the page. */
const PAGE = `<!doctype html><link rel="stylesheet" href="${LIBRARY}maplibre-gl.css">
<body style="margin:0"><div id="map"></div><script type="module">
import { addProtocol, Map, setWorkerUrl } from '${LIBRARY}maplibre-gl.mjs';
import { groundTile } from '${PARTS}base/ground-tiles.ts';
import { baseStyle } from '${PARTS}map-style.ts';
import { drawSymbol, SYMBOL_RATIO } from '${PARTS}map-symbols.ts';
import { TILE_ZOOM, tileStyle } from '${PARTS}tile-style.ts';
const { layers, center, zoom, width, height } = JSON.parse(decodeURIComponent(location.hash.slice(1)));
Object.assign(document.getElementById('map').style, { width: width + 'px', height: height + 'px' });
setWorkerUrl('${LIBRARY}maplibre-gl-worker.mjs');
const files = {};
const fetchFile = async (z) => (await fetch('${PARTS}base/ground/' + z + '.bin')).arrayBuffer();
addProtocol('kept', async ({ url }) => {
  const [z, x, y] = url.split('/').slice(-3).map(Number);
  const tile = groundTile(await (files[z] ??= fetchFile(z)), z, x, y);
  if (!tile) throw Object.assign(new Error('404'), { status: 404 });
  return { data: tile.slice().buffer };
});
const map = new Map({ container: 'map', style: baseStyle('light'), center, zoom, maxZoom: 24,
  attributionControl: false, dragRotate: false, fadeDuration: 200, renderWorldCopies: false });
map.setMissingStyleImageResolver((id) => {
  const drawing = drawSymbol('light', ...id.split('/'));
  if (drawing && !map.hasImage(id)) map.addImage(id, drawing, { pixelRatio: SYMBOL_RATIO });
});
map.once('idle', () => { document.body.dataset.isSettled = 'true'; });
map.once('style.load', () => {
  for (const layer of layers) {
    map.addSource(layer.id, { type: 'vector', tiles: [layer.url], maxzoom: TILE_ZOOM, promoteId: 'id' });
    for (const style of tileStyle(layer, 'light')) map.addLayer(style);
  }
});
</script>`;

const TYPES: Record<string, string> = { '': 'text/html', css: 'text/css', bin: 'application/octet-stream' };

async function answerBare(path: string, answer: ServerResponse): Promise<void> {
  const file = path === '' ? Buffer.from(PAGE) : await readFile(fileURLToPath(new URL(path, ROOT)));
  const ending = path.split('.').at(-1)!;
  // Kept by the browser, and what it made of them, as the product's own files are.
  answer.setHeader('cache-control', 'max-age=31536000, immutable');
  answer.setHeader('content-type', TYPES[ending] ?? 'text/javascript');
  answer.end(ending === 'ts' ? stripTypeScriptTypes(file.toString()) : file);
}

/**
 * The product and the library alone side by side at one address, so that the bare map's tiles come with the person's session. Both come
 * through here, at the same cost.
 */
export async function serveBesideBareMap(origin: string) {
  const agent = new Agent({ keepAlive: true });
  function passOn(asked: IncomingMessage, answer: ServerResponse): void {
    const { method, url, headers } = asked;
    const onward = request(new URL(url!, origin), { method: method!, headers, agent }, (response) => {
      answer.writeHead(response.statusCode!, response.headers);
      answer.flushHeaders();
      response.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    asked.pipe(onward);
  }
  const server = createServer((asked, answer) => {
    if (asked.url!.startsWith(BARE)) answerBare(asked.url!.slice(BARE.length), answer).catch(() => answer.writeHead(404).end());
    else passOn(asked, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const beside = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    origin: beside,
    addressOf: (bare: BareMap) => `${beside}${BARE}#${encodeURIComponent(JSON.stringify(bare))}`,
    close() {
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}
