import type { Week } from '@dmse/contract/time/week';
import { typedDuration } from '@dmse/domain/dates/duration';
import { proseDate } from '@dmse/domain/dates/local-date';
import { sayWeekday } from '@dmse/domain/dates/read-date';
import { warnLongDay } from '@dmse/domain/time/entry-rules';
import { type KeyboardEvent, type ReactNode, useMemo } from 'react';
import { CellField } from '../../../parts/grid/cell-field.tsx';
import { rangeOf, type Selection, type Spot } from '../../../parts/grid/grid-selection.ts';
import { useGridPointer } from '../../../parts/grid/use-grid-pointer.ts';
import { type Editing, type GridSheet, useFollowingFocus } from '../../../parts/grid/use-grid-sheet.ts';
import { nameTarget, sayTarget } from './target.ts';
import { WeekPane } from './week-grid-style.ts';
import type { BadCell } from './week-outbox.ts';
import type { TableCell, TableRow, WeekTable } from './week-table.ts';
import { copyCells, textOf } from './week-writes.ts';

export type WeekGridProps = {
  week: Pick<Week, 'today' | 'weekly_minutes'>;
  table: WeekTable;
  sheet: GridSheet;
  canEdit: boolean;
  bad: ReadonlyMap<string, BadCell>;
  /** What can be done to a row; stands beside its name. */
  rowTools?: (row: TableRow) => ReactNode;
  onCut?: (selection: Selection) => void;
  onPaste?: (selection: Selection, text: string) => void;
  /** Takes over what is suggested in the cell; answers whether there was something. */
  onTake?: (spot: Spot) => boolean;
  onNote?: () => void;
};

/** "Mon 2": the head of a day. */
function sayDay(date: string): string {
  return `${sayWeekday(date)} ${Number(date.slice(8))}`;
}

function classOf(cell: TableCell, canEdit: boolean, isSelected: boolean, isActive: boolean, isBad: boolean): string {
  const words = [
    'figure',
    isSelected && 'selected',
    isActive && 'active',
    isBad && 'bad',
    canEdit && cell.why_not && 'off',
    cell.suggestion && 'suggested',
    cell.note !== '' && cell.minutes !== null && 'noted',
  ];
  return words.filter(Boolean).join(' ');
}

/** What a screen reader adds to the figure. */
function describeCell({ suggestion, note, minutes }: TableCell): string | undefined {
  if (suggestion) return `Suggested: ${suggestion.says}`;
  return note !== '' && minutes !== null ? `Note: ${note}` : undefined;
}

/** Why a row is suggested: each reason once. */
function sayReasons({ cells }: TableRow): string {
  return `suggested: ${[...new Set(cells.flatMap(({ suggestion }) => suggestion?.says ?? []))].join('; ')}`;
}

/** What a cell shows: of what is only known to have been done, that it was. */
function shownIn(cell: TableCell): string {
  return cell.suggestion?.minutes === null ? 'done' : textOf(cell);
}

type CellProps = {
  canEdit: boolean;
  row: TableRow;
  cell: TableCell;
  isSelected: boolean;
  isActive: boolean;
  editing: Editing | null;
  bad: BadCell | undefined;
};

function FigureCell({ canEdit, row, cell, isSelected, isActive, editing, bad }: CellProps) {
  const about = describeCell(cell);
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the cells of a grid take the focus, and are told as such
      role="gridcell"
      className={classOf(cell, canEdit, isSelected, isActive, bad !== undefined)}
      data-cell={cell.id}
      tabIndex={isActive ? 0 : -1}
      aria-selected={isSelected}
      aria-invalid={bad ? true : undefined}
      aria-readonly={cell.why_not ? true : undefined}
      aria-description={bad?.problem ?? about}
      title={bad?.problem ?? about ?? cell.why_not ?? undefined}
    >
      {editing ? (
        <CellField label={`${nameTarget(row.target)}, ${sayDay(cell.date)}`} editing={editing} inputMode="text" />
      ) : (
        <span className="text">{bad?.text || shownIn(cell)}</span>
      )}
      {bad && !editing ? <span className="problem">{bad.problem}</span> : null}
    </td>
  );
}

/** A week as rows × days that is typed into as a spreadsheet is; without the tools it is only read. */
export function WeekGrid({ week, table, sheet, canEdit, bad, rowTools, onCut, onPaste, onTake, onNote }: WeekGridProps) {
  const { rows, dates, days, minutes } = table;
  const idAt = ({ row, column }: Spot) => rows[row]?.cells[column]?.id ?? '';
  const grid = useFollowingFocus(sheet, idAt);
  const spots = useMemo(
    () => new Map(rows.flatMap(({ cells }, row) => cells.map(({ id }, column) => [id, { row, column }] as const))),
    [rows],
  );
  const { selection, editing } = sheet;
  const pointer = useGridPointer({
    findSpot: (key) => spots.get(key) ?? null,
    selection,
    select: sheet.select,
    startEditing: sheet.startEditing,
    canEdit,
    isNarrow: false,
    copy: (range) => copyCells(table, range),
    onCut: (range) => onCut?.(range),
    onPaste: (range, text) => onPaste?.(range, text),
  });
  const { top, bottom, left, right } = rangeOf(selection);

  function readKey(event: KeyboardEvent<HTMLElement>): void {
    if (event.target instanceof HTMLInputElement) {
      sheet.readFieldKey(event as KeyboardEvent<HTMLInputElement>, event.target.value);
      return;
    }
    if (!(event.target as HTMLElement).dataset.cell) return;
    if (event.key === 'F2' && event.shiftKey) {
      event.preventDefault();
      onNote?.();
    } else if (event.key === ' ' && onTake?.(selection.at)) event.preventDefault();
    else sheet.readKey(event);
  }

  return (
    <WeekPane>
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the cells take the focus and the keys, as in a spreadsheet
        role="grid"
        aria-label="Week"
        aria-multiselectable
        aria-readonly={!canEdit}
        onKeyDown={readKey}
        onBlur={(event) => event.target instanceof HTMLInputElement && sheet.commit(event.target.value)}
        {...pointer}
      >
        <colgroup>
          <col style={{ width: 'auto' }} />
          {dates.map((date) => (
            <col key={date} style={{ width: 80 }} />
          ))}
          <col style={{ width: 84 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" className="name">
              Work
            </th>
            {dates.map((date) => (
              <th
                key={date}
                scope="col"
                className={date === week.today ? 'today' : ''}
                aria-current={date === week.today ? 'date' : undefined}
                title={proseDate(date)}
              >
                {sayDay(date)}
              </th>
            ))}
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => {
            const { title, detail } = sayTarget(row.target);
            return (
              <tr key={row.key} data-row={row.key} className={row.isSuggested ? 'greyed' : ''}>
                <th scope="row" className="name">
                  <div className="line">
                    <span className="words" title={nameTarget(row.target)}>
                      <span>{title}</span>
                      <small>{row.isSuggested ? `${detail} · ${sayReasons(row)}` : detail}</small>
                    </span>
                    {rowTools?.(row)}
                  </div>
                </th>
                {row.cells.map((cell, column) => (
                  <FigureCell
                    key={cell.id}
                    canEdit={canEdit}
                    row={row}
                    cell={cell}
                    isSelected={at >= top && at <= bottom && column >= left && column <= right}
                    isActive={at === selection.at.row && column === selection.at.column}
                    editing={editing?.spot.row === at && editing.spot.column === column ? editing : null}
                    bad={bad.get(cell.id)}
                  />
                ))}
                <td className="sum">{row.minutes === 0 ? '–' : typedDuration(row.minutes)}</td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className="name">
              Total
            </th>
            {days.map((day, at) => {
              const warning = warnLongDay(day);
              return (
                <td key={dates[at]} className={warning ? 'long' : ''} title={warning ?? undefined}>
                  {day === 0 ? '–' : typedDuration(day)}
                  {warning ? ' !' : ''}
                </td>
              );
            })}
            <td className="sum">{typedDuration(minutes)}</td>
          </tr>
        </tfoot>
      </table>
    </WeekPane>
  );
}
