import { createPoint } from '@dmse/sync/local/point';
import { openRun } from '@dmse/sync/local/run';
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { tellFieldChange } from '../../session/field-changes.ts';
import { readUnsynced } from '../../session/unsynced.ts';
import { startSyncDriver, stopSyncDriver } from '../sync/sync-driver.ts';
import { syncStatus } from '../sync/sync-status.ts';
import { type Stage, stageDevice } from './device-fixture.ts';
import { syncNow, useLocalValue, useSyncState } from './use-field.tsx';

let stage: Stage;

beforeEach(async () => {
  stage = stageDevice();
  await openRun(stage.session, stage.run);
});
afterEach(() => stage.close());

function addPoint(fields = {}) {
  return createPoint(stage.session, { field_run: stage.run, fields });
}

describe('a local value', () => {
  it('is read again after a commit of this tab, and not for drafts and notes', async () => {
    let reads = 0;
    const { result } = renderHook(() =>
      useLocalValue('points', (session) => {
        reads += 1;
        return session.store.runs(async (tx) => (await tx.table('point').list({})).length);
      }),
    );
    await waitFor(() => expect(result.current.value).toBe(0));
    await act(() => addPoint());
    await waitFor(() => expect(result.current.value).toBe(1));
    const before = reads;
    await act(() => stage.session.store.safety(({ meta }) => meta.put({ id: 'x', value: {} })));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(reads).toBe(before);
  });

  it('is read again after a change told by another tab', async () => {
    const { result } = renderHook(() => useLocalValue('clock', async () => performance.now()));
    await waitFor(() => expect(result.current.value).toBeDefined());
    const first = result.current.value;
    const other = new BroadcastChannel('dmse-field-changes');
    other.postMessage({ places: ['point'], unsettled: true, images: [] });
    await waitFor(() => expect(result.current.value).not.toBe(first));
    other.close();
  });

  it('never shows the value of another key, and keeps the old one beside an error', async () => {
    let fails = false;
    const { result, rerender } = renderHook(
      ({ key }) =>
        useLocalValue(key, async () => {
          if (fails) throw new Error('broken');
          return key;
        }),
      { initialProps: { key: 'a' } },
    );
    await waitFor(() => expect(result.current.value).toBe('a'));
    rerender({ key: 'b' });
    expect(result.current.value).not.toBe('a');
    await waitFor(() => expect(result.current.value).toBe('b'));
    fails = true;
    act(() => tellFieldChange({ places: ['run'], unsettled: false, images: [] }));
    await waitFor(() => expect(result.current.error).toBeInstanceOf(Error));
    expect(result.current.value).toBe('b');
  });
});

describe('the state of syncing', () => {
  it('counts what is local, sent, refused and confirmed, and is green only after a pass whose manifest agreed', async () => {
    const { result } = renderHook(() => useSyncState(stage.run));
    await act(() => addPoint({ note: 'rain' }));
    await act(() => addPoint({ note: 'poison' }));
    await waitFor(() => expect(result.current).toMatchObject({ local: 2, unsynced: 2, isGreen: false }));
    expect(await readUnsynced()).toEqual({ unsynced: 2, failed: 0 });
    await act(() => syncNow(stage.run));
    await waitFor(() => expect(result.current).toMatchObject({ local: 0, errors: 1, unsynced: 1, confirmed: 2, isGreen: false }));
    expect(await readUnsynced()).toEqual({ unsynced: 1, failed: 1 });
  });

  it('takes green back the moment something is captured, and gives it again', async () => {
    const { result } = renderHook(() => useSyncState());
    await act(() => addPoint());
    const first = await act(() => syncNow());
    expect(first).toMatchObject({ ran: true, green: true });
    await waitFor(() => expect(result.current.isGreen).toBe(true));
    stage.setOnline(false);
    await act(() => addPoint());
    expect(result.current.isGreen).toBe(false);
    await waitFor(() => expect(result.current).toMatchObject({ link: 'offline', unsynced: 1 }));
    stage.setOnline(true);
    await act(() => syncNow());
    await waitFor(() => expect(result.current.isGreen).toBe(true));
  });

  it('is not green while the manifest lacks a record, though nothing waits', async () => {
    await addPoint();
    await syncNow();
    stage.network = (request, send) => (request.path.includes('/manifest/') ? null : send());
    const { result } = renderHook(() => useSyncState());
    await act(() => syncNow());
    await waitFor(() => expect(result.current).toMatchObject({ isCounted: true, unsynced: 0 }));
    expect(result.current.isGreen).toBe(false);
  });

  it('asks to sign in when the session has ended, and goes on collecting (SYNC-C13)', async () => {
    const { result } = renderHook(() => useSyncState());
    await act(() => addPoint());
    const device = (await stage.session.store.safety(({ meta }) => meta.get('device')))?.value.device_id as string;
    stage.server.signed_out.add(device);
    expect(await act(() => syncNow())).toMatchObject({ ran: true, stopped: 'SIGN_IN' });
    expect(await addPoint()).toMatchObject({ saved: true });
    await waitFor(() => expect(result.current).toMatchObject({ needsSignIn: true, unsynced: 2, errors: 0 }));
    stage.server.signed_out.clear();
    await act(() => syncNow());
    await waitFor(() => expect(result.current).toMatchObject({ needsSignIn: false, unsynced: 0, isGreen: true }));
  });

  it('says which of them somebody else captured', async () => {
    await addPoint();
    const joe = { ...stage.session, tools: { ...stage.session.tools, user: () => 99 } };
    await createPoint(joe, { field_run: stage.run, fields: {} });
    const { result } = renderHook(() => useSyncState());
    await waitFor(() => expect(result.current).toMatchObject({ unsynced: 2, others: 1 }));
    await act(() => syncNow());
    expect(stage.sent.filter(({ headers }) => headers['x-captured-by'] === '99').map(({ method }) => method)).toEqual(['POST']);
  });

  it('sends by itself after a capture, and when the network comes back', async () => {
    const { result } = renderHook(() => useSyncState());
    await act(() => addPoint());
    await waitFor(() => expect(result.current.isGreen).toBe(true));
    stage.setOnline(false);
    await act(() => addPoint());
    await waitFor(() => expect(result.current.unsynced).toBe(1));
    act(() => stage.setOnline(true));
    await waitFor(() => expect(result.current.isGreen).toBe(true));
  });
});

describe('a pass nobody waits for', () => {
  it('is followed by another when somebody saved while it was running', async () => {
    let late: Promise<unknown> | null = null;
    const posted = () => stage.sent.filter(({ method }) => method === 'POST').length;
    stage.network = (request, send) => {
      // The first look at the server comes when everything that was there has been sent.
      if (request.method === 'GET') late ??= addPoint();
      return send();
    };
    startSyncDriver();
    await vi.waitFor(() => expect(late).not.toBeNull(), { timeout: 20_000 });
    await late;
    await vi.waitFor(() => expect(posted()).toBe(1), { timeout: 20_000 });
    await vi.waitFor(() => expect(syncStatus.get()).toMatchObject({ isGreen: true, isSyncing: false }), { timeout: 20_000 });
  });

  it('comes after five idle minutes, also when the clock of the tablet was set back meanwhile', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] });
    try {
      startSyncDriver();
      await vi.waitFor(() => expect(syncStatus.get()).toMatchObject({ isGreen: true, isSyncing: false }), { timeout: 8000 });
      const before = stage.sent.length;
      vi.setSystemTime(Date.now() - 60 * 60_000);
      vi.advanceTimersByTime(6 * 60_000);
      await vi.waitFor(() => expect(stage.sent.length).toBeGreaterThan(before));
    } finally {
      vi.useRealTimers();
    }
  });

  it('that ends unexpectedly is said in the log and on the sync sheet', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const broken = vi.spyOn(stage.session.store, 'runs').mockRejectedValue(new TypeError('an odd row'));
    startSyncDriver();
    await waitFor(() => expect(syncStatus.get().stopped).toBe('STORE_BROKEN'));
    expect(log).toHaveBeenCalledWith('A sync ended unexpectedly.', expect.any(TypeError));
    await stopSyncDriver();
    broken.mockRestore();
    log.mockRestore();
  });
});
