import { getJobWip } from '@dmse/contract/wip/wip';
import { measureUse } from '@dmse/domain/work/budget';
import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useCall } from '../../../api/use-call.ts';
import { formatCents } from '../../../parts/text/money-text.tsx';
import type { BudgetTable } from '../budget-grid/budget-table.ts';
import { ExplainButton } from '../wip/explain-button.tsx';
import { sayHours } from '../work-grid/say-hours.ts';

type Use = ReturnType<typeof measureUse>;

function barStyle(use: Use | null) {
  return ({ vars }: Theme) => ({
    height: 8,
    borderRadius: '99px',
    overflow: 'hidden',
    // What is not known is hatched: an empty bar would say that nothing was used.
    background: use
      ? vars.palette.tint.muted
      : `repeating-linear-gradient(135deg, ${vars.palette.tint.muted} 0 6px, transparent 6px 10px), ${vars.palette.background.paper}`,
    border: `1px solid ${vars.palette.divider}`,
  });
}

function UseBar({ amount, job, ofTasks }: { amount: number; job: number; ofTasks: number | null }) {
  // The job as a whole: work that is on no task counts too.
  const wip = useCall(getJobWip, { id: job }, { staleTime: 0 }).data;
  const actual = wip?.total.actual ?? ofTasks;
  const use = actual === null ? null : measureUse(amount, actual);
  const share = use?.used_pct ?? (use?.tone === 'error' ? 100 : 0);
  return (
    <Box sx={{ flex: '1 1 260px', minWidth: 200 }}>
      <Box
        role="meter"
        aria-label="Budget used"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={use ? Math.min(100, share) : 0}
        aria-valuetext={use ? `${share} % used` : 'Not known'}
        sx={barStyle(use)}
      >
        {use ? <Box sx={{ width: `${Math.min(100, share)}%`, height: '100%', backgroundColor: `${use.tone}.main` }} /> : null}
      </Box>
      <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary' }}>
        Used {actual === null ? '–' : <ExplainButton figure="actual" label="Budget used" text={formatCents(actual)} />} · Remaining{' '}
        {use ? formatCents(use.remaining) : '–'}
      </Typography>
    </Box>
  );
}

function Sum({ label, children }: { label: string; children: string }) {
  return (
    <div>
      <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      <Box sx={{ fontWeight: 600, fontSize: '1rem', fontVariantNumeric: 'tabular-nums' }}>{children}</Box>
    </div>
  );
}

export type BudgetBarProps = { table: Pick<BudgetTable, 'sums' | 'actual'>; seesAmounts: boolean; job: number | null };

/** What the budget comes to, and on a job how much of it has been used. */
export function BudgetBar({ table: { sums, actual }, seesAmounts, job }: BudgetBarProps) {
  const { minutes, labour, disbursements, amount } = sums.all;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 8, rowGap: 3 }}>
      {seesAmounts ? <Sum label="Budget">{formatCents(amount)}</Sum> : null}
      <Sum label="Time">{sayHours(minutes)}</Sum>
      {seesAmounts ? (
        <>
          <Sum label="Labour">{formatCents(labour)}</Sum>
          <Sum label="Disbursements">{formatCents(disbursements)}</Sum>
        </>
      ) : null}
      {seesAmounts && job !== null ? <UseBar amount={amount} job={job} ofTasks={actual} /> : null}
    </Box>
  );
}
