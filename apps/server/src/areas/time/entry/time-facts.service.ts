import { can } from '@dmse/domain/access/grants';
import { type LocalDate, localDate } from '@dmse/domain/dates/local-date';
import type { WeekStart } from '@dmse/domain/dates/week';
import { type Approver, isAdminOf, TIME } from '@dmse/domain/states/approver';
import type { EntryStep } from '@dmse/domain/time/entry-time';
import type { TimerRounding } from '@dmse/domain/time/timer';
import type { Context } from '../../../call/context.ts';
import { notFound } from '../../../call/refusal.ts';
import * as entries from './entry.queries.ts';

/** What every rule about time is asked with. */
export type TimeFacts = {
  today: LocalDate;
  step: EntryStep;
  rounding: TimerRounding;
  time_zone: string;
  week_starts_on: WeekStart;
  /** Time through this day stays as it is. */
  locked_through: LocalDate | null;
};

function readFacts(now: string, { timesheet, region, locked_through }: entries.TimeSettings): TimeFacts {
  const { time_zone, week_starts_on } = region;
  const { entry_step: step, timer_rounding: rounding } = timesheet;
  return { today: localDate(now, time_zone), step, rounding, time_zone, week_starts_on, locked_through };
}

export async function getTimeFacts({ tx, now }: Pick<Context, 'tx' | 'now'>): Promise<TimeFacts> {
  return readFacts(now, await entries.findTimeSettings(tx));
}

/** Who asks, with the people they supervise. */
export async function getApprover({ tx, actor }: Context): Promise<Approver> {
  return { id: actor.id, groups: actor.groups, supervises: await entries.listSupervised(tx, actor.id) };
}

/** Whose entries this person may see: their own, those of people they supervise, those of jobs where they read jobs, or all. */
export function seenBy({ id, groups, supervises }: Approver): entries.Seen {
  return { all: isAdminOf({ groups }, TIME), of_jobs: can(groups, 'jobs.read'), people: [id, ...supervises] };
}

/** The person whose week is asked for, who asks, and the rules. Somebody else's is there for their supervisor and for Timesheet Admins. */
export async function getWeekFacts({ tx, now, actor }: Context, user: number) {
  const { person, supervises, ...settings } = await entries.findWeekFacts(tx, actor.id, user);
  const who: Approver = { id: actor.id, groups: actor.groups, supervises };
  const { all, people } = seenBy(who);
  if (!person || !(all || people.includes(user))) throw notFound();
  return { who, person, ...readFacts(now, settings) };
}
