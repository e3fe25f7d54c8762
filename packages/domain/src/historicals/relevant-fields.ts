/** What can be typed about a historical file, in the order of its form. */
export const HISTORICAL_FIELDS = [
  'file_number',
  'plan_number',
  'client_name',
  'description',
  'legal_description',
  'pid',
  'surveyed_on',
  'category',
  'note',
] as const;
export type HistoricalField = (typeof HISTORICAL_FIELDS)[number];

/** By company, the names of the fields that matter for its old files. */
export type RelevantFields = Readonly<Record<string, readonly string[]>>;

/** The fields that matter for a company, in its own order; null where nothing is said of it, and so all of them do. */
export function relevantFieldsOf(relevant: RelevantFields, company: string): HistoricalField[] | null {
  const wanted = company.trim().toLowerCase();
  const [, names] = Object.entries(relevant).find(([name]) => name.trim().toLowerCase() === wanted) ?? [];
  const known = (names ?? []).flatMap((name) => HISTORICAL_FIELDS.find((field) => field === name) ?? []);
  return known.length > 0 ? [...new Set(known)] : null;
}

type Named = { id: number; file_number: string; plan_number: string; client_name: string; description: string };

/** What a historical file is called: by its number, or by the next best thing that is written on it. */
export function nameHistoricalFile({ id, file_number, plan_number, client_name, description }: Named): string {
  return file_number || (plan_number ? `Plan ${plan_number}` : '') || client_name || description.split('\n')[0] || `File ${id}`;
}
