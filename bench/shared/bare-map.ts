import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { BrowserContext } from 'playwright-core';
import type { TileLayer } from '../../apps/web/src/parts/map/map-layer.ts';

const ROOT = new URL('../../', import.meta.url);
/** No path of the product begins so. */
const BARE = '/bare-map/';
const LIBRARY = `${BARE}node_modules/maplibre-gl/dist/`;
const PARTS = `${BARE}apps/web/src/parts/map/`;

export type BareMap = { layers: readonly TileLayer[]; center: readonly [number, number]; zoom: number; width: number; height: number };

/** The library alone, with the sources and layers of style that the product would give it, and nothing else on the page. */
function page({ layers, center, zoom, width, height }: BareMap): string {
  return `<!doctype html><link rel="stylesheet" href="${LIBRARY}maplibre-gl.css">
<body style="margin:0"><div id="map" style="width:${width}px;height:${height}px"></div><script type="module">
import { Map, setWorkerUrl } from '${LIBRARY}maplibre-gl.mjs';
import { baseLand } from '${PARTS}base/base-land.ts';
import { baseStyle, LAND_SOURCE } from '${PARTS}map-style.ts';
import { drawSymbol, SYMBOL_RATIO } from '${PARTS}map-symbols.ts';
import { TILE_ZOOM, tileStyle } from '${PARTS}tile-style.ts';
setWorkerUrl('${LIBRARY}maplibre-gl-worker.mjs');
const map = new Map({ container: 'map', style: baseStyle('light'), center: ${JSON.stringify(center)}, zoom: ${zoom}, maxZoom: 24,
  attributionControl: false, dragRotate: false, fadeDuration: 200, renderWorldCopies: false });
map.setMissingStyleImageResolver((id) => {
  const drawing = drawSymbol('light', ...id.split('/'));
  if (drawing && !map.hasImage(id)) map.addImage(id, drawing, { pixelRatio: SYMBOL_RATIO });
});
map.once('idle', () => { document.body.dataset.isSettled = 'true'; });
map.once('style.load', () => {
  map.getSource(LAND_SOURCE).setData(baseLand());
  for (const layer of ${JSON.stringify(layers)}) {
    map.addSource(layer.id, { type: 'vector', tiles: [layer.url], maxzoom: TILE_ZOOM, promoteId: 'id' });
    for (const style of tileStyle(layer, 'light')) map.addLayer(style);
  }
});
</script>`;
}

/** Serves the bare map under the product's own origin, so that its tiles come with the person's session. Answers its address. */
export async function serveBareMap(context: BrowserContext, origin: string, bare: BareMap): Promise<string> {
  await context.route(`${origin}${BARE}**`, async (route) => {
    const path = new URL(route.request().url()).pathname.slice(BARE.length);
    if (path === '') return route.fulfill({ contentType: 'text/html', body: page(bare) });
    const text = await readFile(fileURLToPath(new URL(path, ROOT)), 'utf8');
    if (path.endsWith('.css')) return route.fulfill({ contentType: 'text/css', body: text });
    return route.fulfill({ contentType: 'text/javascript', body: path.endsWith('.ts') ? stripTypeScriptTypes(text) : text });
  });
  return `${origin}${BARE}`;
}
