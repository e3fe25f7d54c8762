import { typedDuration } from '@dmse/domain/dates/duration';
import { measureUse } from '@dmse/domain/work/budget';
import { MoneyText } from '../../../parts/text/money-text.tsx';

/** Why a milestone has no figure, for those who point at the dash or hear it. */
const BY_TASK = 'Counted by task';

export type FigureCellsProps = {
  minutes: number;
  /** Left out for whoever sees no amounts. */
  amount?: number | undefined;
  /** On a job: what has been used of it; null for a milestone. */
  actual?: number | null | undefined;
};

function UsedFigure({ label, cents }: { label: string; cents: number | null }) {
  return (
    <td className="fact used" title={cents === null ? `${label}: ${BY_TASK}` : undefined}>
      <span className="phone-label">{label}</span>
      <MoneyText cents={cents} dense />
      {cents === null ? <span className="hidden">{BY_TASK}</span> : null}
    </td>
  );
}

/** The last columns of every row: its hours, its amount, and on a job what has been used. */
export function FigureCells({ minutes, amount, actual }: FigureCellsProps) {
  const use = actual === null || actual === undefined ? null : measureUse(amount ?? 0, actual);
  return (
    <>
      <td className="fact">
        <span className="phone-label">Hours</span>
        {minutes === 0 ? '–' : typedDuration(minutes)}
      </td>
      {amount === undefined ? null : (
        <td className="fact strong">
          <span className="phone-label">Amount (CAD)</span>
          <MoneyText cents={amount} dense />
        </td>
      )}
      {actual !== undefined && amount !== undefined ? (
        <>
          <UsedFigure label="Actual" cents={actual} />
          <UsedFigure label="Remaining" cents={use?.remaining ?? null} />
          <td className="fact used" title={use ? undefined : `Used: ${BY_TASK}`}>
            <span className="phone-label">Used</span>
            {use?.used_pct == null ? '–' : `${use.used_pct} %`}
          </td>
        </>
      ) : null}
    </>
  );
}
