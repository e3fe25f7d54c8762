import { hasRiskAssessment } from '@dmse/domain/field/risk-assessment';
import type { LightItem } from '@dmse/sync/item';
import { listRescue } from '@dmse/sync/local/rescue';
import { countDevice } from '@dmse/sync/report';
import { isUnsettled } from '@dmse/sync/rules/new-item';
import type { Session } from '@dmse/sync/session';
import type { CardRun } from '../../areas/sites/run-card.tsx';
import { sayRunName } from '../../areas/sites/run-state.ts';

/** How many of the stored runs are offered. */
export const SHOWN_RUNS = 5;

export type RescuedRun = { field_run: string; name: string; count: number };
export type LocalRuns = {
  /** Newest stored first. */
  runs: readonly CardRun[];
  /** Items that lost their run on this device before the server had them. */
  rescued: readonly RescuedRun[];
};

type Assessment = Parameters<typeof hasRiskAssessment>[0];

function toCard(run: LightItem, unsynced: number): CardRun {
  const { name, job_num } = run.fields;
  return {
    id: run.id,
    name: typeof name === 'string' ? name : null,
    job_num: typeof job_num === 'string' ? job_num : '',
    has_risk_assessment: hasRiskAssessment(run.fields as unknown as Assessment),
    stored_on: run.stored_on,
    unsynced,
  };
}

/** What lies on this device: the runs, what each of them has not got to the server, and what was rescued from runs that left. */
export async function readLocalRuns(session: Session): Promise<LocalRuns> {
  const [runs, counts, aside] = await Promise.all([
    session.store.runs((tx) => tx.table('run').list({})),
    countDevice(session),
    listRescue(session),
  ]);
  const cards = runs.map((run) => {
    const of = counts.by_run.get(run.id);
    return toCard(run, (of?.waiting ?? 0) + (of?.failed ?? 0));
  });
  const rescued = new Map<string, RescuedRun>();
  for (const item of aside) {
    if (!isUnsettled(item)) continue;
    const known = rescued.get(item.field_run);
    const name = known?.name ?? sayRunName(item._run_name);
    rescued.set(item.field_run, { field_run: item.field_run, name, count: (known?.count ?? 0) + 1 });
  }
  const newest = cards.toSorted((one, other) => (one.stored_on! < other.stored_on! ? 1 : -1));
  return { runs: newest, rescued: [...rescued.values()] };
}
