import type { RequestBody } from '@dmse/contract/endpoint';
import type { finishProcessing, Processing } from '@dmse/contract/sites/processing/run';
import { whyNotFinish } from '@dmse/domain/states/field-run';
import { roundPublished } from '@dmse/survey/write/publish-controls';
import type { FinalPoint, Finals, RunInputs } from '../../../adapters/processing/question.ts';
import type { Context } from '../../../call/context.ts';
import { invalid, Refusal, refuse } from '../../../call/refusal.ts';
import { publishControlPoints, roundMetres } from '../control-point/control-point.service.ts';
import { getFieldRun } from '../field-run/field-run.service.ts';
import { writeRun } from '../field-run/field-run-update.service.ts';
import * as attempts from './attempt.queries.ts';
import { tell } from './decide.service.ts';
import * as finished from './finish.queries.ts';
import { lockForChange, openForChange } from './hold.service.ts';
import { ask, getProcessing } from './processing.service.ts';
import { collectInputs, type Frozen } from './run-inputs.service.ts';
import type { FinishedRun } from './run-package.service.ts';

type Publish = NonNullable<NonNullable<RequestBody<typeof finishProcessing>>['publish']>;

/** Control further than this from the run plays no part in it, and is not frozen with it. */
const NEAR = 1000;

/**
 * The end of a run: its coordinates are written, the chosen controls published, and everything they follow from is frozen, so that the same
 * figures can be worked out and explained for ever.
 */
export async function finishRun(context: Context, id: string, publish: Publish = []): Promise<Processing> {
  const { tx, actor, now, adapters } = context;
  refuse(whyNotFinish(await getFieldRun(context, id), actor));
  const seen = await openForChange(context, id);
  const inputs = await collectInputs(tx, seen.run, seen.attempt);
  const finals = await ask(context, inputs, { kind: 'finals' });
  refuseBlocked(finals);
  const chosen = choosePublished(finals, publish);

  const { run, attempt } = await lockForChange(context, seen);
  await finished.writePoints(tx, { attempt: attempt.id, run: id, points: finals.points });
  await finished.placeShots(tx, { run: id, points: finals.points, now, by: actor.id });
  await finished.insertChecks(tx, checksOf(finals, inputs, { run: id, attempt: attempt.id, now, by: actor.id }));
  await publishControlPoints(
    context,
    chosen.map(({ point, control_point: id }) => ({ id, values: publishedValues(inputs, point) })),
  );
  await attempts.update(tx, attempt.id, {
    state: 'finished',
    ended_on: now,
    ended_by: actor.id,
    lease_by: null,
    lease_until: null,
    frozen: JSON.stringify(freeze(inputs, finals)),
  });
  await writeRun(context, run, null, { state: 'Finished', finished_on: now });
  const job: FinishedRun = { attempt: attempt.id, new_controls: chosen.map(({ point }) => point.name) };
  await adapters.queue.send(tx, 'run-package', job, String(attempt.id));
  await tell(context, run, `finished with ${finals.points.length} points, ${chosen.length} controls published`, null);
  return getProcessing(context, id);
}

function refuseBlocked({ to_do, points }: Finals): void {
  if (to_do.length > 0) {
    const said = to_do.length === 1 ? 'One blocking conflict is' : `${to_do.length} blocking conflicts are`;
    throw new Refusal('LOCKED', `${said} open: ${to_do[0]!.sentence}`, { conflicts: to_do.slice(0, 200) });
  }
  if (points.length === 0) throw new Refusal('LOCKED', 'There is no point in this run.');
}

function choosePublished({ points }: Finals, publish: Publish): { point: FinalPoint; control_point: number | null }[] {
  const byName = new Map(points.map((point) => [point.name, point]));
  const named = new Set<string>();
  const given = new Set<number | null>();
  return publish.map(({ name, control_point }) => {
    const point = byName.get(name);
    if (!point) throw invalid({ publish: `There is no point ${name} in this run.` });
    if (!point.is_final) throw invalid({ publish: `${name} is not final: it has no shift.` });
    if (named.has(name)) throw invalid({ publish: `${name} is named twice.` });
    named.add(name);
    if (control_point !== null && given.has(control_point)) throw invalid({ publish: `${name} and another point name one control point.` });
    given.add(control_point);
    return { point, control_point };
  });
}

/** To a tenth of a millimetre on the grid, to the centimetre in height; the old value stays in the point's history. */
function publishedValues({ settings }: RunInputs, point: FinalPoint) {
  return {
    name: point.name,
    ...roundPublished(point),
    datum: settings.office_crs.name,
    epoch: settings.frame.epoch,
    elevation_system: settings.vertical_system ?? '',
  };
}

type Stamps = { run: string; attempt: number; now: string; by: number };

/** Every shot on published control becomes a check of it, against the value it had then. */
function checksOf({ controls, points }: Finals, { around }: RunInputs, { run, attempt, now, by }: Stamps): finished.NewCheck[] {
  const published = new Map(around.controls.map((control) => [control.id, control]));
  const byId = new Map(points.map((point) => [point.id, point]));
  return controls.flatMap(({ control: id, shot, shot_name, d_easting, d_northing, d_elevation }) => {
    const control = published.get(id);
    if (!control) return [];
    return {
      control_point: Number(id),
      field_run: run,
      shot: byId.get(shot)?.app_shot ?? null,
      shot_name,
      measured_on: byId.get(shot)?.datetime ?? now,
      ...roundMetres({
        easting: control.easting - d_easting,
        northing: control.northing - d_northing,
        elevation: control.elevation === null || d_elevation === null ? null : control.elevation - d_elevation,
      }),
      published_easting: control.easting,
      published_northing: control.northing,
      published_elevation: control.elevation,
      attempt,
      created_on: now,
      created_by: by,
    };
  });
}

function freeze({ settings, around }: RunInputs, { points }: Finals): Frozen {
  const eastings = points.map(({ easting }) => easting);
  const northings = points.map(({ northing }) => northing);
  const [west, east] = [least(eastings) - NEAR, -least(eastings.map((value) => -value)) + NEAR];
  const [south, north] = [least(northings) - NEAR, -least(northings.map((value) => -value)) + NEAR];
  const isNear = ({ easting, northing }: { easting: number; northing: number }) =>
    easting >= west && easting <= east && northing >= south && northing <= north;
  return { settings, around: { ...around, controls: around.controls.filter(isNear) } };
}

function least(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
}
