import type { PayrollChange } from '@dmse/contract/time/payroll';
import { typedDuration } from '@dmse/domain/dates/duration';
import { proseDate } from '@dmse/domain/dates/local-date';
import { sayCount } from '@dmse/domain/text/counts';

type Line = NonNullable<PayrollChange['before']>;

const sayLine = ({ date, minutes, overhead_code }: Line) =>
  `${typedDuration(minutes)} on ${proseDate(date)}${overhead_code ? `, ${overhead_code.name}` : ''}`;

/** "new: 0:30 on 24 Feb 2026, Sick leave" */
export function sayPayrollChange({ before, after }: Pick<PayrollChange, 'before' | 'after'>): string {
  if (before && after) return `was ${sayLine(before)}; now ${sayLine(after)}`;
  return after ? `new: ${sayLine(after)}` : `gone: was ${sayLine(before!)}`;
}

/** "412 entries of 23 people, 1840:15 in all" */
export function saySums({ lines, people, minutes }: { lines: number; people: number; minutes: number }): string {
  return `${sayCount(lines, 'entry', 'entries')} of ${sayCount(people, 'person', 'people')}, ${typedDuration(minutes)} in all`;
}
