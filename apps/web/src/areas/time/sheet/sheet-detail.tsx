import { getWeek, type Sheet } from '@dmse/contract/time/week';
import { useCall } from '../../../api/use-call.ts';
import { useGridSheet } from '../../../parts/grid/use-grid-sheet.ts';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { PagePending } from '../../../parts/page/page-pending.tsx';
import { WeekGrid } from '../week/week-grid.tsx';
import { WeekList } from '../week/week-list.tsx';
import { weekInput } from '../week/week-outbox.ts';
import { buildWeekTable } from '../week/week-table.ts';

const NOTHING = new Map<string, never>();

function ReadOnlyGrid({ week }: { week: Parameters<typeof buildWeekTable>[0] }) {
  const table = buildWeekTable({ ...week, suggestions: [], can_edit: false }, [], NOTHING);
  const sheet = useGridSheet({
    size: { rows: table.rows.length, columns: table.dates.length },
    canEdit: false,
    openCell: () => null,
    onType: () => {},
    onClear: () => {},
    onDismiss: () => {},
  });
  return table.rows.length > 0 ? <WeekGrid week={week} table={table} sheet={sheet} canEdit={false} bad={NOTHING} /> : null;
}

/** Somebody's week to look at: the grid, then the entries with their notes. */
export function SheetDetail({ sheet }: { sheet: Sheet }) {
  const week = useCall(getWeek, weekInput(sheet.first_day, sheet.user.id));
  if (week.isError) return <ErrorState title="The week could not be loaded." error={week.error} onRetry={() => void week.refetch()} />;
  if (!week.data) return <PagePending />;
  return (
    <>
      <ReadOnlyGrid week={week.data} />
      <WeekList entries={week.data.entries} />
    </>
  );
}
