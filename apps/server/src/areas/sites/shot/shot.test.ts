import { randomUUID } from 'node:crypto';
import * as pipe from '@dmse/contract/sites/pipe';
import * as shot from '@dmse/contract/sites/shot';
import { describe, expect, it } from 'vitest';
import { makePipe, makeRun, makeShot, OTHER_TABLET, pushOf } from '../../../testing/fixtures/field-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();

async function historyOf(item: string) {
  return app.tx().selectFrom('field_history').selectAll().where('item', '=', item).orderBy('version').execute();
}

async function seqOf(run: string): Promise<number> {
  const { seq } = await app.tx().selectFrom('field_run').select('seq').where('id', '=', run).executeTakeFirstOrThrow();
  return seq;
}

describe('a shot from a tablet', () => {
  it('is stored under its own id with a receipt, and stands in the history whole', async () => {
    const fern = await app.as('fern');
    const run = await makeRun(fern);
    const id = randomUUID();
    const geometry = { type: 'Point' as const, coordinates: [-66.64, 45.96, 12.5] as [number, number, number] };
    const connections = [{ direction: 'in' as const, inside_diameter: 300, measure_down: 2.41, bearing: 271 }];
    const body = { id, field_run: run, name: '5001', code: 'STMH', geometry, connections, captured_at: '2026-03-04T10:30:00-04:00' };
    const answer = await fern.send(shot.createShot, {}, body, { headers: pushOf(id, 1) });
    expect(answer.status).toBe(201);
    expect(answer.headers['x-dataset-epoch']).toMatch(/^[0-9a-f-]{36}$/);
    const made = shot.Shot.parse(JSON.parse(answer.body.toString()));
    expect(made).toMatchObject({
      id,
      geometry,
      properties: { version: 1, seq: 2, connections, is_deleted: false, late: false, conflict: [] },
    });
    expect(made.properties.captured_at).toBe('2026-03-04T14:30:00.000Z');
    expect(made.properties.captured_by?.full_name).toBe('Fern Francoeur');
    const [entry] = await historyOf(id);
    expect(entry).toMatchObject({ kind: 'point', version: 1, action: 'created', before: null, field_run: run });
    expect(entry?.after).toMatchObject({ name: '5001', geometry, connections });
    expect(entry?.fields.toSorted()).toEqual(['captured_at', 'code', 'connections', 'field_run', 'geometry', 'name']);
  });

  it('SYNC-E6 keeps the corrected time, what a wrong clock showed, and how old the position was', async () => {
    const fern = await app.as('fern');
    const run = await makeRun(fern);
    const times = { captured_at: '2026-03-04T14:30:00.000Z', captured_at_device: '2026-03-05T16:30:00.000Z' };
    const id = await makeShot(fern, run, { ...times, position_age: 26, note: 'lid cracked' });
    const { properties } = await fern.call(shot.getShot, { id });
    expect(properties).toMatchObject({ ...times, position_age: 26, note: 'lid cracked' });
    const patch = { position_age: 3, captured_at_device: null, cleared: ['captured_at_device'] };
    const edited = await fern.call(shot.updateShot, { id }, patch, { headers: pushOf(id, 2), ifMatch: 1 });
    expect(edited.properties).toMatchObject({ position_age: 3, captured_at_device: null, captured_at: times.captured_at });
  });

  it('is read with any query, since the specification gives it one; a list still refuses what it does not know', async () => {
    const fern = await app.as('fern');
    const id = await makeShot(fern, await makeRun(fern));
    const query = { expand: ['images', 'pipes'] };
    expect((await fern.send(shot.getShot, { id, ...query })).status).toBe(200);
    expect((await fern.send(shot.listShots, query)).status).toBe(400);
    expect((await fern.send(pipe.getPipe, { id, ...query })).status).toBe(400);
  });

  it('SYNC-S3 is stored once however often it is sent, with the same answer', async () => {
    const fern = await app.as('fern');
    const run = await makeRun(fern);
    const id = randomUUID();
    const send = () => fern.send(shot.createShot, {}, { id, field_run: run, name: 'x' }, { headers: pushOf(id, 1) });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.equals(first.body)).toBe(true);
    expect(await seqOf(run)).toBe(2);
    expect(await historyOf(id)).toHaveLength(1);
  });

  it('SYNC-S1 another create of the same id learns that it is here, and at which version', async () => {
    const fern = await app.as('fern');
    const run = await makeRun(fern);
    const id = await makeShot(fern, run);
    await fern.call(shot.updateShot, { id }, { is_deleted: true }, { headers: pushOf(id, 2), ifMatch: 1 });
    const refused = await fern.refused(shot.createShot, {}, { id, field_run: run }, { headers: pushOf(id, 3) });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'ALREADY_UPLOADED', version: 2, is_deleted: true });
    expect(await seqOf(run)).toBe(3);
  });

  it('is refused for a run that is not here, and told apart from other refusals', async () => {
    const fern = await app.as('fern');
    const refused = await fern.refused(shot.createShot, {}, { id: randomUUID(), field_run: randomUUID() }, { headers: pushOf('x', 1) });
    expect([refused.status, refused.body.code]).toEqual([409, 'UNKNOWN_RUN']);
  });

  it('SYNC-C15 from somebody who has lost the role is told LATE, so that the tablet brings it to quarantine', async () => {
    const joe = await app.as('joe');
    const refused = await joe.refused(shot.createShot, {}, { id: randomUUID(), field_run: randomUUID() });
    expect([refused.status, refused.body.code]).toEqual([403, 'LATE']);
  });

  it('keeps text as typed, refuses only what cannot be stored', async () => {
    const fern = await app.as('fern');
    const run = await makeRun(fern);
    const note = '  trailing \r\n\t“é” \u{1f9ed}  ';
    const id = await makeShot(fern, run, { note });
    expect((await fern.call(shot.getShot, { id })).properties.note).toBe(note);
    const refused = await fern.refused(shot.createShot, {}, { id: randomUUID(), field_run: run, note: 'a\0b' });
    expect(refused.body).toHaveProperty('note');
  });
});

describe('an edit of a shot', () => {
  it('SYNC-S6 merges what two tablets changed in different fields', async () => {
    const fern = await app.as('fern');
    const run = await makeRun(fern);
    const id = await makeShot(fern, run, { note: 'a' });
    await fern.call(shot.updateShot, { id }, { note: 'b' }, { headers: pushOf(id, 2), ifMatch: 1 });
    const merged = await fern.call(shot.updateShot, { id }, { code: 'STMH' }, { headers: pushOf(id, 1, OTHER_TABLET), ifMatch: 1 });
    expect(merged.properties).toMatchObject({ note: 'b', code: 'STMH', version: 3, conflict: [] });
  });

  it('SYNC-S6 where both changed one field, the later stands, the other is kept, and somebody is told', async () => {
    const fern = await app.as('fern');
    const run = await makeRun(fern);
    const id = await makeShot(fern, run, { note: 'a' });
    await fern.call(shot.updateShot, { id }, { note: 'mine' }, { headers: pushOf(id, 2), ifMatch: 1 });
    const merged = await fern.call(shot.updateShot, { id }, { note: 'theirs' }, { headers: pushOf(id, 1, OTHER_TABLET), ifMatch: 1 });
    expect(merged.properties).toMatchObject({ note: 'theirs', conflict: [{ field: 'note', kept: 'theirs', other: 'mine', version: 3 }] });
    expect((await fern.call(shot.listShots, { field_run: run, has_conflict: true })).count).toBe(1);
    const settled = await fern.call(shot.updateShot, { id }, { resolved: ['note'] }, { ifMatch: 3 });
    expect(settled.properties).toMatchObject({ conflict: [], version: 4 });
  });

  it('of the same tablet on its own older version is no conflict, and an older revision arriving late changes nothing', async () => {
    const fern = await app.as('fern');
    const run = await makeRun(fern);
    const id = await makeShot(fern, run, { note: 'a' });
    await fern.call(shot.updateShot, { id }, { note: 'c' }, { headers: pushOf(id, 3), ifMatch: 1 });
    const late = await fern.call(shot.updateShot, { id }, { note: 'b' }, { headers: pushOf(id, 2), ifMatch: 1 });
    expect(late.properties).toMatchObject({ note: 'c', version: 2, conflict: [] });
    const next = await fern.call(shot.updateShot, { id }, { note: 'd' }, { headers: pushOf(id, 4), ifMatch: 1 });
    expect(next.properties).toMatchObject({ note: 'd', version: 3, conflict: [] });
  });

  it('empties a field by null and a date by its name, and says nothing where nothing changed', async () => {
    const fern = await app.as('fern');
    const run = await makeRun(fern);
    const id = await makeShot(fern, run, { note: 'a', captured_at: '2026-03-04T10:00:00Z' });
    const patch = { note: null, captured_at: null, cleared: ['captured_at'] };
    const emptied = await fern.call(shot.updateShot, { id }, patch, { headers: pushOf(id, 2), ifMatch: 1 });
    expect(emptied.properties).toMatchObject({ note: null, captured_at: null, version: 2 });
    const same = await fern.call(shot.updateShot, { id }, { note: null, code: 'SAMH' }, { headers: pushOf(id, 3), ifMatch: 2 });
    expect(same.properties.version).toBe(2);
  });

  it('of a deleted shot is stored, stays deleted and is shown', async () => {
    const fern = await app.as('fern');
    const run = await makeRun(fern);
    const id = await makeShot(fern, run);
    await fern.call(shot.updateShot, { id }, { is_deleted: true }, { headers: pushOf(id, 2), ifMatch: 1 });
    const edited = await fern.call(shot.updateShot, { id }, { note: 'late' }, { headers: pushOf(id, 1, OTHER_TABLET), ifMatch: 1 });
    expect(edited.properties).toMatchObject({ is_deleted: true, note: 'late' });
    expect(edited.properties.conflict).toEqual([{ field: 'is_deleted', kept: true, other: false, version: 3 }]);
    const restored = await fern.call(shot.updateShot, { id }, { is_deleted: false, resolved: ['is_deleted'] }, { ifMatch: 3 });
    expect(restored.properties).toMatchObject({ is_deleted: false, conflict: [] });
  });

  it('that arrives while the office processes the run is stored as late; what the office writes is not', async () => {
    const [fern, pia] = [await app.as('fern'), await app.as('pia')];
    const run = await makeRun(fern);
    const id = await makeShot(fern, run);
    await app.tx().updateTable('field_run').set({ state: 'Processing' }).where('id', '=', run).execute();
    expect((await pia.call(shot.updateShot, { id }, { code: 'CP' }, { ifMatch: 1 })).properties.late).toBe(false);
    const late = await fern.call(shot.updateShot, { id }, { note: 'x' }, { headers: pushOf(id, 2), ifMatch: 1 });
    expect(late.properties).toMatchObject({ note: 'x', code: 'CP', late: true });
    expect((await pia.call(shot.listShots, { field_run: run, late: true })).count).toBe(1);
  });

  it('from a desk is refused when it is stale, with what changed', async () => {
    const [fern, pia] = [await app.as('fern'), await app.as('pia')];
    const id = await makeShot(fern, await makeRun(fern));
    await fern.call(shot.updateShot, { id }, { note: 'b' }, { headers: pushOf(id, 2), ifMatch: 1 });
    const refused = await pia.refused(shot.updateShot, { id }, { note: 'c' }, { ifMatch: 1 });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'CONFLICT', changed: ['note'], current: { properties: { note: 'b' } } });
  });
});

describe('deleting a shot', () => {
  it('SYNC-B7 takes its pipes along, each with its version, place and history; others stay', async () => {
    const fern = await app.as('fern');
    const run = await makeRun(fern);
    const [a, b] = [await makeShot(fern, run), await makeShot(fern, run)];
    const touching = await makePipe(fern, run, { start_structure: b, end_structure: a });
    const other = await makePipe(fern, run, { start_structure: b });
    const gone = await fern.call(shot.updateShot, { id: a }, { is_deleted: true }, { headers: pushOf(a, 2), ifMatch: 1 });
    expect(gone.properties.is_deleted).toBe(true);
    const feature = await fern.call(pipe.getPipe, { id: touching });
    expect(feature.properties).toMatchObject({ is_deleted: true, version: 2, seq: gone.properties.seq + 1 });
    expect((await fern.call(pipe.getPipe, { id: other })).properties.is_deleted).toBe(false);
    expect((await historyOf(touching)).map((entry) => entry.action)).toEqual(['created', 'deleted']);
    expect((await fern.call(shot.listShots, { field_run: run, is_deleted: true })).results.map((row) => row.id)).toEqual([a]);
  });

  it('SYNC-C9 what comes before its shot waits for it; what comes after its shot was deleted is kept and shown', async () => {
    const fern = await app.as('fern');
    const run = await makeRun(fern);
    const shotId = randomUUID();
    const early = await makePipe(fern, run, { start_structure: shotId });
    expect((await fern.call(pipe.getPipe, { id: early })).properties.parent_pending).toBe(true);
    await fern.call(shot.createShot, {}, { id: shotId, field_run: run }, { headers: pushOf(shotId, 1) });
    expect((await fern.call(pipe.getPipe, { id: early })).properties.parent_pending).toBe(false);
    await fern.call(shot.updateShot, { id: shotId }, { is_deleted: true }, { headers: pushOf(shotId, 2), ifMatch: 1 });
    const orphan = await makePipe(fern, run, { end_structure: shotId });
    const { properties } = await fern.call(pipe.getPipe, { id: orphan });
    expect(properties).toMatchObject({ is_deleted: false, conflict: [{ field: 'parent', kept: shotId, other: null, version: 1 }] });
  });
});
