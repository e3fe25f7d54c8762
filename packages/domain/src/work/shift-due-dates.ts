import type { LocalDate } from '../dates/local-date.ts';
import { addWorkingDays, type Holidays, workingDaysBetween } from '../dates/working-days.ts';
import { isSettled, type MilestoneState } from '../states/milestone.ts';

type Dated = { id: number; state: MilestoneState; due_date: LocalDate | null; depends_on: readonly number[] };

export type DueDateShift = { id: number; before: LocalDate; after: LocalDate };

/** Everything open that waits for a milestone, directly or through others. What is done or skipped waits no longer and passes nothing on. */
export function dependantsOf<M extends Dated>(milestones: readonly M[], id: number): M[] {
  const found = new Set<number>([id]);
  for (const from of found) for (const other of milestones) if (!isSettled(other) && other.depends_on.includes(from)) found.add(other.id);
  return milestones.filter((milestone) => milestone.id !== id && found.has(milestone.id));
}

/**
 * What moving a due date offers: its dependants moved by the same working days. Those without a date have none to move. A first date
 * (nothing before) or a date taken away moves nobody.
 */
export function shiftDependants(
  milestones: readonly Dated[],
  moved: { id: number; from: LocalDate | null; to: LocalDate | null },
  holidays?: Holidays,
): DueDateShift[] {
  if (moved.from === null || moved.to === null) return [];
  const days = workingDaysBetween(moved.from, moved.to, holidays);
  return dependantsOf(milestones, moved.id).flatMap(({ id, due_date }) => {
    if (due_date === null || days === 0) return [];
    return [{ id, before: due_date, after: addWorkingDays(due_date, days, holidays) }];
  });
}
