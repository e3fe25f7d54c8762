import { randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { getFieldRun } from '@dmse/contract/sites/field-run';
import * as sync from '@dmse/contract/sites/sync';
import { sync as runEngine } from '@dmse/sync/engine';
import { createPipe } from '@dmse/sync/local/pipe';
import { createPoint, deletePoint, updatePoint } from '@dmse/sync/local/point';
import { createRun, openRun } from '@dmse/sync/local/run';
import type { Fields } from '@dmse/sync/wire';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sha256Of } from '../../../testing/fixtures/field-fixture.ts';
import { createTablet, type Tablet, type Weather } from '../../../testing/fixtures/tablet.ts';
import { type CommittedApp, startCommittedApp } from '../../../testing/test-app.ts';

let app: CommittedApp;
let fern: number;

beforeAll(async () => {
  app = await startCommittedApp('sync_engine');
  fern = (await app.db.read((tx) => tx.selectFrom('app_user').select('id').where('username', '=', 'fern').executeTakeFirstOrThrow())).id;
});
afterAll(() => app.close());

async function newTablet(): Promise<Tablet> {
  return createTablet(app.fastify, await app.as('fern', 'field'), fern);
}

function runSync(tablet: Tablet) {
  return runEngine(tablet.session, { force: true });
}

async function capture(tablet: Tablet, run: string, fields: Fields = {}, photos: Buffer[] = []): Promise<string> {
  const id = randomUUID();
  const taken = photos.map((bytes) => ({ bytes, mime: 'image/jpeg' }));
  const saved = await createPoint(tablet.session, { id, field_run: run, fields: { code: 'SAMH', ...fields }, photos: taken });
  expect(saved.saved).toBe(true);
  return id;
}

async function startRunOn(tablet: Tablet): Promise<string> {
  const id = randomUUID();
  await createRun(tablet.session, { id, fields: { name: 'Engine run', state: 'Active' } });
  return id;
}

async function manifestOf(run: string): Promise<sync.Manifest> {
  return (await app.as('fern')).call(sync.getManifest, { id: run });
}

/** Everything the feed promises: each write has its own place, none is missing between them, versions are those of the history. */
async function expectSound(run: string): Promise<void> {
  await app.db.read(async (tx) => {
    const { seq } = await tx.selectFrom('field_run').select('seq').where('id', '=', run).executeTakeFirstOrThrow();
    const history = await tx.selectFrom('field_history').select(['item', 'version']).where('field_run', '=', run).execute();
    expect(history.length).toBe(seq);
    for (const table of ['shot', 'pipe', 'shot_image'] as const) {
      for (const row of await tx.selectFrom(table).select(['id', 'version', 'seq']).where('field_run', '=', run).execute()) {
        expect(
          history
            .filter((entry) => entry.item === row.id)
            .map((entry) => entry.version)
            .sort((a, b) => a - b),
        ).toEqual(Array.from({ length: row.version }, (_, i) => i + 1));
        expect(row.seq).toBeLessThanOrEqual(seq);
      }
    }
  });
}

describe('the sync engine against the server', () => {
  test('brings up a run with points, pipes and pictures, small and large, and may call it green', async () => {
    const tablet = await newTablet();
    const run = await startRunOn(tablet);
    const photos = [randomBytes(900), randomBytes(2500)];
    const a = await capture(tablet, run, { name: 'MH1', geometry: { type: 'Point', coordinates: [-66.64, 45.96, 12.25] } }, photos);
    const b = await capture(tablet, run, { name: 'MH2', connections: [{ direction: 'in', measure_down: 2.41 }], size: { diameter: 1200 } });
    await createPipe(tablet.session, {
      field_run: run,
      fields: { start_structure: a, end_structure: b, system: 'storm', vertices: [[-66.6, 45.9]] },
    });
    const result = await runSync(tablet);
    expect(result).toMatchObject({ ran: true, stopped: null, green: true, counts: { waiting: 0, failed: 0 } });
    const { rows } = await manifestOf(run);
    expect(rows.map((row) => row.kind).sort()).toEqual(['image', 'image', 'pipe', 'point', 'point', 'run']);
    const hashes = rows.filter((row) => row.kind === 'image').map((row) => row.sha256!);
    expect(hashes.sort()).toEqual(photos.map(sha256Of).sort());
    for (const bytes of photos) expect((await buffer(app.adapters.files.open(sha256Of(bytes)))).equals(bytes)).toBe(true);
    await expectSound(run);
  });

  test('two tablets that edit one point apart converge, and both values are kept', async () => {
    const [one, two] = [await newTablet(), await newTablet()];
    const run = await startRunOn(one);
    const points = [];
    for (let i = 0; i < 7; i += 1) points.push(await capture(one, run, { note: `point ${i}` }));
    await runSync(one);
    expect((await openRun(two.session, run)).opened).toBe(true);
    await runSync(two);
    const id = points[3]!;
    await updatePoint(one.session, id, { fields: { note: 'one says', code: 'MON' } });
    await updatePoint(two.session, id, { fields: { note: 'two says', description: 'lid' } });
    for (const tablet of [one, two, one, two]) expect(await runSync(tablet)).toMatchObject({ green: true });
    const copies = await Promise.all([one, two].map((tablet) => tablet.session.store.runs((tx) => tx.table('point').get(id))));
    expect(copies[0]?.fields).toEqual(copies[1]?.fields);
    expect(copies[0]?.fields).toMatchObject({ note: 'two says', code: 'MON', description: 'lid' });
    const entries = await app.db.read((tx) => tx.selectFrom('field_history').select('after').where('item', '=', id).execute());
    expect(entries.map((entry) => (entry.after as Fields).note)).toEqual(expect.arrayContaining(['one says', 'two says']));
    const { conflict_count, start_number } = await (await app.as('fern')).call(getFieldRun, { id: run });
    expect([conflict_count, start_number]).toEqual([1, null]);
    await expectSound(run);
  });

  test('a deletion reaches the other tablet with everything that hung on the point', async () => {
    const [one, two] = [await newTablet(), await newTablet()];
    const run = await startRunOn(one);
    const a = await capture(one, run, {}, [randomBytes(200)]);
    await runSync(one);
    await openRun(two.session, run);
    await runSync(two);
    const b = await capture(two, run);
    await createPipe(two.session, { field_run: run, fields: { start_structure: a, end_structure: b } });
    await runSync(two);
    await deletePoint(one.session, a);
    await runSync(one);
    await runSync(two);
    const { rows } = await manifestOf(run);
    expect(
      rows
        .filter((row) => !row.is_deleted)
        .map((row) => row.id)
        .sort(),
    ).toEqual([run, b].sort());
    const left = await two.session.store.runs(async (tx) => [...(await tx.table('image').list({})), ...(await tx.table('pipe').list({}))]);
    expect(left.filter((item) => item.is_deleted === 0)).toEqual([]);
    await expectSound(run);
  });

  for (const seed of [1, 2, 3]) {
    test(`through bad weather nothing is lost or doubled (seed ${seed})`, async () => {
      const [one, two] = [await newTablet(), await newTablet()];
      let state = seed * 2_654_435_761;
      const chance = () => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
        return state / 2 ** 32;
      };
      const foul = (): Weather => {
        const drawn = chance();
        return drawn < 0.12 ? 'lost' : drawn < 0.3 ? 'unanswered' : drawn < 0.45 ? 'twice' : 'fair';
      };
      const run = await startRunOn(one);
      await runSync(one);
      await openRun(two.session, run);
      const made: string[] = [];
      const meant = new Map<string, { target: string; text: string }>();
      for (const tablet of [one, two]) tablet.weather = foul;
      for (let round = 0; round < 4; round += 1) {
        for (const tablet of [one, two]) {
          made.push(await capture(tablet, run, { note: `round ${round}` }, round % 2 === 0 ? [randomBytes(round === 0 ? 300 : 2000)] : []));
          const target = made[Math.floor(chance() * made.length)]!;
          const who = tablet === one ? 'one' : 'two';
          const text = `${round} by ${who}`;
          const saved = await updatePoint(tablet.session, target, { fields: { description: text } });
          // who edits a point again before it is up has taken back the earlier words
          if (saved.saved) meant.set(`${who} ${target}`, { target, text });
          await runSync(tablet);
        }
      }
      for (const tablet of [one, two]) tablet.weather = () => 'fair';
      for (const tablet of [one, two, one, two]) await runSync(tablet);
      for (const tablet of [one, two]) expect(await runSync(tablet)).toMatchObject({ green: true, counts: { waiting: 0, failed: 0 } });
      const { rows } = await manifestOf(run);
      expect(
        rows
          .filter((row) => row.kind === 'point')
          .map((row) => row.id)
          .sort(),
      ).toEqual(made.toSorted());
      expect(rows.filter((row) => row.kind === 'image').length).toBe(4);
      expect(meant.size).toBeGreaterThan(2);
      const history = await app.db.read((tx) =>
        tx.selectFrom('field_history').select(['item', 'after']).where('field_run', '=', run).execute(),
      );
      for (const { target, text } of meant.values())
        expect(history.some(({ item, after }) => item === target && (after as Fields).description === text)).toBe(true);
      for (const id of made) {
        const [mine, theirs] = await Promise.all([one, two].map((tablet) => tablet.session.store.runs((tx) => tx.table('point').get(id))));
        expect(mine?.fields).toEqual(theirs?.fields);
      }
      await expectSound(run);
    });
  }

  test('what somebody captured who has lost the role meanwhile waits in quarantine, and stays on the tablet', async () => {
    const tablet = await newTablet();
    const run = await startRunOn(tablet);
    await runSync(tablet);
    const id = await capture(tablet, run, { note: 'before I was moved to the office' }, [randomBytes(500), randomBytes(2500)]);
    tablet.client = await app.as('joe', 'field');
    expect(await runSync(tablet)).toMatchObject({ green: false });
    const pia = await app.as('pia');
    const { results } = await pia.call(sync.listQuarantine, { field_run: run });
    expect(results.map((row) => row.kind).sort()).toEqual(['image', 'image', 'point']);
    for (const { id: entry } of results) await pia.call(sync.releaseQuarantined, { id: entry }, {});
    tablet.client = await app.as('fern', 'field');
    expect(await runSync(tablet)).toMatchObject({ green: true });
    const { rows } = await manifestOf(run);
    expect(rows.find((row) => row.id === id)).toMatchObject({ version: 1 });
    expect(rows).toHaveLength(4);
    await expectSound(run);
  });

  test('SYNC-D9 after a restore from backup the tablets bring back what the backup lacked', async () => {
    const tablet = await newTablet();
    const run = await startRunOn(tablet);
    const [kept, lost] = [await capture(tablet, run, { note: 'kept' }), await capture(tablet, run, { note: 'lost' })];
    expect(await runSync(tablet)).toMatchObject({ green: true });
    const owner = new pg.Client({ connectionString: app.ownerUrl });
    await owner.connect();
    await owner.query('delete from applied_op where item = $1', [lost]);
    await owner.query('delete from field_history where item = $1', [lost]);
    await owner.query('delete from shot where id = $1', [lost]);
    await owner.query('update field_run set seq = seq - 1 where id = $1', [run]);
    await owner.query(`update meta set value = gen_random_uuid()::text where key = 'dataset_epoch'`);
    await owner.end();
    expect(await runSync(tablet)).toMatchObject({ green: true });
    const { rows } = await manifestOf(run);
    expect(
      rows
        .filter((row) => row.kind === 'point')
        .map((row) => row.id)
        .sort(),
    ).toEqual([kept, lost].sort());
    expect(rows.find((row) => row.id === kept)).toMatchObject({ version: 1 });
    await expectSound(run);
  });
});
