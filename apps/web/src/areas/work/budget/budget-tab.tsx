import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { useMemo } from 'react';
import { LinkButton } from '../../../parts/links.tsx';
import { EmptyState } from '../../../parts/notice/empty-state.tsx';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { useTour } from '../../../parts/tour/use-tour.tsx';
import { useCan } from '../../../session/self.ts';
import { useJobSettings } from '../../jobs/job/use-job-settings.ts';
import { useWork } from '../board/use-work.ts';
import type { WorkOwner } from '../board/work-data.ts';
import { BudgetStyle } from '../budget-grid/budget-grid-style.ts';
import { BudgetBoard } from './budget-board.tsx';
import { BUDGET_TOUR } from './budget-tour.ts';
import { useBudget } from './use-budget.ts';

export type BudgetTabProps = { owner: WorkOwner; isReadOnly: boolean };

function tasksPath(owner: WorkOwner): string {
  return 'job' in owner ? `/job/${owner.job}/tasks` : `/quote/${owner.quote}/tasks`;
}

/** The Budget tab of a job or quote. */
export function BudgetTab({ owner, isReadOnly }: BudgetTabProps) {
  const work = useWork(owner);
  const budget = useBudget(owner);
  const settings = useJobSettings();
  const seesAmounts = useCan('amounts.see');
  const names = useMemo(() => ({ roles: settings?.job_roles ?? [], types: settings?.disbursement_types ?? [] }), [settings]);
  const hasMilestones = work.data?.tasks.some(({ milestones }) => milestones.length > 0) ?? false;
  const tour = useTour(BUDGET_TOUR, budget.isSuccess && hasMilestones && !isReadOnly);

  const failed = work.isError && !work.data ? work : budget.isError && !budget.data ? budget : null;
  if (failed) return <ErrorState title="The budget could not be loaded." error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!work.data || !budget.data || !settings)
    return (
      <Stack role="progressbar" aria-busy aria-label="Loading the budget" sx={{ gap: 3 }}>
        <Skeleton variant="rounded" height={48} />
        <Skeleton variant="rounded" height={360} />
      </Stack>
    );
  if (!hasMilestones)
    return (
      <EmptyState
        icon="checklist"
        title="There are no milestones to budget yet."
        text="The budget is built from the milestones of the tasks: each becomes a row."
      >
        <LinkButton variant="contained" to={tasksPath(owner)}>
          Go to tasks
        </LinkButton>
      </EmptyState>
    );
  return (
    <BudgetStyle>
      <BudgetBoard owner={owner} work={work.data} entries={budget.data} names={names} canEdit={!isReadOnly} seesAmounts={seesAmounts} />
      {tour}
    </BudgetStyle>
  );
}
