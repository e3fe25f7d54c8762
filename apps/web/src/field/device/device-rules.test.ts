import { createImage } from '@dmse/sync/local/image';
import { createPoint } from '@dmse/sync/local/point';
import { openRun, removeAll } from '@dmse/sync/local/run';
import { v7 as newUuid } from 'uuid';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildSelf } from '../../app/render-app.tsx';
import { flushBeforeLeaving, settleSaves } from '../../session/pending-saves.ts';
import { writeStored } from '../../session/stored.ts';
import { countUnsynced } from '../../session/unsynced.ts';
import { readCounts } from '../sync/sync-counts.ts';
import { askWifi } from '../sync/wifi-only.ts';
import { type Stage, stageDevice } from './device-fixture.ts';
import { DEVICE_TOOLS } from './device-tools.ts';
import { listLocalImages } from './local-images.ts';
import { holdRun } from './open-run.ts';
import { sayRefusal } from './save-text.ts';

let stage: Stage;
beforeEach(async () => {
  stage = stageDevice();
  await openRun(stage.session, stage.run);
});
afterEach(() => stage.close());

describe('ids', () => {
  it('are UUIDs of version 7 that sort by when they were made, within a millisecond too', () => {
    const from = Date.now();
    const ids = Array.from({ length: 2000 }, DEVICE_TOOLS.newId);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect([...ids].sort()).toEqual(ids);
    const made = Number.parseInt(ids[0]!.replaceAll('-', '').slice(0, 12), 16);
    expect(made >= from && made <= Date.now()).toBe(true);
  });
});

describe('counting', () => {
  it('finds what was put aside, and counts a record that lies in both places once', async () => {
    await createPoint(stage.session, { field_run: stage.run, fields: {} });
    stage.setOnline(false);
    await removeAll(stage.session);
    expect(await countUnsynced()).toBe(1);
    expect(await readCounts(stage.session)).toMatchObject({ unsynced: 1, rescue: 1 });
    const rescued = (await stage.session.store.safety(({ rescue }) => rescue.list({ dirty: 1 })))[0]!;
    const whole = await stage.session.store.safety(({ rescue }) => rescue.get(rescued.id));
    // a move that was interrupted
    await stage.session.store.runs((tx) => tx.table('point').put({ ...whole!, _moved_on: null }));
    expect(await countUnsynced()).toBe(1);
    expect(await readCounts(stage.session)).toMatchObject({ unsynced: 1 });
  });

  it('reads a picture again only when it has changed', async () => {
    const take = (note: string) =>
      createImage(stage.session, { field_run: stage.run, bytes: new Uint8Array([1, 2]), mime: 'image/jpeg', fields: { note } });
    await take('one');
    expect(await listLocalImages(stage.session, stage.run)).toHaveLength(1);
    const spy = vi.spyOn(stage.session.store, 'runs');
    expect(await listLocalImages(stage.session, stage.run)).toHaveLength(1);
    expect(spy).not.toHaveBeenCalled();
    await take('two');
    const images = await listLocalImages(stage.session, stage.run);
    expect(images.map(({ fields }) => fields.note).sort()).toEqual(['one', 'two']);
    expect(images.every((image) => !('file' in image))).toBe(true);
    // two readers at once, such as two cards of one page, both see the newest
    await take('three');
    const both = await Promise.all([listLocalImages(stage.session), listLocalImages(stage.session)]);
    expect(both.map((seen) => seen.length)).toEqual([3, 3]);
    expect(await listLocalImages(stage.session, newUuid())).toEqual([]);
  });
});

describe('leaving the page', () => {
  it('saves what is typed first, and waits for it', async () => {
    const done: string[] = [];
    const withdraw = flushBeforeLeaving(async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      done.push('draft');
    });
    await settleSaves();
    expect(done).toEqual(['draft']);
    withdraw();
    await settleSaves();
    expect(done).toEqual(['draft']);
  });
});

describe('a run that is open', () => {
  it('is held while its page stands, so that no rule wipes it (SYNC-A2)', async () => {
    const letGo = holdRun(stage.session, stage.run);
    await vi.waitFor(async () => expect(await stage.session.lock.isHeld(`run:${stage.run}`)).toBe(true));
    letGo();
    await vi.waitFor(async () => expect(await stage.session.lock.isHeld(`run:${stage.run}`)).toBe(false));
  });
});

describe('Wi-Fi only', () => {
  it.each([
    [false, 'cellular', null],
    [true, 'wifi', null],
    [true, 'cellular', 'WIFI'],
    [true, undefined, 'ASK_WIFI'],
  ] as const)('wanted %s, on %s: %s', (wanted, type, waits) => {
    const self = buildSelf('fern');
    writeStored('self', {
      stored_on: '2026-05-04T12:00:00.000Z',
      self: { ...self, preferences: { ...self.preferences, upload_on_wifi_only: wanted } },
    });
    expect(askWifi(type === undefined ? {} : { type })).toBe(waits);
  });
});

describe('words for what was not saved', () => {
  it.each(['STORAGE_FULL', 'STORE_BROKEN', 'CHANGED', 'GONE', 'UNSOUND', 'READ_BACK'] as const)(
    '%s says that nothing typed is lost or what to do',
    (why) => {
      expect(sayRefusal({ saved: false, why, field: 'measure_down' })).toMatch(/form|save again/i);
    },
  );
});
