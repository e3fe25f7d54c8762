import type { SyncResult } from '@dmse/sync/engine';
import { createPipe } from '@dmse/sync/local/pipe';
import { createPoint, updatePoint } from '@dmse/sync/local/point';
import { createRun, openRun, removeAll } from '@dmse/sync/local/run';
import type { Fields } from '@dmse/sync/wire';
import { readCounts } from '../sync/sync-counts.ts';
import { syncNow } from '../sync/sync-driver.ts';
import { syncStatus } from '../sync/sync-status.ts';
import { packUnsynced } from './export-zip.ts';
import { openFieldSession } from './field-session.ts';

/** Noise, so that no two photos are alike. */
function photoOf(size: number): { bytes: Uint8Array; mime: string } {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(bytes.subarray(at, Math.min(size, at + 65_536)));
  return { bytes, mime: 'image/jpeg' };
}

function whyNot(saved: { saved: true } | { saved: false; why: string }): string | null {
  return saved.saved ? null : saved.why;
}

/** The app's own tab may be at it already: then its turn ends first. */
async function syncInTurn(run?: string): Promise<SyncResult> {
  for (let turn = 0; ; turn += 1) {
    const result = await syncNow(run);
    if (result.ran || result.why !== 'BUSY' || turn > 100) return result;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

/**
 * The device without screens, for the journeys: what a person does there, in plain values. It works on the databases of its browser beside
 * whatever tab of the app is open.
 */
export function createLabDevice() {
  const session = openFieldSession();
  const list = (kind: 'point' | 'image', run: string) => session.store.runs((tx) => tx.table(kind).list({ field_run: run }));
  return {
    createRun: async (id: string, name: string) => whyNot(await createRun(session, { id, fields: { name, state: 'Active' } })),
    openRun: async (id: string) => {
      const opened = await openRun(session, id);
      return opened.opened ? null : opened.why;
    },
    capture: async (field_run: string, points: { id: string; fields: Fields; photos: number[] }[]) => {
      const saved: (string | null)[] = [];
      for (const { id, fields, photos } of points)
        saved.push(whyNot(await createPoint(session, { id, field_run, fields, photos: photos.map(photoOf) })));
      return saved;
    },
    pipe: async (field_run: string, id: string, start_structure: string, end_structure: string) =>
      whyNot(await createPipe(session, { id, field_run, fields: { start_structure, end_structure, system: 'storm' } })),
    edit: async (id: string, fields: Fields) => whyNot(await updatePoint(session, id, { fields })),
    sync: (run?: string) => syncInTurn(run),
    counts: () => readCounts(session),
    points: async (run: string) =>
      (await list('point', run)).map(({ id, fields, dirty, _conflict }) => ({ id, fields, dirty, conflicts: _conflict.length })),
    hashes: async (run: string) => (await list('image', run)).map((image) => image._sha256).sort(),
    removeAll: () => removeAll(session),
    exportZip: async () => {
      const bytes = new Uint8Array(await (await packUnsynced(session)).arrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    },
    status: async () => syncStatus.get(),
  };
}
