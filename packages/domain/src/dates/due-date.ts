import type { Tone } from '../states/machine.ts';
import { daysBetween, type LocalDate } from './local-date.ts';

/** Overdue red, today amber, to come green; no colour without a date. */
export function dueTone(due_date: LocalDate | null, today: LocalDate): Tone | null {
  if (due_date === null) return null;
  const days = daysBetween(today, due_date);
  return days < 0 ? 'error' : days === 0 ? 'warning' : 'success';
}

export function isOverdue(due_date: LocalDate | null, today: LocalDate): boolean {
  return dueTone(due_date, today) === 'error';
}

/** What the colour says, for those who do not see it. */
export function sayDue(due_date: LocalDate | null, today: LocalDate): string | null {
  if (due_date === null) return null;
  const days = daysBetween(today, due_date);
  const size = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`;
  return days < 0 ? `${size} overdue` : days === 0 ? 'due today' : `due in ${size}`;
}
