import { startFaultProxy } from '../shared/fault-proxy.ts';
import { expect, fillSignIn, test } from '../shared/journey.ts';
import { LAB } from '../shared/lab-modules.ts';

test('the store keeps every promise of its suite on the real IndexedDB', async ({ browser, product }) => {
  const proxy = await startFaultProxy(product.origin);
  const context = await browser.newContext({ baseURL: proxy.origin });
  const page = await context.newPage();
  try {
    await page.goto('/auth/login/');
    await fillSignIn(page, 'fern');
    const told = await page.evaluate(async (lab) => {
      type Opened = { store: unknown; reopen(): Promise<unknown> };
      type Suite = { storeSuite(register: (name: string, run: () => Promise<void>) => void, open: () => Promise<Opened>): void };
      type Dexie = { openDexieStore(): { close(): void } };
      const { storeSuite } = (await import(`${lab}suite.js`)) as Suite;
      const { openDexieStore } = (await import(`${lab}store.js`)) as Dexie;
      const cases: { name: string; run: () => Promise<void> }[] = [];
      const open = async () => {
        // each case begins with an empty device
        for (const name of ['FieldRuns', 'FieldRunsSafety'])
          await new Promise<void>((resolve, reject) => {
            const gone = indexedDB.deleteDatabase(name);
            gone.onsuccess = () => resolve();
            gone.onerror = () => reject(gone.error);
          });
        const store = openDexieStore();
        return {
          store,
          reopen: async () => {
            store.close();
            return openDexieStore();
          },
        };
      };
      storeSuite((name, run) => cases.push({ name, run }), open);
      const results: { name: string; failed: string | null }[] = [];
      for (const { name, run } of cases) {
        const failed = await run().then(
          () => null,
          (error: unknown) => String(error),
        );
        results.push({ name, failed });
      }
      return results;
    }, LAB);
    expect(told.length).toBeGreaterThanOrEqual(8);
    expect(told.filter(({ failed }) => failed !== null)).toEqual([]);
  } finally {
    await context.close();
    await proxy.close();
  }
});
