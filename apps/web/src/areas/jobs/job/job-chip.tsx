import { headingOf } from '@dmse/contract/common/field';
import { type Blocker, type Job, JobPatch, type JobRow, updateJob } from '@dmse/contract/jobs/job';
import { JOB, JOB_STATES, type JobState, needsReason, whyNotPickJobState } from '@dmse/domain/states/job';
import type { BlockerCode } from '@dmse/domain/states/job-blockers';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { useQuestion } from '../../../parts/dialog/use-question.tsx';
import { StateChip } from '../../../parts/record/state-chip.tsx';
import { useStateChange } from '../../../parts/record/use-state-change.ts';
import { useSelf } from '../../../session/self.ts';
import { CloseOutDialog } from './close-out-dialog.tsx';

export const JOB_STATE_FILTER = JOB_STATES.map((state) => ({ value: state, label: state }));
const VERBS: Record<JobState, string> = { 'IN PROGRESS': 'Reopen job', CLOSED: 'Close job', CANCELLED: 'Cancel job' };

export type JobChipProps = { job: Pick<JobRow | Job, 'id' | 'num' | 'state' | 'can_edit' | 'version'> };

/** How a job's state is changed: cancelling and reopening ask why, and what would be stranded is settled on a checklist. */
function useJobState(job: JobChipProps['job']) {
  const client = useQueryClient();
  const question = useQuestion();
  const reason = useRef('');

  async function save(state: JobState, confirm?: BlockerCode[]): Promise<void> {
    const body = { state, ...(reason.current ? { state_reason: reason.current } : {}), ...(confirm ? { confirm } : {}) };
    await call(updateJob, { id: job.id }, body, confirm || job.version === undefined ? {} : { ifMatch: job.version });
    await invalidateArea(client, 'jobs');
  }
  async function choose(chosen: string): Promise<boolean> {
    const state = chosen as JobState;
    reason.current = '';
    if (needsReason(job.state, state)) {
      const verb = VERBS[state];
      const answer = await question.ask({
        title: `${verb} ${job.num}`,
        text: 'The reason stands in the history of the job.',
        label: headingOf(JobPatch.shape.state_reason),
        verb,
      });
      if (!answer) return false;
      reason.current = answer.words;
    }
    await save(state);
    return true;
  }

  return {
    failedText: 'Failed to save job.',
    onChoose: job.can_edit ? choose : undefined,
    checklist: (state: string, blockers: unknown, onClose: () => void) => (
      <CloseOutDialog
        job={job}
        verb={VERBS[state as JobState]}
        blockers={(blockers ?? []) as Blocker[]}
        onDone={(confirm) => save(state as JobState, confirm)}
        onClose={onClose}
      />
    ),
    question: question.dialog,
  };
}

/** A job's state. Whoever may changes it here. */
export function JobChip({ job }: JobChipProps) {
  const { groups } = useSelf();
  const { question, ...change } = useJobState(job);
  const facts = { state: job.state, can_edit: job.can_edit ?? false };
  const choices = JOB_STATES.map((state) => {
    const why = whyNotPickJobState(facts, state, { groups });
    // The reason is asked for once the state is chosen.
    return { state, tone: JOB.rows[state].tone, whyNot: why?.code === 'REASON_NEEDED' ? null : (why?.sentence ?? null) };
  });
  return (
    <>
      <StateChip state={job.state} choices={choices} label={`State of ${job.num}`} {...change} />
      {question}
    </>
  );
}

/** Closes a job whose work is done. */
export function CloseJobButton({ job }: JobChipProps) {
  const { question, ...how } = useJobState(job);
  const { change, isBusy, dialog } = useStateChange(how);
  return (
    <>
      <Button variant="contained" loading={isBusy} onClick={() => void change('CLOSED' satisfies JobState)}>
        {VERBS.CLOSED}
      </Button>
      {dialog}
      {question}
    </>
  );
}
