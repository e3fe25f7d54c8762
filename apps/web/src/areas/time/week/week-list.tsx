import type { TimeEntry } from '@dmse/contract/time/entry';
import { typedDuration } from '@dmse/domain/dates/duration';
import { lacksNote } from '@dmse/domain/time/entry-rules';
import { LinkButton } from '../../../parts/links.tsx';
import { EmptyState } from '../../../parts/notice/empty-state.tsx';
import { type DataColumn, DataTable } from '../../../parts/table/data-table.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { nameTarget } from './target.ts';
import { WeekStateChip } from './week-toolbar.tsx';

const COLUMNS: readonly DataColumn<TimeEntry>[] = [
  { id: 'date', title: 'Date', cell: (entry) => <DateText value={entry.date} />, width: 120 },
  { id: 'work', title: 'Work', cell: nameTarget },
  { id: 'minutes', title: 'Time', cell: (entry) => typedDuration(entry.minutes), align: 'right', width: 80 },
  { id: 'is_billable', title: 'Billable', cell: (entry) => (entry.is_billable ? 'Yes' : 'No'), width: 80 },
  { id: 'note', title: 'Note', cell: (entry) => (lacksNote(entry) ? 'Missing' : entry.note || '–') },
  { id: 'state', title: 'State', cell: (entry) => <WeekStateChip state={entry.batch_state} />, width: 120 },
];

const byDate = (a: TimeEntry, b: TimeEntry) => (a.date === b.date ? a.id - b.id : a.date < b.date ? -1 : 1);

/** The entries of a week one by one; each opens its form. */
export function WeekList({ entries }: { entries: readonly TimeEntry[] }) {
  return (
    <DataTable
      label="Entries of the week"
      columns={COLUMNS}
      rows={entries.toSorted(byDate)}
      rowId={({ id }) => id}
      rowLink={({ id }) => `/entry/${id}`}
      empty={
        <EmptyState icon="schedule" title="There is no time in this week yet.">
          <LinkButton to="/entry" variant="outlined">
            New time entry
          </LinkButton>
        </EmptyState>
      }
    />
  );
}
