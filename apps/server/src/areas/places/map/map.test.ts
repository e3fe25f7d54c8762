import * as job from '@dmse/contract/jobs/job';
import * as map from '@dmse/contract/places/map';
import type { TestClient } from '@dmse/testkit/client';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();
const POINT = { type: 'Point' as const, coordinates: [-66.64, 45.96] as [number, number] };

async function makeJob(who: TestClient, geometry: unknown = POINT, job_types: string[] = []): Promise<job.Job> {
  const made = await who.call(job.createJob, {}, { desc: 'Lot 5', job_types });
  await who.call(job.setJobLocation, { id: made.id }, { geometry: geometry as typeof POINT });
  return made;
}

type TileQuery = Parameters<TestClient['call']>[1];

async function lookAt(who: TestClient, query: TileQuery) {
  const tile = (await who.call(map.getMapTile, query as never)) as unknown as Blob;
  const { layers } = new VectorTile(new PbfReader(await tile.arrayBuffer()));
  const read = (name: string) =>
    Array.from({ length: layers[name]?.length ?? 0 }, (_, at) => layers[name]!.feature(at)).map((feature) => ({
      ...feature.properties,
      places: feature.loadGeometry().map((part) => part.map(({ x, y }) => [x, y])),
    }));
  return { points: read('points'), shapes: read('shapes') };
}

describe('map', () => {
  it('a located job is on its layer, in the tile and on a card', async () => {
    const mona = await app.as('mona');
    const made = await makeJob(mona);
    const layer = (await mona.call(map.listMapLayers, {})).results.find((one) => one.layer === 'job')!;
    expect(layer).toMatchObject({ count: 1, facets: [{ facet: 'state', values: [{ value: 'IN PROGRESS', count: 1 }] }, {}, {}, {}] });
    const tile = { layer: 'job', z: 0, x: 0, y: 0, version: layer.version };
    const properties = { id: String(made.id), label: made.num, state: 'IN PROGRESS' };
    expect((await lookAt(mona, tile)).points).toMatchObject([{ ...properties, places: [[[1289, 1457]]] }]);
    expect((await lookAt(mona, { ...tile, state: ['CLOSED'] })).points).toEqual([]);
    expect(await mona.call(map.getMapFeature, { layer: 'job', feature: String(made.id) })).toMatchObject({
      title: made.num,
      subtitle: 'Lot 5',
      state: 'IN PROGRESS',
      path: `/job/${made.id}`,
      geometry: POINT,
      can_place: true,
    });
  });
});
