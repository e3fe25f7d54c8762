import { judgeHealth } from '@dmse/domain/health/judge-health';
import type { Context } from '../../../call/context.ts';
import { summarizeLink } from '../../accounting/link/link.service.ts';
import { sumUp as sumUpDevices } from '../../sites/device/device.service.ts';
import { getBackups } from '../backup/backup.service.ts';
import { listQueues } from '../queue/queue.service.ts';
import * as health from './health.queries.ts';

const WEEK = 7 * 24 * 3_600_000;

/** Looks at everything the server depends on, and says in words what is wrong. */
export async function getHealth(context: Context) {
  const { tx, adapters, now } = context;
  const ageOf = (instant: string | undefined) => (instant === undefined ? null : Date.parse(now) - Date.parse(instant));
  const copies = await getBackups(context);
  const [last] = copies.backups;
  const trials = copies.backups.flatMap(({ drill }) => drill ?? []).sort((a, b) => (a.tried_on < b.tried_on ? 1 : -1));
  const devices = await sumUpDevices(context);
  const findings = judgeHealth({
    disk: await adapters.files.space(),
    clock_ahead: (await health.readClock(tx)) - Date.now(),
    queues: (await listQueues(context)).results,
    longest_wait: await health.longestWait(tx),
    mails: await health.countMails(tx, new Date(Date.parse(now) - WEEK).toISOString()),
    backups: {
      is_set: copies.folder !== null,
      age: ageOf(last?.taken_on),
      failure: copies.last_failure?.says ?? null,
      trial_age: ageOf(trials[0]?.tried_on),
      trial_problems: trials[0]?.problems.length ?? 0,
      lacks: last?.problems.length ?? 0,
      log_age: ageOf(copies.every_minute?.until),
    },
    unsound_files: copies.files.findings.length,
    accounting: await summarizeLink(tx),
    tablets: { behind: devices.behind, silent: devices.lag_seconds * 1000 },
  });
  return { checked_on: now, findings };
}
