import { sayNotLoaded } from '@dmse/domain/sites/not-loaded';
import { listItems, readNotLoaded } from '../sync/sync-counts.ts';
import { openFieldSession } from './field-session.ts';

/** The runs on this device, newest first: what each lacks, and when it last agreed with the server. */
export async function readStoredRuns(): Promise<{ name: string; lacks: string | null; last_sync: string | null }[]> {
  const session = openFieldSession();
  const { here } = await listItems(session);
  const runs = here.filter(({ kind }) => kind === 'run');
  const newest = [...runs].sort((a, b) => b.stored_on.localeCompare(a.stored_on));
  return Promise.all(
    newest.map(async (run) => ({
      name: typeof run.fields.name === 'string' && run.fields.name !== '' ? run.fields.name : 'Name Unset',
      lacks: sayNotLoaded(await readNotLoaded(session, run, here)),
      last_sync: run.run?.last_sync ?? null,
    })),
  );
}
