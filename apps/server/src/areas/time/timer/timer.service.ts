import type { RequestBody } from '@dmse/contract/endpoint';
import type { TimeEntry } from '@dmse/contract/time/entry';
import type * as wire from '@dmse/contract/time/week';
import type { Timer } from '@dmse/contract/time/week';
import { stopTimer as shareDays } from '@dmse/domain/time/timer';
import type { Context } from '../../../call/context.ts';
import { conflict, notFound, Refusal } from '../../../call/refusal.ts';
import { getLock } from '../../../records/posted.ts';
import * as entries from '../entry/entry.queries.ts';
import { toAnswer } from '../entry/entry.service.ts';
import { refuseMisplacedTarget } from '../entry/target.service.ts';
import { getApprover, getTimeFacts } from '../entry/time-facts.service.ts';
import { writeEntries } from '../entry/write-entries.service.ts';
import * as timers from './timer.queries.ts';

export async function getTimer({ tx, actor, now }: Context): Promise<{ timer: Timer | null; now: string }> {
  return { timer: (await timers.find(tx, actor.id)) ?? null, now };
}

/** One timer per person: one that runs is stopped first, as if its person had stopped it. */
export async function startTimer(context: Context, { note = '', ...target }: RequestBody<typeof wire.startTimer>): Promise<Timer> {
  const { tx, actor, now } = context;
  await refuseMisplacedTarget(context, target);
  if (await timers.lock(tx, actor.id)) await stopTimer(context, {});
  if (!(await timers.start(tx, { user: actor.id, started_on: now, note, ...target })))
    throw conflict('A timer was started elsewhere at the same moment.');
  return (await timers.find(tx, actor.id))!;
}

/** Becomes an entry for each day it ran, in steps by the setting. Until that has worked the timer runs on. */
export async function stopTimer(context: Context, given: RequestBody<typeof wire.stopTimer>): Promise<{ entries: TimeEntry[] }> {
  const { tx, actor, now } = context;
  const timer = await timers.lock(tx, actor.id);
  if (!timer) throw notFound();
  const who = await getApprover(context);
  const { step, rounding, time_zone } = await getTimeFacts(context);
  const { job, task, milestone, overhead_code, is_billable, note } = { ...timer, ...given };
  if (job !== null && task === null) throw new Refusal('INCOMPLETE', 'Choose the task this time is for.');
  const shares = shareDays(timer.started_on, now, time_zone, step, rounding);
  const target = { job, task, milestone, overhead_code, is_billable, note, start: null, end: null, field_run: null };
  const written =
    shares.length === 0
      ? []
      : await writeEntries(context, who, {
          user: actor.id,
          touched: async () => [],
          jobs: [job],
          plan: (_, person) =>
            shares.map(({ date, minutes }) => ({ before: null, after: { ...target, date, minutes, job_role: person.job_role } })),
        });
  await timers.remove(tx, actor.id);
  const { locked_through } = await getLock(tx, 'time');
  return { entries: (await entries.listByIds(tx, written)).map((row) => toAnswer(row, who, locked_through)) };
}

export async function dropTimer({ tx, actor }: Context): Promise<void> {
  await timers.remove(tx, actor.id);
}
