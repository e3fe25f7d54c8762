import { beforeEach, describe, expect, it } from 'vitest';
import { sync } from '../engine.ts';
import type { Item } from '../item.ts';
import { createLab, type Lab, type Tablet } from '../memory/tablet.ts';
import { baseMapKey } from '../rules/base-map-key.ts';
import type { Kind } from '../wire.ts';
import { discardDraft, listDrafts, listOtherOwners, readDraft, saveDraft } from './draft.ts';
import { deleteItem, restoreItem } from './edit.ts';
import { collectExport } from './export.ts';
import { createImage, updateImage } from './image.ts';
import { createPipe, updatePipe } from './pipe.ts';
import { createPoint, deletePoint, restorePoint, updatePoint } from './point.ts';
import { listRescue, listTrash, restoreTrash } from './rescue.ts';
import { createRun, openRun, removeAll } from './run.ts';
import { fillBallast } from './storage.ts';
import { packUnsavedEdit, packUnsavedPoint } from './unsaved.ts';

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

describe('capturing', () => {
  it('a point and its photos are saved together, with hash, number and owner (SYNC-B3, B5)', async () => {
    const saved = await createPoint(fern.session, {
      id: 'p',
      field_run: 'run-1',
      fields: { code: 'MH' },
      photos: [{ ...photo(1, 2, 3), id: 'i' }],
    });
    expect(saved).toMatchObject({ saved: true, item: { new: 1, dirty: 1, _rev: 1, _owner: 7, fields: { name: '5000' } } });
    expect(await get('image', 'i')).toMatchObject({
      fields: { fieldrun_shot: 'p' },
      _bytes: 3,
      _sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect((await get('run', 'run-1'))?.dirty).toBe(0);
  });

  it('an edit is a patch: two tabs with old forms do not undo each other (SYNC-B8, L6)', async () => {
    await addPoint('p', { note: 'n', code: 'c' });
    await updatePoint(fern.session, 'p', { fields: { note: 'one tab' } });
    await updatePoint(fern.session, 'p', { fields: { code: 'other tab' } });
    expect(await get('point', 'p')).toMatchObject({ _rev: 3, fields: { note: 'one tab', code: 'other tab' } });
  });

  it('a field that somebody changed since the form was opened is not overwritten unseen', async () => {
    await addPoint('p', { note: 'n' });
    await updatePoint(fern.session, 'p', { fields: { note: 'other tab' } });
    expect(await updatePoint(fern.session, 'p', { fields: { note: 'mine' }, seen: { note: 'n' } })).toEqual({
      saved: false,
      why: 'CHANGED',
      field: 'note',
    });
    expect(await updatePoint(fern.session, 'p', { fields: { note: 'mine' }, seen: { note: 'other tab' } })).toMatchObject({ saved: true });
  });

  it('refuses a number that is none, and a field that could never be sent is a programming error', async () => {
    expect(await createPoint(fern.session, { field_run: 'run-1', fields: { accuracy: Number.NaN } })).toMatchObject({
      saved: false,
      why: 'UNSOUND',
      field: 'accuracy',
    });
    await expect(createPoint(fern.session, { field_run: 'run-1', fields: { easting: 1 } })).rejects.toThrow('point.easting');
    expect(await updatePoint(fern.session, 'nobody', { fields: { note: 'n' } })).toEqual({ saved: false, why: 'GONE' });
  });

  it('deleting a shot takes images and pipes along; taking it back brings them back (P6)', async () => {
    await addPoint('a');
    await addPoint('b');
    await createImage(fern.session, { ...photo(1), id: 'i', field_run: 'run-1', fieldrun_shot: 'a' });
    await createPipe(fern.session, { id: 'q', field_run: 'run-1', fields: { start_structure: 'b', end_structure: 'a' } });
    await updatePipe(fern.session, 'q', { fields: { material: 'PVC' } });
    await updateImage(fern.session, 'i', { fields: { note: 'lid' } });
    expect(await deletePoint(fern.session, 'a')).toMatchObject({ saved: true });
    for (const [kind, id] of [
      ['point', 'a'],
      ['image', 'i'],
      ['pipe', 'q'],
    ] as const)
      expect((await get(kind, id))?.is_deleted).toBe(1);
    expect((await get('point', 'b'))?.is_deleted).toBe(0);
    await restorePoint(fern.session, 'a');
    for (const [kind, id] of [
      ['point', 'a'],
      ['image', 'i'],
      ['pipe', 'q'],
    ] as const)
      expect((await get(kind, id))?.is_deleted).toBe(0);
    await deleteItem(fern.session, 'pipe', 'q');
    await restoreItem(fern.session, 'pipe', 'q');
    expect(await get('pipe', 'q')).toMatchObject({ is_deleted: 0, fields: { material: 'PVC' } });
  });

  it('a draft survives until its point is safe (SYNC-B6)', async () => {
    await saveDraft(fern.session, 'd', 'run-1', { note: 'half a sent' });
    expect((await readDraft(fern.session, 'd'))?.data).toEqual({ note: 'half a sent' });
    await createPoint(fern.session, { field_run: 'run-1', fields: {}, draft: 'd' });
    expect(await listDrafts(fern.session)).toEqual([]);
    await saveDraft(fern.session, 'e', 'run-1', {});
    await discardDraft(fern.session, 'e');
    expect(await listDrafts(fern.session)).toEqual([]);
  });

  it('a draft belongs to who typed it; another’s stays, is not offered, and is in every export (SYNC-D15)', async () => {
    const form = 'point:run-1:new';
    await saveDraft(fern.session, form, 'run-1', { note: 'by seven' });
    fern.user = 8;
    expect(await readDraft(fern.session, form)).toBeUndefined();
    expect(await listOtherOwners(fern.session, form)).toEqual([7]);
    await saveDraft(fern.session, form, 'run-1', { note: 'by eight' });
    await createPoint(fern.session, { field_run: 'run-1', fields: {}, draft: form });
    const exported = (await collectExport(fern.session)).find(({ path }) => path === 'drafts.json');
    expect(new TextDecoder().decode(exported?.bytes)).toContain('by seven');
    fern.user = 7;
    expect((await readDraft(fern.session, form))?.data).toEqual({ note: 'by seven' });
    expect(await listOtherOwners(fern.session, form)).toEqual([]);
  });

  it('a draft from before drafts had owners is offered, and goes on as the draft of who took it up', async () => {
    const old = { id: 'risk:run-1', field_run: 'run-1', saved_on: '2026-05-01T00:00:00.000Z', data: { note: 'old' } };
    await fern.session.store.safety(({ drafts }) => drafts.put(old));
    expect((await readDraft(fern.session, 'risk:run-1'))?.data).toEqual({ note: 'old' });
    await saveDraft(fern.session, 'risk:run-1', 'run-1', { note: 'older and newer' });
    fern.user = 8;
    expect(await readDraft(fern.session, 'risk:run-1')).toBeUndefined();
    fern.user = 7;
    await discardDraft(fern.session, 'risk:run-1');
    expect(await listDrafts(fern.session)).toEqual([]);
  });

  it('what was created and deleted before any sync lies in the trash, and comes back from there (SYNC-A10)', async () => {
    await addPoint('p', { note: 'n' });
    await deletePoint(fern.session, 'p');
    await sync(fern.session);
    expect([await ids('point'), (await listTrash(fern.session)).map(({ id }) => id), lab.server.data.rows.has('p')]).toEqual([
      [],
      ['p'],
      false,
    ]);
    await restoreTrash(fern.session, 'p');
    await sync(fern.session);
    expect(lab.server.data.rows.get('p')?.content).toMatchObject({ note: 'n', is_deleted: false });
  });
});

describe('storage full (SYNC-B3, INT-F14)', () => {
  it('gives up the ballast first and says nothing is saved when nothing helps', async () => {
    expect(await fillBallast(fern.session)).toBe(true);
    fern.disk.capacity = fern.disk.used;
    expect(await createImage(fern.session, { ...photo(1, 2, 3, 4), id: 'i', field_run: 'run-1' })).toMatchObject({ saved: true });
    expect(
      await createPoint(fern.session, { id: 'p', field_run: 'run-1', fields: {}, photos: [photo(...Array<number>(9).fill(1))] }),
    ).toEqual({
      saved: false,
      why: 'STORAGE_FULL',
    });
    expect([await ids('point'), await ids('image')]).toEqual([[], ['i']]);
    expect(await fillBallast(fern.session)).toBe(false);
  });

  it('then the base maps of areas, before the layers of the office', async () => {
    const layer = (id: string) => ({ id, field_run: 'run-1', name: id, bytes: new Uint8Array(6) });
    const piece = baseMapKey('run-1', 'a', 0);
    for (const id of [piece, 'run-1/layer:1:x']) await fern.session.store.safety(({ layers }) => layers.put(layer(id)));
    fern.disk.capacity = fern.disk.used;
    const left = () => fern.session.store.safety(({ layers }) => layers.ids());
    await createImage(fern.session, { ...photo(1, 2, 3), id: 'i', field_run: 'run-1' });
    expect(await left()).toEqual(['run-1/layer:1:x']);
    fern.disk.capacity = fern.disk.used;
    await createImage(fern.session, { ...photo(4, 5, 6), id: 'j', field_run: 'run-1' });
    expect([await left(), await ids('image')]).toEqual([[], ['i', 'j']]);
  });

  it('then the bytes of photos that the server holds, but never others', async () => {
    await createImage(fern.session, { ...photo(1, 2, 3, 4), id: 'up', field_run: 'run-1' });
    await sync(fern.session);
    await createImage(fern.session, { ...photo(5, 6, 7), id: 'waiting', field_run: 'run-1' });
    fern.disk.capacity = fern.disk.used;
    expect(await createImage(fern.session, { ...photo(8, 9), id: 'new', field_run: 'run-1' })).toMatchObject({ saved: true });
    expect([(await get('image', 'up'))?.file, (await get('image', 'waiting'))?.file?.length]).toEqual([null, 3]);
  });
});

describe('export (SYNC-A15)', () => {
  it('holds what the server has not confirmed, wherever it lies, with hashes, and nothing else', async () => {
    await addPoint('up');
    await sync(fern.session);
    fern.online = false;
    await createPoint(fern.session, {
      id: 'p',
      field_run: 'run-1',
      fields: { note: 'rain', geometry: null },
      photos: [{ ...photo(1, 2, 3), id: 'i' }],
    });
    await removeAll(fern.session);
    await createRun(fern.session, { id: 'mine', fields: { name: 'New' } });
    const files = await collectExport(fern.session);
    const read = (path: string) => JSON.parse(new TextDecoder().decode(files.find((file) => file.path === path)?.bytes));
    expect(files.map(({ path }) => path)).toEqual(['manifest.json', 'records.geojson', 'photos/i']);
    const manifest = read('manifest.json');
    expect(manifest.items.map(({ kind, id, rev }: { kind: string; id: string; rev: number }) => [kind, id, rev])).toEqual([
      ['run', 'mine', 1],
      ['point', 'p', 1],
      ['image', 'i', 1],
    ]);
    expect(manifest.items[2].file).toEqual({
      path: 'photos/i',
      bytes: 3,
      sha256: (await listRescue(fern.session)).find(({ id }) => id === 'i')?._sha256,
    });
    expect(read('records.geojson').features[1]).toEqual({
      type: 'Feature',
      id: 'p',
      geometry: null,
      properties: { note: 'rain', name: '5001' },
    });
  });

  it('takes what stands in forms the storage would not take along, once, and saving it later is a write of its own (SYNC-B3)', async () => {
    await addPoint('known', { note: 'as stored' });
    const input = { id: 'p', field_run: 'run-1', fields: { note: 'typed' }, photos: [{ ...photo(1, 2), id: 'i' }] };
    const unsaved = [
      ...(await packUnsavedPoint(fern.session, input)),
      ...(await packUnsavedEdit(fern.session, 'known', { note: 'as typed' }, [{ ...photo(3), id: 'j' }])),
    ];
    const files = await collectExport(fern.session, unsaved);
    const read = (path: string) => JSON.parse(new TextDecoder().decode(files.find((file) => file.path === path)?.bytes));
    expect(read('manifest.json').items.map(({ id, rev }: { id: string; rev: number }) => [id, rev])).toEqual([
      ['p', 0],
      ['i', 0],
      ['known', 0],
      ['j', 0],
    ]);
    const notes = read('records.geojson').features.map(({ properties }: { properties: { note?: string } }) => properties.note);
    expect(notes.filter(Boolean)).toEqual(['typed', 'as typed']);
    expect((await get('point', 'known'))?.fields.note).toBe('as stored');
    expect(await createPoint(fern.session, input)).toMatchObject({ saved: true, item: { _rev: 1 } });
  });
});
