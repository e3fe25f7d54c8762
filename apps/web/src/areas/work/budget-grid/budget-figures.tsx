import { typedDuration } from '@dmse/domain/dates/duration';
import { measureUse } from '@dmse/domain/work/budget';
import { formatCents, MoneyText } from '../../../parts/text/money-text.tsx';
import { ExplainButton } from '../wip/explain-button.tsx';
import type { TaskKey } from '../wip/use-explain.ts';

/** Why a milestone has no figure, for those who point at the dash or hear it. */
const BY_TASK = 'Counted by task';

const say = (cents: number | null) => (cents ? formatCents(cents, true) : '–');

export type FigureCellsProps = {
  minutes: number;
  /** Left out for whoever sees no amounts. */
  amount?: number | undefined;
  /** On a job: what has been used of it; null for a milestone. */
  actual?: number | null | undefined;
  /** Whose figures these are: what has been used opens the work it is made of. */
  explained?: { of: string; task?: TaskKey };
};

type UsedFigureProps = { label: string; text: string; isKnown: boolean; explained?: FigureCellsProps['explained'] };

function UsedFigure({ label, text, isKnown, explained }: UsedFigureProps) {
  return (
    <td className="fact used" title={isKnown ? undefined : `${label}: ${BY_TASK}`}>
      <span className="phone-label">{label}</span>
      {explained ? <ExplainButton figure="actual" label={`${label} of ${explained.of}`} text={text} task={explained.task} /> : text}
      {isKnown ? null : <span className="hidden">{BY_TASK}</span>}
    </td>
  );
}

/** The last columns of every row: its hours, its amount, and on a job what has been used. */
export function FigureCells({ minutes, amount, actual, explained }: FigureCellsProps) {
  const isKnown = actual !== null;
  // Nothing used is nothing to explain.
  const opens = actual ? explained : undefined;
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
          <UsedFigure label="Actual" text={say(actual)} isKnown={isKnown} explained={opens} />
          <td className="fact used" title={isKnown ? undefined : `Remaining: ${BY_TASK}`}>
            <span className="phone-label">Remaining</span>
            <MoneyText cents={use?.remaining ?? null} dense />
          </td>
          <UsedFigure label="Used" text={use?.used_pct == null ? '–' : `${use.used_pct} %`} isKnown={isKnown} explained={opens} />
        </>
      ) : null}
    </>
  );
}
