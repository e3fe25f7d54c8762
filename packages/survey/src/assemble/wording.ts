/** How figures and names stand in a sentence. */

/** Metres to the millimetre, as a person reads them. */
export function metres(value: number): string {
  return `${value.toFixed(3)} m`;
}

/** "5001, 5002, 5003 and 12 more" */
export function listNames(names: readonly string[], most = 6): string {
  const shown = names.slice(0, most).join(', ');
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}

/** "2025-10-14 12:37:14 UTC". */
export function sayInstant(instant: string): string {
  return `${instant.slice(0, 19).replace('T', ' ')} UTC`;
}
