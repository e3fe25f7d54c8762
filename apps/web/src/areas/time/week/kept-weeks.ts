import type { NamedTarget } from '@dmse/contract/time/entry';
import { Week } from '@dmse/contract/time/week';
import { z } from 'zod';
import { readStored, writeStored } from '../../../session/stored.ts';
import { listKeptRows } from './kept-rows.ts';
import { keyOfTarget, namedTargetOf } from './target.ts';

const KEY = 'time.weeks';
const WEEKS = 6;
const KeptWeek = z.object({ kept_on: z.string(), week: Week });
const Kept = z.object({ person: z.int(), weeks: z.array(KeptWeek) });
export type KeptWeek = z.infer<typeof KeptWeek>;

/** The weeks this person looked at last, as the server told them then: for the timesheet without a network. Logging out removes them. */
export function readKeptWeeks(person: number): KeptWeek[] {
  const kept = readStored(KEY, Kept);
  return kept?.person === person ? kept.weeks : [];
}

export function storeWeek(person: number, kept: KeptWeek): void {
  const others = readKeptWeeks(person).filter(({ week }) => week.first_day !== kept.week.first_day);
  writeStored(KEY, { person, weeks: [kept, ...others].slice(0, WEEKS) });
}

/** Work that stands in a week on this device: what a row can be added for without a network. */
export function listKeptTargets(person: number): NamedTarget[] {
  const entered = readKeptWeeks(person).flatMap(({ week }) => week.entries.map(namedTargetOf));
  return [...new Map([...listKeptRows(person), ...entered].map((target) => [keyOfTarget(target), target])).values()];
}
