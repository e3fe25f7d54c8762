import { type HistoricalRow, updateHistoricalFile } from '@dmse/contract/historicals/historical-file';
import { getJobSettings } from '@dmse/contract/jobs/settings';
import type { HistoricalField } from '@dmse/domain/historicals/relevant-fields';
import { SHOT_CATEGORIES, SHOT_SUB_CATEGORIES } from '@dmse/domain/sites/shot-category';
import { useCall } from '../../../api/use-call.ts';

/** The fields of a historical file with their labels, as the call that changes it takes them. */
export const HistoricalPatch = updateHistoricalFile.declaration.body;
export const FIELDS = HistoricalPatch.shape;

const plain = (words: readonly string[]) => words.map((word) => ({ value: word, label: word }));
export const CATEGORY_CHOICES = plain(SHOT_CATEGORIES);
export const SUB_CATEGORY_CHOICES = plain(SHOT_SUB_CATEGORIES);

/** "Topo, Roads" */
export function sayCategory({ category, sub_category }: Pick<HistoricalRow, 'category' | 'sub_category'>): string {
  return [category, sub_category].filter(Boolean).join(', ');
}

/** What a file says in a field. */
export function sayField(row: Pick<HistoricalRow, HistoricalField | 'sub_category'>, field: HistoricalField): string {
  return field === 'category' ? sayCategory(row) : (row[field] ?? '');
}

const NONE = {};

/** By company, the fields that matter for its old files; it hardly changes while one works. */
export function useRelevantFields() {
  return useCall(getJobSettings, {}, { staleTime: 300_000 }).data?.historical_company_relevant_fields ?? NONE;
}
