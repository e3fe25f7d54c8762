import type { ProcessingDecision } from '@dmse/contract/sites/processing/decision';
import { localDate } from '@dmse/domain/dates/local-date';
import { isStructure } from '@dmse/domain/sites/shot-category';
import type { AppShot } from '@dmse/survey/match/app-shot';
import type { SurveySettings } from '@dmse/survey/survey-settings';
import type { RunGrid, RunInputs, Surroundings } from '../../../adapters/processing/question.ts';
import type { Tx } from '../../../db/database.ts';
import { getSection, getSurveySettings } from '../../settings/setting/setting.service.ts';
import type { FieldRunRow } from '../field-run/field-run.queries.ts';
import { findJobOf } from '../field-run/field-run-job.ts';
import * as grids from '../layer/geoid-grid.queries.ts';
import { collectPipes } from '../pipe/pipe-figures.ts';
import type { AttemptRow } from './attempt.queries.ts';
import * as decisions from './decision.queries.ts';
import * as files from './processing-file.queries.ts';
import * as around from './surroundings.queries.ts';

/** What the office knew when a run was finished. */
export type Frozen = { settings: SurveySettings; around: Surroundings };

/** Everything that the figures of an attempt follow from. A finished one keeps the settings and surroundings of that moment. */
export async function collectInputs(tx: Tx, run: FieldRunRow, attempt: AttemptRow): Promise<RunInputs> {
  const given = await files.list(tx, attempt.id);
  const standing = await decisions.listStanding(tx, attempt.id);
  const { settings, around: surroundings } = (attempt.frozen as Frozen | null) ?? (await collectFacts(tx, run));
  return {
    key: run.id,
    attempt: attempt.id,
    revision: attempt.revision,
    files: given.map(({ part, name, sha256, bytes }) => ({ part, name, sha256, bytes })),
    decisions: standing.map(({ id, decision, by, at, why }) => ({
      id,
      decision: decision as ProcessingDecision,
      by: by?.full_name ?? '',
      at,
      why,
    })),
    settings,
    around: surroundings,
  };
}

async function collectFacts(tx: Tx, run: FieldRunRow): Promise<Frozen> {
  const settings = await getSurveySettings(tx);
  const { undulation_grid, offset_grid } = await getSection(tx, 'coordinates');
  const job = await findJobOf(tx, run);
  const app_shots = (await around.listAppShots(tx, run.id)).map(toAppShot);
  return {
    settings,
    around: {
      undulation_grid: await findGrid(tx, undulation_grid),
      offset_grid: await findGrid(tx, offset_grid),
      controls: (await around.listControls(tx)).map((control) => ({ ...control, id: String(control.id) })),
      // A run that nobody took to the field has nothing to be matched with.
      app_shots: app_shots.length > 0 ? app_shots : null,
      ...(await collectPipes(tx, run.id)),
      earlier_imports: job === null ? [] : (await around.listEarlierPoints(tx, run.id, job)).map(toEarlier),
      run_date: run.started_on === null ? null : localDate(run.started_on, settings.time_zone),
    },
  };
}

async function findGrid(tx: Tx, id: number | null | undefined): Promise<RunGrid | null> {
  const grid = id ? await grids.find(tx, id) : undefined;
  return grid ? { sha256: grid.sha256, name: grid.name, vertical_system: grid.vertical_system } : null;
}

type AppShotRow = Awaited<ReturnType<typeof around.listAppShots>>[number];

function toAppShot({ lon, lat, name, description, category, ...row }: AppShotRow): AppShot {
  return {
    ...row,
    name: name ?? '',
    description: description ?? '',
    category: category ?? '',
    position: lon === null || lat === null ? null : { longitude: lon, latitude: lat },
    is_structure: isStructure(row.sub_category),
  };
}

function toEarlier({ run, ...point }: { name: string; run: string | null; easting: number; northing: number }) {
  return { ...point, run: run ?? '' };
}
