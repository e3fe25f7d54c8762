import { badRequest } from '../calls/refusal.ts';

/** `2026-03-04`. */
export type Day = string;

const ATLANTIC = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Halifax' });

/** The day at the organisation, whose zone is Atlantic time, and not the day in Greenwich. */
export const dayOf = (milliseconds: number): Day => ATLANTIC.format(milliseconds);

/** Takes `2026-03-04` and `2026-03-04T00:00:00`; 31 February is refused. */
export function readDay(text: string, name: string): Day {
  const day = /^(\d{4}-\d{2}-\d{2})(T00:00:00Z?)?$/.exec(text)?.[1];
  const isReal = day !== undefined && !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);
  if (!isReal) throw badRequest(`${name} "${text}" is not a date such as 2026-03-04.`);
  return day;
}

export const wireInstant = (milliseconds: number): string => `/Date(${milliseconds}+0000)/`;
export const wireDay = (day: Day): string => wireInstant(Date.parse(day));
export const dayString = (day: Day): string => `${day}T00:00:00`;
