import type { GpsTime } from './raw-records.ts';

/** Time in raw files: GPS week and milliseconds (trustworthy), and the collector's own clock (to show only). */

const GPS_EPOCH = Date.UTC(1980, 0, 6);
const WEEK_MS = 7 * 24 * 3600 * 1000;

/** GPS time minus UTC in seconds, from the day each leap second took effect. */
const LEAP_SECONDS: readonly (readonly [number, number])[] = [
  [Date.UTC(2017, 0, 1), 18],
  [Date.UTC(2015, 6, 1), 17],
  [Date.UTC(2012, 6, 1), 16],
  [Date.UTC(2009, 0, 1), 15],
  [Date.UTC(2006, 0, 1), 14],
  [Date.UTC(1999, 0, 1), 13],
];

export function gpsTimeToUtc(time: GpsTime): string | null {
  const { end_week: week, end_ms: ms } = time;
  if (week === null || ms === null || week < 0 || week > 9999 || ms < 0 || ms > WEEK_MS) return null;
  const instant = GPS_EPOCH + Math.trunc(week) * WEEK_MS + Math.trunc(ms);
  const leap = LEAP_SECONDS.find(([from]) => instant >= from)?.[1] ?? 0;
  return formatInstant(instant - leap * 1000);
}

const DAY_MS = 24 * 3600 * 1000;
let last_day = { day: Number.NaN, text: '' };

/** ISO text of an instant. Shots of one file share their day, and formatting it is what costs. */
function formatInstant(instant: number): string {
  const day = Math.floor(instant / DAY_MS);
  if (day !== last_day.day) last_day = { day, text: new Date(day * DAY_MS).toISOString().slice(0, 11) };
  const ms = instant - day * DAY_MS;
  const [hours, minutes, seconds] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1000) % 60];
  return `${last_day.text}${pad(hours)}:${pad(minutes)}:${pad(seconds)}.${ms % 1000 < 100 ? '0' : ''}${pad(ms % 1000)}Z`;
}

function pad(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

/** "10-14-2025" (month first, as Carlson writes) or "2025-10-14" to an ISO day. */
export function parseCollectorDate(text: string): string | null {
  const match = /^\s*(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})\s*$/.exec(text);
  if (!match) return null;
  const [, a = '', b = '', c = ''] = match;
  const [year, month, day] = a.length === 4 ? [a, b, c] : [c, a, b];
  if (year.length !== 4) return null;
  const real = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (real.getUTCMonth() !== Number(month) - 1 || real.getUTCDate() !== Number(day)) return null;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** "09:31:10" or "9:31" to hh:mm:ss. */
export function parseCollectorClock(text: string): string | null {
  const match = /^\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d*)?)?\s*$/.exec(text);
  if (!match) return null;
  const [hours, minutes, seconds] = [Number(match[1]), Number(match[2]), Number(match[3] ?? '0')];
  if (hours > 23 || minutes > 59 || seconds > 60) return null;
  return `${String(hours).padStart(2, '0')}:${match[2]}:${match[3] ?? '00'}`;
}

export function joinCollectorTime(date: string | null, clock: string | null): string | null {
  return date === null ? null : `${date}T${clock ?? '00:00:00'}`;
}
