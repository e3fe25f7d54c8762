import { type Sample, type Scene, STAMPS } from '../fixtures/scene.ts';
import { makeProject } from './samples-jobs.ts';

const AREA = [
  [-67, 45],
  [-66, 45],
  [-66, 46],
];

/** Everybody may look a job up; which layers there are for whom is a table of its own. */
async function makeLocated(scene: Scene): Promise<string> {
  const geometry = JSON.stringify({ type: 'Point', coordinates: [-66.2, 45.2] });
  const box = { min_lon: -66.2, max_lon: -66.2, min_lat: 45.2, max_lat: 45.2 };
  const { id } = await scene.tx
    .insertInto('location')
    .values({ geometry, ...box, ...STAMPS })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(await makeProject(scene, 'job', { location: id }));
}

async function makeArea(scene: Scene): Promise<object> {
  await makeLocated(scene);
  return { area: AREA, layers: [{ layer: 'job' }] };
}

export const MAP_SAMPLES: Record<string, Sample> = {
  countMapLayer: { own: async () => ({ layer: 'job' }), nowhere: { layer: 'nothing' } },
  getMapTile: { own: async () => ({ layer: 'job', z: 1, x: 0, y: 0 }), nowhere: { layer: 'job', z: 1, x: 2, y: 0 } },
  getMapFeature: {
    own: async (scene) => ({ layer: 'job', feature: await makeLocated(scene) }),
    nowhere: { layer: 'job', feature: '999999' },
    theirs: 'everyone',
  },
  listInMapArea: { body: makeArea },
  exportMapArea: { body: async (scene: Scene) => ({ ...(await makeArea(scene)), format: 'csv' }) },
  listMapNeighbours: { own: async () => ({ lon: -66, lat: 45 }) },
  searchEverything: { own: async () => ({ query: 'main' }) },
  searchMap: { own: async () => ({ query: 'main' }) },
};
