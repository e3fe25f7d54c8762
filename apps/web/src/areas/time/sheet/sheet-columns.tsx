import type { listSheets, Sheet } from '@dmse/contract/time/week';
import { typedDuration } from '@dmse/domain/dates/duration';
import type { ColumnOf } from '../../../parts/search/search-column.ts';
import { DateText } from '../../../parts/text/date-text.tsx';
import { WeekStateChip } from '../week/week-toolbar.tsx';

/** What a supervisor looks at before approving, in one line. */
function sayExceptions({ exceptions, is_missing }: Sheet): string {
  const words = exceptions.map(({ says }) => says);
  return [...(is_missing ? ['Not submitted'] : []), ...words].join(' · ');
}

const NAME: ColumnOf<typeof listSheets> = { id: 'user', title: 'Person', text: ({ user }) => user.full_name, width: 200 };
const FACTS: readonly ColumnOf<typeof listSheets>[] = [
  { id: 'state', title: 'State', cell: ({ state }) => <WeekStateChip state={state} />, width: 120, card: 'chip' },
  {
    id: 'minutes',
    title: 'Hours',
    cell: ({ minutes, weekly_minutes }) =>
      weekly_minutes === 0 ? typedDuration(minutes) : `${typedDuration(minutes)} of ${typedDuration(weekly_minutes)}`,
    align: 'right',
    width: 130,
  },
  { id: 'billable', title: 'Billable', cell: ({ billable_minutes }) => typedDuration(billable_minutes), align: 'right', width: 90 },
  { id: 'exceptions', title: 'To look at', text: sayExceptions, unset: '–', card: 'line' },
];
export const SHEET_COLUMNS = [NAME, ...FACTS];
export const ADMIN_COLUMNS: readonly ColumnOf<typeof listSheets>[] = [
  ...SHEET_COLUMNS,
  { id: 'reminded_on', title: 'Reminded', cell: ({ reminded_on }) => <DateText value={reminded_on} />, width: 120 },
];

export const sheetId = ({ user }: Sheet) => String(user.id);
