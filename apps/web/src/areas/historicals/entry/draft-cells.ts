import type { HistoricalProposal, HistoricalRow } from '@dmse/contract/historicals/historical-file';
import type { LocalDate } from '@dmse/domain/dates/local-date';
import { readDate } from '@dmse/domain/dates/read-date';
import { SHOT_CATEGORIES, SUB_CATEGORIES_OF } from '@dmse/domain/sites/shot-category';
import type { CellChoice } from '../../../parts/grid/choice-cell.tsx';

export type DraftColumnId = 'file_number' | 'plan_number' | 'company' | 'client_name' | 'category' | 'surveyed_on' | 'pid';
export type DraftColumn = { id: DraftColumnId; title: string; width: number | null; maxLength?: number };
/** What is typed about a draft, and whether it still is one. */
export type DraftValues = Pick<HistoricalRow, DraftColumnId | 'sub_category' | 'is_draft'>;

export const DRAFT_COLUMNS: readonly DraftColumn[] = [
  { id: 'file_number', title: 'File number', width: 132, maxLength: 80 },
  { id: 'plan_number', title: 'Plan number', width: 96, maxLength: 80 },
  { id: 'company', title: 'Company', width: 124, maxLength: 120 },
  { id: 'client_name', title: 'Client', width: null, maxLength: 200 },
  { id: 'category', title: 'Category', width: 104 },
  { id: 'surveyed_on', title: 'Surveyed on', width: 104 },
  { id: 'pid', title: 'PID', width: 92, maxLength: 120 },
];

export const cellKey = (draft: number, column: DraftColumnId) => `${draft}/${column}`;

/** Each category, and each with its finer kinds. */
export const CATEGORY_CELLS: readonly CellChoice[] = [
  { value: '', label: 'Not set' },
  ...SHOT_CATEGORIES.flatMap((category) => [
    { value: category, label: category },
    ...(SUB_CATEGORIES_OF[category] ?? []).map((sub) => ({ value: `${category}/${sub}`, label: `${category}, ${sub}` })),
  ]),
];

export function sayDraft(draft: DraftValues, column: DraftColumnId): string {
  if (column === 'category') return [draft.category, draft.sub_category].filter(Boolean).join(', ');
  return draft[column] ?? '';
}

/** What a cell begins with when it is typed in. */
export function typedDraft(draft: DraftValues, column: DraftColumnId): string {
  if (column === 'category') return [draft.category, draft.sub_category].filter(Boolean).join('/');
  return draft[column] ?? '';
}

type Written = { change: Partial<DraftValues> } | { problem: string };

/** What a draft becomes by what was typed into a cell, or why it does not. */
export function writeDraft(column: DraftColumnId, text: string, today: LocalDate): Written {
  const typed = text.trim();
  if (column === 'surveyed_on') {
    if (typed === '') return { change: { surveyed_on: null } };
    const reading = readDate(typed, today);
    return 'problem' in reading ? reading : { change: { surveyed_on: reading.value } };
  }
  if (column === 'category') {
    const wanted = typed.toLowerCase();
    const found = CATEGORY_CELLS.find(({ value, label }) =>
      [value, value === '' ? '' : label].some((word) => word.toLowerCase() === wanted),
    );
    if (!found) return { problem: `“${typed}” is no category.` };
    const [category = '', sub = ''] = found.value.split('/');
    return { change: { category: category || null, sub_category: sub || null } };
  }
  const { maxLength = 200 } = DRAFT_COLUMNS.find(({ id }) => id === column) ?? {};
  return typed.length > maxLength ? { problem: `At most ${maxLength} characters.` } : { change: { [column]: typed } };
}

/** What name and text of the scan suggest for a cell in which nothing stands yet. */
export function proposedFor(draft: DraftValues & { proposal: HistoricalProposal | null }, column: DraftColumnId): string | null {
  if (sayDraft(draft, column) !== '' || !draft.proposal || !(column in draft.proposal)) return null;
  return draft.proposal[column as keyof HistoricalProposal] || null;
}
