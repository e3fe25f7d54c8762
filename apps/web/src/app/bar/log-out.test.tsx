import 'fake-indexeddb/auto';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readToasts } from '../../parts/toast/toast-store.ts';
import { rememberRecord } from '../../session/recent-records.ts';
import { readKeptSelf } from '../../session/self.ts';
import { countUnsynced } from '../../session/unsynced.ts';
import { renderApp } from '../render-app.tsx';
import { logOut } from './log-out.ts';

type Item = { id: string; dirty?: number; properties?: { dirty: number } };

/** The field app's database with these items in it. */
async function storeItems(store: string, items: Item[]): Promise<void> {
  const opening = indexedDB.open('FieldRuns', 6);
  opening.onupgradeneeded = () => {
    for (const name of ['fieldRun', 'point', 'pointImage', 'pipe']) opening.result.createObjectStore(name, { keyPath: 'id' });
  };
  const database = await new Promise<IDBDatabase>((resolve) => {
    opening.onsuccess = () => resolve(opening.result);
  });
  const writing = database.transaction(store, 'readwrite');
  for (const item of items) writing.objectStore(store).put(item);
  await new Promise<void>((resolve) => {
    writing.oncomplete = () => resolve();
  });
  database.close();
}

function answerLogOut(status: number) {
  const real = globalThis.fetch;
  const posted: RequestInit[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    if (String(input) !== '/auth/logout/') return real(input, init);
    posted.push(init ?? {});
    return status === 0 ? Promise.reject(new TypeError('fetch failed')) : Promise.resolve(new Response(null, { status }));
  });
  return posted;
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('other=1; csrftoken=abc123');
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe('counting what has not been synced', () => {
  it('is zero without a database, and makes none', async () => {
    expect(await countUnsynced()).toBe(0);
    expect(await indexedDB.databases()).toEqual([]);
  });

  it('makes none in a browser that cannot list databases either', async () => {
    const listed = indexedDB.databases.bind(indexedDB);
    Object.defineProperty(indexedDB, 'databases', { value: undefined, configurable: true });
    expect(await countUnsynced()).toBe(0);
    expect(await listed()).toEqual([]);
  });

  it('counts flags beside the id and among the properties of a feature', async () => {
    await storeItems('fieldRun', [
      { id: 'r', dirty: 1 },
      { id: 's', dirty: 0 },
    ]);
    await storeItems('point', [
      { id: 'p', properties: { dirty: 1 } },
      { id: 'q', properties: { dirty: 0 } },
    ]);
    await storeItems('pipe', [{ id: 'x', properties: { dirty: 1 } }]);
    expect(await countUnsynced()).toBe(3);
  });
});

describe('logging out', () => {
  it('posts with the CSRF header, forgets the person, keeps theme and tours, and reloads', async () => {
    const { self } = await renderApp('/');
    rememberRecord(self.id, { kind: 'Client', title: 'Baie Verte Holdings', path: '/client/7' });
    localStorage.setItem('dmse.theme', 'dark');
    const posted = answerLogOut(204);
    const reload = vi.fn();
    await logOut(reload);
    expect(posted).toHaveLength(1);
    expect(posted[0]?.method).toBe('POST');
    expect(new Headers(posted[0]?.headers).get('X-CSRFToken')).toBe('abc123');
    expect(reload).toHaveBeenCalledOnce();
    expect(readKeptSelf()).toBeNull();
    expect(Object.keys(localStorage).sort()).toEqual(['core.home.tutorial2', 'dmse.theme']);
  });

  it('touches nothing of the field databases', async () => {
    await storeItems('point', [{ id: 'p', properties: { dirty: 1 } }]);
    answerLogOut(204);
    await logOut(() => {});
    expect(await countUnsynced()).toBe(1);
  });

  it.each([0, 500])('changes nothing when the server does not let go (%i)', async (status) => {
    await renderApp('/');
    answerLogOut(status);
    const reload = vi.fn();
    await logOut(reload);
    expect(reload).not.toHaveBeenCalled();
    expect(readKeptSelf()).not.toBeNull();
    expect(readToasts()).toHaveLength(1);
  });

  it('warns with the count before it leaves unsynced data behind, and stays when told to', async () => {
    await storeItems('point', [
      { id: 'p', properties: { dirty: 1 } },
      { id: 'q', properties: { dirty: 1 } },
    ]);
    await renderApp('/', { as: 'fern' });
    const posted = answerLogOut(204);
    await userEvent.click(screen.getByRole('button', { name: /Fern/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    const dialog = await screen.findByRole('dialog', { name: 'Field data has not been synced' });
    expect(dialog.textContent).toContain('2 items collected on this device have not reached the server.');
    expect(posted).toHaveLength(0);
    await userEvent.click(screen.getByRole('button', { name: 'Stay signed in' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(posted).toHaveLength(0);
  });
});
