const HOUR = 3_600_000;

/** A tablet can fall into the river: the longer it holds what nobody else has, the louder it says so. */
export function sayUnsyncedAge(oldest: string | null, now: string): { severity: 'warning' | 'error'; says: string } | null {
  if (oldest === null) return null;
  const hours = (Date.parse(now) - Date.parse(oldest)) / HOUR;
  if (!(hours >= 4)) return null;
  const age = hours < 48 ? `${Math.floor(hours)} hours` : `${Math.floor(hours / 24)} days`;
  return hours >= 24
    ? { severity: 'error', says: `Data on this device has waited ${age} to be synced. Find a network today, or export it.` }
    : { severity: 'warning', says: `Data on this device has waited ${age} to be synced. Find a network when you can.` };
}
