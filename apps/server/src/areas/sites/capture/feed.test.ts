import { randomUUID } from 'node:crypto';
import * as image from '@dmse/contract/sites/image';
import * as pipe from '@dmse/contract/sites/pipe';
import * as shot from '@dmse/contract/sites/shot';
import { getManifest } from '@dmse/contract/sites/sync';
import type { TestClient } from '@dmse/testkit/client';
import { describe, expect, it } from 'vitest';
import { makePipe, makeRun, makeShot, pushOf, sendImage, sha256Of } from '../../../testing/fixtures/field-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();

async function readAll(crew: TestClient, run: string, cursor: string, page_size: number) {
  const seen: { id: string; seq: number; is_deleted: boolean }[] = [];
  for (let page = 0; page < 100; page += 1) {
    const answer = await crew.call(shot.listShots, { field_run: run, cursor, page_size });
    seen.push(...answer.results.map(({ id, properties }) => ({ id, seq: properties.seq, is_deleted: properties.is_deleted })));
    cursor = answer.cursor!;
    if (answer.results.length >= answer.count) return { seen, cursor };
  }
  throw new Error('It does not end.');
}

describe('a feed by cursor', () => {
  it('SYNC-D2 gives every shot once over pages of any size, in order, then only what is new', async () => {
    const fern = await app.as('fern');
    const run = await makeRun(fern);
    const ids = [];
    for (let i = 0; i < 7; i += 1) ids.push(await makeShot(fern, run));
    for (const page_size of [1, 2, 7, 200]) {
      const { seen } = await readAll(fern, run, '', page_size);
      expect(seen.map((row) => row.id)).toEqual(ids);
    }
    const { cursor } = await readAll(fern, run, '', 3);
    expect(cursor).toMatch(/^[0-9a-f-]{36}\.8$/);
    expect((await readAll(fern, run, cursor, 3)).seen).toEqual([]);
    await fern.call(shot.updateShot, { id: ids[2]! }, { is_deleted: true }, { headers: pushOf(ids[2]!, 2), ifMatch: 1 });
    const next = await readAll(fern, run, cursor, 3);
    expect(next.seen).toEqual([{ id: ids[2], seq: 9, is_deleted: true }]);
  });

  it('SYNC-D4 a pass ends where the run stood when it began, whatever is written meanwhile', async () => {
    const fern = await app.as('fern');
    const run = await makeRun(fern);
    for (let i = 0; i < 3; i += 1) await makeShot(fern, run);
    const first = await fern.call(shot.listShots, { field_run: run, cursor: '', page_size: 2 });
    expect([first.count, first.cursor?.split('.').slice(1)]).toEqual([3, ['3', '4']]);
    const added = await makeShot(fern, run);
    const second = await fern.call(shot.listShots, { field_run: run, cursor: first.cursor!, page_size: 2 });
    expect([second.count, second.results.length, second.cursor?.split('.').slice(1)]).toEqual([1, 1, ['4']]);
    const third = await fern.call(shot.listShots, { field_run: run, cursor: second.cursor!, page_size: 2 });
    expect(third.results.map((row) => row.id)).toEqual([added]);
  });

  it('SYNC-D9 a cursor of another life of the data begins again', async () => {
    const fern = await app.as('fern');
    const run = await makeRun(fern);
    await makeShot(fern, run);
    const { count } = await fern.call(shot.listShots, { field_run: run, cursor: `${randomUUID()}.99` });
    expect(count).toBe(1);
  });

  it('refuses a cursor that is none, one without a run, and filters beside it', async () => {
    const fern = await app.as('fern');
    const run = await makeRun(fern);
    for (const input of [{ field_run: run, cursor: 'x' }, { cursor: '' }, { field_run: run, cursor: '', late: true }])
      expect((await fern.refused(shot.listShots, input)).status).toBe(400);
    expect((await fern.refused(shot.listShots, { query: 'x' })).body).toHaveProperty('query');
  });

  it('SYNC-D10 a shot that was moved leaves word in its old run, its pictures too, until it comes back', async () => {
    const fern = await app.as('fern');
    const [from, to] = [await makeRun(fern), await makeRun(fern)];
    const id = await makeShot(fern, from);
    const picture = randomUUID();
    await sendImage(fern, { id: picture, field_run: from, fieldrun_shot: id }, Buffer.from('x'));
    const before = (await fern.call(shot.listShots, { field_run: from, cursor: '' })).cursor!;
    const moved = await fern.call(shot.updateShot, { id }, { field_run: to }, { ifMatch: 1 });
    expect(moved.properties).toMatchObject({ field_run: to, version: 2, moved_to: null });
    const old = await fern.call(shot.listShots, { field_run: from, cursor: before });
    expect(old.results[0]?.properties).toMatchObject({ field_run: from, is_deleted: true, moved_to: to, version: 2 });
    const oldPictures = await fern.call(image.listImages, { field_run: from, cursor: before });
    expect(oldPictures.results[0]?.properties).toMatchObject({ moved_to: to });
    expect((await fern.call(image.listImages, { fieldrun_shot__field_run: to, cursor: '' })).results[0]?.id).toBe(picture);
    await fern.call(shot.updateShot, { id }, { field_run: from }, { ifMatch: 2 });
    const back = await fern.call(shot.listShots, { field_run: from, cursor: before });
    expect(back.results.map((row) => [row.properties.is_deleted, row.properties.moved_to])).toEqual([[false, null]]);
    const nowhere = await fern.refused(shot.updateShot, { id }, { field_run: randomUUID() }, { ifMatch: 3 });
    expect(nowhere.body.code).toBe('UNKNOWN_RUN');
  });
});

describe('a list by pages', () => {
  it('SYNC-D1 takes the clock with five minutes to spare', async () => {
    const fern = await app.as('fern');
    const run = await makeRun(fern);
    await makeShot(fern, run);
    const since = (updated_on_after: string) => fern.call(shot.listShots, { field_run: run, updated_on_after });
    expect((await since('2026-03-04T15:05:00Z')).count).toBe(1);
    expect((await since('2026-03-04T11:05:00-04:00')).count).toBe(1);
    expect((await since('2026-03-04T15:05:01Z')).count).toBe(0);
  });

  it('finds, filters and orders; pipes by the structure they touch', async () => {
    const fern = await app.as('fern');
    const run = await makeRun(fern);
    const b = await makeShot(fern, run, { name: 'B', code: 'STMH', note: 'près du pont' });
    await makeShot(fern, run, { name: 'A', code: 'CBR' });
    const names = async (input: object) =>
      (await fern.call(shot.listShots, { field_run: run, ...input })).results.map((row) => row.properties.name);
    expect(await names({ ordering: 'name' })).toEqual(['A', 'B']);
    expect(await names({ query: 'PRES pont' })).toEqual(['B']);
    expect(await names({ code: ['CBR', 'X'] })).toEqual(['A']);
    const id = await makePipe(fern, run, { end_structure: b });
    expect((await fern.call(pipe.listPipes, { structure: b })).results.map((row) => row.id)).toEqual([id]);
  });
});

describe('the manifest', () => {
  it('SYNC-S9 names everything of the run with its version and hash, and no bytes that are gone', async () => {
    const fern = await app.as('fern');
    const run = await makeRun(fern);
    const id = await makeShot(fern, run);
    await fern.call(shot.updateShot, { id }, { note: 'x' }, { headers: pushOf(id, 2), ifMatch: 1 });
    const picture = randomUUID();
    const bytes = Buffer.from('a picture');
    await sendImage(fern, { id: picture, field_run: run, fieldrun_shot: id }, bytes);
    const sha256 = sha256Of(bytes);
    const common = { is_deleted: false };
    const whole = await fern.call(getManifest, { id: run });
    expect(whole).toEqual({
      seq: 4,
      rows: [
        { ...common, id: picture, kind: 'image', version: 1, known_version: 1, sha256 },
        { ...common, id, kind: 'point', version: 2, known_version: 2, sha256: null },
        { ...common, id: run, kind: 'run', version: 1, known_version: 1, sha256: null },
      ],
    });
    await app.adapters.files.remove(sha256, Date.now() + 1000);
    expect((await fern.call(getManifest, { id: run })).rows[0]).toMatchObject({ id: picture, sha256: null });
  });

  it('SYNC-D9 tells how far what an earlier life of the data acknowledged is still here', async () => {
    const fern = await app.as('fern');
    const run = await makeRun(fern);
    const id = await makeShot(fern, run);
    const { epoch } = await app.tx().selectFrom('dataset_epoch').select('epoch').executeTakeFirstOrThrow();
    const known = async (asked?: string) =>
      (await fern.call(getManifest, { id: run, ...(asked ? { epoch: asked } : {}) })).rows.find((row) => row.id === id)?.known_version;
    expect([await known(), await known(epoch), await known(randomUUID())]).toEqual([1, 1, 0]);
  });
});
