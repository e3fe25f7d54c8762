import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as job from '@dmse/contract/jobs/job';
import * as quote from '@dmse/contract/jobs/quote';
import * as geocode from '@dmse/contract/places/geocode';
import { updateSettingSection } from '@dmse/contract/settings/core';
import { afterEach, describe, expect, it } from 'vitest';
import { uploadBytes } from '../../../testing/fixtures/upload-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';

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

  it('Alice imports a civic file; bad rows are told, the same source again replaces it', async () => {
    const alice = await app.as('alice');
    const csv = 'Civic_Num;Street;Community;Longitude;Latitude\n12;Rue Acadie;Moncton;-64,77;46,09\n;;;1;2\n14;Rue Acadie;Moncton;x;46\n';
    const file = await uploadBytes(alice, 'civic.csv', csv);
    const done = await alice.call(geocode.importKnownPlaces, {}, { file, kind: 'address', source: 'Civic 2026' });
    expect(done).toEqual({
      added: 1,
      problems: ['Line 3: there is no address or parcel number.', 'Line 4: the coordinates are not numbers.'],
    });
    const place = { label: '12 Rue Acadie Moncton', lon: -64.77, lat: 46.09, source: 'Civic 2026' };
    expect((await alice.call(geocode.geocodeAddress, { query: 'acadie 12' })).results).toEqual([place]);
    const grid = await uploadBytes(alice, 'pid.csv', 'PID,Easting,Northing\n00123456,2500000,7500000\n');
    await alice.call(geocode.importKnownPlaces, {}, { file: grid, kind: 'parcel', source: 'Parcels' });
    const [parcel] = (await alice.call(geocode.geocodeParcel, { query: '123456' })).results;
    expect([parcel!.label, parcel!.lon.toFixed(4), parcel!.lat.toFixed(4)]).toEqual(['00123456', '-66.5000', '46.5000']);
    const smaller = await uploadBytes(alice, 'civic.csv', 'address,lon,lat\n1 New Rd,-64,46\n');
    await alice.call(geocode.importKnownPlaces, {}, { file: smaller, kind: 'address', source: 'Civic 2026' });
    expect((await alice.call(geocode.listKnownPlaces, {})).results).toEqual([
      { source: 'Civic 2026', kind: 'address', places: 1 },
      { source: 'Parcels', kind: 'parcel', places: 1 },
    ]);
  });

  it('a file without the columns, without a good row, or of somebody else changes nothing', async () => {
    const alice = await app.as('alice');
    const refused = async (csv: string) => {
      const file = await uploadBytes(alice, 'x.csv', csv);
      return (await alice.refused(geocode.importKnownPlaces, {}, { file, kind: 'address', source: 'S' })).body.file;
    };
    expect(await refused('name,lon,lat\na,1,2\n')).toEqual(['The file needs a column named label, address or pid.']);
    expect(await refused('address,lon\na,1\n')).toEqual(['The file needs the columns lon and lat, or easting and northing.']);
    expect(await refused('address,lon,lat\na,999,2\n')).toEqual(['Line 2: the coordinates are not on the earth.']);
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
