import * as run from '@dmse/contract/sites/field-run';
import * as layer from '@dmse/contract/sites/static-layer';
import { dbf, PRJ_DEGREES, shp } from '@dmse/survey/layer/layer-fixture';
import type { TestClient } from '@dmse/testkit/client';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { formOf } from '../../../testing/fixtures/upload-fixture.ts';
import { zipOf } from '../../../testing/fixtures/zip-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();

async function prepare() {
  const fern = await app.as('fern');
  return { fern, field_run: (await fern.call(run.createFieldRun, {}, { name: 'R' })).id };
}

type Parts = Parameters<typeof formOf>[0];
const send = (client: TestClient, parts: Parts) => client.call(layer.createStaticLayer, {}, undefined as never, formOf(parts));
const refused = (client: TestClient, parts: Parts) => client.refused(layer.createStaticLayer, {}, undefined, formOf(parts));

const dxfPoint = (x: number, y: number) => `0\nSECTION\n2\nENTITIES\n0\nPOINT\n8\nCTRL\n10\n${x}\n20\n${y}\n0\nENDSEC\n0\nEOF\n`;
const KML = '<?xml version="1.0"?><kml><Placemark><name>Gate</name><Point><coordinates>-66.1,45.3</coordinates></Point></Placemark></kml>';
const CORNERS = '[[-66.1,45.31],[-66.09,45.31],[-66.09,45.3],[-66.1,45.3]]';

async function fetchText(client: TestClient, url: string): Promise<string> {
  const { sessionid } = client.credentials!;
  const answer = await app.fastify.inject({ method: 'GET', url, headers: { cookie: `sessionid=${sessionid}` } });
  expect(answer.statusCode).toBe(200);
  return answer.body;
}

describe('layers for tablets', () => {
  it('Fern attaches a drawing on the office grid; the tablet fetches longitude and latitude', async () => {
    const { fern, field_run } = await prepare();
    const made = await send(fern, { field_run, file: { name: 'site plan.dxf', bytes: dxfPoint(2_500_000, 7_500_000) } });
    expect(made).toMatchObject({
      name: 'site plan',
      format: 'DXF',
      kind: 'vector',
      features: 1,
      vertices: 1,
      bounds: [-66.5, 46.5, -66.5, 46.5],
      problems: [],
    });
    expect(made.crs).toContain('New Brunswick');
    const shown = JSON.parse(await fetchText(fern, made.url));
    expect(shown.features[0]).toMatchObject({ properties: { layer: 'CTRL' }, geometry: { type: 'Point', coordinates: [-66.5, 46.5] } });
    expect(await fetchText(fern, made.file)).toContain('ENTITIES');
    expect(await fern.call(layer.listStaticLayers, { field_run })).toMatchObject({ count: 1, results: [{ id: made.id }] });
    expect((await fern.call(run.getFieldRun, { id: field_run })).layer_count).toBe(1);
  });

  it('KML, KMZ, GPX and GeoJSON, each told by its bytes and not by its name', async () => {
    const { fern, field_run } = await prepare();
    const kmz = zipOf([{ name: 'doc.kml', bytes: Buffer.from(KML) }]);
    const gpx = '<gpx><wpt lat="45.3" lon="-66.1"><name>BM</name></wpt></gpx>';
    const geojson = '{"type":"Point","coordinates":[-66.1,45.3]}';
    const given = { KML, KMZ: kmz, GPX: gpx, GeoJSON: geojson };
    for (const [format, bytes] of Object.entries(given))
      expect(await send(fern, { field_run, name: format, file: { name: 'layer.bin', bytes } }), format).toMatchObject({
        format,
        name: format,
        bounds: [-66.1, 45.3, -66.1, 45.3],
      });
    expect((await fern.call(layer.listStaticLayers, { field_run })).count).toBe(4);
  });

  it('a zipped shapefile, with what its table says', async () => {
    const { fern, field_run } = await prepare();
    const lot = [
      [
        [-66.1, 45.3],
        [-66.1, 45.31],
        [-66.09, 45.31],
        [-66.1, 45.3],
      ],
    ] as const;
    const parts = { shp: shp(lot), dbf: dbf([{ name: 'LOT', type: 'C', length: 10 }], [['Forêt 7']]), prj: PRJ_DEGREES };
    const zip = zipOf(Object.entries(parts).map(([ending, bytes]) => ({ name: `lots.${ending}`, bytes: Buffer.from(bytes) })));
    const made = await send(fern, { field_run, file: { name: 'lots.zip', bytes: zip } });
    expect(made).toMatchObject({ format: 'Shapefile', kind: 'vector', features: 1, bounds: [-66.1, 45.3, -66.09, 45.31] });
    expect(JSON.parse(await fetchText(fern, made.url)).features[0].properties).toEqual({ LOT: 'Forêt 7' });
  });

  it('a picture needs its four corners, in turn', async () => {
    const { fern, field_run } = await prepare();
    const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a40' } })
      .png()
      .toBuffer();
    const file = { name: 'ortho.png', bytes };
    expect((await refused(fern, { field_run, file })).body).toHaveProperty('corners');
    expect((await refused(fern, { field_run, file, corners: '[[0,0],[1,1],[1,0],[0,1]]' })).body.corners).toMatchObject([
      expect.stringContaining('cross over'),
    ]);
    expect(await send(fern, { field_run, file, corners: CORNERS })).toMatchObject({
      format: 'PNG',
      kind: 'image',
      mime_type: 'image/png',
      bounds: [-66.1, 45.3, -66.09, 45.31],
    });
    expect((await refused(fern, { field_run, corners: CORNERS, file: { name: 'a.kml', bytes: KML } })).body).toHaveProperty('corners');
    const wide = await sharp({ create: { width: 5000, height: 10, channels: 3, background: '#a40' } })
      .webp()
      .toBuffer();
    expect((await refused(fern, { field_run, corners: CORNERS, file: { name: 'wide.webp', bytes: wide } })).body.file).toMatchObject([
      expect.stringMatching(/5000 × 10|4096/),
    ]);
    expect(
      (await refused(fern, { field_run, corners: CORNERS, file: { name: 'cut.png', bytes: bytes.subarray(0, 60) } })).body.file,
    ).toMatchObject([expect.stringContaining('damaged')]);
  });

  it('what lies absurdly outside is refused with its figures; another system can be named', async () => {
    const { fern, field_run } = await prepare();
    const file = { name: 'local.dxf', bytes: dxfPoint(120, 80) };
    expect((await refused(fern, { field_run, file })).body.file).toMatchObject([
      expect.stringMatching(/x from 120 to 120.*do not lie on NAD83/),
    ]);
    expect((await refused(fern, { field_run, file, crs: 'moon' })).body.file).toMatchObject([
      expect.stringContaining('no coordinate system known'),
    ]);
    expect(await send(fern, { field_run, crs: 'utm20', file: { name: 'utm.dxf', bytes: dxfPoint(500_000, 5_000_000) } })).toMatchObject({
      features: 1,
    });
  });

  it.each([
    ['a DWG', 'AC1027\0\0', /Save it as DXF/],
    ['a lone .shp', '\0\0\x27\x0a', /Put its \.shp, \.dbf and \.prj into a zip/],
    ['a PDF', '%PDF-1.7', /Export the drawing as DXF/],
    ['something else', 'hello there', /none of the layers known here/],
    ['a page', '<html></html>', /neither KML nor GPX/],
    ['entities', '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><kml>&b;</kml>', /entities of its own/],
    ['an archive in an archive', zipOf([{ name: 'inner.zip', bytes: Buffer.from('PK') }]), /another archive/],
    ['a zip bomb', zipOf([{ name: 'doc.kml', bytes: Buffer.alloc(30_000_000) }]), /far more than it should/],
    ['brackets a million deep', '['.repeat(1_000_000), /nests deeper/],
    ['too many entities', `0\nSECTION\n2\nENTITIES\n${'0\nPOINT\n10\n1\n20\n1\n'.repeat(600_000)}`, /features|vertices/],
  ])('SEC-S21 %s is refused in a sentence of its own', async (_, bytes, sentence) => {
    const { fern, field_run } = await prepare();
    const answer = await refused(fern, {
      field_run,
      file: { name: 'x', bytes: Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes as string, 'latin1') },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.file).toMatchObject([expect.stringMatching(sentence as RegExp)]);
    expect((await fern.call(layer.listStaticLayers, { field_run })).count).toBe(0);
  });

  it('SEC-S22 a name is a label, whatever it looks like', async () => {
    const { fern, field_run } = await prepare();
    for (const name of ['../../etc/passwd', '..\\..\\x.kml', 'a\\u0000b.kml', `${'x'.repeat(500)}.kml`])
      expect((await send(fern, { field_run, file: { name, bytes: KML } })).name.length).toBeLessThanOrEqual(200);
  });

  it('SEC-S10 belongs to a run that is there; a Field User reads and may not take it off', async () => {
    const { fern, field_run } = await prepare();
    expect((await refused(fern, { field_run: crypto.randomUUID(), file: { name: 'a.kml', bytes: KML } })).body).toHaveProperty('field_run');
    const made = await send(fern, { field_run, file: { name: 'a.kml', bytes: KML } });
    const joe = await app.as('joe');
    expect((await joe.refused(layer.removeStaticLayer, { id: made.id })).status).toBe(403);
    const { sessionid } = joe.credentials!;
    expect((await app.fastify.inject({ url: made.url, headers: { cookie: `sessionid=${sessionid}` } })).statusCode).toBe(404);
    await fern.call(layer.removeStaticLayer, { id: made.id });
    expect((await fern.refused(layer.removeStaticLayer, { id: made.id })).status).toBe(404);
    const { results } = await fern.call(run.listFieldRunHistory, { id: field_run });
    expect(results.map((entry) => entry.sentence).slice(0, 2)).toEqual([
      'Fern Francoeur cleared layers (was a).',
      'Fern Francoeur set layers to a.',
    ]);
  });

  it('SEC-S19 a byte too many is 413', async () => {
    const { fern, field_run } = await prepare();
    const answer = await refused(fern, { field_run, file: { name: 'big.kml', bytes: Buffer.alloc(layer.MAX_LAYER_BYTES + 1, 32) } });
    expect(answer.status).toBe(413);
  });
});
