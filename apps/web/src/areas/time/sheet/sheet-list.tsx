import { listSheets, type Sheet } from '@dmse/contract/time/week';
import { TIME_BATCH_STATES } from '@dmse/domain/states/time-batch';
import Stack from '@mui/material/Stack';
import { type ReactNode, useMemo, useState } from 'react';
import { useCall } from '../../../api/use-call.ts';
import type { ColumnOf, RowAction } from '../../../parts/search/search-column.ts';
import type { SearchFilter } from '../../../parts/search/search-filter.ts';
import { SearchTable } from '../../../parts/search/search-table.tsx';
import type { Selection } from '../../../parts/search/search-view.ts';
import { WeekChooser } from '../week/week-toolbar.tsx';
import { sheetId } from './sheet-columns.tsx';
import { SheetPanel } from './sheet-panel.tsx';
import { useApproval, waitingBatches } from './use-approval.tsx';

const FILTERS: readonly SearchFilter[] = [
  { kind: 'single', name: 'state', label: 'State', choices: TIME_BATCH_STATES.map((value) => ({ value, label: value })) },
  { kind: 'toggle', name: 'missing', label: 'Missing sheets' },
];

export type SheetListProps = {
  first_day: string;
  columns: readonly ColumnOf<typeof listSheets>[];
  /** Only the people this person supervises. */
  supervised: boolean;
  /** What can be done with the selected weeks besides. */
  tools: (selection: Selection<Sheet>, approval: ReturnType<typeof useApproval>) => ReactNode;
};

/** The weeks of several people, what needs a look first; one opens beside the list. */
export function SheetList({ first_day, columns, supervised, tools }: SheetListProps) {
  const [opened, setOpened] = useState<number | null>(null);
  const approval = useApproval();
  const fixed = useMemo(() => ({ date: first_day as Sheet['first_day'], ...(supervised ? { supervised } : {}) }), [first_day, supervised]);
  // The one that is open is read anew with the list, so that its state is never older than the row.
  const all = useCall(listSheets, { ...fixed, page_size: 200 }, { enabled: opened !== null });
  const sheet = all.data?.results.find(({ user }) => user.id === opened);
  const rowActions = (row: Sheet): RowAction[] => [
    { label: 'Open', icon: 'open_in_new', run: () => setOpened(row.user.id), isPrimary: true, isOnCard: true },
    ...(waitingBatches([row]).length > 0
      ? [
          { label: 'Approve', icon: 'check' as const, run: () => void approval.approve([row]) },
          { label: 'Decline', icon: 'undo' as const, run: () => void approval.decline(row) },
        ]
      : []),
  ];
  return (
    <Stack sx={{ gap: 4 }}>
      <WeekChooser first_day={first_day} />
      {sheet ? <SheetPanel key={sheet.user.id} sheet={sheet} approval={approval} onClose={() => setOpened(null)} /> : null}
      <SearchTable
        endpoint={listSheets}
        label="Weeks"
        noun={['week', 'weeks']}
        columns={columns}
        search={{ label: 'Search people' }}
        filters={FILTERS}
        fixed={fixed}
        rowId={sheetId}
        rowActions={rowActions}
        actionsWidth={130}
        selection={(selection) => tools(selection, approval)}
        empty={{ text: 'Nobody here is expected to enter time in this week.' }}
      />
      {approval.dialog}
    </Stack>
  );
}
