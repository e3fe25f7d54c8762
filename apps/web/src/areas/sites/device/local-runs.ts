import { FIELD_RECORDS, sayNotLoaded } from '@dmse/domain/sites/not-loaded';
import { hasRiskAssessment } from '@dmse/domain/sites/risk-assessment';
import type { LightItem } from '@dmse/sync/item';
import { isUnsettled } from '@dmse/sync/rules/new-item';
import type { Session } from '@dmse/sync/session';
import { listItems, readNotLoaded } from '../../../field/sync/sync-counts.ts';
import type { CardRun } from '../field-run/run-card.tsx';
import { sayRunName } from '../field-run/run-state.ts';

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

function toCard(run: LightItem, unsynced: number, lacks: string | null): CardRun {
  const { name, job_num } = run.fields;
  return {
    id: run.id,
    name: typeof name === 'string' ? name : null,
    job_num: typeof job_num === 'string' ? job_num : '',
    has_risk_assessment: hasRiskAssessment(run.fields as Assessment),
    stored_on: run.stored_on,
    unsynced,
    lacks,
  };
}

/** What lies on this device: the runs, what each of them has not got to the server, and what was rescued from runs that left. */
export async function readLocalRuns(session: Session): Promise<LocalRuns> {
  const { here, aside } = await listItems(session);
  const unsynced = new Map<string, number>();
  for (const item of [...here, ...aside].filter(isUnsettled)) unsynced.set(item.field_run, (unsynced.get(item.field_run) ?? 0) + 1);
  const runs = here.filter((item) => item.kind === 'run').sort((one, other) => other.stored_on.localeCompare(one.stored_on));
  const rescued = new Map<string, RescuedRun>();
  for (const item of aside.filter(isUnsettled)) {
    const name = rescued.get(item.field_run)?.name ?? sayRunName(item._run_name);
    rescued.set(item.field_run, { field_run: item.field_run, name, count: (rescued.get(item.field_run)?.count ?? 0) + 1 });
  }
  const cards = runs.map(async (run) =>
    toCard(run, unsynced.get(run.id) ?? 0, sayNotLoaded(await readNotLoaded(session, run, here), FIELD_RECORDS)),
  );
  return { runs: await Promise.all(cards), rescued: [...rescued.values()] };
}
