import { getJobWip } from '@dmse/contract/wip/wip';
import type { BudgetEntry } from '@dmse/contract/work/budget';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { LeaveGuard } from '../../../parts/form/leave-guard.tsx';
import { selectSpot } from '../../../parts/grid/grid-selection.ts';
import { useRested } from '../../../parts/grid/rest.ts';
import { useUndoKeys } from '../../../parts/grid/use-undo-keys.ts';
import { EmptyState } from '../../../parts/notice/empty-state.tsx';
import type { WorkData, WorkOwner } from '../board/work-data.ts';
import { BudgetCellLine } from '../budget-grid/budget-cell-line.tsx';
import { listTyped } from '../budget-grid/budget-cells.ts';
import { type BudgetNames, type LineKey, lineOf } from '../budget-grid/budget-columns.ts';
import { BudgetGrid } from '../budget-grid/budget-grid.tsx';
import { BudgetMarks } from '../budget-grid/budget-marks.tsx';
import { type BudgetLine, buildBudget, openTables } from '../budget-grid/budget-table.ts';
import { useBudgetSheet } from '../budget-grid/use-budget-sheet.ts';
import { BudgetAddButton } from './budget-add-button.tsx';
import { BudgetBar } from './budget-bar.tsx';
import { type BudgetChanges, type ChangesState, openBudgetChanges } from './budget-changes.ts';
import { BudgetScaleDialog } from './budget-scale-dialog.tsx';
import { BudgetToolbar } from './budget-toolbar.tsx';
import { lockRow } from './budget-writes.ts';

/** The changes of one page to one budget. */
function useBudgetChanges(owner: WorkOwner): { changes: BudgetChanges; state: ChangesState } {
  const client = useQueryClient();
  const [changes] = useState(() => openBudgetChanges(client, owner));
  return { changes, state: useSyncExternalStore(changes.subscribe, changes.read) };
}

export type BudgetBoardProps = {
  owner: WorkOwner;
  work: WorkData;
  entries: readonly BudgetEntry[];
  names: BudgetNames;
  canEdit: boolean;
  seesAmounts: boolean;
};

/** The budget of a job or quote: its sums, the table, and what can be done to it. */
export function BudgetBoard({ owner, work, entries, names, canEdit, seesAmounts }: BudgetBoardProps) {
  const job = 'job' in owner ? owner.job : null;
  const wip = useCall(getJobWip, { id: job ?? 0 }, { enabled: seesAmounts && job !== null, staleTime: 0 }).data;
  const offTask = wip?.tasks.find(({ task }) => task === null)?.actual ?? 0;
  const { changes, state } = useBudgetChanges(owner);
  const [extra, setExtra] = useState<ReadonlySet<LineKey>>(new Set());
  const [isScaling, setScaling] = useState(false);
  const used = useMemo(() => new Set(entries.map(lineOf)), [entries]);
  const tableOf = useMemo(() => openTables({ names, extra, seesAmounts }), [names, extra, seesAmounts]);
  // The sums follow once nobody is typing. Until they are there, what was typed is laid over the old table.
  const now = useMemo(() => ({ work, entries, pending: state.pending }), [work, entries, state.pending]);
  const drawn = useRested(now);
  const table = tableOf(drawn);
  const typed = useMemo(() => listTyped(state.pending, drawn), [state.pending, drawn]);
  const readTable = () => tableOf({ work, entries, pending: changes.read().pending });
  const sheet = useBudgetSheet({ table, readTable, changes, state, canEdit });
  useUndoKeys(changes, canEdit);
  const lock = useCallback((line: BudgetLine) => void changes.write(lockRow(line)), [changes]);

  function addColumn(line: LineKey): void {
    setExtra(new Set([...extra, line]));
    // Whoever adds a column wants to fill it: the first cell of it is ready to be typed into.
    const next = buildBudget({ work, entries, names, extra: new Set([...extra, line]), pending: state.pending, seesAmounts });
    sheet.select(selectSpot({ row: 0, column: next.columns.findIndex((column) => column.line === line) }));
  }
  const latestAdd = useRef(addColumn);
  latestAdd.current = addColumn;
  const { columns } = table;
  const canScale = seesAmounts && entries.length > 0;
  // What stands around the table is made anew when it changes, and not for every key typed in a cell.
  const add = useMemo(
    () => (
      <BudgetAddButton
        names={names}
        shown={new Set(columns.map(({ line }) => line))}
        isMain={columns.length === 0}
        onAdd={(line) => latestAdd.current(line)}
      />
    ),
    [names, columns],
  );
  const bar = useMemo(() => <BudgetBar table={table} seesAmounts={seesAmounts} job={job} />, [table, seesAmounts, job]);
  const [undo, redo] = [state.undo.at(-1)?.says, state.redo.at(-1)?.says];
  const toolbar = useMemo(
    () => <BudgetToolbar changes={changes} undo={undo} redo={redo} add={add} canScale={canScale} onScale={() => setScaling(true)} />,
    [changes, undo, redo, add, canScale],
  );
  const guard = useMemo(() => <LeaveGuard isUnsaved={() => changes.read().isSaving || changes.read().bad.size > 0} />, [changes]);
  const empty = useMemo(() => new Set(canEdit ? [...extra].filter((line) => !used.has(line)) : []), [canEdit, extra, used]);
  const removeColumn = useCallback((line: LineKey) => setExtra((lines) => new Set([...lines].filter((one) => one !== line))), []);

  if (table.columns.length === 0)
    return (
      <EmptyState
        icon="payments"
        title="Nothing is budgeted yet."
        text={
          canEdit
            ? 'Add a job role or a disbursement type: it becomes a column, and each milestone takes a figure in it.'
            : 'Its roles, disbursements and totals will stand here.'
        }
      >
        {canEdit ? add : null}
      </EmptyState>
    );
  return (
    <div className="budget-board">
      {bar}
      <div>
        <div className="above-budget">
          <BudgetCellLine table={table} selection={sheet.selection} bad={state.bad} seesAmounts={seesAmounts} />
          <BudgetMarks
            bad={state.bad}
            changes={changes}
            onShow={({ row, column }) =>
              sheet.select(
                selectSpot({
                  row: table.lines.findIndex(({ id }) => id === row),
                  column: table.columns.findIndex(({ key }) => key === column),
                }),
              )
            }
          />
          {canEdit ? toolbar : null}
        </div>
        <BudgetGrid
          table={table}
          sheet={sheet}
          bad={state.bad}
          typed={typed}
          canEdit={canEdit}
          seesAmounts={seesAmounts}
          isJob={job !== null}
          offTask={offTask}
          empty={empty}
          onLock={lock}
          onRemoveColumn={removeColumn}
        />
      </div>
      {guard}
      {isScaling ? <BudgetScaleDialog owner={owner} table={table} changes={changes} onClose={() => setScaling(false)} /> : null}
    </div>
  );
}
