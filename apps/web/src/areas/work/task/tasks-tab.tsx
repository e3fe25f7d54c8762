import { getJob } from '@dmse/contract/jobs/job';
import { getQuote } from '@dmse/contract/jobs/quote';
import { listMemos } from '@dmse/contract/memos/memo';
import { isOpenJob } from '@dmse/domain/states/job';
import Alert from '@mui/material/Alert';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { useToday } from '../../../parts/date/firm-zone.ts';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { useSetWords, useWord } from '../../../parts/search/address.ts';
import { useTour } from '../../../parts/tour/use-tour.tsx';
import { useCan, useSelf } from '../../../session/self.ts';
import { useCreateDraft } from '../../invoices/draft/use-create-draft.ts';
import { useJobSettings } from '../../jobs/job/use-job-settings.ts';
import { useStartTimer } from '../../time/timer/use-timer.ts';
import { useWork } from '../board/use-work.ts';
import { WorkBoard, type WorkMode } from '../board/work-board.tsx';
import type { WorkChoices } from '../board/work-choices.ts';
import type { WorkOwner } from '../board/work-data.ts';
import type { Invoicing } from '../wip/wip-actions.tsx';
import { ReportsMenu } from './reports-menu.tsx';
import { JOB_TASKS_TOUR, QUOTE_TASKS_TOUR } from './task-tours.ts';

export type TasksTabProps = { owner: WorkOwner; num: string; isReadOnly: boolean };

const NO_CHOICES: WorkChoices = { task_templates: [], milestone_templates: [], account_codes: [] };

/** WIP or milestones, kept in the address. A quote has no WIP, and whoever sees no amounts has only milestones. */
function useMode(hasWip: boolean): [WorkMode, (mode: WorkMode) => void] {
  const mode = useWord('mode');
  const setWords = useSetWords();
  const setMode = (next: WorkMode) => setWords({ mode: next === 'wip' ? next : undefined, entries: undefined, explain: undefined });
  return [hasWip && mode === 'wip' ? 'wip' : 'milestones', setMode];
}

/** What stands in the way of the work besides itself: a job that rests, and issues that are not resolved. */
function useFacts(owner: WorkOwner) {
  const isJob = 'job' in owner;
  const job = useCall(getJob, { id: isJob ? owner.job : 0 }, { enabled: isJob }).data;
  const quote = useCall(getQuote, { id: isJob ? 0 : owner.quote }, { enabled: !isJob }).data;
  const memos = useCall(listMemos, { ...owner, is_issue: true, is_resolved: false, page_size: 200 }).data;
  const facts = useMemo(
    () => ({
      job: job ? { state: job.state } : null,
      // What was said of a task of the quote it came from holds for the job as a whole: its own tasks are others.
      issues: (memos?.results ?? []).map(({ title, task, quote: of }) => ({
        title,
        task: isJob && of !== null ? null : (task?.id ?? null),
      })),
    }),
    [isJob, job, memos],
  );
  return { facts, isOpen: (isJob ? job : quote)?.is_editable ?? false };
}

/** How work of a job is put on a draft invoice, for whoever may. */
function useInvoicing(owner: WorkOwner): Invoicing | undefined {
  const mayWrite = useCan('invoices.write');
  const isJob = 'job' in owner;
  const job = useCall(getJob, { id: isJob ? owner.job : 0 }, { enabled: isJob }).data;
  const { create, isBusy } = useCreateDraft();
  if (!mayWrite || !job) return undefined;
  const client = job.client?.id;
  return {
    whyNot: client === undefined ? 'The job has no client to send an invoice to.' : null,
    isBusy,
    start: async (items) => (client === undefined ? undefined : create({ client, items })),
  };
}

/** The work of a job or quote: groups, tasks and milestones. */
export function TasksTab({ owner, num, isReadOnly }: TasksTabProps) {
  const isJob = 'job' in owner;
  const { id: self } = useSelf();
  const hasWip = useCan('amounts.see') && isJob;
  const canCopy = useCan('work.write');
  const today = useToday();
  const work = useWork(owner);
  const { facts, isOpen } = useFacts(owner);
  const settings = useJobSettings();
  const [mode, setMode] = useMode(hasWip);
  const navigate = useNavigate();
  const startTimer = useStartTimer();
  const invoicing = useInvoicing(owner);
  function startOn(task: number, milestone: number | null): void {
    const found = work.data?.tasks.find(({ id }) => id === task);
    if (!found || !('job' in owner)) return;
    const named = found.milestones.find(({ id }) => id === milestone);
    void startTimer?.({
      job: { id: owner.job, num, desc: '', state: '' },
      task: { id: task, name: found.name },
      milestone: named ? { id: named.id, name: named.name } : null,
      overhead_code: null,
      is_billable: true,
    });
  }
  const tour = useTour(isJob ? JOB_TASKS_TOUR : QUOTE_TASKS_TOUR, work.isSuccess);

  if (work.isPending)
    return (
      <Stack role="progressbar" aria-busy aria-label="Loading the tasks" sx={{ gap: 3 }}>
        <Skeleton variant="rounded" height={36} />
        <Skeleton variant="rounded" height={360} />
      </Stack>
    );
  if (!work.data) return <ErrorState title="The tasks could not be loaded." error={work.error} onRetry={() => void work.refetch()} />;
  return (
    <>
      {facts.job && !isOpenJob(facts.job) ? (
        <Alert severity="info" sx={{ mb: 3 }}>
          The job is {facts.job.state}: nothing of it is ready to be worked on.
        </Alert>
      ) : null}
      <WorkBoard
        owner={owner}
        num={num}
        data={work.data}
        facts={facts}
        choices={settings ?? NO_CHOICES}
        today={today}
        mode={mode}
        canEdit={!isReadOnly}
        canCopy={canCopy}
        toucher={isOpen ? self : null}
        onStartTimer={startTimer && isJob && isOpen ? startOn : undefined}
        invoicing={invoicing}
        modeSwitch={
          hasWip ? (
            <ToggleButtonGroup
              exclusive
              size="small"
              aria-label="Display mode"
              value={mode}
              onChange={(_, next: WorkMode | null) => next && setMode(next)}
            >
              <ToggleButton value="milestones">Milestones</ToggleButton>
              <ToggleButton value="wip">WIP</ToggleButton>
            </ToggleButtonGroup>
          ) : undefined
        }
        reports={<ReportsMenu owner={owner} num={num} today={today} />}
        onGo={(path) => void navigate({ to: path })}
      />
      {tour}
    </>
  );
}
