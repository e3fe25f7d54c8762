import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, it } from 'vitest';
import { describeCampaign, runCampaign } from '../memory/campaign.ts';
import { type DexieStore, openDexieStore } from './dexie-store.ts';

const stories = Number(process.env.DEXIE_STORIES ?? 50);
const seed = Number(process.env.SEED ?? 1);

it(`keeps every promise in ${stories} stories on IndexedDB (INT-F12)`, { timeout: 3_600_000 }, async () => {
  const open: DexieStore[] = [];
  const openStore = async () => {
    const store = openDexieStore({ indexedDB: new IDBFactory(), IDBKeyRange });
    open.push(store);
    return store;
  };
  const before = process.threadCpuUsage();
  const campaign = await runCampaign(seed, stories, { openStore, steps: 15 });
  const used = process.threadCpuUsage(before);
  for (const store of open) store.close();
  console.log(describeCampaign('sync stories on IndexedDB', campaign, (used.user + used.system) / 1e6));
  expect(campaign.found.slice(0, 3)).toEqual([]);
  expect(campaign.faults).toBeGreaterThan(stories / 2);
});
