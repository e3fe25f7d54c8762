import * as baseMap from '@dmse/contract/places/base-map';
import type { Desk, Example } from './examples.ts';

const URL = 'https://tiles.example.ca/{z}/{x}/{y}.png';
const BYTES = Buffer.from('PMTiles\u0003 and more of it');

const makeRaster = async ({ me, tag }: Desk) =>
  (await me.call(baseMap.createBaseMap, {}, { name: `Map ${tag()}`, kind: 'raster', url: URL })).id;
const makeFile = async ({ me, tag }: Desk) => (await me.call(baseMap.createBaseMap, {}, { name: `File ${tag()}`, kind: 'file' })).id;

/** For each call about base maps: something to do, on records made for it alone. */
export const BASE_MAP_EXAMPLES: Record<string, (desk: Desk) => Promise<Example>> = {
  createBaseMap: async ({ tag }) => ({ input: {}, body: { name: `Map ${tag()}`, kind: 'raster', url: URL } }),
  updateBaseMap: async (desk) => ({ input: { id: await makeRaster(desk) }, body: { attribution: 'Province' }, options: { ifMatch: 1 } }),
  removeBaseMap: async (desk) => ({ input: { id: await makeRaster(desk) } }),
  checkBaseMap: async (desk) => {
    const id = await makeRaster(desk);
    await desk.sql(`update base_map set url = 'http://127.0.0.1:1/{z}/{x}/{y}' where id = $1`, [id]);
    return { input: { id } };
  },
  beginBaseMapUpload: async (desk) => ({ input: { id: await makeFile(desk) }, body: { name: 'a.pmtiles', length: 1000 } }),
  continueBaseMapUpload: async (desk) => {
    const id = await makeFile(desk);
    await desk.me.call(baseMap.beginBaseMapUpload, { id }, { name: 'a.pmtiles', length: 1000 });
    const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
    // The second arrival is told that the place is taken, and asks where to go on.
    return { input: { id }, options: { payload: BYTES, headers }, again: [409] };
  },
};
