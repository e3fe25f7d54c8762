import { getProcessing, type Processing, resetProcessing } from '@dmse/contract/sites/processing/run';
import type { ProcessingStep } from '@dmse/domain/sites/processing';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ComponentType, useEffect, useMemo, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { ProblemError } from '../../../api/problem-error.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { callKey, useCall } from '../../../api/use-call.ts';
import { useQuestion } from '../../../parts/dialog/use-question.tsx';
import { Icon } from '../../../parts/icon/icon.tsx';
import { lazyPanel } from '../../../parts/lazy-part.tsx';
import { LinkButton } from '../../../parts/links.tsx';
import { EmptyState } from '../../../parts/notice/empty-state.tsx';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { useNarrow } from '../../../parts/page/use-narrow.ts';
import { RecordPending } from '../../../parts/record/record-pending.tsx';
import { StateChip } from '../../../parts/record/state-chip.tsx';
import { useSetWords, useWord } from '../../../parts/search/address.ts';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { rememberRecord } from '../../../session/recent-records.ts';
import { useCan, useSelf } from '../../../session/self.ts';
import { RUN_STATE_CHOICES, sayRunName } from '../field-run/run-state.ts';
import { AttemptMenu } from './attempt-menu.tsx';
import { DecisionDrawer } from './decision-drawer.tsx';
import { ProcessingProvider } from './processing-provider.tsx';
import { EarlierBanner, LeaseBanner } from './run-banners.tsx';
import { firstStep, StepList, stepsOf } from './step-list.tsx';
import { useLease } from './use-lease.ts';
import { WorkBar } from './work-bar.tsx';

const STEPS: Record<ProcessingStep, ComponentType> = {
  import: lazyPanel(() => import('../processing-steps/import-step.tsx').then((file) => file.ImportStep)),
  validate: lazyPanel(() => import('../processing-steps/validate-step.tsx').then((file) => file.ValidateStep)),
  shifts: lazyPanel(() => import('../processing-steps/shifts-step.tsx').then((file) => file.ShiftsStep)),
  conflicts: lazyPanel(() => import('../processing-steps/conflicts-step.tsx').then((file) => file.ConflictsStep)),
  review: lazyPanel(() => import('../processing-steps/review-step.tsx').then((file) => file.ReviewStep)),
  export: lazyPanel(() => import('../processing-steps/export-step.tsx').then((file) => file.ExportStep)),
  finish: lazyPanel(() => import('../processing-steps/finish-step.tsx').then((file) => file.FinishStep)),
};

/** Milliseconds between two looks at a run: while it is computed, and while nothing happens that is known of. */
const LOOK = { working: 1000, idle: 20_000 };

function useRun(id: string, attempt: number | undefined) {
  return useCall(
    getProcessing,
    { id, ...(attempt === undefined ? {} : { attempt }) },
    { retry: false, refetchInterval: ({ state: { data } }) => (data?.work || data?.reading ? LOOK.working : LOOK.idle) },
  );
}

/** While the figures are worked out anew, those of before stay in sight. */
function useKeptOverview(run: Processing | undefined): Processing | undefined {
  const kept = useRef<Processing | undefined>(undefined);
  return useMemo(() => {
    const last = kept.current;
    if (run?.overview) kept.current = run;
    if (!run?.work || run.overview || last?.id !== run.id || last.attempt?.id !== run.attempt?.id) return run;
    return { ...run, overview: last.overview };
  }, [run]);
}

type WizardProps = { run: Processing; attempt: number | undefined; refresh: () => Promise<unknown> };

function useWhyNotWrite({ run, attempt }: WizardProps): string | null {
  const mayProcess = useCan('sites.process');
  if (!mayProcess) return 'Only people in the group Field Data Processor can change this.';
  if (attempt !== undefined) return 'An earlier attempt is only read.';
  if (run.lease && !run.lease.is_mine) return `${run.lease.holder.full_name} is working on this run.`;
  return run.why_not_write;
}

function useReset({ run }: WizardProps) {
  const { ask, dialog } = useQuestion();
  const queries = useQueryClient();
  const navigate = useNavigate();
  async function reset(): Promise<void> {
    const answer = await ask({
      title: 'Reset the processing of this run?',
      text: 'This attempt with its files and decisions is put aside, where it can be read, compared and restored. The run becomes Active.',
      label: 'Reason',
      isOptional: true,
      verb: 'Reset processing',
    });
    if (!answer) return;
    try {
      const after = await call(resetProcessing, { id: run.id }, answer.words ? { reason: answer.words } : {});
      queries.setQueryData(callKey(getProcessing, { id: run.id }), after);
      showToast({ text: `Attempt ${run.attempt?.number ?? ''} was put aside.`, subtitle: 'It can be restored from the menu of attempts.' });
      void invalidateArea(queries, 'sites');
      await navigate({ to: `/processing/${run.id}`, search: {} });
    } catch (error) {
      showProblem(error, 'The processing could not be reset.');
    }
  }
  return { reset, dialog };
}

function NothingYet({ run }: { run: Processing }) {
  const wasReset = run.attempts.length > 0;
  const begin = wasReset ? 'Import files to begin again, or open the attempt from the menu to restore it.' : undefined;
  return (
    <EmptyState
      icon="upload_file"
      title={wasReset ? 'The last attempt was put aside.' : 'No files have been imported yet.'}
      text={run.why_not_import ?? begin}
    >
      {run.why_not_import ? null : (
        <LinkButton to="/processing/start" search={{ fieldrun: run.id }} variant="contained">
          Import files
        </LinkButton>
      )}
    </EmptyState>
  );
}

/** Without a step in the address the first one that has something open, from then on in the address. */
function useStep({ run, attempt }: WizardProps): ProcessingStep {
  const isNarrow = useNarrow();
  const setWords = useSetWords();
  const asked = useWord('step');
  const named = stepsOf(attempt).find((step) => step === asked);
  const step = named ?? (attempt === undefined ? firstStep(run) : 'review');
  const isKnown = named !== undefined || run.attempt === null || (run.overview === null && run.problem === null);
  useEffect(() => {
    if (isKnown || isNarrow) return;
    setWords({ step }, { toTop: true });
  }, [isKnown, isNarrow, step, setWords]);
  return isNarrow ? 'review' : step;
}

function Wizard(props: WizardProps) {
  const { run, attempt, refresh } = props;
  const mayProcess = useCan('sites.process');
  const isNarrow = useNarrow();
  const whyNotWrite = useWhyNotWrite(props);
  const { takeOver } = useLease(run, mayProcess && attempt === undefined && run.attempt?.state === 'open' && !isNarrow, refresh);
  const { reset, dialog } = useReset(props);
  const [isListing, setListing] = useState(false);
  const { id: person } = useSelf();
  const step = useStep(props);
  const Step = STEPS[step];
  const title = sayRunName(run.name);
  useEffect(() => {
    rememberRecord(person, { kind: 'Processing', title, path: `/processing/${run.id}` });
  }, [person, title, run.id]);
  return (
    <ProcessingProvider run={run} whyNotWrite={whyNotWrite}>
      <PageHeader
        title={title}
        chip={
          <>
            <StateChip state={run.state} choices={RUN_STATE_CHOICES} failedText="Failed to start run." />
            <AttemptMenu run={run} />
          </>
        }
        subtitle={run.job?.num ?? run.job_num}
        actions={
          isNarrow || !run.attempt ? null : (
            <>
              {mayProcess && attempt === undefined ? (
                <Button startIcon={<Icon name="history" size={18} />} onClick={() => setListing(true)}>
                  Decisions
                </Button>
              ) : null}
              {whyNotWrite === null ? (
                <Button startIcon={<Icon name="restart_alt" size={18} />} onClick={() => void reset()}>
                  Reset
                </Button>
              ) : null}
            </>
          )
        }
        tabs={run.attempt && !isNarrow ? <StepList run={run} current={step} attempt={attempt} /> : null}
      />
      {attempt === undefined ? (
        <LeaseBanner run={run} mayProcess={mayProcess} takeOver={takeOver} />
      ) : (
        <EarlierBanner run={run} mayRestore={mayProcess && run.state !== 'Finished'} />
      )}
      {isNarrow && run.attempt ? (
        <Alert severity="info" sx={{ mb: 3 }}>
          On a phone only the review is shown. The other steps need a wider screen.
        </Alert>
      ) : null}
      <WorkBar run={run} mayCancel={whyNotWrite === null} refresh={refresh} />
      {run.attempt ? <Step /> : run.reading ? null : <NothingYet run={run} />}
      {isListing ? <DecisionDrawer onClose={() => setListing(false)} /> : null}
      {dialog}
    </ProcessingProvider>
  );
}

/** From raw files to final coordinates, in seven steps. */
export function ProcessingWizard() {
  const { id } = useParams({ from: '/processing/$id' });
  const { attempt: asked } = useSearch({ from: '/processing/$id' }) as { attempt?: string };
  const attempt = asked && /^\d+$/.test(asked) ? Number(asked) : undefined;
  const { data, isError, error, refetch } = useRun(id, attempt);
  const run = useKeptOverview(data);
  if (run) return <Wizard run={run} attempt={attempt} refresh={refetch} />;
  if (!isError) return <RecordPending noun="field run" />;
  if (error instanceof ProblemError && error.status === 404)
    return (
      <EmptyState isPage icon="search_off" title="There is no such field run." text="It may have been deleted since the link was made." />
    );
  return <ErrorState isPage title="The run could not be loaded." error={error} onRetry={() => void refetch()} />;
}
