import type { Fix } from '../../../parts/map/own-position.ts';

export type StampFacts = {
  /** By the device's clock, as the position's own time. */
  readonly now: number;
  /** How far that clock is behind the server's, where it is wrong. */
  readonly skew: number;
  readonly time_zone: string;
  readonly fix: Fix | null;
  /** Degrees clockwise from north; null where the device has no compass. */
  readonly heading: number | null;
  /** What the picture is of. */
  readonly subject: string;
};

/** The width and height of a picture whose longer side is at most `most`; never larger than it was. */
export function fitWithin(width: number, height: number, most: number): { width: number; height: number } {
  const share = Math.min(1, most / Math.max(width, height, 1));
  return { width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) };
}

function sayTime(at: Date, time_zone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: time_zone,
    dateStyle: 'short',
    timeStyle: 'medium',
    hourCycle: 'h23',
  }).format(at);
  return `${parts.replace(',', '')} ${time_zone}`;
}

/** What is written into the picture: when, where, which way. A line that is not known is left out, never made up. */
export function stampLines({ now, skew, time_zone, fix, heading, subject }: StampFacts): string[] {
  const lines = [sayTime(new Date(now + skew), time_zone)];
  if (subject) lines[0] = `${subject} · ${lines[0]}`;
  if (fix) {
    const age = Math.max(0, Math.round((now - fix.at) / 1000));
    const old = age > 10 ? `, ${age} s old` : '';
    lines.push(`${fix.latitude.toFixed(6)}, ${fix.longitude.toFixed(6)} ±${Math.round(fix.accuracy)} m${old}`);
  }
  if (heading !== null) lines.push(`Heading ${String(Math.round(heading) % 360).padStart(3, '0')}°`);
  return lines;
}
