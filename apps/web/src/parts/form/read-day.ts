/** A day from what a person types: 2026-03-04, 2026/3/4, 2026 3 4 or 20260304. Null when it is no day of the calendar. */
export function readDay(text: string): string | null {
  const match = /^(\d{4})(?:[-/. ](\d{1,2})[-/. ](\d{1,2})|(\d{2})(\d{2}))$/.exec(text.trim());
  if (!match) return null;
  const [year, month, day] = [match[1], match[2] ?? match[4], match[3] ?? match[5]] as [string, string, string];
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00:00Z`);
  // The 31st of February would quietly become a day of March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}
