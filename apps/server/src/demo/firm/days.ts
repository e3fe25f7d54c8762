import type { Random } from './random.ts';

const DAY = 86_400_000;

/** An instant of a working day between two others: nobody at the firm edits clients at night. Hours are those of the Atlantic coast. */
export function workingMoment(random: Random, from: string, to: string): string {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  for (let tries = 0; tries < 20; tries++) {
    const day = new Date(start + random.next() * (end - start));
    day.setUTCHours(random.int(12, 19), random.int(0, 59), random.int(0, 59), random.int(0, 999));
    const isWeekend = day.getUTCDay() % 6 === 0;
    if (!isWeekend && day.getTime() > start && day.getTime() < end) return day.toISOString();
  }
  return new Date(start + Math.floor(random.next() * (end - start))).toISOString();
}

/** Some moments in their order. */
export function workingMoments(random: Random, count: number, from: string, to: string): string[] {
  return Array.from({ length: count }, () => workingMoment(random, from, to)).sort();
}

export function daysBefore(instant: string, days: number): string {
  return new Date(Date.parse(instant) - days * DAY).toISOString();
}
