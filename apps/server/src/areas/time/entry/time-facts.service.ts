import { can } from '@dmse/domain/access/grants';
import type { LocalDate } from '@dmse/domain/dates/local-date';
import type { WeekStart } from '@dmse/domain/dates/week';
import { type Approver, isAdminOf, TIME } from '@dmse/domain/states/approver';
import type { EntryStep } from '@dmse/domain/time/entry-time';
import type { TimerRounding } from '@dmse/domain/time/timer';
import type { Context } from '../../../call/context.ts';
import { notFound } from '../../../call/refusal.ts';
import { getSection, getToday } from '../../settings/setting/setting.service.ts';
import * as entries from './entry.queries.ts';

/** What every rule about time is asked with. */
export type TimeFacts = {
  today: LocalDate;
  step: EntryStep;
  rounding: TimerRounding;
  time_zone: string;
  week_starts_on: WeekStart;
};

export async function getTimeFacts(context: Context): Promise<TimeFacts> {
  const { tx } = context;
  const { entry_step, timer_rounding } = await getSection(tx, 'timesheet');
  const { time_zone, week_starts_on } = await getSection(tx, 'region');
  return { today: await getToday(context), step: entry_step, rounding: timer_rounding, time_zone, week_starts_on };
}

/** Who asks, with the people they supervise. */
export async function getApprover({ tx, actor }: Context): Promise<Approver> {
  return { id: actor.id, groups: actor.groups, supervises: await entries.listSupervised(tx, actor.id) };
}

/** Whose entries this person may see: their own, those of people they supervise, those of jobs where they read jobs, or all. */
export function seenBy({ id, groups, supervises }: Approver): entries.Seen {
  return { all: isAdminOf({ groups }, TIME), of_jobs: can(groups, 'jobs.read'), people: [id, ...supervises] };
}

/** The person whose week is asked for. Somebody else's is there for their supervisor and for Timesheet Admins. */
export async function getSeenPerson({ tx }: Context, who: Approver, user: number): Promise<entries.Person> {
  const { all, people } = seenBy(who);
  const person = all || people.includes(user) ? await entries.findPerson(tx, user) : undefined;
  if (!person) throw notFound();
  return person;
}
