import { NamedTarget } from '@dmse/contract/time/entry';
import { z } from 'zod';
import { readStored, writeStored } from '../../../session/stored.ts';

const KEY = 'time.rows';
const WEEKS = 12;
const Kept = z.object({ person: z.int(), weeks: z.array(z.object({ first_day: z.string(), rows: z.array(NamedTarget) })) });

function readWeeks(person: number) {
  const kept = readStored(KEY, Kept);
  return kept?.person === person ? kept.weeks : [];
}

/** The rows of a week in the order they were last shown on this device, also those without hours. */
export function readKeptRows(person: number, first_day: string): NamedTarget[] {
  return readWeeks(person).find((week) => week.first_day === first_day)?.rows ?? [];
}

/** The rows of all weeks on this device, those of the week typed in last first. */
export function listKeptRows(person: number): NamedTarget[] {
  return readWeeks(person).flatMap(({ rows }) => rows);
}

export function keepRows(person: number, first_day: string, rows: readonly NamedTarget[]): void {
  const others = readWeeks(person).filter((week) => week.first_day !== first_day);
  writeStored(KEY, { person, weeks: [{ first_day, rows: [...rows] }, ...others].slice(0, WEEKS) });
}
