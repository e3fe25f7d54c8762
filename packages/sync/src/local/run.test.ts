import { beforeEach, describe, expect, it } from 'vitest';
import { sync } from '../engine.ts';
import type { Item } from '../item.ts';
import { officeEdit } from '../memory/model-server.ts';
import { addRun, createLab, type Lab, type Tablet } from '../memory/tablet.ts';
import { countDevice } from '../report.ts';
import { forcedClean } from '../retention.ts';
import type { Kind } from '../wire.ts';
import { updateItem } from './edit.ts';
import { findItem } from './find.ts';
import { createImage } from './image.ts';
import { createPoint } from './point.ts';
import { listRescue, restoreRescue } from './rescue.ts';
import { createRun, openRun, removeAll, startRun, updateRun } from './run.ts';

let lab: Lab;
let fern: Tablet;

beforeEach(async () => {
  lab = createLab();
  fern = lab.tablet('fern');
  await openRun(fern.session, 'run-1');
});

const photo = (...bytes: number[]) => ({ bytes: Uint8Array.from(bytes), mime: 'image/jpeg' });
const get = (kind: Kind, id: string, tablet = fern): Promise<Item | undefined> => tablet.session.store.runs((tx) => tx.table(kind).get(id));
const ids = async (kind: Kind, tablet = fern) =>
  (await tablet.session.store.runs((tx) => tx.table(kind).list({}))).map(({ id }) => id).sort();

async function addPoint(id: string, fields = {}): Promise<void> {
  expect(await createPoint(fern.session, { id, field_run: 'run-1', fields })).toMatchObject({ saved: true });
}

describe('runs on the device', () => {
  it('a fourth run sends the oldest away; what was not up yet waits in rescue and still goes up (SYNC-A1)', async () => {
    await addPoint('p', { note: 'unsent' });
    fern.network = () => null;
    for (const [i, id] of ['run-2', 'run-3', 'run-4'].entries()) {
      addRun(lab.server, id);
      lab.now += (i + 1) * 60_000;
      fern.network = (_, send) => send();
      await openRun(fern.session, id);
    }
    expect(await ids('run')).toEqual(['run-2', 'run-3', 'run-4']);
    expect(await ids('point')).toEqual([]);
    expect((await listRescue(fern.session)).map(({ id, _run_name }) => [id, _run_name])).toContainEqual(['p', 'Run run-1']);
    expect(await countDevice(fern.session)).toMatchObject({ waiting: 1, rescue: 1 });
    const result = await sync(fern.session);
    expect(result).toMatchObject({ ran: true, green: true });
    expect(lab.server.data.rows.get('p')?.content.note).toBe('unsent');
    expect(await listRescue(fern.session)).toEqual([]);
  });

  it('opening the run again brings its rescued records back', async () => {
    await addPoint('p', { note: 'unsent' });
    fern.online = false;
    await removeAll(fern.session);
    expect([await ids('run'), await ids('point')]).toEqual([[], []]);
    expect(await openRun(fern.session, 'run-1')).toMatchObject({ opened: true });
    expect(await get('point', 'p')).toMatchObject({ dirty: 1, fields: { note: 'unsent' } });
  });

  it('Remove all syncs first, erases what the server has, rescues the rest (P13, SYNC-A5)', async () => {
    await addPoint('up');
    await addPoint('refused', { note: 'poison' });
    const wiped = await removeAll(fern.session);
    expect(wiped).toMatchObject([{ run: 'run-1', wiped: true, rescued: 1 }]);
    expect((await listRescue(fern.session)).map(({ id }) => id)).toEqual(['refused']);
    expect(await ids('run')).toEqual([]);
    expect(await restoreRescue(fern.session, 'run-1')).toBe(1);
    expect(await get('point', 'refused')).toMatchObject({ dirty: 1, error_status_code: 400 });
  });

  it('a new block of point numbers counts from the next sync on, though nothing else of the run has changed', async () => {
    expect((await get('run', 'run-1'))?.run?.start_number).toBe(5000);
    for (const key of lab.server.data.starts.keys()) lab.server.data.starts.set(key, 8000);
    await sync(fern.session);
    await addPoint('p');
    expect((await get('point', 'p'))?.fields.name).toBe('8000');
  });

  it('a full storage refuses the wipe rather than the rescue', async () => {
    await createImage(fern.session, { ...photo(1, 2, 3, 4), id: 'i', field_run: 'run-1' });
    fern.online = false;
    fern.disk.capacity = fern.disk.used;
    expect(await removeAll(fern.session)).toMatchObject([{ wiped: false, why: 'STORAGE_FULL' }]);
    expect((await get('image', 'i'))?.file?.length).toBe(4);
  });

  it('the forced clean takes what is old and confirmed, skips the rest, and trusts no jumping clock (SYNC-A3, A4)', async () => {
    await addPoint('up');
    await sync(fern.session);
    await addPoint('waiting');
    lab.now += 5 * 24 * 3_600_000;
    expect(await forcedClean(fern.session)).toEqual({ erased: 0, may_clean: false });
    fern.network = (request, send) => (request.path.includes('fieldrun-shot/') ? null : send());
    await sync(fern.session, { force: true });
    expect(await forcedClean(fern.session)).toEqual({ erased: 1, may_clean: true });
    expect(await ids('point')).toEqual(['waiting']);
    fern.network = (_, send) => send();
    await sync(fern.session, { force: true });
    expect(await ids('point')).toEqual(['up', 'waiting']);
  });

  it('a run open in a tab is neither wiped nor cleaned (SYNC-A2)', async () => {
    await fern.session.lock.hold('run:run-1', { mode: 'shared', steal: false }, async () => {
      for (const id of ['run-2', 'run-3', 'run-4']) {
        addRun(lab.server, id);
        lab.now += 60_000;
        await openRun(fern.session, id);
      }
      expect(await ids('run')).toContain('run-1');
      expect(await ids('run')).toHaveLength(3);
    });
  });

  it('a run made in the field goes up before its points; a double tap makes one (SYNC-C22)', async () => {
    fern.online = false;
    await createRun(fern.session, { id: 'mine', fields: { name: 'New' } });
    await createRun(fern.session, { id: 'mine', fields: { name: 'New' } });
    await updateRun(fern.session, 'mine', { fields: { note: 'gate code 4711' } });
    await createPoint(fern.session, { id: 'p', field_run: 'mine', fields: {} });
    fern.online = true;
    expect(await sync(fern.session)).toMatchObject({ green: true });
    expect(lab.server.data.rows.get('mine')?.content).toMatchObject({ name: 'New', note: 'gate code 4711' });
    expect(lab.server.data.rows.get('p')?.field_run).toBe('mine');
  });

  it('the second crew to start a run is told, and keeps what it captured (SYNC-C22, C23)', async () => {
    const joe = lab.tablet('joe');
    await openRun(joe.session, 'run-1');
    await startRun(fern.session, 'run-1');
    expect(await sync(fern.session)).toMatchObject({ green: true });
    officeEdit(lab.server, 'run-1', { state: 'Processing' });
    expect(await startRun(joe.session, 'run-1')).toMatchObject({ saved: true });
    await createPoint(joe.session, { id: 'j', field_run: 'run-1', fields: { note: 'kept' } });
    await sync(joe.session);
    const run = await joe.session.store.runs((tx) => tx.table('run').get('run-1'));
    expect(run).toMatchObject({ fields: { state: 'Processing' }, dirty: 0, _conflict: [{ field: 'state', other: 'Active', local: true }] });
    expect(lab.server.data.rows.get('j')).toMatchObject({ late: true, content: { note: 'kept' } });
    expect(await startRun(joe.session, 'run-1')).toEqual({ saved: false, why: 'CHANGED', field: 'state' });
  });

  it('each device numbers in its own block', async () => {
    const joe = lab.tablet('joe');
    await openRun(joe.session, 'run-1');
    await addPoint('p');
    await sync(fern.session);
    await sync(joe.session);
    expect(await createPoint(joe.session, { field_run: 'run-1', fields: {} })).toMatchObject({ item: { fields: { name: '6000' } } });
    expect(await createPoint(fern.session, { field_run: 'run-1', fields: {} })).toMatchObject({ item: { fields: { name: '5001' } } });
  });
});

describe('looking for a record (P15)', () => {
  it('finds it here, in rescue or on the server', async () => {
    await addPoint('p');
    expect((await findItem(fern.session, 'point', 'p')).id).toBe('p');
    await sync(fern.session);
    const joe = lab.tablet('joe');
    expect(await findItem(joe.session, 'point', 'p')).toMatchObject({ id: 'p', dirty: 0 });
  });

  it('and else says so in the words of the specification', async () => {
    await expect(findItem(fern.session, 'point', 'x')).rejects.toMatchObject({ message: 'No such shot: x', not_here: false });
    await expect(findItem(fern.session, 'image', 'x')).rejects.toThrow('No such image: x');
    await expect(findItem(fern.session, 'pipe', 'x')).rejects.toThrow('No such pipe: x');
    fern.online = false;
    await expect(findItem(fern.session, 'point', 'x')).rejects.toMatchObject({ message: 'No such shot: x', not_here: true });
  });

  it('an edit reaches a record that a wipe has put into rescue while its form was open', async () => {
    await addPoint('p');
    fern.online = false;
    await removeAll(fern.session);
    expect(await updateItem(fern.session, 'point', 'p', { fields: { note: 'late' } })).toMatchObject({ saved: true });
    fern.online = true;
    await sync(fern.session);
    expect(lab.server.data.rows.get('p')?.content.note).toBe('late');
  });
});
