import { beforeEach, describe, expect, it } from 'vitest';
import { sync } from './engine.ts';
import { deleteItem } from './local/edit.ts';
import { createImage } from './local/image.ts';
import { deletePoint, updatePoint } from './local/point.ts';
import { openRun } from './local/run.ts';
import { addPoint, getItem, honest, isCreate, once, photo, syncNow } from './memory/lab-fixture.ts';
import { copyData, officeEdit, restoreBackup } from './memory/model-server.ts';
import { createLab, type Lab, type Tablet } from './memory/tablet.ts';
import { deviceId } from './session-core.ts';

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

describe('pull', () => {
  it('brings what others did, page by page, and their deletions', async () => {
    for (const id of ['a', 'b', 'c', 'd', 'e']) await addPoint(fern, id);
    await sync(fern.session);
    expect(await sync(joe.session)).toMatchObject({ pulled: 5 });
    await deletePoint(fern.session, 'c');
    await syncNow(fern);
    expect(await getItem(fern, 'point', 'c')).toBeUndefined();
    await syncNow(joe);
    expect(await getItem(joe, 'point', 'c')).toBeUndefined();
    expect(await syncNow(joe)).toMatchObject({ pulled: 0, green: true });
  });

  it('a clock ten minutes or ten years off misses nothing (SYNC-D1, INT-F13)', async () => {
    for (const skew of [600_000, -600_000, 86_400_000, -lab.now, 3.7e11]) {
      joe.skew = skew;
      await addPoint(fern, `p${skew}`);
      await syncNow(fern);
      await syncNow(joe);
      expect(await getItem(joe, 'point', `p${skew}`)).toBeDefined();
    }
  });

  it('an edited record that the office deleted is stored, stays deleted and is flagged (SYNC-C4, S6)', async () => {
    await sharePoint('a', { note: 'n' });
    officeEdit(lab.server, 'a', { is_deleted: true });
    await updatePoint(fern.session, 'a', { fields: { note: 'fern' } });
    expect(await syncNow(fern)).toMatchObject({ green: true, counts: { conflicts: 1 } });
    expect(row('a')).toMatchObject({ content: { note: 'fern', is_deleted: true }, conflict: [{ field: 'is_deleted' }] });
    expect(await getItem(fern, 'point', 'a')).toMatchObject({ is_deleted: 1, dirty: 0 });
  });

  it('a photo of a shot that another has deleted stays, and is shown', async () => {
    await sharePoint('a');
    await deletePoint(joe.session, 'a');
    await syncNow(joe);
    await createImage(fern.session, { ...photo(3), id: 'i', field_run: 'run-1', fieldrun_shot: 'a' });
    await syncNow(fern);
    expect(row('i')).toMatchObject({ content: { is_deleted: false }, conflict: [{ field: 'parent', kept: 'a' }] });
  });

  it('a child that arrives before its shot waits on the server (SYNC-C9)', async () => {
    await addPoint(fern, 'a');
    await createImage(fern.session, { ...photo(3), id: 'i', field_run: 'run-1', fieldrun_shot: 'a' });
    fern.network = (request, send) => (isCreate(request) ? null : send());
    await sync(fern.session);
    expect(row('i')).toMatchObject({ parent_pending: true });
    await deleteItem(fern.session, 'image', 'i');
    fern.network = honest;
    expect(await syncNow(fern)).toMatchObject({ green: true });
  });
});

describe('tabs', () => {
  it('one syncs, the other is told (SYNC-C8)', async () => {
    const second = lab.tablet('fern', { disk: fern.disk, locks: fern.locks });
    fern.network = once(
      () => true,
      async (_, send) => {
        expect(await sync(second.session)).toEqual({ ran: false, why: 'BUSY' });
        return send();
      },
    );
    expect(await sync(fern.session)).toMatchObject({ ran: true });
  });

  it('a tab in the foreground relieves one that has been silent for two minutes (SYNC-C10)', async () => {
    await addPoint(fern, 'a');
    const second = lab.tablet('fern', { disk: fern.disk, locks: fern.locks });
    let relieved: unknown;
    fern.network = once(isCreate, async (_, send) => {
      const answer = send();
      lab.now += 100_000;
      expect(await sync(second.session, { foreground: true })).toMatchObject({ ran: false });
      lab.now += 100_000;
      expect(await sync(second.session)).toMatchObject({ ran: false });
      relieved = await sync(second.session, { foreground: true, force: true });
      return answer;
    });
    expect(await sync(fern.session)).toMatchObject({ stopped: 'LOCK_LOST', green: false });
    expect(relieved).toMatchObject({ ran: true, green: true });
    expect(row('a')?.version).toBe(1);
  });

  it('offline there is no sync (P8)', async () => {
    fern.online = false;
    expect(await sync(fern.session)).toEqual({ ran: false, why: 'OFFLINE' });
  });

  it('a crash between sending and hearing leaves the claim, and the restart repeats it (S3)', async () => {
    await addPoint(fern, 'a');
    const dead = lab.tablet('fern', { disk: fern.disk });
    await new Promise<void>((reached) => {
      dead.network = (request, send) => {
        const answer = send();
        if (!isCreate(request)) return answer;
        reached();
        return new Promise<never>(() => undefined);
      };
      void sync(dead.session);
    });
    expect(await getItem(fern, 'point', 'a')).toMatchObject({ new: 1, _sent: { op: expect.stringMatching(/^a:1:/) } });
    expect(await sync(fern.session)).toMatchObject({ green: true });
    expect(row('a')?.version).toBe(1);
  });

  it('a database copied to another phone signs with another name (SYNC-C28)', async () => {
    const first = await deviceId(fern.session);
    expect(await deviceId(lab.tablet('fern', { disk: fern.disk }).session)).toBe(first);
    expect(await deviceId(lab.tablet('copy', { disk: fern.disk, nonce: 'other phone' }).session)).not.toBe(first);
  });
});

describe('a server restored from yesterday (SYNC-D9, INT-F19)', () => {
  it('gets back from the devices what it forgot, and nobody is told "all synced" before that', async () => {
    await sharePoint('old', { note: 'n' });
    const backup = copyData(lab.server.data);
    await updatePoint(fern.session, 'old', { fields: { note: 'edited' } });
    await addPoint(fern, 'new');
    await createImage(fern.session, { ...photo(9), id: 'i', field_run: 'run-1', fieldrun_shot: 'new' });
    expect(await syncNow(fern)).toMatchObject({ green: true });
    restoreBackup(lab.server, backup);
    expect(row('new')).toBeUndefined();
    expect(await syncNow(fern)).toMatchObject({ green: true });
    expect(row('old')?.content.note).toBe('edited');
    expect([row('new') !== undefined, row('i')?.sha256]).toEqual([true, (await getItem(fern, 'image', 'i'))?._sha256]);
    await syncNow(joe);
    expect(await getItem(joe, 'point', 'old')).toMatchObject({ dirty: 0, fields: { note: 'edited' } });
  });

  it('a device that knows less than the backup does not push its old values', async () => {
    await sharePoint('a', { note: 'n' });
    await updatePoint(fern.session, 'a', { fields: { note: 'newer' } });
    await syncNow(fern);
    restoreBackup(lab.server, copyData(lab.server.data));
    expect(await syncNow(joe)).toMatchObject({ green: true });
    expect(row('a')).toMatchObject({ version: 2, content: { note: 'newer' } });
    expect(await getItem(joe, 'point', 'a')).toMatchObject({ fields: { note: 'newer' } });
  });

  it('a run made since the backup comes back with everything in it', async () => {
    restoreBackup(lab.server, copyData({ ...lab.server.data, rows: new Map(), seqs: new Map() }));
    await addPoint(fern, 'a');
    // the point comes first and is told that there is no such run; then the restore is noticed
    expect(await syncNow(fern)).toMatchObject({ green: false });
    expect(await syncNow(fern)).toMatchObject({ green: true });
    expect([row('run-1')?.content.name, row('a')?.field_run]).toEqual(['Run run-1', 'run-1']);
  });
});

describe('the office knows (SYNC-A12)', () => {
  it('how many items a tablet still holds, and since when', async () => {
    await addPoint(fern, 'a', { note: 'poison' });
    await sync(fern.session);
    const report = fern.sent.find(({ path }) => path.endsWith('/report/'));
    expect(report?.body).toMatchObject({
      failed: 1,
      waiting: 0,
      rescue: 0,
      oldest_unsynced: new Date(lab.now).toISOString(),
      runs: [{ field_run: 'run-1', failed: 1 }],
    });
  });
});
