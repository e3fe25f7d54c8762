import { beforeEach, describe, expect, it } from 'vitest';
import { sync } from './engine.ts';
import { createImage } from './local/image.ts';
import { createPipe } from './local/pipe.ts';
import { updatePoint } from './local/point.ts';
import { openRun } from './local/run.ts';
import { addPoint, getItem, honest, isCreate, isUpdate, once, photo, syncNow, unheard } from './memory/lab-fixture.ts';
import { createLab, type Lab, type Tablet } from './memory/tablet.ts';
import { deviceId } from './session-core.ts';
import type { WireRequest } from './wire.ts';

let lab: Lab;
let fern: Tablet;
let joe: Tablet;

beforeEach(async () => {
  lab = createLab();
  fern = lab.tablet('fern');
  joe = lab.tablet('joe');
  await openRun(fern.session, 'run-1');
  await openRun(joe.session, 'run-1');
});

const row = (id: string) => lab.server.data.rows.get(id);

async function sharePoint(id: string, fields = {}): Promise<void> {
  await addPoint(fern, id, fields);
  await syncNow(fern);
  await syncNow(joe);
}

describe('push', () => {
  it('goes run, points, pipes, images, and is green when the server’s list says so', async () => {
    await addPoint(fern, 'a');
    await createPipe(fern.session, { id: 'q', field_run: 'run-1', fields: { start_structure: 'a', end_structure: 'a' } });
    await createImage(fern.session, { ...photo(3), id: 'i', field_run: 'run-1', fieldrun_shot: 'a' });
    fern.sent.length = 0;
    expect(await sync(fern.session)).toMatchObject({ ran: true, green: true, stopped: null, acked: 3, counts: { waiting: 0, failed: 0 } });
    const writes = fern.sent
      .filter(({ method, path }) => method === 'POST' && !path.includes('report'))
      .map(({ path }) => path.split('/')[3]);
    expect(writes).toEqual(['fieldrun-shot', 'pipe', 'fieldrun-shot-image']);
    expect(await getItem(fern, 'run', 'run-1')).toMatchObject({
      run: { last_sync: expect.any(String), verified: { matched: 4, total: 4 } },
    });
  });

  it('a lost answer to a create makes one row (SYNC-C1)', async () => {
    await addPoint(fern, 'a', { note: 'n' });
    fern.network = once(isCreate, unheard);
    expect(await sync(fern.session)).toMatchObject({ green: false });
    await updatePoint(fern.session, 'a', { fields: { note: 'm' } });
    expect(await syncNow(fern)).toMatchObject({ green: true });
    expect(row('a')).toMatchObject({ version: 2, content: { note: 'm' } });
    expect(row('a')?.history.map(({ changes }) => changes.note?.to)).toEqual(['n', 'm']);
  });

  it('a lost answer to an update is applied once, even when another has edited since (SYNC-C2, C24)', async () => {
    await sharePoint('a', { note: 'n' });
    await updatePoint(fern.session, 'a', { fields: { note: 'fern' } });
    fern.network = once(isUpdate, unheard);
    await syncNow(fern);
    await syncNow(joe);
    await updatePoint(joe.session, 'a', { fields: { note: 'joe' } });
    await syncNow(joe);
    await syncNow(fern);
    await syncNow(fern);
    expect(row('a')?.history.map(({ changes }) => changes.note?.to)).toEqual(['n', 'fern', 'joe']);
    expect(await getItem(fern, 'point', 'a')).toMatchObject({ dirty: 0, fields: { note: 'joe' } });
  });

  it('an edit between any two steps is not lost (SYNC-C6)', async () => {
    await addPoint(fern, 'a', { note: 'one' });
    fern.network = once(isCreate, async (_, send) => {
      const answer = send();
      await updatePoint(fern.session, 'a', { fields: { note: 'two' } });
      return answer;
    });
    expect(await sync(fern.session)).toMatchObject({ green: true });
    expect(row('a')?.content.note).toBe('two');
  });

  it('disjoint edits merge, overlapping ones keep both values and say so (SYNC-C5, S6)', async () => {
    await sharePoint('a', { note: 'n', code: 'c', description: 'd' });
    await updatePoint(fern.session, 'a', { fields: { note: 'fern', code: 'fern' } });
    await updatePoint(joe.session, 'a', { fields: { note: 'joe', description: 'joe' } });
    await syncNow(fern);
    await syncNow(joe);
    await syncNow(fern);
    expect(row('a')?.content).toMatchObject({ note: 'joe', code: 'fern', description: 'joe' });
    expect(row('a')?.conflict).toMatchObject([{ field: 'note', kept: 'joe', other: 'fern' }]);
    expect(await getItem(fern, 'point', 'a')).toMatchObject({ fields: { note: 'joe' }, _conflict: [{ field: 'note' }] });
  });

  it('an overlap that a pull has shown before the push is flagged all the same', async () => {
    await sharePoint('a', { note: 'n' });
    await updatePoint(joe.session, 'a', { fields: { note: 'joe' } });
    await syncNow(joe);
    await updatePoint(fern.session, 'a', { fields: { note: 'fern' } });
    fern.network = (request, send) => (isUpdate(request) || isCreate(request) ? null : send());
    await syncNow(fern);
    expect(await getItem(fern, 'point', 'a')).toMatchObject({ dirty: 1, fields: { note: 'fern' }, _shadow: { note: 'joe' } });
    fern.network = honest;
    await syncNow(fern);
    expect(row('a')).toMatchObject({ content: { note: 'fern' }, conflict: [{ field: 'note', other: 'joe' }] });
  });

  it('an item the server refuses stops nobody else, shows why, and reaches the office as a copy (SYNC-C3, C12)', async () => {
    await addPoint(fern, 'bad', { note: 'poison' });
    await addPoint(fern, 'good');
    expect(await sync(fern.session)).toMatchObject({ green: false, counts: { failed: 1, waiting: 0 } });
    expect(await getItem(fern, 'point', 'bad')).toMatchObject({
      new: 1,
      dirty: 1,
      error_status_code: 400,
      error_reason: 'The note is not acceptable.',
    });
    expect(row('good')).toBeDefined();
    await syncNow(fern);
    expect(lab.server.data.quarantine.size).toBe(0);
    await syncNow(fern);
    await syncNow(fern);
    expect([...lab.server.data.quarantine.values()]).toMatchObject([{ item: 'bad', rev: 1, content: { note: 'poison' } }]);
    await updatePoint(fern.session, 'bad', { fields: { note: 'fine' } });
    expect(await syncNow(fern)).toMatchObject({ green: true });
  });

  it('who has lost the role gets LATE, and the same goes to quarantine at once, with the photo (SYNC-C15)', async () => {
    lab.server.without_role.add(await deviceId(fern.session));
    await addPoint(fern, 'a', { note: 'n' });
    await createImage(fern.session, { ...photo(9), id: 'i', field_run: 'run-1', fieldrun_shot: 'a' });
    await sync(fern.session);
    await syncNow(fern);
    expect([...lab.server.data.quarantine.values()].map(({ item }) => item).sort()).toEqual(['a', 'i']);
    expect(lab.server.data.blobs.size).toBe(1);
    expect(await getItem(fern, 'point', 'a')).toMatchObject({ dirty: 1, error_status_code: 403 });
    lab.server.without_role.clear();
    expect(await syncNow(fern)).toMatchObject({ green: true });
  });

  it('an expired session stops the pass and marks nothing (SYNC-C13)', async () => {
    for (const id of ['a', 'b', 'c']) await addPoint(fern, id);
    lab.server.signed_out.add(await deviceId(fern.session));
    fern.sent.length = 0;
    expect(await sync(fern.session)).toMatchObject({ stopped: 'SIGN_IN', green: false, counts: { waiting: 3, failed: 0 } });
    expect(fern.sent).toHaveLength(1);
    lab.server.signed_out.clear();
    expect(await sync(fern.session)).toMatchObject({ green: true });
  });

  it('a rotated token is fetched and the push repeated, nothing counted against the item (SYNC-C14)', async () => {
    await addPoint(fern, 'a');
    lab.server.stale_csrf.add(await deviceId(fern.session));
    expect(await sync(fern.session)).toMatchObject({ green: true });
    expect(fern.sent.map(({ path }) => path)).toContain('/api/users/self/');
  });

  it('two silences in a row are the network; one is the item’s own trouble', async () => {
    for (const id of ['a', 'b', 'c']) await addPoint(fern, id);
    fern.network = (request, send) => (isCreate(request) && request.body?.id === 'a' ? null : send());
    expect(await sync(fern.session)).toMatchObject({ stopped: null, counts: { waiting: 1 } });
    expect([row('a'), row('b') !== undefined, row('c') !== undefined]).toEqual([undefined, true, true]);
    fern.network = () => null;
    await addPoint(fern, 'd');
    expect(await syncNow(fern)).toMatchObject({ stopped: 'NO_ANSWER' });
  });

  it('a tablet with another user pushes what the first one captured, and says whose it is (SYNC-A13)', async () => {
    await addPoint(fern, 'a');
    fern.user = 8;
    await sync(fern.session);
    expect(fern.sent.find(isCreate)?.headers).toMatchObject({
      'x-captured-by': '7',
      'x-device': expect.any(String),
      'x-op-id': expect.stringMatching(/^a:1:/),
    });
  });

  it('a straggler does not undo a newer edit of its own device', async () => {
    await sharePoint('a', { note: 'n' });
    await updatePoint(fern.session, 'a', { fields: { note: 'older' } });
    let straggler: WireRequest | null = null;
    fern.network = once(isUpdate, (request) => {
      straggler = request;
      return null;
    });
    await syncNow(fern);
    // the second attempt is refused, so the claim is given up, and a newer one goes through
    fern.network = once(
      (request) => isCreate(request) || isUpdate(request),
      () => ({ status: 400, headers: { 'x-app': 'dmse', 'x-dataset-epoch': lab.server.epoch }, body: {} }),
    );
    await syncNow(fern);
    await updatePoint(fern.session, 'a', { fields: { note: 'newer' } });
    fern.network = honest;
    expect(await syncNow(fern)).toMatchObject({ green: true });
    await joe.session.remote.send(straggler as unknown as WireRequest);
    expect(row('a')?.content.note).toBe('newer');
  });
});

describe('files', () => {
  it('a large photo goes up in pieces and resumes where it was cut (SYNC-C17)', async () => {
    await createImage(fern.session, { ...photo(11), id: 'i', field_run: 'run-1' });
    let pieces = 0;
    fern.network = (request, send) => (request.method === 'PATCH' && ++pieces === 2 ? null : send());
    await sync(fern.session);
    fern.sent.length = 0;
    fern.network = honest;
    expect(await syncNow(fern)).toMatchObject({ green: true });
    expect(fern.sent.filter(({ chunk }) => chunk !== undefined).map(({ headers }) => headers['upload-offset'])).toEqual(['4', '8']);
    expect(lab.server.data.blobs.get(row('i')?.sha256 ?? '')).toEqual(photo(11).bytes);
  });

  it('a damaged file is refused and sent again (SYNC-C18, INT-F16)', async () => {
    await createImage(fern.session, { ...photo(4), id: 'i', field_run: 'run-1' });
    fern.network = once(
      ({ file }) => file !== undefined,
      (request, send) => send({ ...request, file: { ...(request.file as never as object), bytes: Uint8Array.of(0) } as never }),
    );
    expect(await sync(fern.session)).toMatchObject({ green: false });
    expect(row('i')).toBeUndefined();
    expect(await syncNow(fern)).toMatchObject({ green: true });
  });

  it('a proxy that refuses the form gets pieces (SYNC-C16)', async () => {
    await createImage(fern.session, { ...photo(5), id: 'i', field_run: 'run-1' });
    fern.network = (request, send) => (request.file === undefined ? send() : { status: 413, headers: {}, body: null });
    await sync(fern.session);
    expect(await syncNow(fern)).toMatchObject({ green: true });
    expect(row('i')?.sha256).toBe((await getItem(fern, 'image', 'i'))?._sha256);
  });
});
