import { describe, expect, it } from 'vitest';
import { openWebLock } from './web-lock.ts';

type Held = { name: string; mode: string; rob: (error: unknown) => void };

/** The browser's locks as far as we use them: `ifAvailable` and `steal`. */
function fakeLocks(): LockManager {
  let held: Held[] = [];
  const request = (name: string, options: LockOptions, callback: (lock: Lock | null) => unknown) => {
    const others = held.filter((lock) => lock.name === name);
    const isTaken = others.some((lock) => options.mode !== 'shared' || lock.mode === 'exclusive');
    if (isTaken && !options.steal) return Promise.resolve(callback(null));
    if (options.steal) {
      held = held.filter((lock) => lock.name !== name);
      for (const lock of others) lock.rob(new DOMException('stolen', 'AbortError'));
    }
    return new Promise((resolve, reject) => {
      const mine: Held = { name, mode: options.mode ?? 'exclusive', rob: reject };
      held.push(mine);
      Promise.resolve(callback({ name, mode: 'exclusive' } as Lock)).then((value) => {
        held = held.filter((lock) => lock !== mine);
        resolve(value);
      }, reject);
    });
  };
  return { request, query: async () => ({ held, pending: [] }) } as unknown as LockManager;
}

const EXCLUSIVE = { mode: 'exclusive', steal: false } as const;

describe.each([
  ['the browser’s locks', fakeLocks],
  ['a browser without any', () => undefined],
])('over %s', (_, make) => {
  it('one holds, the other is turned away without running', async () => {
    const lock = openWebLock(make());
    let release: () => void = () => undefined;
    const first = lock.hold('a', EXCLUSIVE, () => new Promise<string>((resolve) => (release = () => resolve('done'))));
    await Promise.resolve();
    expect(await lock.isHeld('a')).toBe(true);
    expect(await lock.hold('a', EXCLUSIVE, async () => 'never')).toBeNull();
    expect(await lock.hold('b', EXCLUSIVE, async () => 'other')).toBe('other');
    release();
    expect(await first).toBe('done');
    expect(await lock.isHeld('a')).toBe(false);
  });

  it('who is robbed goes on, learns it from the lease, and still answers (SYNC-C10)', async () => {
    const lock = openWebLock(make());
    const seen: boolean[] = [];
    let go: () => void = () => undefined;
    const first = lock.hold('a', EXCLUSIVE, async (lease) => {
      seen.push(lease.isHeld());
      await new Promise<void>((resolve) => (go = resolve));
      seen.push(lease.isHeld());
      return 'robbed';
    });
    await Promise.resolve();
    expect(await lock.hold('a', { mode: 'exclusive', steal: true }, async (lease) => lease.isHeld())).toBe(true);
    go();
    expect(await first).toBe('robbed');
    expect(seen).toEqual([true, false]);
  });

  it('what the work throws is thrown on', async () => {
    const work = async () => {
      throw new Error('broken');
    };
    await expect(openWebLock(make()).hold('a', EXCLUSIVE, work)).rejects.toThrow('broken');
  });
});
