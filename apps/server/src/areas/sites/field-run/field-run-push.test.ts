import * as run from '@dmse/contract/sites/field-run';
import type { TestClient } from '@dmse/testkit/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommittedApp, startCommittedApp, useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();

const op = (id: string, rev: number, device: string) => ({ 'x-op-id': `${id}:${rev}:${device}`, 'x-device': device });

function push(client: TestClient, id: string, fields: object, rev: number, device: string, base: number) {
  return client.call(run.updateFieldRun, { id }, fields, { headers: op(id, rev, device), ifMatch: base });
}

describe('runs as tablets push them', () => {
  it('SYNC-C1 a create whose answer was lost is answered again, and there is one run', async () => {
    const fern = await app.as('fern', 'field');
    const id = crypto.randomUUID();
    const first = await fern.call(run.createFieldRun, {}, { id, name: 'A' }, { headers: op(id, 1, 'tab') });
    await fern.call(run.updateFieldRun, { id }, { name: 'B' });
    const again = await fern.call(run.createFieldRun, {}, { id, name: 'A' }, { headers: op(id, 1, 'tab') });
    expect(again).toEqual(first);
    const other = await fern.refused(run.createFieldRun, {}, { id, name: 'A' }, { headers: op(id, 2, 'tab') });
    expect(other).toMatchObject({ status: 409, body: { code: 'ALREADY_UPLOADED', version: 2, is_deleted: false } });
    expect((await fern.call(run.listFieldRuns, {})).count).toBe(1);
  });

  it('SYNC-S8 every answer names the epoch of the data, refusals too', async () => {
    const fern = await app.as('fern', 'field');
    const { value } = await app.tx().selectFrom('meta').select('value').where('key', '=', 'dataset_epoch').executeTakeFirstOrThrow();
    const id = crypto.randomUUID();
    for (const answer of [
      await fern.send(run.createFieldRun, {}, { id }),
      await fern.send(run.createFieldRun, {}, { id }),
      await fern.send(run.getFieldRun, { id: crypto.randomUUID() }),
    ])
      expect([answer.headers['x-dataset-epoch'], answer.headers['x-app']], String(answer.status)).toEqual([value, 'dmse']);
  });

  it('SYNC-S3 an update that arrives twice is applied once', async () => {
    const fern = await app.as('fern', 'field');
    const { id } = await fern.call(run.createFieldRun, {}, { note: 'a' });
    const once = await push(fern, id, { note: 'b' }, 2, 'tab', 1);
    await fern.call(run.updateFieldRun, { id }, { note: 'by hand' });
    expect(await push(fern, id, { note: 'b' }, 2, 'tab', 1)).toEqual(once);
    expect((await fern.call(run.getFieldRun, { id })).note).toBe('by hand');
  });

  it('a straggler of an older revision does not undo a newer one', async () => {
    const fern = await app.as('fern', 'field');
    const { id } = await fern.call(run.createFieldRun, {}, { note: 'a' });
    await push(fern, id, { note: 'newer' }, 5, 'tab', 1);
    expect((await push(fern, id, { note: 'older' }, 4, 'tab', 1)).note).toBe('newer');
  });

  it('SYNC-S6 different fields merge; the same field keeps both values, until somebody has looked', async () => {
    const [fern, pia] = [await app.as('fern', 'field'), await app.as('pia')];
    const { id } = await fern.call(run.createFieldRun, {}, { name: 'R', note: 'a' });
    await pia.call(run.updateFieldRun, { id }, { note: 'office' }, { ifMatch: 1 });
    expect(await push(fern, id, { short_description: 'crew' }, 2, 'tab', 1)).toMatchObject({
      note: 'office',
      short_description: 'crew',
      conflict: [],
      version: 3,
    });
    const both = await push(fern, id, { note: 'crew' }, 3, 'tab', 1);
    expect(both.conflict).toEqual([{ field: 'note', kept: 'crew', other: 'office', version: 4 }]);
    expect(both).toMatchObject({ note: 'crew', conflict_count: 1 });
    const settled = await pia.call(run.updateFieldRun, { id }, { note: 'office and crew', resolved: ['note'] });
    expect(settled).toMatchObject({ note: 'office and crew', conflict: [], conflict_count: 0 });
  });

  it('SYNC-S6 an overlap before the last pull is found through the base of the field', async () => {
    const [fern, pia] = [await app.as('fern', 'field'), await app.as('pia')];
    const { id } = await fern.call(run.createFieldRun, {}, { note: 'a' });
    await pia.call(run.updateFieldRun, { id }, { note: 'office' });
    const merged = await push(fern, id, { note: 'crew', field_base: { note: 1 } }, 2, 'tab', 2);
    expect(merged.conflict).toMatchObject([{ field: 'note', other: 'office' }]);
  });

  it('SYNC-C22 a crew that comes second learns whose run it is, and its other edits go through', async () => {
    const [fern, pia] = [await app.as('fern', 'field'), await app.as('pia', 'field')];
    const { id } = await fern.call(run.createFieldRun, {}, { note: null });
    await push(fern, id, { state: 'Active', started_on: '2026-03-04T12:00:00.000Z' }, 2, 'one', 1);
    const body = { state: 'Active', started_on: '2026-03-04T12:30:00.000Z', note: 'we are here' } as const;
    const refused = await pia.refused(run.updateFieldRun, { id }, body, { headers: op(id, 2, 'two'), ifMatch: 1 });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', current: { state: 'Active', started_by: { full_name: 'Fern Francoeur' } } },
    });
    expect(await push(pia, id, { note: 'we are here' }, 3, 'two', 2)).toMatchObject({
      note: 'we are here',
      started_on: '2026-03-04T12:00:00.000Z',
    });
  });

  it('SYNC-A13 what one captured and another brings up carries both names', async () => {
    const [fern, pia] = [await app.as('fern', 'field'), await app.as('pia', 'field')];
    const { id: who } = await app.tx().selectFrom('app_user').select('id').where('username', '=', 'fern').executeTakeFirstOrThrow();
    const id = crypto.randomUUID();
    const headers = { ...op(id, 1, 'tab'), 'x-captured-by': String(who) };
    const made = await pia.call(run.createFieldRun, {}, { id, state: 'Active' }, { headers });
    expect(made).toMatchObject({
      captured_by: { full_name: 'Fern Francoeur' },
      created_by: { full_name: 'Pia Poirier' },
      started_by: { full_name: 'Fern Francoeur' },
    });
    expect((await fern.call(run.updateFieldRun, { id }, { state: 'Active' })).version).toBe(1);
    const unknown = crypto.randomUUID();
    const lost = await pia.call(
      run.createFieldRun,
      {},
      { id: unknown },
      { headers: { ...op(unknown, 1, 'tab'), 'x-captured-by': '999999' } },
    );
    expect(lost.captured_by).toMatchObject({ full_name: 'Pia Poirier' });
  });

  it('SYNC-C25 a cleared value is stored as cleared; null and empty are told apart', async () => {
    const fern = await app.as('fern', 'field');
    const { id } = await fern.call(run.createFieldRun, {}, { note: 'a', task_types: ['x'], started_on: '2026-03-04T12:00:00.000Z' });
    const cleared = await push(fern, id, { note: null, task_types: [], started_on: null, cleared: ['started_on'] }, 2, 'tab', 1);
    expect(cleared).toMatchObject({ note: null, task_types: [], started_on: null });
  });

  it('every version is kept whole, before and after', async () => {
    const fern = await app.as('fern', 'field');
    const { id } = await fern.call(run.createFieldRun, {}, { note: 'a' });
    await push(fern, id, { note: 'b' }, 2, 'tab', 1);
    const kept = await app.tx().selectFrom('field_history').selectAll().where('item', '=', id).orderBy('version').execute();
    expect(kept.map(({ version, action, fields, device }) => [version, action, fields.includes('note'), device])).toEqual([
      [1, 'created', true, null],
      [2, 'changed', true, 'tab'],
    ]);
    expect([(kept[1]!.before as { note: string }).note, (kept[1]!.after as { note: string }).note]).toEqual(['a', 'b']);
  });

  it('the server can neither delete nor rewrite what was captured', async () => {
    for (const table of [
      'field_run',
      'shot',
      'shot_image',
      'shot_image_bytes',
      'pipe',
      'field_history',
      'field_move',
      'field_quarantine',
      'control_check',
    ]) {
      const { rows } = await sql<{ may: boolean }>`select has_table_privilege('dmse_app', ${table}, 'DELETE') as may`.execute(app.tx());
      expect([table, rows[0]?.may]).toEqual([table, false]);
    }
    const { rows } = await sql<{ may: boolean }>`select has_table_privilege('dmse_app', 'field_history', 'UPDATE') as may`.execute(
      app.tx(),
    );
    expect(rows[0]?.may).toBe(false);
  });

  it('a device gets its block of numbers when it opens the run, the same one each time', async () => {
    const [fern, pia] = [await app.as('fern', 'field'), await app.as('pia', 'field')];
    const { id } = await fern.call(run.createFieldRun, {}, {});
    const open = (who: TestClient, device: string) => who.call(run.getFieldRun, { id }, undefined, { headers: { 'x-device': device } });
    const numbers = [await open(fern, 'one'), await open(pia, 'two'), await open(fern, 'one'), await open(fern, 'three')];
    expect(numbers.map((answer) => answer.start_number)).toEqual([5000, 6000, 5000, 7000]);
    expect((await fern.call(run.getFieldRun, { id })).start_number).toBeNull();
  });
});

describe('two at once', () => {
  let real: CommittedApp;
  beforeAll(async () => {
    real = await startCommittedApp('field_run');
  });
  afterAll(() => real.close());

  it('SYNC-C23 two crews press Start: one has it, the other is told', async () => {
    const [fern, pia] = [await real.as('fern'), await real.as('pia')];
    for (let round = 0; round < 5; round++) {
      const { id } = await fern.call(run.createFieldRun, {}, {});
      const answers = await Promise.all([fern, pia].map((who) => who.send(run.updateFieldRun, { id }, { state: 'Active' })));
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    }
  });

  it('SYNC-C24 the same create and the same update many times at once make one of each', async () => {
    const fern = await real.as('fern');
    const id = crypto.randomUUID();
    const made = await Promise.all(
      Array.from({ length: 6 }, () => fern.send(run.createFieldRun, {}, { id, name: 'A' }, { headers: op(id, 1, 'tab') })),
    );
    expect(made.map((answer) => answer.status)).toEqual(Array(6).fill(201));
    expect(new Set(made.map((answer) => answer.body.toString())).size).toBe(1);
    const changed = await Promise.all(
      Array.from({ length: 6 }, () => fern.send(run.updateFieldRun, { id }, { note: 'b' }, { headers: op(id, 2, 'tab'), ifMatch: 1 })),
    );
    expect(new Set(changed.map((answer) => `${answer.status} ${answer.body}`)).size).toBe(1);
    expect((await fern.call(run.getFieldRun, { id })).version).toBe(2);
  });

  it('devices that open a run together get different numbers', async () => {
    const fern = await real.as('fern');
    const { id } = await fern.call(run.createFieldRun, {}, {});
    const open = (device: string) => fern.call(run.getFieldRun, { id }, undefined, { headers: { 'x-device': device } });
    const opened = await Promise.all(['a', 'b', 'c', 'd', 'a', 'b'].map(open));
    expect(new Set(opened.map((answer) => answer.start_number)).size).toBe(4);
  });
});
