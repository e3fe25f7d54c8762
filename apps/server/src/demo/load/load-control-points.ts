import { controlPointNoun } from '../../areas/sites/control-point/control-point.service.ts';
import { createLoader, type Loading } from '../bulk-load.ts';
import { type ControlLife, makeControlPoint } from '../firm/control-points.ts';
import type { FieldWorld, RunLife } from '../firm/field-runs.ts';
import type { Random } from '../firm/random.ts';
import { type HistoryRow, makeRecordWithHistory } from '../firm/record-with-history.ts';
import { metres } from '../firm/sites.ts';
import type { Scale } from '../sizes.ts';

type Add = (rows: HistoryRow[]) => Promise<void>;

const STAMPS = ['version', 'created_on', 'created_by', 'updated_on', 'updated_by'];

export async function loadControlPoints(
  context: Loading,
  random: Random,
  { control_points, control_points_with_history }: Scale,
  world: FieldWorld,
  add: Add,
): Promise<ControlLife[]> {
  const rows = createLoader(context, 'control_point', ['id', ...Object.keys(controlPointNoun.fields), ...STAMPS]);
  const made: ControlLife[] = [];
  for (let id = 1; id <= control_points; id++) {
    const whole = makeControlPoint(random, id, { now: world.now, editors: world.processors });
    const isTold = id <= control_points_with_history;
    const life = isTold ? whole : { ...whole, edits: [] };
    const { row, history } = await makeRecordWithHistory(context, controlPointNoun, life);
    await rows.add(row);
    if (isTold) await add(history);
    made.push(life);
  }
  await rows.flush();
  return made;
}

/** What crews measured on control on their way. */
export async function loadChecks(
  context: Loading,
  random: Random,
  runs: readonly RunLife[],
  controls: readonly ControlLife[],
): Promise<void> {
  const rows = createLoader(context, 'control_check', [
    'control_point',
    'field_run',
    'shot_name',
    'measured_on',
    'easting',
    'northing',
    'elevation',
    'published_easting',
    'published_northing',
    'published_elevation',
    'note',
    'created_on',
    'created_by',
  ]);
  const own = random.fork('checks');
  const off = () => (own.next() + own.next() + own.next() - 1.5) * 0.02;
  for (const run of runs) {
    for (let i = 0; i < own.int(1, 4); i++) {
      const { id, values } = own.pick(controls);
      const { easting, northing, elevation } = values;
      await rows.add({
        control_point: id,
        field_run: run.id,
        shot_name: String(own.int(4900, 4999)),
        measured_on: run.started_on,
        easting: metres(easting + off()),
        northing: metres(northing + off()),
        elevation: elevation === null ? null : metres(elevation + off() * 1.5),
        published_easting: easting,
        published_northing: northing,
        published_elevation: elevation,
        note: '',
        created_on: run.values.finished_on,
        created_by: run.processor,
      });
    }
  }
  await rows.flush();
}
