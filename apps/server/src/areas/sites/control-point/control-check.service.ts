import type { ControlCheck, ControlHealth, NewControlCheck } from '@dmse/contract/sites/control-point';
import { CHECKS_OF_A_DRIFT, findDrift } from '@dmse/domain/sites/control-health';
import type { z } from 'zod';
import type { Context } from '../../../call/context.ts';
import { invalid, notFound } from '../../../call/refusal.ts';
import type { Tx } from '../../../db/database.ts';
import type { PageInput } from '../../../db/paging.ts';
import { recordHistory } from '../../../records/history.ts';
import { lockRecord } from '../../../records/record.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import * as runs from '../field-run/field-run.queries.ts';
import * as checks from './control-check.queries.ts';
import * as points from './control-point.queries.ts';
import { controlPointNoun, roundMetres } from './control-point.service.ts';

type Limits = { check_horizontal: number; check_vertical: number };

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

/** A check as people read it: measured minus published, and whether that is more than a check may be off. */
function toCheck(row: checks.CheckRow, limits: Limits): ControlCheck {
  const { run_id, run_name, ...check } = row;
  const residual_easting = round(check.easting - check.published_easting);
  const residual_northing = round(check.northing - check.published_northing);
  const residual_horizontal = round(Math.hypot(residual_easting, residual_northing));
  const hasHeights = check.elevation !== null && check.published_elevation !== null;
  const residual_elevation = hasHeights ? round(check.elevation! - check.published_elevation!) : null;
  const is_beyond = residual_horizontal > limits.check_horizontal || Math.abs(residual_elevation ?? 0) > limits.check_vertical;
  const field_run = run_id === null ? null : { id: run_id, name: run_name };
  return { ...check, field_run, residual_easting, residual_northing, residual_horizontal, residual_elevation, is_beyond };
}

export async function listControlChecks({ tx }: Context, id: number, page: PageInput) {
  if (!(await points.find(tx, id))) throw notFound();
  const limits = await getSection(tx, 'field_tolerances');
  const { count, results } = await checks.list(tx, id, page);
  return { count, results: results.map((row) => toCheck(row, limits)) };
}

/** What the checks say of the point, and which runs stand on coordinates it no longer has. */
export async function getControlHealth(context: Context, id: number): Promise<ControlHealth> {
  const { results } = await listControlChecks(context, id, { page: 1, page_size: CHECKS_OF_A_DRIFT });
  const limits = await getSection(context.tx, 'field_tolerances');
  return { drift: findDrift(results, limits), runs: await checks.listOutdatedRuns(context.tx, id) };
}

/** Kept against the point as it is published at this moment: a later correction of the point does not rewrite old checks. */
export async function createControlCheck(context: Context, id: number, values: z.infer<typeof NewControlCheck>): Promise<ControlCheck> {
  const { tx, actor, now } = context;
  const point = await lockRecord(context, controlPointNoun, id);
  if (values.field_run) await refuseUnknownRun(tx, values.field_run);
  const check = await checks.insert(tx, {
    ...roundMetres(values),
    control_point: id,
    published_easting: Number(point.easting),
    published_northing: Number(point.northing),
    published_elevation: point.elevation as number | null,
    created_on: now,
    created_by: actor.id,
  });
  const told = toCheck(await checks.find(tx, check), await getSection(tx, 'field_tolerances'));
  const words = `${told.residual_horizontal} m${told.residual_elevation === null ? '' : `, height ${told.residual_elevation} m`}`;
  await recordHistory(context, {
    noun: controlPointNoun.noun,
    record_id: id,
    record_name: String(point.name),
    version: null,
    action: 'changed',
    changes: [{ field: 'check', label: 'Check shot', from: null, to: words }],
  });
  return told;
}

async function refuseUnknownRun(tx: Tx, run: string): Promise<void> {
  if (!(await runs.exists(tx, run))) throw invalid({ field_run: 'There is no such field run.' });
}
