import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { probeSkew, probeWriting } from './device-probes.ts';
import {
  checkInstalled,
  checkLastSync,
  checkPermission,
  checkRuns,
  checkSession,
  checkShell,
  checkSkew,
  checkSpace,
  checkStorage,
  checkUnsynced,
  checkWorker,
  checkWriting,
} from './mobile-checks.ts';

const GB = 1024 ** 3;
const NOW = '2026-03-04T12:00:00.000Z';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the lights of the checklist', () => {
  it.each([
    [checkInstalled(true), 'green'],
    [checkInstalled(false), 'amber'],
    [checkWorker({ isSupported: false, isActive: false, isWaiting: false }), 'red'],
    [checkWorker({ isSupported: true, isActive: false, isWaiting: false }), 'red'],
    [checkWorker({ isSupported: true, isActive: true, isWaiting: true }), 'amber'],
    [checkWorker({ isSupported: true, isActive: true, isWaiting: false }), 'green'],
    [checkStorage(true), 'green'],
    [checkStorage(false), 'amber'],
    [checkSpace(null), 'amber'],
    [checkSpace(0.1 * GB), 'red'],
    [checkSpace(0.4 * GB), 'amber'],
    [checkSpace(500 * 1024 ** 2), 'green'],
    [checkSpace(5 * GB), 'green'],
    [checkPermission('camera', 'granted'), 'green'],
    [checkPermission('camera', 'prompt'), 'amber'],
    [checkPermission('camera', null), 'amber'],
    [checkPermission('position', 'denied'), 'red'],
    [checkSkew(null), 'amber'],
    [checkSkew(2), 'green'],
    [checkSkew(-59), 'green'],
    [checkSkew(119), 'green'],
    [checkSkew(180), 'amber'],
    [checkSkew(-3600), 'red'],
    [checkSession('2026-03-04T11:00:00.000Z', NOW), 'red'],
    [checkSession('2026-03-04T20:00:00.000Z', NOW), 'amber'],
    [checkSession('2026-03-10T12:00:00.000Z', NOW), 'amber'],
    [checkSession('2026-03-14T12:00:00.000Z', NOW), 'green'],
    [checkShell(null), 'red'],
    [checkShell({ files: 40, missing: 2 }), 'red'],
    [checkShell({ files: 40, missing: 0 }), 'green'],
    [checkRuns([]), 'amber'],
    [checkRuns([{ name: 'Main Street', lacks: '1 layer not loaded yet', last_sync: NOW }]), 'amber'],
    [checkRuns([{ name: 'Main Street', lacks: null, last_sync: NOW }]), 'green'],
    [checkLastSync([], NOW), 'green'],
    [checkLastSync([{ name: 'Main Street', lacks: null, last_sync: null }], NOW), 'amber'],
    [checkLastSync([{ name: 'Main Street', lacks: null, last_sync: '2026-03-01T12:00:00.000Z' }], NOW), 'amber'],
    [checkLastSync([{ name: 'Main Street', lacks: null, last_sync: '2026-03-04T11:00:00.000Z' }], NOW), 'green'],
    [checkUnsynced(0), 'green'],
    [checkUnsynced(3), 'amber'],
  ] as const)('%o', (result, light) => {
    expect(result.light).toBe(light);
    // Whatever is not green says what to do about it.
    expect(result.todo === undefined).toBe(light === 'green');
  });

  it('says how the clock is off', () => {
    expect(checkSkew(90).says).toBe('The clock is 90 seconds ahead.');
    expect(checkSkew(-600).says).toBe('The clock is 10 minutes behind.');
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
