import type { Context } from '../../../call/context.ts';
import { notFound, Refusal } from '../../../call/refusal.ts';
import { recordHistory } from '../../../records/history.ts';
import { getFileChecks } from '../../files/file/scrub.service.ts';
import * as jobs from '../queue/queue.queries.ts';

const QUEUES = ['backup', 'restore-drill'] as const;

export async function getBackups({ tx, adapters }: Context) {
  const { folder, isEncrypted, freeBytes, list, everyMinute } = adapters.backups;
  const counts = await jobs.countByState(tx);
  const isBusy = (queue: string) => counts.some((row) => row.queue === queue && ['created', 'retry', 'active'].includes(row.state));
  const { results } = await jobs.page(tx, { queues: [...QUEUES], page_size: 1 });
  const [last] = results;
  return {
    folder,
    is_encrypted: isEncrypted,
    free_bytes: await freeBytes(),
    running: isBusy('backup') ? ('backup' as const) : isBusy('restore-drill') ? ('drill' as const) : null,
    // One that failed is tried again after a while; until then it says why, too.
    last_failure:
      last && ['failed', 'retry'].includes(last.state) ? { at: last.completed_on ?? last.created_on, says: last.error ?? '' } : null,
    every_minute: everyMinute(),
    files: await getFileChecks(tx),
    backups: await list(),
  };
}

export async function takeBackup(context: Context) {
  const { tx, adapters } = context;
  if (adapters.backups.folder === null)
    throw new Refusal('WRONG_STATE', 'No folder for backups is set: whoever runs the server names it in BACKUP_DIR.');
  await adapters.queue.send(tx, 'backup', {}, 'backup');
  await recordHistory(context, {
    noun: 'backup',
    record_id: 'now',
    record_name: 'Backup',
    version: null,
    action: 'asked for',
    changes: [],
  });
  return getBackups(context);
}

/** The server has the public half of a key only, so it cannot open what it has encrypted. */
export async function drillBackup(context: Context, name: string) {
  const { tx, adapters } = context;
  const found = (await adapters.backups.list()).find((backup) => backup.name === name);
  if (!found) throw notFound();
  if (found.is_encrypted)
    throw new Refusal(
      'WRONG_STATE',
      'This backup is encrypted, and the server does not have its secret key: run npm run restore-drill with --key.',
    );
  await adapters.queue.send(tx, 'restore-drill', { name }, name);
  await recordHistory(context, {
    noun: 'backup',
    record_id: name,
    record_name: name,
    version: null,
    action: 'restored on trial',
    changes: [],
  });
  return getBackups(context);
}
