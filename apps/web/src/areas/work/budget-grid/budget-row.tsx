import { typedDuration } from '@dmse/domain/dates/duration';
import type { BadCell } from '@dmse/domain/work/budget-paste';
import type { CellValue } from '@dmse/domain/work/cell-value';
import { memo } from 'react';
import { CellField } from '../../../parts/grid/cell-field.tsx';
import type { Editing } from '../../../parts/grid/use-grid-sheet.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import { formatCents } from '../../../parts/text/money-text.tsx';
import { type BudgetColumn, cellKey } from './budget-columns.ts';
import { FigureCells } from './budget-figures.tsx';
import type { BudgetLine } from './budget-table.ts';

export type BudgetRowProps = {
  /** Its place among all rows of the table, for screen readers. */
  rowIndex: number;
  line: BudgetLine;
  columns: readonly BudgetColumn[];
  /** The selected columns of this row, and the one that is typed into; -1 where there is none. */
  left: number;
  right: number;
  active: number;
  editing: Editing | null;
  bad: ReadonlyMap<string, BadCell> | undefined;
  /** What was typed since the line was made, by cell. */
  typed: ReadonlyMap<string, CellValue> | undefined;
  canEdit: boolean;
  seesAmounts: boolean;
  isJob: boolean;
  onLock: (line: BudgetLine) => void;
};

/** So many letters find room in every column of figures, and beside the lock. */
const MAX_SURE_TO_FIT = 9;
const MAX_NAME_SURE_TO_FIT = 20;

/** A figure as it is read: nothing where there is none, a dash for zero. */
function sayFigure({ kind }: BudgetColumn, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value === 0) return '–';
  if (kind === 'minutes') return typedDuration(Number(value));
  return kind === 'money' ? formatCents(Number(value), true) : Number(value).toLocaleString('en-CA', { maximumFractionDigits: 4 });
}

function LockButton({ line, onLock }: Pick<BudgetRowProps, 'line' | 'onLock'>) {
  const isLocked = line.lock === 'all';
  if (line.entries.size === 0) return null;
  return (
    <button
      type="button"
      className={line.lock === 'none' ? 'icon-button quiet' : 'icon-button'}
      aria-pressed={line.lock === 'some' ? 'mixed' : isLocked}
      aria-label={`Lock ${line.name}`}
      title={isLocked ? 'Locked: not scaled and not typed over. Press to unlock.' : 'Lock this row against scaling and typing'}
      onClick={() => onLock(line)}
    >
      <Icon name={line.lock === 'none' ? 'lock_open' : 'lock'} size={18} />
    </button>
  );
}

function classOf(props: { isSelected: boolean; isActive: boolean; isBad: boolean; isScaled: boolean }): string {
  const { isSelected, isActive, isBad, isScaled } = props;
  const words = ['figure', isSelected && 'selected', isActive && 'active', isBad && 'bad', isScaled && 'scaled'];
  return words.filter(Boolean).join(' ');
}

type CellProps = Pick<BudgetRowProps, 'line' | 'editing' | 'typed'> & {
  column: BudgetColumn;
  isSelected: boolean;
  isActive: boolean;
  bad: BadCell | undefined;
};

function FigureCell({ line, column, isSelected, isActive, editing, bad, typed }: CellProps) {
  const cell = cellKey(line.id, column.key);
  const value = typed?.has(cell) ? typed.get(cell) : line.values[column.key];
  const entry = line.entries.get(column.line);
  const isScaled = entry?.is_scaled === true && column.kind !== 'money';
  const text = bad?.text || sayFigure(column, value);
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the cells of a grid take the focus, and are told as such
      role="gridcell"
      className={classOf({ isSelected, isActive, isBad: bad !== undefined, isScaled })}
      data-cell={cell}
      tabIndex={isActive ? 0 : -1}
      aria-selected={isSelected}
      aria-invalid={bad ? true : undefined}
      aria-readonly={line.why_not ? true : undefined}
      title={bad?.problem}
    >
      <span className="phone-label">
        {column.title}, {column.unit}
      </span>
      <div className="box">
        {editing ? (
          <CellField
            label={`${column.title}, ${column.unit}, ${line.name}`}
            editing={editing}
            // A clock time needs the colon, which the number pads of phones do not have.
            inputMode={column.kind === 'minutes' ? 'text' : 'decimal'}
          />
        ) : (
          <span className={text.length > MAX_SURE_TO_FIT ? 'text' : 'text short'}>{text}</span>
        )}
      </div>
      {bad ? <span className="phone-problem">{bad.problem}</span> : null}
    </td>
  );
}

function Row({ rowIndex, line, columns, left, right, active, editing, bad, typed, canEdit, seesAmounts, isJob, onLock }: BudgetRowProps) {
  const { totals } = line;
  return (
    <tr className={line.lock === 'all' ? 'row milestone locked' : 'row milestone'} data-milestone={line.id} aria-rowindex={rowIndex}>
      <th scope="row" className="name">
        <div className="line">
          <span className={line.name.length > MAX_NAME_SURE_TO_FIT ? 'words' : 'words short'} title={line.name}>
            {line.name}
          </span>
          {canEdit ? <LockButton line={line} onLock={onLock} /> : null}
          {!canEdit && line.lock !== 'none' ? <Icon name="lock" size={16} label="Locked" /> : null}
        </div>
      </th>
      {columns.map((column, at) => (
        <FigureCell
          key={column.key}
          line={line}
          column={column}
          isSelected={at >= left && at <= right}
          isActive={at === active}
          editing={editing?.spot.column === at ? editing : null}
          bad={bad?.get(column.key)}
          typed={typed}
        />
      ))}
      <FigureCells minutes={totals.minutes} amount={seesAmounts ? totals.amount : undefined} actual={isJob ? null : undefined} />
    </tr>
  );
}

/** A milestone and what is budgeted for it. It is drawn again only when something in it has changed: a long budget has thousands of cells. */
export const BudgetRow = memo(Row, (one, other) => {
  const { line, ...rest } = one;
  const isSame = Object.entries(rest).every(([name, value]) => value === other[name as keyof BudgetRowProps]);
  return isSame && line.signature === other.line.signature;
});
