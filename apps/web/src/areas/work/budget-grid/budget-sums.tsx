import { typedDuration } from '@dmse/domain/dates/duration';
import type { BudgetSums } from '@dmse/domain/work/budget';
import { memo } from 'react';
import { formatCents } from '../../../parts/text/money-text.tsx';
import { type BudgetColumn, type LineKey, namedLine } from './budget-columns.ts';
import { FigureCells } from './budget-figures.tsx';
import { NO_TOTALS } from './budget-table.ts';

type SumColumns = { columns: readonly BudgetColumn[]; seesAmounts: boolean; isJob: boolean };

function totalsOf(sums: BudgetSums, line: LineKey) {
  const named = namedLine(line);
  const found = 'job_role' in named ? sums.by_role.get(named.job_role) : sums.by_disbursement_type.get(named.disbursement_type);
  return found ?? NO_TOTALS;
}

type SumCellsProps = Pick<SumColumns, 'columns'> & { sums: BudgetSums; say: 'time' | 'amount' };

/** One sum per role or disbursement type; a quantity and its price share one. */
function SumCells({ columns, sums, say }: SumCellsProps) {
  return [...Map.groupBy(columns, ({ line }) => line)].map(([line, own]) => {
    const { minutes, amount } = totalsOf(sums, line);
    const isTime = line.startsWith('role-');
    const time = isTime && minutes > 0 ? typedDuration(minutes) : '';
    const text = say === 'amount' ? (amount === 0 ? '' : formatCents(amount, true)) : time;
    return (
      <td key={line} colSpan={own.length} className={text ? 'fact sum' : 'fact nothing'}>
        {text ? <span className="phone-label">{own[0]!.title}</span> : null}
        {text}
      </td>
    );
  });
}

export type TaskSumRowProps = SumColumns & { rowIndex: number; task: number; name: string; sums: BudgetSums; actual: number | null };

/** A task and what its milestones come to: time per role, money per disbursement. */
export const TaskSumRow = memo(function TaskSumRow({ rowIndex, task, name, sums, actual, columns, seesAmounts, isJob }: TaskSumRowProps) {
  return (
    <tr className="row task" aria-rowindex={rowIndex}>
      <th scope="row" className="name">
        <span className="words" title={name}>
          {name}
        </span>
      </th>
      <SumCells columns={columns} sums={sums} say="time" />
      <FigureCells
        minutes={sums.all.minutes}
        amount={seesAmounts ? sums.all.amount : undefined}
        actual={isJob ? actual : undefined}
        explained={{ of: name, task }}
      />
    </tr>
  );
});

export type TotalRowsProps = SumColumns & { firstIndex: number; sums: BudgetSums; actual: number | null; offTask: number };

/** The foot of the table: work on no task, the time of each role, and what each column comes to. */
export const TotalRows = memo(function TotalRows({ firstIndex, sums, actual, offTask, columns, seesAmounts, isJob }: TotalRowsProps) {
  const blanks = seesAmounts ? (isJob ? 5 : 2) : 1;
  const total = firstIndex + (offTask === 0 ? 0 : 1);
  return (
    <tfoot>
      {offTask === 0 ? null : (
        <tr className="row task" aria-rowindex={firstIndex}>
          <th scope="row" className="name">
            On no task
          </th>
          {columns.map(({ key }) => (
            <td key={key} className="fact nothing" />
          ))}
          <FigureCells minutes={0} amount={0} actual={offTask} explained={{ of: 'work on no task', task: null }} />
        </tr>
      )}
      <tr className="row total" aria-rowindex={total}>
        <th scope="row" className="name">
          Total
        </th>
        <SumCells columns={columns} sums={sums} say="time" />
        <FigureCells
          minutes={sums.all.minutes}
          amount={seesAmounts ? sums.all.amount : undefined}
          actual={isJob ? (actual === null && offTask === 0 ? null : (actual ?? 0) + offTask) : undefined}
          explained={{ of: 'the job' }}
        />
      </tr>
      {seesAmounts ? (
        <tr className="row total" aria-rowindex={total + 1}>
          <th scope="row" className="name">
            Amount (CAD)
          </th>
          <SumCells columns={columns} sums={sums} say="amount" />
          <td className="nothing" colSpan={blanks} />
        </tr>
      ) : null}
    </tfoot>
  );
});
