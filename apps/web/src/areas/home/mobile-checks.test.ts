import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { probeSkew, probeWriting } from './device-probes.ts';
import {
  checkWriting,
  judgeClock,
  judgeInstalled,
  judgeLastSync,
  judgePermission,
  judgeRuns,
  judgeSession,
  judgeShell,
  judgeSpace,
  judgeStorage,
  judgeUnsynced,
  judgeWorker,
} from './mobile-checks.ts';

const GB = 1024 ** 3;
const NOW = '2026-03-04T12:00:00.000Z';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the lights of the checklist', () => {
  it.each([
    [judgeInstalled(true), 'green'],
    [judgeInstalled(false), 'amber'],
    [judgeWorker({ isSupported: false, isActive: false, isWaiting: false }), 'red'],
    [judgeWorker({ isSupported: true, isActive: false, isWaiting: false }), 'red'],
    [judgeWorker({ isSupported: true, isActive: true, isWaiting: true }), 'amber'],
    [judgeWorker({ isSupported: true, isActive: true, isWaiting: false }), 'green'],
    [judgeStorage(true), 'green'],
    [judgeStorage(false), 'amber'],
    [judgeSpace(null), 'amber'],
    [judgeSpace(0.1 * GB), 'red'],
    [judgeSpace(0.4 * GB), 'amber'],
    [judgeSpace(500 * 1024 ** 2), 'green'],
    [judgeSpace(5 * GB), 'green'],
    [judgePermission('camera', 'granted'), 'green'],
    [judgePermission('camera', 'prompt'), 'amber'],
    [judgePermission('camera', null), 'amber'],
    [judgePermission('position', 'denied'), 'red'],
    [judgeClock(null), 'amber'],
    [judgeClock(2), 'green'],
    [judgeClock(-59), 'green'],
    [judgeClock(119), 'green'],
    [judgeClock(180), 'amber'],
    [judgeClock(-3600), 'red'],
    [judgeSession('2026-03-04T11:00:00.000Z', NOW), 'red'],
    [judgeSession('2026-03-04T20:00:00.000Z', NOW), 'amber'],
    [judgeSession('2026-03-10T12:00:00.000Z', NOW), 'amber'],
    [judgeSession('2026-03-14T12:00:00.000Z', NOW), 'green'],
    [judgeShell(null), 'red'],
    [judgeShell({ files: 40, missing: 2 }), 'red'],
    [judgeShell({ files: 40, missing: 0 }), 'green'],
    [judgeRuns([]), 'amber'],
    [judgeRuns([{ name: 'Main Street', lacks: '1 layer not loaded yet', last_sync: NOW }]), 'amber'],
    [judgeRuns([{ name: 'Main Street', lacks: null, last_sync: NOW }]), 'green'],
    [judgeLastSync([], NOW), 'green'],
    [judgeLastSync([{ name: 'Main Street', lacks: null, last_sync: null }], NOW), 'amber'],
    [judgeLastSync([{ name: 'Main Street', lacks: null, last_sync: '2026-03-01T12:00:00.000Z' }], NOW), 'amber'],
    [judgeLastSync([{ name: 'Main Street', lacks: null, last_sync: '2026-03-04T11:00:00.000Z' }], NOW), 'green'],
    [judgeUnsynced(0), 'green'],
    [judgeUnsynced(3), 'amber'],
  ] as const)('%o', (result, light) => {
    expect(result.light).toBe(light);
    // Whatever is not green says what to do about it.
    expect(result.todo === undefined).toBe(light === 'green');
  });

  it('says how the clock is off', () => {
    expect(judgeClock(90).says).toBe('The clock is 90 seconds ahead.');
    expect(judgeClock(-600).says).toBe('The clock is 10 minutes behind.');
  });
});

describe('the probes', () => {
  it('reads the skew from the Date header of our server', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse(NOW) + 60_500);
    const headers = { 'X-App': 'dmse', Date: new Date(NOW).toUTCString() };
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('{}', { headers }));
    expect(await probeSkew()).toBe(60);
  });

  it('believes nobody else, and nobody at all', async () => {
    vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response('{}', { headers: { Date: new Date(NOW).toUTCString() } }));
    expect(await probeSkew()).toBeNull();
    vi.mocked(fetch).mockRejectedValueOnce(new TypeError('fetch failed'));
    expect(await probeSkew()).toBeNull();
  });

  it('writes and reads back, and leaves its database empty', async () => {
    expect(await probeWriting()).toBeNull();
    const opening = indexedDB.open('DeviceCheck');
    await new Promise<void>((resolve) => {
      opening.onsuccess = () => resolve();
    });
    const reading = opening.result.transaction('test').objectStore('test').getAll();
    await new Promise<void>((resolve) => {
      reading.onsuccess = () => resolve();
    });
    expect(reading.result.map((bytes: Uint8Array) => bytes.length)).toEqual([0]);
    opening.result.close();
  });

  it('is red when the device refuses to write', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('No storage in private browsing.', 'SecurityError');
    });
    expect(await checkWriting()).toMatchObject({ light: 'red', says: expect.stringContaining('No storage in private browsing.') });
  });
});
