import { randomUUID } from 'node:crypto';
import * as pipe from '@dmse/contract/sites/pipe';
import * as shot from '@dmse/contract/sites/shot';
import type { TestClient } from '@dmse/testkit/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePipe, makeRun, makeShot, pushOf, sendImage, sha256Of } from '../../../testing/fixtures/field-fixture.ts';
import { type CommittedApp, startCommittedApp } from '../../../testing/test-app.ts';

let app: CommittedApp;
let fern: TestClient;
let run: string;

beforeAll(async () => {
  app = await startCommittedApp('push_race');
  fern = await app.as('fern');
});
afterAll(() => app.close());

async function versionsOf(item: string): Promise<number[]> {
  const rows = await app.db.read((tx) =>
    tx.selectFrom('field_history').select('version').where('item', '=', item).orderBy('version').execute(),
  );
  return rows.map((row) => row.version);
}

/** Every write took exactly one place: nothing is missing and nothing is there twice. */
async function expectGapless(): Promise<void> {
  await app.db.read(async (tx) => {
    const { seq } = await tx.selectFrom('field_run').select('seq').where('id', '=', run).executeTakeFirstOrThrow();
    const written = await tx.selectFrom('field_history').select('id').where('field_run', '=', run).execute();
    expect(written.length).toBe(seq);
    const places: number[] = [];
    for (const table of ['shot', 'pipe', 'shot_image'] as const)
      places.push(...(await tx.selectFrom(table).select('seq').where('field_run', '=', run).execute()).map((row) => row.seq));
    expect(new Set(places).size).toBe(places.length);
  });
}

describe('at the same moment', () => {
  test('SYNC-C24 one create sent eight times over is stored once and answered alike', async () => {
    run = await makeRun(fern);
    const id = randomUUID();
    const send = () => fern.send(shot.createShot, {}, { id, field_run: run, name: 'x' }, { headers: pushOf(id, 1) });
    const answers = await Promise.all(Array.from({ length: 8 }, send));
    expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(201));
    expect(new Set(answers.map((answer) => answer.body.toString())).size).toBe(1);
    expect(await versionsOf(id)).toEqual([1]);
    await expectGapless();
  });

  test('SYNC-S1 two creates of one id from two devices: one is stored, the other told', async () => {
    run = await makeRun(fern);
    const other = await makeRun(fern);
    for (const second of [run, other]) {
      const id = randomUUID();
      const answers = await Promise.all([
        fern.send(shot.createShot, {}, { id, field_run: run }, { headers: pushOf(id, 1, 'a') }),
        fern.send(shot.createShot, {}, { id, field_run: second }, { headers: pushOf(id, 1, 'b') }),
      ]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409]);
      const refused = answers.find((answer) => answer.status === 409)!;
      expect(JSON.parse(refused.body.toString())).toMatchObject({ code: 'ALREADY_UPLOADED', version: 1 });
    }
  });

  test('an update that overtakes its create finds nothing, and both converge when sent again', async () => {
    run = await makeRun(fern);
    const id = randomUUID();
    const update = () => fern.send(shot.updateShot, { id }, { note: 'b' }, { headers: pushOf(id, 2), ifMatch: 1 });
    const create = () => fern.send(shot.createShot, {}, { id, field_run: run, note: 'a' }, { headers: pushOf(id, 1) });
    expect((await update()).status).toBe(404);
    const [made, changed] = await Promise.all([create(), update()]);
    expect(made.status).toBe(201);
    expect([200, 404]).toContain(changed.status);
    expect((await update()).status).toBe(200);
    expect((await create()).status).toBe(201);
    expect((await fern.call(shot.getShot, { id })).properties).toMatchObject({ note: 'b', version: 2 });
    await expectGapless();
  });

  test('SYNC-S4 twenty edits of one shot and twenty creates beside them: every version once, no gap in the feed', async () => {
    run = await makeRun(fern);
    const id = await makeShot(fern, run);
    const edits = Array.from({ length: 20 }, (_, i) =>
      fern.send(shot.updateShot, { id }, { note: `edit ${i}` }, { headers: pushOf(id, 1, `device ${i}`), ifMatch: 1 }),
    );
    const creates = Array.from({ length: 20 }, () => makePipe(fern, run, { start_structure: id }));
    expect((await Promise.all(edits)).map((answer) => answer.status)).toEqual(Array(20).fill(200));
    await Promise.all(creates);
    const { properties } = await fern.call(shot.getShot, { id });
    expect(properties.version).toBe(21);
    expect(properties.conflict).toHaveLength(19);
    expect(await versionsOf(id)).toEqual(Array.from({ length: 21 }, (_, i) => i + 1));
    await expectGapless();
  });

  test('SYNC-D3 who reads the feed while others write misses nothing', async () => {
    run = await makeRun(fern);
    const reader = await app.as('pia');
    const writes = Promise.all(Array.from({ length: 40 }, () => makeShot(fern, run)));
    const seen = new Set<string>();
    let cursor = '';
    let isDone = false;
    void writes.then(() => {
      isDone = true;
    });
    // A pass ends where the run stood when it began, so only an empty one that began after the last write is the end.
    for (let isOver = false; !isOver; ) {
      const wasDone = isDone;
      // a reader in no hurry: who asks hundreds of times a second is told to wait
      await new Promise((resolve) => setTimeout(resolve, 15));
      const page = await reader.call(shot.listShots, { field_run: run, cursor, page_size: 5 });
      for (const { id } of page.results) {
        expect(seen.has(id)).toBe(false);
        seen.add(id);
      }
      cursor = page.cursor!;
      isOver = wasDone && page.count === 0;
    }
    expect([...seen].sort()).toEqual((await writes).sort());
  });

  test('SYNC-B7 a shot is deleted while pipes and pictures arrive for it: none is left alive and unmarked', async () => {
    run = await makeRun(fern);
    const id = await makeShot(fern, run);
    const bytes = Buffer.from('x');
    const pictures = Array.from({ length: 5 }, () => sendImage(fern, { id: randomUUID(), field_run: run, fieldrun_shot: id }, bytes));
    const pipes = Array.from({ length: 5 }, () => makePipe(fern, run, { end_structure: id }));
    const deletion = fern.call(shot.updateShot, { id }, { is_deleted: true }, { headers: pushOf(id, 2), ifMatch: 1 });
    await Promise.all([...pictures, ...pipes, deletion]);
    const { results } = await fern.call(pipe.listPipes, { structure: id });
    expect(results).toHaveLength(5);
    for (const { properties } of results)
      expect(properties.is_deleted || properties.conflict.some(({ field }) => field === 'parent')).toBe(true);
    await expectGapless();
  });

  test('SYNC-C8 the same picture three times over is one row and one file', async () => {
    run = await makeRun(fern);
    const id = randomUUID();
    const bytes = Buffer.from('the same picture');
    const answers = await Promise.all([1, 1, 1].map((rev) => sendImage(fern, { id, field_run: run }, bytes, rev)));
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201]);
    const files = await app.db.read((tx) => tx.selectFrom('file').select('id').where('sha256', '=', sha256Of(bytes)).execute());
    expect(files).toHaveLength(1);
    await expectGapless();
  });

  test('two shots moved into each other’s runs do not wait for each other', async () => {
    run = await makeRun(fern);
    const other = await makeRun(fern);
    const [a, b] = [await makeShot(fern, run), await makeShot(fern, other)];
    const moved = await Promise.all([
      fern.send(shot.updateShot, { id: a }, { field_run: other }, { ifMatch: 1 }),
      fern.send(shot.updateShot, { id: b }, { field_run: run }, { ifMatch: 1 }),
    ]);
    expect(moved.map((answer) => answer.status)).toEqual([200, 200]);
  });
});
