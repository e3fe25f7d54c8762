import { readDecimal, roundDecimal } from '../text/decimal.ts';
import type { Reading } from '../text/reading.ts';

/** More than a lifetime of work: a figure above it is a slip of the keyboard. */
const MAX_HOURS = 100_000;

const HOURS = '(?:h|hrs?|hours?|heures?)';
const MINUTES = '(?:m|mins?|minutes?)';

function hoursAndMinutes(hours: string, minutes: string, seconds = '0'): number | null {
  if (Number(minutes) > 59 || Number(seconds) > 59) return null;
  return Number(hours) * 60 + Number(minutes) + (Number(seconds) >= 30 ? 1 : 0);
}

function minutesIn(text: string): number | null {
  const clock = /^(\d+):(\d{1,2})(?::(\d{1,2}))?$/.exec(text);
  if (clock) return hoursAndMinutes(clock[1]!, clock[2]!, clock[3]);
  const minutes = new RegExp(`^(\\d+)\\s*${MINUTES}$`, 'i').exec(text);
  if (minutes) return Number(minutes[1]);
  const both = new RegExp(`^(\\d+)\\s*${HOURS}\\s*(\\d+)\\s*(?:${MINUTES})?$`, 'i').exec(text);
  if (both) return hoursAndMinutes(both[1]!, both[2]!);
  const decimal = readDecimal(text.replace(new RegExp(`(?<=\\d)\\s*${HOURS}$`, 'i'), ''));
  return 'value' in decimal ? Math.floor((roundDecimal(decimal.value, 6) * 60 + 500_000) / 1_000_000) : null;
}

/**
 * Minutes as people type them: `2:30`, `2.5` and `2,5` (hours), `2h30m`, `2h`, `150m`, and a spreadsheet's `2:30:00`. A bare number is
 * hours. Rounded half-up to the minute.
 */
export function readDuration(text: string): Reading<number> {
  const shown = text.trim();
  if (shown === '') return { problem: 'There is no time.' };
  if (/^[-−–(]/.test(shown)) return { problem: `“${shown}” is less than no time.` };
  const minutes = minutesIn(shown);
  if (minutes === null) return { problem: `“${shown}” is not a time; write 2:30, 2.5, 2h30m or 150m.` };
  if (minutes > MAX_HOURS * 60) return { problem: `“${shown}” is more time than anybody has.` };
  return { value: minutes };
}

/** `2:30`: for cells and input fields; reads back as itself. */
export function typedDuration(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/** `2 h 30 min`: for a sentence. */
export function sayDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}
