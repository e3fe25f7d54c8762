import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as job from '@dmse/contract/jobs/job';
import * as quote from '@dmse/contract/jobs/quote';
import * as geocode from '@dmse/contract/places/geocode';
import { updateSettingSection } from '@dmse/contract/settings/core';
import type { TestClient } from '@dmse/testkit/client';
import { afterEach, describe, expect, it } from 'vitest';
import { packZip } from '../../../adapters/files/zip-writer.ts';
import { readPlaceFile } from '../../../adapters/places/read-place-file.ts';
import { uploadBytes } from '../../../testing/fixtures/upload-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';
import { takeInPlaces } from './known-place.service.ts';

const app = useTestApp();
const POINT = { type: 'Point' as const, coordinates: [-66.64, 45.96] as [number, number] };

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
});

async function service(answer: unknown, onAsked: () => void = () => {}): Promise<string> {
  server = createServer((_, response) => {
    onAsked();
    if (answer !== undefined) response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/?q={query}`;
}

/** Squares in a row as a shapefile of longitude and latitude, named P0, P1, … */
function lotsZip(count: number): Promise<Buffer> {
  const length = 44 + 4 + 5 * 16;
  const shp = Buffer.alloc(100 + count * (8 + length));
  shp.writeInt32BE(9994, 0);
  const dbf = Buffer.alloc(65 + count * 9, ' ');
  dbf.fill(0, 0, 64);
  dbf.writeUInt32LE(count, 4);
  dbf.writeUInt16LE(65, 8);
  dbf.writeUInt16LE(9, 10);
  dbf.write('PID', 32, 'latin1');
  dbf.write('C', 43, 'latin1');
  dbf[48] = 8;
  dbf[64] = 0x0d;
  for (let at = 0; at < count; at += 1) {
    const start = 100 + at * (8 + length);
    shp.writeInt32BE(at + 1, start);
    shp.writeInt32BE(length / 2, start + 4);
    const shape = shp.subarray(start + 8);
    shape.writeInt32LE(5, 0);
    shape.writeInt32LE(1, 36);
    shape.writeInt32LE(5, 40);
    const x = -66 + at / 10_000;
    for (const [place, [lon, lat]] of [
      [x, 46],
      [x, 46.02],
      [x + 0.01, 46.02],
      [x + 0.01, 46],
      [x, 46],
    ].entries()) {
      shape.writeDoubleLE(lon!, 48 + place * 16);
      shape.writeDoubleLE(lat!, 56 + place * 16);
    }
    dbf.write(`P${at}`, 65 + at * 9 + 1, 'latin1');
  }
  return packZip([
    { name: 'lots.shp', bytes: shp },
    { name: 'lots.dbf', bytes: dbf },
    { name: 'lots.prj', bytes: Buffer.from('GEOGCS["GCS_North_American_1983_CSRS"]') },
  ]);
}

describe('finding a place', () => {
  it('answers from what the firm has located, quotes only to those who read them', async () => {
    const [mona, chelsea] = [await app.as('mona'), await app.as('chelsea')];
    const made = await mona.call(job.createJob, {}, { desc: 'x' });
    await mona.call(job.setJobLocation, { id: made.id }, { address: '7 Rue Thériault, Dieppe', pid: '75-00123', geometry: POINT });
    const asked = await mona.call(quote.createQuote, {}, { desc: 'x' });
    await mona.call(quote.setQuoteLocation, { id: asked.id }, { address: '9 Rue Theriault, Dieppe', geometry: POINT });
    const found = { label: '7 Rue Thériault, Dieppe', lon: -66.64, lat: 45.96, source: made.num };
    expect(await chelsea.call(geocode.geocodeAddress, { query: 'dieppe theriault' })).toEqual({ count: 1, results: [found] });
    expect((await mona.call(geocode.geocodeAddress, { query: 'dieppe theriault' })).results.map(({ source }) => source)).toEqual([
      made.num,
      asked.num,
    ]);
    expect((await chelsea.call(geocode.geocodeParcel, { query: '75-00123' })).results).toMatchObject([
      { label: '75-00123', source: made.num },
    ]);
    expect(await chelsea.call(geocode.geocodeParcel, { query: 'theriault' })).toEqual({ count: 0, results: [] });
    expect((await chelsea.refused(geocode.geocodeAddress, { query: ' ' })).status).toBe(400);
  });

  /** As the queue does it. */
  async function takeIn(alice: TestClient, name: string, bytes: string | Buffer, kind: 'address' | 'parcel', source: string) {
    const file = await uploadBytes(alice, name, bytes);
    const { id } = await alice.call(geocode.importKnownPlaces, {}, { file, kind, source });
    await takeInPlaces({ db: app.db, files: app.adapters.files, folder: app.dataDir, now: () => app.clock.now }, id);
    const { results } = await alice.call(geocode.listKnownPlaces, {});
    return results.find((one) => one.last_import?.id === id)!.last_import!;
  }

  it('Alice imports a civic file; bad rows are told, the same source again replaces it', async () => {
    const alice = await app.as('alice');
    const csv = 'Civic_Num;Street;Community;Longitude;Latitude\n12;Rue Acadie;Moncton;-64,77;46,09\n;;;1;2\n14;Rue Acadie;Moncton;x;46\n';
    expect(await takeIn(alice, 'civic.csv', csv, 'address', 'Civic 2026')).toMatchObject({
      state: 'ready',
      done: 1,
      problems: ['Line 3: there is no address or parcel number.', 'Line 4: the coordinates are not numbers.'],
    });
    const place = { label: '12 Rue Acadie Moncton', lon: -64.77, lat: 46.09, source: 'Civic 2026' };
    expect((await alice.call(geocode.geocodeAddress, { query: 'acadie 12' })).results).toEqual([place]);
    await takeIn(alice, 'pid.csv', 'PID,Easting,Northing\n00123456,2500000,7500000\n', 'parcel', 'Parcels');
    const [parcel] = (await alice.call(geocode.geocodeParcel, { query: '123456' })).results;
    expect([parcel!.label, parcel!.lon.toFixed(4), parcel!.lat.toFixed(4)]).toEqual(['00123456', '-66.5000', '46.5000']);
    await takeIn(alice, 'civic.csv', 'address,lon,lat\n1 New Rd,-64,46\n', 'address', 'Civic 2026');
    expect((await alice.call(geocode.listKnownPlaces, {})).results.map(({ source, kind, places }) => [source, kind, places])).toEqual([
      ['Civic 2026', 'address', 1],
      ['Parcels', 'parcel', 1],
    ]);
    const parcels = { kind: 'parcel' as const, source: 'Parcels' };
    await alice.call(geocode.removeKnownPlaces, parcels);
    expect((await alice.call(geocode.listKnownPlaces, {})).results.map(({ source }) => source)).toEqual(['Civic 2026']);
    expect((await alice.call(geocode.geocodeParcel, { query: '123456' })).results).toEqual([]);
    expect((await alice.refused(geocode.removeKnownPlaces, parcels)).status).toBe(404);
  });

  it('parcels come as GeoJSON or a zipped shapefile with their outlines', async () => {
    const alice = await app.as('alice');
    const square = (from: number) => {
      const x = Number(from.toFixed(4));
      const east = Number((x + 0.01).toFixed(4));
      return {
        type: 'Polygon',
        coordinates: [
          [
            [x, 46],
            [east, 46],
            [east, 46.02],
            [x, 46.02],
            [x, 46],
          ],
        ],
      };
    };
    const features = Array.from({ length: 4100 }, (_, at) => ({
      type: 'Feature',
      properties: { PID: `75-${at}`, note: 'a "quoted" ] }' },
      geometry: at === 7 ? null : square(-66 + at / 10_000),
    }));
    const done = await takeIn(alice, 'parcels.geojson', JSON.stringify({ type: 'FeatureCollection', features }), 'parcel', 'Parcels');
    expect(done).toMatchObject({ state: 'ready', done: 4099, problems: ['A feature has no geometry and was left out.'] });
    const row = await app.tx().selectFrom('known_place').selectAll().where('label', '=', '75-100').executeTakeFirstOrThrow();
    expect(row).toMatchObject({ geometry: square(-65.99), min_lon: -65.99, max_lat: 46.02 });
    expect([row.lon.toFixed(4), row.lat.toFixed(4)]).toEqual(['-65.9850', '46.0100']);
    const zipped = await takeIn(alice, 'lots.zip', await lotsZip(4500), 'parcel', 'Lots');
    expect(zipped).toMatchObject({ state: 'ready', done: 4500, problems: [] });
    const last = await app.tx().selectFrom('known_place').selectAll().where('label', '=', 'P4499').executeTakeFirstOrThrow();
    expect(last.min_lon).toBeCloseTo(-66 + 4499 / 10_000, 6);
  });

  it('a file without the columns, without a good row, or of somebody else changes nothing', async () => {
    const alice = await app.as('alice');
    const grid = { name: 'UTM 19', epsg: 26919, proj: '+proj=utm +zone=19 +ellps=GRS80 +units=m' };
    const read = (text: string) => () => [...readPlaceFile(Buffer.from(text), 'address', grid)];
    expect(read('name,lon,lat\na,1,2\n')).toThrow('The file needs a column named label, address or pid.');
    expect(read('address,lon\na,1\n')).toThrow('The file needs the columns lon and lat, or easting and northing.');
    expect(read('{"type":"FeatureCollection","features":[{"type":"Feature"')).toThrow('This GeoJSON file is cut short.');
    expect(read('PK\u0003\u0004 not a zip')).toThrow(/archive/);
    const failed = await takeIn(alice, 'x.csv', 'address,lon,lat\na,999,2\n', 'address', 'S');
    expect(failed).toMatchObject({ state: 'failed', problem: 'Line 2: the coordinates are not on the earth.' });
    const file = await uploadBytes(await app.as('joe'), 'x.csv', 'address,lon,lat\na,1,2\n');
    expect((await alice.refused(geocode.importKnownPlaces, {}, { file, kind: 'address', source: 'S' })).body).toHaveProperty('file');
    expect((await (await app.as('mona')).refused(geocode.listKnownPlaces, {})).status).toBe(403);
  });

  it('asks the service the firm has named; when that is silent, what is known here still answers', async () => {
    const [alice, mona] = [await app.as('alice'), await app.as('mona')];
    const address_url = await service({
      features: [{ geometry: { type: 'Point', coordinates: [-66, 46] }, properties: { label: '5 Far Rd' } }],
    });
    await alice.call(updateSettingSection, { section: 'geocoding' }, { address_url });
    expect((await mona.call(geocode.geocodeAddress, { query: 'far' })).results).toEqual([
      { label: '5 Far Rd', lon: -66, lat: 46, source: '127.0.0.1' },
    ]);
    server!.closeAllConnections();
    server!.close();
    await alice.call(updateSettingSection, { section: 'geocoding' }, { address_url: await service(undefined) });
    const silent = await mona.refused(geocode.geocodeAddress, { query: 'far' });
    expect([silent.status, silent.body.code]).toEqual([503, 'UNAVAILABLE']);
    const made = await mona.call(job.createJob, {}, { desc: 'x' });
    await mona.call(job.setJobLocation, { id: made.id }, { address: '1 Far Rd', geometry: POINT });
    expect((await mona.call(geocode.geocodeAddress, { query: 'far' })).results.map(({ label }) => label)).toEqual(['1 Far Rd']);
    expect((await alice.refused(updateSettingSection, { section: 'geocoding' }, { address_url: 'file:///etc/passwd' })).status).toBe(400);
  });

  it('holds no connection of the database while it asks the service', async () => {
    const [alice, mona] = [await app.as('alice'), await app.as('mona')];
    const { read } = app.db;
    let reads = 0;
    const seen: number[] = [];
    const address_url = await service({ features: [] }, () => seen.push(reads));
    await alice.call(updateSettingSection, { section: 'geocoding' }, { address_url });
    app.db.read = async (work) => {
      reads += 1;
      return read(work).finally(() => {
        reads -= 1;
      });
    };
    try {
      expect((await mona.call(geocode.geocodeAddress, { query: 'far' })).results).toEqual([]);
    } finally {
      app.db.read = read;
    }
    expect(seen.at(-1)).toBe(0);
  });
});
