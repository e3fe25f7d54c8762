import { expect, it } from 'vitest';
import type { LocalDate } from '../dates/local-date.ts';
import { type Cents, sumCents } from '../money/cents.ts';
import type { Instant, Minutes, RecordId } from './brand.ts';

it('a brand keeps cents from minutes and days from instants, and costs nothing to give', () => {
  const minutes: Minutes = 90;
  const instant: Instant = '2026-03-04T00:00:00.000Z';
  // @ts-expect-error Minutes are no cents.
  const wrongCents: Cents = minutes;
  // @ts-expect-error An instant is no day.
  const wrongDay: LocalDate = instant;
  const job: RecordId<'job'> = 12;
  // @ts-expect-error The id of a job is no client's.
  const wrongClient: RecordId<'client'> = job;
  expect(wrongClient).toBe(12);
  expect([sumCents([100, 200]), wrongCents, wrongDay]).toEqual([300, 90, instant]);
});
