import * as job from '@dmse/contract/jobs/job';
import * as map from '@dmse/contract/places/map';
import { createControlPoint } from '@dmse/contract/sites/control-point';
import type { TestClient } from '@dmse/testkit/client';
import { VectorTile } from '@mapbox/vector-tile';
import { sql } from 'kysely';
import { PbfReader } from 'pbf';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();
const POINT = { type: 'Point' as const, coordinates: [-66.64, 45.96] as [number, number] };
const AREA: [number, number][] = [
  [-66.66, 45.95],
  [-66.62, 45.95],
  [-66.62, 45.97],
  [-66.66, 45.97],
];

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

  it('a list and a search tell HPN and destroyed control points apart, as the tiles do', async () => {
    const alice = await app.as('alice');
    const place = { easting: 2_489_000, northing: 7_439_000 };
    await alice.call(createControlPoint, {}, { name: 'Variant A', ...place, is_hpn: true });
    await alice.call(createControlPoint, {}, { name: 'Variant B', ...place, control_destroyed: true });
    const { results } = await alice.call(map.searchMap, { query: 'Variant' });
    expect(results.map(({ label, variants }) => [label, variants])).toEqual([
      ['Variant A', ['hpn']],
      ['Variant B', ['destroyed']],
    ]);
    const { lon, lat } = results[0]!;
    const near = await alice.call(map.listMapNeighbours, { lon, lat, layer: ['control'] });
    expect(near.results.map(({ variants }) => variants)).toEqual([['hpn'], ['destroyed']]);
  });

  it('what somebody may not see is not there for them: not the layer, not its tiles, not what it can be narrowed by', async () => {
    const [mona, chelsea] = [await app.as('mona'), await app.as('chelsea')];
    const made = await makeJob(mona, POINT, ['Legal survey']);
    const seen = (await chelsea.call(map.listMapLayers, {})).results;
    expect(seen.map(({ layer }) => layer)).toEqual(['job', 'historical', 'parcel']);
    expect(seen[0]!.facets.map(({ facet }) => facet)).toEqual(['state']);
    const tile = { z: 0, x: 0, y: 0 };
    expect((await chelsea.refused(map.getMapTile, { layer: 'quote', ...tile })).status).toBe(403);
    expect((await chelsea.refused(map.getMapTile, { layer: 'job', ...tile, type: ['Legal survey'] })).status).toBe(403);
    expect((await chelsea.refused(map.countMapLayer, { layer: 'control' })).status).toBe(403);
    expect((await chelsea.refused(map.listInMapArea, {}, { area: AREA, layers: [{ layer: 'shot' }] })).status).toBe(403);
    const card = await chelsea.call(map.getMapFeature, { layer: 'job', feature: String(made.id) });
    expect(card).toMatchObject({ title: made.num, path: null, facts: [], can_place: false });
    expect((await mona.call(map.getMapFeature, { layer: 'job', feature: String(made.id) })).facts).toContainEqual({
      label: 'Type',
      value: 'Legal survey',
    });
    expect((await mona.call(map.countMapLayer, { layer: 'job', type: ['Legal survey'] })).count).toBe(1);
    expect((await mona.refused(map.getMapTile, { layer: 'job', z: 1, x: 2, y: 0 })).status).toBe(404);
    expect((await mona.refused(map.getMapFeature, { layer: 'job', feature: 'x' })).status).toBe(404);
  });

  it('outlines are in the tiles from street scale on, cut at the edge', async () => {
    const mona = await app.as('mona');
    const made = await makeJob(mona, { type: 'Polygon', coordinates: [[...AREA, AREA[0]!]] });
    const { shapes, points } = await lookAt(mona, { layer: 'job', z: 15, x: 10318, y: 11662 });
    expect(shapes).toMatchObject([{ id: String(made.id), label: made.num }]);
    expect(points).toHaveLength(1);
    // Around the tile at its margin, clockwise on the screen.
    expect(shapes[0]!.places[0]!.length).toBeGreaterThan(3);
    expect((await lookAt(mona, { layer: 'job', z: 15, x: 10318, y: 11662, state: ['CLOSED'] })).shapes).toEqual([]);
    expect((await lookAt(mona, { layer: 'job', z: 12, x: 1289, y: 1457 })).shapes).toEqual([]);
  });

  it('field work: shots where they were processed, points of a finished run, runs in the middle of them, pipes between structures', async () => {
    const [alice, tx] = [await app.as('alice'), app.tx()];
    const { rows } = await sql<{ run: string }>`
      with run as (
        insert into field_run (id, name, state, received_at, created_on, updated_on)
        values ('00000000-0000-4000-8000-00000000000a', 'Run A', 'Finished', now(), now(), now()) returning id
      ), attempt as (
        insert into processing_attempt (field_run, number, state, started_on, ended_on) select id, 1, 'finished', now(), now() from run returning id
      )
      select run.id as run from run, attempt`.execute(tx);
    const { run } = rows[0]!;
    await sql`insert into shot (id, field_run, name, category, lon, lat, easting, northing, seq, received_at, created_on, updated_on) values
      ('00000000-0000-4000-8000-000000000001', ${run}, 'S1', 'structure', -66.5, 46.5, 2500000, 7500000, 2, now(), now(), now()),
      ('00000000-0000-4000-8000-000000000002', ${run}, 'S2', 'structure', -66.5, 46.5010, null, null, 3, now(), now(), now())`.execute(tx);
    await sql`insert into pipe (id, field_run, name, start_structure, end_structure, system, seq, received_at, created_on, updated_on) values
      ('00000000-0000-4000-8000-000000000003', ${run}, 'P1', '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002',
      'storm', 4, now(), now(), now())`.execute(tx);
    await sql`insert into processed_point (attempt, name, field_run, code, description, easting, northing)
      select id, 'N 7', field_run, 'IP', 'iron pin', 2500100, 7500000 from processing_attempt`.execute(tx);
    const counts = Object.fromEntries((await alice.call(map.listMapLayers, {})).results.map(({ layer, count }) => [layer, count]));
    expect(counts).toMatchObject({ run: 1, shot: 3, pipe: 1 });
    const [attempt] = await tx.selectFrom('processing_attempt').select('id').execute();
    const card = await alice.call(map.getMapFeature, { layer: 'shot', feature: `${attempt!.id}.N 7` });
    expect(card).toMatchObject({ title: 'N 7', path: `/fieldrun/${run}`, easting: 2500100, northing: 7500000 });
    const place = await alice.call(map.getMapFeature, { layer: 'run', feature: run });
    expect([place.lon.toFixed(4), place.lat.toFixed(4)]).toEqual(['-66.5000', '46.5005']);
    const around = { lon: -66.5, lat: 46.5, metres: 300, layer: ['shot', 'pipe'] as const };
    const near = await alice.call(map.listMapNeighbours, { ...around, layer: [...around.layer] });
    expect(near.results.map(({ label, distance, bearing }) => [label, Math.round(distance), Math.round(bearing)])).toEqual([
      ['S1', 0, expect.any(Number)],
      ['P1', 56, 0],
      ['N 7', 100, 90],
      ['S2', 111, 0],
    ]);
    expect((await lookAt(alice, { layer: 'pipe', z: 15, x: 10331, y: 11591 })).shapes).toMatchObject([{ label: 'P1', state: 'storm' }]);
    expect((await alice.call(map.getMapFeature, { layer: 'pipe', feature: '00000000-0000-4000-8000-000000000003' })).subtitle).toMatch(
      /^Storm/,
    );
    const hits = await alice.call(map.searchMap, { query: 's' });
    expect(
      hits.results
        .filter(({ layer }) => layer === 'shot')
        .map(({ label }) => label)
        .sort(),
    ).toEqual(['S1', 'S2']);
    expect((await alice.call(map.searchMap, { query: 'n 7' })).results).toMatchObject([{ layer: 'shot', label: 'N 7' }]);
    await sql`update processing_attempt set state = 'archived'`.execute(tx);
    expect((await alice.call(map.countMapLayer, { layer: 'shot' })).count).toBe(2);
  });

  it('an area is listed page by page and goes out as a file of each kind', async () => {
    const mona = await app.as('mona');
    const inside = [await makeJob(mona), await makeJob(mona, { type: 'Polygon', coordinates: [[...AREA, AREA[0]!]] })];
    await makeJob(mona, { type: 'Point', coordinates: [-64, 45] });
    const wish = { area: AREA, layers: [{ layer: 'job' as const }, { layer: 'quote' as const, filter: { state: ['REJECTED'] } }] };
    const listed = await mona.call(map.listInMapArea, {}, { ...wish, page: 2, page_size: 1 });
    expect(listed).toMatchObject({
      count: 2,
      counts: [
        { layer: 'job', count: 2 },
        { layer: 'quote', count: 0 },
      ],
    });
    expect(listed.results).toMatchObject([{ layer: 'job', state: 'IN PROGRESS' }]);
    const file = async (format: 'csv' | 'kml' | 'geojson' | 'dxf') =>
      ((await mona.call(map.exportMapArea, {}, { ...wish, format })) as unknown as Blob).text();
    const [csv, kml, geojson, dxf] = [await file('csv'), await file('kml'), await file('geojson'), await file('dxf')];
    for (const { num } of inside) for (const text of [csv, kml, geojson, dxf]) expect(text).toContain(num);
    expect(kml).toContain('<Polygon>');
    // A closed line of four corners, whose flag is 1.
    const outline = /POLYLINE\s+8\s+JOBS_OUTLINE\s[\s\S]*?\s70\s+1\s([\s\S]*?)SEQEND/.exec(dxf)?.[1];
    expect(outline?.match(/VERTEX/g)).toHaveLength(4);
    expect(dxf.match(/INSERT/g)).toHaveLength(1);
    expect(csv.split('\r\n')[1]).toMatch(/^Job,26-000\d,Lot 5,IN PROGRESS,24\d{5}\.\d{4},74\d{5}\.\d{4},45\.9/);
    const far = {
      ...wish,
      area: [
        [0, 0],
        [1, 0],
        [1, 1],
      ] as [number, number][],
      format: 'csv' as const,
    };
    expect((await mona.refused(map.exportMapArea, {}, far)).body.area).toEqual(['There is nothing in this area.']);
  });

  it('finds coordinates of every kind, numbers, names, addresses and parcels', async () => {
    const mona = await app.as('mona');
    const made = await makeJob(mona);
    await mona.call(job.setJobLocation, { id: made.id }, { address: '7 Rue Thériault, Dieppe', pid: '75-00123' });
    const search = async (query: string) => (await mona.call(map.searchMap, { query })).results;
    const at = (lon: number, lat: number) => [{ kind: 'coordinate', lon: expect.closeTo(lon, 5), lat: expect.closeTo(lat, 5) }];
    expect(await search('2500000, 7500000')).toMatchObject(at(-66.5, 46.5));
    expect(await search('46°30\'00"N 66°30\'00"W')).toMatchObject(at(-66.5, 46.5));
    expect(await search('19T 691826.6 5152640.0')).toMatchObject(at(-66.5, 46.5));
    // Without letters: the other way round and in the zones of UTM, where that is near what the firm has.
    await mona.call(job.setJobLocation, { id: made.id }, { geometry: POINT, address: '7 Rue Thériault, Dieppe', pid: '75-00123' });
    expect(await search('7500000, 2500000')).toMatchObject(at(-66.5, 46.5));
    expect(await search('691826.6, 5152640.0')).toMatchObject([{ ...at(-66.5, 46.5)[0], detail: 'UTM 19N' }]);
    expect(await search('N 2500000, E 7500000')).toMatchObject([{ lat: expect.closeTo(-1.8, 1) }]);
    expect(await search('https://www.google.com/maps/@46.5,-66.5,15z')).toMatchObject(at(-66.5, 46.5));
    expect(await search(made.num)).toMatchObject([{ kind: 'record', layer: 'job', id: String(made.id), detail: 'Lot 5' }]);
    expect(await search('theriault')).toMatchObject([{ kind: 'address', label: '7 Rue Thériault, Dieppe' }]);
    expect(await search('75-00123')).toMatchObject([{ kind: 'parcel', label: '75-00123' }]);
    expect(await search('nowhere')).toEqual([]);
    const near = await (await app.as('chelsea')).call(map.listMapNeighbours, { lon: -66.64, lat: 45.964 });
    expect(near).toMatchObject({ metres: 500, count: 1, results: [{ layer: 'job', label: made.num, path: null }] });
  });
});
