import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  answerFromShell,
  cacheNameOf,
  findMissing,
  installShell,
  isShellRequest,
  mendShell,
  refreshPage,
  removeOldShells,
} from './shell-cache.ts';

/** CacheStorage in memory, as far as the shell asks. */
class MemoryCaches {
  readonly all = new Map<string, Map<string, Response>>();
  async open(name: string) {
    const files = this.all.get(name) ?? new Map<string, Response>();
    this.all.set(name, files);
    return { put: async (address: string, response: Response) => void files.set(address, response) };
  }
  async match(address: string, options?: { cacheName: string }) {
    for (const [name, files] of this.all) {
      if (options && options.cacheName !== name) continue;
      const found = files.get(address);
      if (found) return found.clone();
    }
    return undefined;
  }
  keys = async () => [...this.all.keys()];
  delete = async (name: string) => this.all.delete(name);
}

const MANIFEST = [
  { url: 'index.html', revision: 'r1' },
  { url: 'assets/index-abc.js', revision: null },
];

function request(path: string, change: Partial<Request> = {}): Request {
  return { url: `https://dmse.example${path}`, method: 'GET', mode: 'cors', ...change } as Request;
}

let store: MemoryCaches;

beforeEach(() => {
  store = new MemoryCaches();
  vi.stubGlobal('caches', store);
  vi.stubGlobal(
    'fetch',
    vi.fn(
      async (address: string | Request) => new Response(`network ${typeof address === 'string' ? address : new URL(address.url).pathname}`),
    ),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the app’s files on the device', () => {
  it('are named by the build: the same files have the same name, others another', () => {
    expect(cacheNameOf(MANIFEST)).toBe(cacheNameOf([...MANIFEST]));
    expect(cacheNameOf(MANIFEST)).not.toBe(cacheNameOf([{ url: 'index.html', revision: 'r2' }]));
    expect(cacheNameOf(MANIFEST)).toMatch(/^shell-[0-9a-f]{8}$/);
  });

  it('are stored whole, the hashed ones from an earlier build where it has them', async () => {
    await installShell('shell-1', MANIFEST);
    expect([...(store.all.get('shell-1')?.keys() ?? [])].sort()).toEqual(['/app/assets/index-abc.js', '/app/index.html']);
    vi.mocked(fetch).mockClear();
    await installShell('shell-2', [{ url: 'index.html', revision: 'r2' }, MANIFEST[1]!]);
    expect(vi.mocked(fetch).mock.calls.map(([address]) => address)).toEqual(['/app/index.html']);
  });

  it('are not stored at all when one of them cannot be had', async () => {
    vi.mocked(fetch).mockImplementation(async (address) => new Response('', { status: String(address).endsWith('.js') ? 404 : 200 }));
    await expect(installShell('shell-1', MANIFEST)).rejects.toThrow('/app/assets/index-abc.js answered 404');
    expect(await store.keys()).toEqual([]);
  });

  it('are counted and mended when the browser has thrown some out (SYNC-E2)', async () => {
    await installShell('shell-1', MANIFEST);
    expect(await findMissing('shell-1', MANIFEST)).toEqual([]);
    store.all.get('shell-1')?.delete('/app/assets/index-abc.js');
    expect(await findMissing('shell-1', MANIFEST)).toEqual(['/app/assets/index-abc.js']);
    vi.mocked(fetch).mockRejectedValueOnce(new TypeError('offline'));
    expect(await mendShell('shell-1', MANIFEST)).toEqual(['/app/assets/index-abc.js']);
    expect(await mendShell('shell-1', MANIFEST)).toEqual([]);
    expect(await findMissing('shell-1', MANIFEST)).toEqual([]);
  });

  it('answer every page of the app with the stored index, online or not', async () => {
    await installShell('shell-1', MANIFEST);
    vi.mocked(fetch).mockRejectedValue(new TypeError('offline'));
    const page = await answerFromShell('shell-1', request('/app/client/5/info?x=1', { mode: 'navigate' }));
    expect(await page.text()).toBe('network /app/index.html');
  });

  it('answer a tab of the build before with the files it knows', async () => {
    await installShell('shell-1', MANIFEST);
    await installShell('shell-2', [{ url: 'index.html', revision: 'r2' }]);
    vi.mocked(fetch).mockRejectedValue(new TypeError('gone'));
    expect(await (await answerFromShell('shell-2', request('/app/assets/index-abc.js'))).text()).toBe('network /app/assets/index-abc.js');
  });

  it('are kept for this build and the one before it; other caches are left alone', async () => {
    for (const name of ['shell-1', 'api-joe', 'shell-2', 'shell-3']) await store.open(name);
    await removeOldShells('shell-3');
    expect(await store.keys()).toEqual(['api-joe', 'shell-2', 'shell-3']);
  });

  it.each([
    ['/app/assets/index-abc.js', {}, true],
    ['/app/jobs', { mode: 'navigate' }, true],
    ['/api/users/self/', {}, false],
    ['/auth/login/', { mode: 'navigate' }, false],
    ['/staff/', { mode: 'navigate' }, false],
    ['/app/assets/index-abc.js', { method: 'POST' }, false],
  ] as const)('%s %o is answered here: %s', (path, change, isOurs) => {
    expect(isShellRequest(request(path, change as Partial<Request>), 'https://dmse.example')).toBe(isOurs);
  });

  it('takes the page again with other headers, and never that of another build', async () => {
    const pageOf = (text: string, hosts: string) => new Response(text, { headers: { 'Content-Security-Policy': hosts } });
    const cache = await store.open('shell-1');
    await cache.put('/app/index.html', pageOf('one', 'old'));
    const policy = async () => (await store.match('/app/index.html'))!.headers.get('Content-Security-Policy');
    vi.stubGlobal('fetch', async () => pageOf('two', 'new'));
    await refreshPage('shell-1');
    expect(await policy()).toBe('old');
    vi.stubGlobal('fetch', async () => pageOf('one', 'new'));
    await refreshPage('shell-1');
    expect(await policy()).toBe('new');
  });
});
