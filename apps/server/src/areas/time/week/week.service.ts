import type { RequestBody } from '@dmse/contract/endpoint';
import type { NamedTarget, TimeEntry } from '@dmse/contract/time/entry';
import type * as wire from '@dmse/contract/time/week';
import type { Week, WeekCell } from '@dmse/contract/time/week';
import { can } from '@dmse/domain/access/grants';
import { type LocalDate, proseDate } from '@dmse/domain/dates/local-date';
import { daysOfWeek } from '@dmse/domain/dates/week';
import { TIME, whyNotApproveFor, whyNotOwn } from '@dmse/domain/states/approver';
import { stateOfWeek } from '@dmse/domain/states/time-batch';
import { copyWeek as copyEntries } from '@dmse/domain/time/copy-week';
import { sumMinutes } from '@dmse/domain/time/entry-rules';
import { suggestLines } from '@dmse/domain/time/suggested-lines';
import { findWeekExceptions } from '@dmse/domain/time/week-exceptions';
import { type GridRow, rowKey } from '@dmse/domain/time/week-grid';
import type { Context } from '../../../call/context.ts';
import { conflict, invalid, refuse } from '../../../call/refusal.ts';
import * as entries from '../entry/entry.queries.ts';
import { toAnswer } from '../entry/entry.service.ts';
import * as targets from '../entry/target.queries.ts';
import { getApprover, getTimeFacts, getWeekFacts } from '../entry/time-facts.service.ts';
import { type EntryPlan, writeEntries } from '../entry/write-entries.service.ts';
import * as batches from './batch.queries.ts';

/** Ids of what an entry is for, as the rules ask for them. */
export function flatten({ job, task, milestone, overhead_code, is_billable }: NamedTarget): GridRow {
  return {
    job: job?.id ?? null,
    task: task?.id ?? null,
    milestone: milestone?.id ?? null,
    overhead_code: overhead_code?.id ?? null,
    is_billable,
  };
}
function flatEntry(entry: TimeEntry) {
  return { ...entry, ...flatten(entry), user: entry.user.id, job_role: entry.job_role?.id ?? null };
}

export async function getWeek(context: Context, user = context.actor.id, date?: LocalDate): Promise<Week> {
  const { tx } = context;
  const { who, person, today, step, time_zone, week_starts_on, locked_through } = await getWeekFacts(context, user);
  const days = daysOfWeek(date ?? today, week_starts_on);
  const [first_day, last_day] = [days[0]!, days[6]!];
  const found = (await entries.listOfDays(tx, [user], first_day, last_day)).map((row) => toAnswer(row, who, locked_through));
  const flat = found.map(flatEntry);
  const ofWeek = await batches.listOfPeople(tx, [user], first_day);
  const known = await batches.listKnown(tx, user, first_day, last_day);
  const lines = suggestLines(known, flat, days, { timeZone: time_zone, step }).filter(({ date: day }) => day <= today);
  const tasks = await entries.listTaskUse(tx, [...new Set(flat.flatMap(({ task }) => task ?? []))]);
  const named = await targets.nameTargets(
    tx,
    lines.map(({ job, task, milestone }) => ({
      job,
      task,
      milestone,
      overhead_code: null,
      is_billable: true,
      is_favourite: false,
      last_used: null,
    })),
  );
  return {
    user: { id: person.id, full_name: person.full_name },
    first_day,
    days,
    state: stateOfWeek(ofWeek),
    batches: ofWeek,
    entries: found,
    suggestions: lines.map(({ date: day, minutes, field_run, says }, at) => {
      const { is_favourite: _, last_used: __, ...target } = named[at]!;
      return { ...target, date: day, minutes, field_run, says };
    }),
    exceptions: findWeekExceptions(flat, { days, person, tasks, holidays: new Set(), today }),
    weekly_minutes: person.weekly_minutes,
    entry_step: step,
    today,
    locked_through,
    can_edit:
      can(who.groups, 'time.own') &&
      whyNotOwn(user, who, TIME) === null &&
      (ofWeek.length === 0 || ofWeek.at(-1)!.state !== 'SUBMITTED') &&
      (locked_through === null || last_day > locked_through),
    can_approve: whyNotApproveFor(user, who, TIME) === null,
  };
}

/** What becomes of a cell: its one entry is made, changed or deleted. Of several the last one takes the difference. */
function planCell(cell: WeekCell, inCell: readonly entries.HeldEntry[], person: entries.Person): EntryPlan[] {
  const { minutes, was, note, job_role, field_run, date, job, task, milestone, overhead_code, is_billable } = cell;
  const present = inCell.length === 0 ? null : sumMinutes(inCell);
  if (was !== undefined && was !== present && minutes !== present) {
    const now = present === null ? 'empty' : `${present} minutes`;
    throw conflict(`Somebody changed ${proseDate(date)} meanwhile: it is ${now} now.`, { date, present });
  }
  if (inCell.length === 0) {
    if (minutes === null) return [];
    const given = { date, job, task, milestone, overhead_code, is_billable, minutes, note: note ?? '', start: null, end: null };
    return [
      { before: null, after: { ...given, field_run: field_run ?? null, job_role: job_role === undefined ? person.job_role : job_role } },
    ];
  }
  const last = inCell.at(-1)!;
  if (minutes === null) return inCell.map((before) => ({ before, after: null }));
  const rest = minutes - (present! - last.minutes);
  if (rest <= 0)
    throw invalid({ minutes: `${proseDate(date)}: this is the sum of ${inCell.length} entries; open them to take time away.` });
  const { start, end, field_run: run } = last;
  const isWithin = start === null || end === null || rest * 60_000 <= Date.parse(end) - Date.parse(start);
  const kept = { date, job, task, milestone, overhead_code, is_billable, job_role: job_role ?? last.job_role, note: note ?? last.note };
  const times = isWithin ? { start, end } : { start: null, end: null };
  return [{ before: last, after: { ...kept, ...times, minutes: rest, field_run: field_run ?? run } }];
}

type Cells = Pick<RequestBody<typeof wire.setWeekCells>, 'cells'> & { user?: number | undefined; date: LocalDate };

export async function setWeekCells(context: Context, { user = context.actor.id, date, cells }: Cells): Promise<Week> {
  const who = await getApprover(context);
  refuse(whyNotOwn(user, who, TIME));
  const { week_starts_on } = await getTimeFacts(context);
  const days = daysOfWeek(date, week_starts_on);
  if (cells.some((cell) => !days.includes(cell.date))) throw invalid({ cells: 'Every cell is of the week that is named.' });
  const keyOf = (cell: GridRow & { date: string }) => `${cell.date} ${rowKey(cell)}`;
  if (new Set(cells.map(keyOf)).size < cells.length) throw invalid({ cells: 'Each cell may stand only once.' });
  const wanted = new Set(cells.map(keyOf));
  await writeEntries(context, who, {
    user,
    touched: async () => {
      const found = await entries.listOfDays(context.tx, [user], days[0]!, days[6]!);
      return found.filter((row) => wanted.has(keyOf({ ...flatten(row), date: row.date }))).map(({ id }) => id);
    },
    jobs: cells.map(({ job }) => job),
    plan: (held, person) => {
      const byCell = Map.groupBy(held, keyOf);
      return cells.flatMap((cell) => planCell(cell, byCell.get(keyOf(cell)) ?? [], person));
    },
  });
  return getWeek(context, user, date);
}

export async function copyWeek(context: Context, { user = context.actor.id, date, from, mode }: RequestBody<typeof wire.copyWeek>) {
  const { tx } = context;
  const who = await getApprover(context);
  refuse(whyNotOwn(user, who, TIME));
  const { today, week_starts_on, locked_through } = await getTimeFacts(context);
  const [source, target] = [daysOfWeek(from, week_starts_on), daysOfWeek(date, week_starts_on)];
  if (source[0] === target[0]) throw invalid({ from: 'Choose another week.' });
  const rows = (await entries.listOfDays(tx, [user], source[0]!, source[6]!)).map((row) => toAnswer(row, who, locked_through));
  const present = (await entries.listOfDays(tx, [user], target[0]!, target[6]!)).map((row) =>
    flatEntry(toAnswer(row, who, locked_through)),
  );
  const jobs = [
    ...(
      await entries.listJobs(
        tx,
        rows.flatMap(({ job }) => job?.id ?? []),
      )
    ).values(),
  ];
  const facts = { from: source[0]!, to: target[0]!, today, locked_through, jobs, present };
  const copied = copyEntries(rows.map(flatEntry), mode, facts);
  if (copied.entries.length > 0)
    await writeEntries(context, who, {
      user,
      touched: async () => [],
      jobs: copied.entries.map(({ job }) => job),
      plan: () => copied.entries.map((entry) => ({ before: null, after: bare(entry) })),
    });
  const named = new Map(rows.map((row) => [rowKey(flatten(row)), row]));
  const nameOf = (row: GridRow): NamedTarget => {
    const { job, task, milestone, overhead_code, is_billable } = named.get(rowKey(row))!;
    return { job, task, milestone, overhead_code, is_billable };
  };
  return { week: await getWeek(context, user, date), rows: copied.rows.map(nameOf), left_out: copied.left_out };
}

function bare(entry: NonNullable<EntryPlan['after']>): NonNullable<EntryPlan['after']> {
  const { date, job, task, milestone, overhead_code, minutes, is_billable, job_role, note, start, end, field_run } = entry;
  return { date, job, task, milestone, overhead_code, minutes, is_billable, job_role, note, start, end, field_run };
}
