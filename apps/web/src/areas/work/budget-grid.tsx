import type { BadCell } from '@dmse/domain/work/budget-paste';
import Box from '@mui/material/Box';
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef } from 'react';
import { useNarrow } from '../../parts/use-narrow.ts';
import { cellKey, type LineKey } from './budget-columns.ts';
import { budgetStyle } from './budget-grid-style.ts';
import { BudgetHead, BudgetWidths, leastWidth } from './budget-head.tsx';
import { BudgetRow } from './budget-row.tsx';
import { rangeOf } from './budget-selection.ts';
import { TaskSumRow, TotalRows } from './budget-sums.tsx';
import type { BudgetLine, BudgetTable } from './budget-table.ts';
import { useBudgetPointer } from './use-budget-pointer.ts';
import type { BudgetSheet } from './use-budget-sheet.ts';

export type BudgetGridProps = {
  table: BudgetTable;
  sheet: BudgetSheet;
  bad: ReadonlyMap<string, BadCell>;
  canEdit: boolean;
  seesAmounts: boolean;
  isJob: boolean;
  empty: ReadonlySet<LineKey>;
  onLock: (line: BudgetLine) => void;
  onRemoveColumn: (line: LineKey) => void;
};

/** The marks of each row, by column. */
function markRows(bad: ReadonlyMap<string, BadCell>): Map<number, ReadonlyMap<string, BadCell>> {
  const rows = Map.groupBy(bad.values(), ({ row }) => row);
  return new Map([...rows].map(([row, cells]) => [row, new Map(cells.map((cell) => [cell.column, cell]))]));
}

/** The focus goes with the selected cell when somebody moves in the table. */
function useFollowingFocus({ lines, columns }: BudgetTable, { selection, editing, wantsFocus }: BudgetSheet) {
  const grid = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (!wantsFocus.current || editing) return;
    wantsFocus.current = false;
    const seen = selection.to;
    const cellAt = (row: number, column: number) =>
      grid.current?.querySelector<HTMLElement>(`[data-cell="${cellKey(lines[row]?.id ?? 0, columns[column]?.key ?? '')}"]`);
    cellAt(selection.at.row, selection.at.column)?.focus({ preventScroll: true });
    cellAt(seen.row, seen.column)?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  });
  return grid;
}

/** The budget as a spreadsheet: groups and tasks as headings, a row per milestone, a column per role and disbursement type. */
export function BudgetGrid({ table, sheet, bad, canEdit, seesAmounts, isJob, empty, onLock, onRemoveColumn }: BudgetGridProps) {
  const { columns, groups, lines, sums, actual } = table;
  const grid = useFollowingFocus(table, sheet);
  const pointer = useBudgetPointer({ table, sheet, canEdit, isNarrow: useNarrow() });
  const marks = useMemo(() => markRows(bad), [bad]);
  const places = useMemo(() => new Map(lines.map(({ id }, at) => [id, at])), [lines]);
  const { top, bottom, left, right } = rangeOf(sheet.selection);
  const shown = { columns, seesAmounts, isJob };

  function readKey(event: KeyboardEvent<HTMLElement>): void {
    if (event.target instanceof HTMLInputElement) sheet.readFieldKey(event as KeyboardEvent<HTMLInputElement>, event.target.value);
    else if ((event.target as HTMLElement).dataset.cell) sheet.readKey(event);
  }
  function rowOf(line: BudgetLine) {
    const at = places.get(line.id) ?? -1;
    const isIn = at >= top && at <= bottom;
    return (
      <BudgetRow
        key={line.id}
        line={line}
        {...shown}
        left={isIn ? left : -1}
        right={isIn ? right : -1}
        active={at === sheet.selection.at.row ? sheet.selection.at.column : -1}
        editing={sheet.editing?.spot.row === at ? sheet.editing : null}
        bad={marks.get(line.id)}
        canEdit={canEdit}
        onLock={onLock}
      />
    );
  }

  return (
    <Box sx={budgetStyle}>
      <Box
        component="table"
        ref={grid}
        role="grid"
        aria-label="Budget"
        aria-multiselectable
        aria-readonly={!canEdit}
        style={{ '--least': `${leastWidth(columns, seesAmounts, isJob)}px` } as React.CSSProperties}
        onKeyDown={readKey}
        onBlur={(event) => event.target instanceof HTMLInputElement && sheet.commit(event.target.value)}
        {...pointer}
      >
        <BudgetWidths {...shown} />
        <BudgetHead {...shown} empty={empty} onRemove={onRemoveColumn} />
        {groups.map((group) => (
          <tbody key={group.id}>
            {groups.length > 1 ? (
              <tr className="row group">
                <th scope="rowgroup" className="name" colSpan={columns.length + (seesAmounts ? (isJob ? 6 : 3) : 2)}>
                  <span className="words">{group.name}</span>
                </th>
              </tr>
            ) : null}
            {group.tasks.flatMap((task) => [
              <TaskSumRow key={`task-${task.id}`} {...shown} name={task.name} sums={task.sums} actual={task.actual} />,
              ...task.lines.map(rowOf),
            ])}
          </tbody>
        ))}
        <TotalRows {...shown} sums={sums} actual={actual} />
      </Box>
    </Box>
  );
}
