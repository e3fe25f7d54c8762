import * as job from '@dmse/contract/jobs/job';
import * as quote from '@dmse/contract/jobs/quote';
import * as location from '@dmse/contract/places/location';
import { describe, expect, it } from 'vitest';
import { userId } from '../../../testing/fixtures/job-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();
const POINT = { type: 'Point' as const, coordinates: [-66.64, 45.96] as [number, number] };
const AREA = {
  type: 'Polygon' as const,
  coordinates: [
    [
      [-66.7, 45.9],
      [-66.6, 45.9],
      [-66.6, 46],
      [-66.7, 45.9],
    ] as [number, number][],
  ],
};
const BOX = { min_lon: -67, min_lat: 45, max_lon: -66, max_lat: 46.5 };

describe('where jobs and quotes are', () => {
  it('Mona sets a place by address and point, then corrects it; the history of the job tells it', async () => {
    const mona = await app.as('mona');
    const { id } = await mona.call(job.createJob, {}, { desc: 'Lot 7' });
    const placed = await mona.call(job.setJobLocation, { id }, { address: '7 Main St, Fredericton', geometry: POINT }, { ifMatch: 1 });
    expect(placed).toMatchObject({ version: 2, location: { address: '7 Main St, Fredericton', geometry: POINT, pid: '' } });
    const again = await mona.call(job.setJobLocation, { id }, { address: '9 Main St, Fredericton', pid: '75-123' });
    expect(again.location).toEqual({ ...placed.location, address: '9 Main St, Fredericton', pid: '75-123' });
    expect((await mona.call(job.setJobLocation, { id }, { pid: '75-123' })).version).toBe(3);
    const told = (await mona.call(job.listJobHistory, { id })).results.map(({ sentence }) => sentence);
    expect(told.slice(0, 2)).toEqual([
      'Mona Martin changed location from 7 Main St, Fredericton to 9 Main St, Fredericton.',
      'Mona Martin set location to 7 Main St, Fredericton.',
    ]);
    expect((await mona.refused(job.setJobLocation, { id }, { pid: '1' }, { ifMatch: 1 })).body).toMatchObject({ code: 'CONFLICT' });
  });

  it('a point or a closed polygon, on the earth; anything else is refused', async () => {
    const mona = await app.as('mona');
    const { id } = await mona.call(quote.createQuote, {}, { desc: 'Lot 7' });
    expect((await mona.call(quote.setQuoteLocation, { id }, { geometry: AREA })).location?.geometry).toEqual(AREA);
    const refused = async (geometry: unknown) => (await mona.refused(quote.setQuoteLocation, { id }, { geometry })).status;
    expect(await refused({ type: 'Point', coordinates: [200, 45] })).toBe(400);
    expect(await refused({ type: 'LineString', coordinates: [[0, 0]] })).toBe(400);
    const [ring] = AREA.coordinates;
    const open = await mona.refused(
      quote.setQuoteLocation,
      { id },
      { geometry: { ...AREA, coordinates: [[...ring!.slice(0, 3), [-66, 45]]] } },
    );
    expect(open.body).toMatchObject({ geometry: ['A polygon ends where it began.'] });
    expect((await mona.call(quote.setQuoteLocation, { id }, { geometry: null })).location?.geometry).toBeNull();
    expect((await mona.call(location.listNearby, BOX)).count).toBe(0);
  });

  it('lists what the firm knows nearby, a promoted quote as its job; only for who reads jobs', async () => {
    const mona = await app.as('mona');
    const one = await mona.call(job.createJob, {}, { desc: 'Near' });
    const far = await mona.call(job.createJob, {}, { desc: 'Far' });
    const asked = await mona.call(quote.createQuote, {}, { desc: 'Asked' });
    const won = await mona.call(quote.createQuote, {}, { desc: 'Won' });
    await mona.call(job.setJobLocation, { id: one.id }, { geometry: AREA });
    await mona.call(job.setJobLocation, { id: far.id }, { geometry: { type: 'Point', coordinates: [-60, 45.5] } });
    for (const { id } of [asked, won]) await mona.call(quote.setQuoteLocation, { id }, { geometry: POINT });
    await app.tx().updateTable('quote').set({ is_promoted: true }).where('id', '=', won.id).execute();
    const near = await (await app.as('joe')).call(location.listNearby, BOX);
    expect(near.results.map(({ noun, num }) => [noun, num])).toEqual([
      ['job', one.num],
      ['quote', asked.num],
    ]);
    expect((await mona.call(location.listNearby, { ...BOX, max_lon: -66.65 })).results.map(({ num }) => num)).toEqual([one.num]);
    expect((await mona.refused(location.listNearby, { ...BOX, min_lon: 10 })).status).toBe(400);
    expect((await (await app.as('chelsea')).refused(location.listNearby, BOX)).status).toBe(403);
  });

  it('the stored form: whoever may not change the job may not change its place; what is referred to is not deleted', async () => {
    const [mona, alice] = [await app.as('mona'), await app.as('alice')];
    const hers = await alice.call(job.createJob, {}, { desc: 'Hers', project_manager: await userId(app.tx(), 'alice') });
    const id = (await alice.call(job.setJobLocation, { id: hers.id }, { address: '1 King St' })).location!.id;
    expect((await mona.refused(location.updateLocation, { id }, { address: 'x' })).status).toBe(403);
    expect((await alice.refused(location.removeLocation, { id })).body).toMatchObject({ code: 'IN_USE' });
    const moved = await alice.call(location.updateLocation, { id }, { address: '2 King St' }, { ifMatch: 1 });
    expect([moved.address, moved.version]).toEqual(['2 King St', 2]);
    expect((await alice.refused(location.updateLocation, { id }, { address: '3' }, { ifMatch: 1 })).body).toMatchObject({
      code: 'CONFLICT',
    });
    const [last] = (await alice.call(job.listJobHistory, { id: hers.id })).results;
    expect(last!.sentence).toBe('Alice Arsenault changed location from 1 King St to 2 King St.');
    const lone = await mona.call(location.createLocation, {}, { pid: '1' });
    await mona.call(location.removeLocation, { id: lone.id });
    expect((await mona.refused(location.getLocation, { id: lone.id })).status).toBe(404);
  });
});
