import { memo } from 'react';
import { Icon } from '../../../parts/icon/icon.tsx';
import type { BudgetColumn, LineKey } from './budget-columns.ts';

export type BudgetHeadProps = {
  columns: readonly BudgetColumn[];
  seesAmounts: boolean;
  isJob: boolean;
  /** The columns that hold nothing and can be put away. */
  empty: ReadonlySet<LineKey>;
  onRemove: (line: LineKey) => void;
};

export const WIDTHS = { name: 230, minutes: 98, quantity: 80, money: 96, hours: 80, amount: 116, used: 88 } as const;

function widthOf({ kind }: BudgetColumn): number {
  return WIDTHS[kind as 'minutes' | 'quantity' | 'money'];
}

/** How wide the table must be for every figure to be read; what is over goes to the names. */
export function leastWidth(columns: readonly BudgetColumn[], seesAmounts: boolean, isJob: boolean): number {
  const figures = columns.reduce((sum, column) => sum + widthOf(column), 0);
  const amounts = seesAmounts ? WIDTHS.amount + (isJob ? 3 * WIDTHS.used : 0) : 0;
  return WIDTHS.name + figures + WIDTHS.hours + amounts;
}

export const BudgetWidths = memo(function BudgetWidths({
  columns,
  seesAmounts,
  isJob,
}: Pick<BudgetHeadProps, 'columns' | 'seesAmounts' | 'isJob'>) {
  return (
    <colgroup>
      <col />
      {columns.map((column) => (
        <col key={column.key} style={{ width: widthOf(column) }} />
      ))}
      <col style={{ width: WIDTHS.hours }} />
      {seesAmounts ? <col style={{ width: WIDTHS.amount }} /> : null}
      {seesAmounts && isJob ? ['actual', 'remaining', 'share'].map((name) => <col key={name} style={{ width: WIDTHS.used }} />) : null}
    </colgroup>
  );
});

type LineHeadProps = Pick<BudgetHeadProps, 'empty' | 'onRemove'> & { column: BudgetColumn; span: number };

function LineHead({ column, span, empty, onRemove }: LineHeadProps) {
  return (
    <th scope={span > 1 ? 'colgroup' : 'col'} colSpan={span} className="figure-head" title={column.title}>
      <div className="line">
        <span className="words">{column.title}</span>
        {empty.has(column.line) ? (
          <button
            type="button"
            className="icon-button small"
            title="Hide this empty column"
            aria-label={`Remove the column ${column.title}`}
            onClick={() => onRemove(column.line)}
          >
            <Icon name="close" size={14} />
          </button>
        ) : null}
      </div>
    </th>
  );
}

/** Roles and disbursement types, and under each what its figures are counted in. */
export const BudgetHead = memo(function BudgetHead({ columns, seesAmounts, isJob, empty, onRemove }: BudgetHeadProps) {
  const lines = Map.groupBy(columns, ({ line }) => line);
  const totals = ['Hours', ...(seesAmounts ? ['Amount'] : []), ...(seesAmounts && isJob ? ['Actual', 'Remaining', 'Used'] : [])];
  const units: Record<string, string> = { Hours: 'h:mm', Used: '%' };
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" rowSpan={2} className="name">
          Milestone
        </th>
        {[...lines].map(([line, [column, ...others]]) => (
          <LineHead key={line} column={column!} span={1 + others.length} empty={empty} onRemove={onRemove} />
        ))}
        {totals.map((title) => (
          <th key={title} scope="col" className="fact">
            {title}
          </th>
        ))}
      </tr>
      <tr className="units" aria-rowindex={2}>
        {columns.map(({ key, unit }) => (
          <th key={key} scope="col" className="fact">
            {unit}
          </th>
        ))}
        {totals.map((title) => (
          <th key={title} scope="col" className="fact">
            {units[title] ?? 'CAD'}
          </th>
        ))}
      </tr>
    </thead>
  );
});
