import { decideProcessing, type ProcessingDecision, undoProcessingDecisions } from '@dmse/contract/sites/processing/decision';
import { sayDecision } from '@dmse/contract/sites/processing/decision-text';
import { getProcessingPoints, type Processing } from '@dmse/contract/sites/processing/run';
import { sayCount } from '@dmse/domain/text/counts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { useCall } from '../../../api/use-call.ts';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { ProcessingContext } from './use-processing.ts';

/** What was decided, as a toast says it. */
function sayDecisions(decisions: readonly ProcessingDecision[]): string {
  if (decisions.length !== 1) return `${sayCount(decisions.length, 'decision')} made.`;
  return `${sayDecision(decisions[0]!).replace(/^[a-z]/, (letter) => letter.toUpperCase())}.`;
}

const PATH = '/api/sites/fieldrun-processing';

export type ProcessingProviderProps = {
  run: Processing;
  whyNotWrite: string | null;
  children: ReactNode;
};

/** The points, asked for once per revision: they are by far the largest answer of the wizard. */
function usePoints({ id, revision, overview, work, attempt }: Processing) {
  const { data, refetch } = useCall(
    getProcessingPoints,
    { id, ...(attempt ? { attempt: attempt.id } : {}) },
    { enabled: overview !== null && attempt !== null, staleTime: Number.POSITIVE_INFINITY, keepOld: true },
  );
  const asked = useRef(revision);
  const isOld = data !== undefined && data.revision !== revision && overview !== null && work === null;
  useEffect(() => {
    if (!isOld || asked.current === revision) return;
    asked.current = revision;
    void refetch();
  }, [isOld, revision, refetch]);
  return data ?? null;
}

/** Holds what the steps share: the run, its points, the selected shot, and how something is decided. */
export function ProcessingProvider({ run, whyNotWrite, children }: ProcessingProviderProps) {
  const queries = useQueryClient();
  const [selected, select] = useState<string | null>(null);
  const points = usePoints(run);
  const { id, overview } = run;

  const acts = useMemo(() => {
    const refresh = () =>
      queries.invalidateQueries({
        predicate: ({ queryKey: [path] }) => String(path).startsWith(PATH) && path !== getProcessingPoints.path,
      });
    const during = async (work: () => Promise<void>, failed: string): Promise<boolean> => {
      try {
        await work();
        return true;
      } catch (error) {
        showProblem(error, failed);
        return false;
      } finally {
        await refresh();
      }
    };
    const undoAll = (ids: readonly number[]) =>
      during(async () => {
        await call(undoProcessingDecisions, { id }, { decisions: [...ids] });
        showToast({ text: 'Undone.' });
      }, 'This could not be undone.');
    return {
      refresh,
      undo: (decision: number) => undoAll([decision]),
      decide: (decisions: ProcessingDecision[], why?: string) =>
        during(async () => {
          const { ids } = await call(decideProcessing, { id }, { decisions, ...(why ? { why } : {}) });
          showToast({ text: sayDecisions(decisions), action: { label: 'Undo', run: () => void undoAll(ids) } });
        }, 'This could not be decided.'),
    };
  }, [queries, id]);

  const state = useMemo(
    () => ({ run, overview, points, selected, select, ...acts, isWritable: whyNotWrite === null, whyNotWrite }),
    [run, overview, points, selected, acts, whyNotWrite],
  );
  return <ProcessingContext value={state}>{children}</ProcessingContext>;
}
