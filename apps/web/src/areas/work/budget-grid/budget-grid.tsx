import type { BadCell } from '@dmse/domain/work/budget-paste';
import type { CellValue } from '@dmse/domain/work/cell-value';
import { type KeyboardEvent, useMemo } from 'react';
import { rangeOf, type Spot } from '../../../parts/grid/grid-selection.ts';
import { useGridPointer } from '../../../parts/grid/use-grid-pointer.ts';
import { useFollowingFocus } from '../../../parts/grid/use-grid-sheet.ts';
import { useRowWindow } from '../../../parts/grid/use-row-window.ts';
import { useNarrow } from '../../../parts/page/use-narrow.ts';
import { clearCells, copyCells, pasteCells } from '../budget/budget-writes.ts';
import { cellKey, type LineKey } from './budget-columns.ts';
import { BUDGET_ROW_HEIGHT } from './budget-grid-style.ts';
import { BudgetHead, BudgetWidths, leastWidth } from './budget-head.tsx';
import { BudgetRow } from './budget-row.tsx';
import { TaskSumRow, TotalRows } from './budget-sums.tsx';
import type { BudgetGroup, BudgetLine, BudgetTable, BudgetTask } from './budget-table.ts';
import type { BudgetSheet } from './use-budget-sheet.ts';

export type BudgetGridProps = {
  table: BudgetTable;
  sheet: BudgetSheet;
  bad: ReadonlyMap<string, BadCell>;
  /** What was typed since the table was drawn, by row and cell. */
  typed: ReadonlyMap<number, ReadonlyMap<string, CellValue>>;
  canEdit: boolean;
  seesAmounts: boolean;
  isJob: boolean;
  /** What has been used by work that is on no task. */
  offTask: number;
  empty: ReadonlySet<LineKey>;
  onLock: (line: BudgetLine) => void;
  onRemoveColumn: (line: LineKey) => void;
};

/** The marks of each row, by column. */
function markRows(bad: ReadonlyMap<string, BadCell>): Map<number, ReadonlyMap<string, BadCell>> {
  const rows = Map.groupBy(bad.values(), ({ row }) => row);
  return new Map([...rows].map(([row, cells]) => [row, new Map(cells.map((cell) => [cell.column, cell]))]));
}

/** Everything between head and foot, in the order shown. `at` is the place of a line among those that take figures. */
type GridRow = { group: BudgetGroup } | { task: BudgetTask } | { line: BudgetLine; at: number };
/** Rows before the first of these: the two of the head. */
const HEAD_ROWS = 2;

function listRows(groups: readonly BudgetGroup[]): { rows: GridRow[]; placeOfLine: number[] } {
  const rows: GridRow[] = [];
  const placeOfLine: number[] = [];
  for (const group of groups) {
    if (groups.length > 1) rows.push({ group });
    for (const task of group.tasks) {
      rows.push({ task });
      for (const line of task.lines) {
        rows.push({ line, at: placeOfLine.length });
        placeOfLine.push(rows.length - 1);
      }
    }
  }
  return { rows, placeOfLine };
}

/** The rows that come into view when the page is turned at this one: they are there before, one more with each row gone down. */
const nextPage = (row: number) => (row < 0 ? [] : Array.from({ length: PAGE_ROWS }, (_, at) => row + at));
const PAGE_ROWS = 14;

/** Where the cell with this key stands. */
function findSpot({ lines, columns }: BudgetTable, key: string): Spot | null {
  const row = lines.findIndex(({ id }) => key.startsWith(`${id}/`));
  const column = columns.findIndex((one) => cellKey(lines[row]?.id ?? 0, one.key) === key);
  return row < 0 || column < 0 ? null : { row, column };
}

/**
 * The budget as a spreadsheet: groups and tasks as headings, a row per milestone, a column per role and disbursement type. Only the rows
 * that are seen are drawn, and the one that is typed into; where each stands among all of them is told to screen readers.
 */
export function BudgetGrid({
  table,
  sheet,
  bad,
  typed,
  canEdit,
  seesAmounts,
  isJob,
  offTask,
  empty,
  onLock,
  onRemoveColumn,
}: BudgetGridProps) {
  const { columns, groups, sums, actual } = table;
  const isNarrow = useNarrow();
  const grid = useFollowingFocus(sheet, ({ row, column }) => cellKey(table.lines[row]?.id ?? 0, columns[column]?.key ?? ''));
  const { readTable, carryOut, selection, select, startEditing } = sheet;
  const pointer = useGridPointer({
    findSpot: (key) => findSpot(table, key),
    selection,
    select,
    startEditing,
    canEdit,
    isNarrow,
    copy: (range) => copyCells(readTable(), range),
    onCut: (range) => carryOut(clearCells(readTable(), range, 'cutting')),
    onPaste: (range, text) => carryOut(pasteCells(readTable(), range, text)),
  });
  const marks = useMemo(() => markRows(bad), [bad]);
  const { rows, placeOfLine } = useMemo(() => listRows(groups), [groups]);
  const { at: active, to } = sheet.selection;
  const { parts, ...pane } = useRowWindow({
    count: rows.length,
    rowHeight: BUDGET_ROW_HEIGHT,
    kept: [placeOfLine[active.row] ?? -1, ...nextPage(placeOfLine[to.row] ?? -1)],
    isWhole: isNarrow,
  });
  const { top, bottom, left, right } = rangeOf(sheet.selection);
  const shown = { columns, seesAmounts, isJob };
  const width = columns.length + (seesAmounts ? (isJob ? 6 : 3) : 2);

  function readKey(event: KeyboardEvent<HTMLElement>): void {
    if (event.target instanceof HTMLInputElement) sheet.readFieldKey(event as KeyboardEvent<HTMLInputElement>, event.target.value);
    else if ((event.target as HTMLElement).role === 'gridcell') sheet.readKey(event);
  }
  function drawRow(place: number) {
    const row = rows[place]!;
    const rowIndex = HEAD_ROWS + place + 1;
    if ('group' in row)
      return (
        <tr key={`group-${row.group.id}`} className="row group" aria-rowindex={rowIndex}>
          <th scope="row" className="name" colSpan={width}>
            <span className="words">{row.group.name}</span>
          </th>
        </tr>
      );
    if ('task' in row) {
      const { id, name, sums: own, actual: used } = row.task;
      return <TaskSumRow key={`task-${id}`} {...shown} rowIndex={rowIndex} task={id} name={name} sums={own} actual={used} />;
    }
    const { line, at } = row;
    const isIn = at >= top && at <= bottom;
    return (
      <BudgetRow
        key={line.id}
        rowIndex={rowIndex}
        line={line}
        {...shown}
        left={isIn ? left : -1}
        right={isIn ? right : -1}
        active={at === active.row ? active.column : -1}
        editing={sheet.editing?.spot.row === at ? sheet.editing : null}
        bad={marks.get(line.id)}
        typed={typed.get(line.id)}
        canEdit={canEdit}
        onLock={onLock}
      />
    );
  }

  return (
    <div className="budget-pane" ref={pane.scroller} onScroll={pane.onScroll}>
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the cells take the focus and the keys, as in a spreadsheet
        role="grid"
        aria-label="Budget"
        aria-multiselectable
        aria-readonly={!canEdit}
        aria-rowcount={HEAD_ROWS + rows.length + (seesAmounts ? 2 : 1) + (offTask === 0 ? 0 : 1)}
        style={{ '--least': `${leastWidth(columns, seesAmounts, isJob)}px` } as React.CSSProperties}
        onKeyDown={readKey}
        onBlur={(event) => event.target instanceof HTMLInputElement && sheet.commit(event.target.value)}
        {...pointer}
      >
        <BudgetWidths {...shown} />
        <BudgetHead {...shown} empty={empty} onRemove={onRemoveColumn} />
        <tbody>
          {parts.map((part) =>
            'row' in part ? (
              drawRow(part.row)
            ) : (
              <tr key={`room-before-${part.before}`} aria-hidden>
                <td colSpan={width} style={{ height: part.gap * BUDGET_ROW_HEIGHT, border: 0, padding: 0 }} />
              </tr>
            ),
          )}
        </tbody>
        <TotalRows {...shown} firstIndex={HEAD_ROWS + rows.length + 1} sums={sums} actual={actual} offTask={offTask} />
      </table>
    </div>
  );
}
