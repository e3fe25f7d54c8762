import { openFieldSession } from './field-session.ts';
import { listLocalLayers } from './local-layers.ts';

/** The runs on this device, newest first: what each lacks, and when it last agreed with the server. */
export async function readStoredRuns(): Promise<{ name: string; layers_missing: number; last_sync: string | null }[]> {
  const session = openFieldSession();
  const runs = await session.store.runs((tx) => tx.table('run').list({}));
  const newest = [...runs].sort((a, b) => b.stored_on.localeCompare(a.stored_on));
  return Promise.all(
    newest.map(async (run) => ({
      name: typeof run.fields.name === 'string' && run.fields.name !== '' ? run.fields.name : 'Name Unset',
      layers_missing: (await listLocalLayers(session, run.id)).filter((layer) => !layer.isHere).length,
      last_sync: run.run?.last_sync ?? null,
    })),
  );
}
