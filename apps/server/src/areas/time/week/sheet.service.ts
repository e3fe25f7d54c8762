import { DEFAULT_PAGE_SIZE } from '@dmse/contract/common/paging';
import type { RequestBody, RequestQuery } from '@dmse/contract/endpoint';
import type * as wire from '@dmse/contract/time/week';
import type { Sheet } from '@dmse/contract/time/week';
import { proseDate } from '@dmse/domain/dates/local-date';
import { daysOfWeek } from '@dmse/domain/dates/week';
import { type Approver, TIME, whyNotApproveFor } from '@dmse/domain/states/approver';
import { stateOfWeek } from '@dmse/domain/states/time-batch';
import { sumMinutes } from '@dmse/domain/time/entry-rules';
import { findWeekExceptions, isMissingSheet } from '@dmse/domain/time/week-exceptions';
import type { Context } from '../../../call/context.ts';
import { linkTo, queueMail } from '../../staff/mail/mail.service.ts';
import * as entries from '../entry/entry.queries.ts';
import { getApprover, getTimeFacts, seenBy } from '../entry/time-facts.service.ts';
import * as batches from './batch.queries.ts';
import { flatten } from './week.service.ts';

/** The weeks of these people, with what a supervisor looks at. */
async function loadSheets(
  context: Context,
  who: Approver,
  people: readonly entries.Person[],
  days: readonly string[],
  today: string,
): Promise<Sheet[]> {
  const { tx } = context;
  const ids = people.map(({ id }) => id);
  const first_day = days[0]!;
  const rows = (await entries.listOfDays(tx, ids, first_day, days[6]!)).map((row) => ({ ...row, ...flatten(row) }));
  const ofPerson = Map.groupBy(rows, ({ user_id }) => user_id);
  const ofBatch = Map.groupBy(await batches.listOfPeople(tx, ids, first_day), ({ user_id }) => user_id);
  const reminded = await batches.listReminders(tx, ids, first_day);
  const tasks = await entries.listTaskUse(tx, [...new Set(rows.flatMap(({ task }) => task ?? []))]);
  return people.map((person) => {
    const own = ofPerson.get(person.id) ?? [];
    const theirs = ofBatch.get(person.id) ?? [];
    const state = stateOfWeek(theirs);
    return {
      user: { id: person.id, full_name: person.full_name },
      first_day,
      state,
      batches: theirs,
      days: days.map((date) => sumMinutes(own.filter((entry) => entry.date === date))),
      minutes: sumMinutes(own),
      billable_minutes: sumMinutes(own.filter(({ is_billable }) => is_billable)),
      weekly_minutes: person.weekly_minutes,
      exceptions: findWeekExceptions(own, { days, person, tasks, holidays: new Set(), today }),
      is_missing: isMissingSheet({ first_day, state, person }, today),
      reminded_on: reminded.get(person.id) ?? null,
      can_approve: whyNotApproveFor(person.id, who, TIME) === null,
    };
  });
}

/** The weeks of people one supervises, of everybody for Timesheet Admins; what needs a look first. */
export async function listSheets(
  context: Context,
  filter: RequestQuery<typeof wire.listSheets>,
): Promise<{ count: number; results: Sheet[] }> {
  const who = await getApprover(context);
  const { today, week_starts_on } = await getTimeFacts(context);
  const days = daysOfWeek(filter.date ?? today, week_starts_on);
  const only = filter.supervised || !seenBy(who).all ? who.supervises : null;
  const people = await entries.listPeople(context.tx, days[0]!, days[6]!, only, filter.query);
  const sheets = (await loadSheets(context, who, people, days, today))
    .filter(({ state }) => filter.state === undefined || state === filter.state)
    .filter(({ is_missing }) => filter.missing === undefined || is_missing === filter.missing)
    .toSorted((a, b) => b.exceptions.length - a.exceptions.length);
  const { page = 1, page_size = DEFAULT_PAGE_SIZE } = filter;
  return { count: sheets.length, results: sheets.slice((page - 1) * page_size, page * page_size) };
}

/** Reminds people of a week they have not submitted: once, whoever asks and however often. */
export async function remindTimesheets(context: Context, { date, users }: RequestBody<typeof wire.remindTimesheets>) {
  const { tx, now, actor } = context;
  const who = await getApprover(context);
  const { today, week_starts_on } = await getTimeFacts(context);
  const days = daysOfWeek(date, week_starts_on);
  const first_day = days[0]!;
  const people = (await entries.listPeople(tx, first_day, days[6]!, users, undefined)).toSorted((a, b) => a.id - b.id);
  const sheets = new Map((await loadSheets(context, who, people, days, today)).map((sheet) => [sheet.user.id, sheet]));
  const [reminded, left_out]: [Sheet['user'][], { user: Sheet['user']; sentence: string }[]] = [[], []];
  for (const person of people) {
    const { user, is_missing } = sheets.get(person.id)!;
    const why = !is_missing ? 'The sheet is not missing.' : !person.is_active ? 'This account is switched off.' : null;
    const isNew = why === null && (await batches.addReminder(tx, { user: user.id, first_day, created_on: now, created_by: actor.id }));
    if (!isNew) {
      left_out.push({ user, sentence: why ?? 'Reminded of this week before.' });
      continue;
    }
    await queueMail(context, {
      to: [person.email],
      subject: `Timesheet for the week of ${proseDate(first_day)}`,
      text: `Your timesheet for the week of ${proseDate(first_day)} has not been submitted yet.\n\n${linkTo(context.adapters, `/app/timesheet/entries?date=${first_day}`)}`,
    });
    reminded.push(user);
  }
  return { reminded, left_out };
}
