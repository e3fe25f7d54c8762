import type { GridPoint } from '@dmse/survey/geo/projection';
import type { FileStore } from '../../adapters/files/file-store.ts';
import { RUN_FIELDS } from '../../areas/sites/field-run/field-run.service.ts';
import { fieldRunNoun } from '../../areas/sites/field-run/field-run-text.ts';
import { createLoader, type Loading } from '../bulk-load.ts';
import { type Copy, copyHarvests } from '../copy-harvests.ts';
import type { ControlLife } from '../firm/control-points.ts';
import { type FieldWorld, makeFieldRun, type RunLife } from '../firm/field-runs.ts';
import type { Random } from '../firm/random.ts';
import { type HistoryRow, makeRecordWithHistory } from '../firm/record-with-history.ts';
import { makeHarvest, type RunHarvest } from '../firm/run-shots.ts';
import type { Scale } from '../sizes.ts';
import { tellCaptured, tellVersions } from '../write-versions.ts';
import { loadChecks } from './load-control-points.ts';
import { loadLayers } from './load-layers.ts';
import { loadPictures } from './load-pictures.ts';
import { loadAttempts, storeCollectorFiles } from './load-processing.ts';

type Add = (rows: HistoryRow[]) => Promise<void>;

const STAMPS = ['version', 'created_on', 'created_by', 'updated_on', 'updated_by'];
const CAPTURED = [
  'id',
  'field_run',
  'captured_at',
  'received_at',
  'captured_by',
  'device',
  'create_op',
  'seq',
  'is_deleted',
  'late',
  ...STAMPS,
];
const SHOT = [
  'name',
  'code',
  'description',
  'category',
  'sub_category',
  'lon',
  'lat',
  'accuracy',
  'system',
  'kind',
  'shape',
  'size',
  'cover',
  'connections',
  'note',
  'control_point',
  'easting',
  'northing',
  'elevation',
  'processed_on',
];
const PIPE = ['start_structure', 'end_structure', 'system', 'material', 'inside_diameter', 'shape', 'status', 'geometry'];

const VERSION = [
  'kind',
  'item',
  'field_run',
  'version',
  'action',
  'fields',
  'before',
  'after',
  'device',
  'at',
  'by',
  'captured_by',
  'request_id',
];

/** So many runs are made shot by shot; in a larger firm the others are like one of these, in another place at another time. */
const TEMPLATES = 60;
/** So many of the newest runs in Processing have the collector's files, whatever the size of the firm. */
const IMPORTED = 6;

type Parts = { context: Loading; random: Random; world: FieldWorld; add: Add; files: FileStore | null };

/** Runs with everything in them, checks on control, a few pictures and layers where there is a place to keep them. */
export async function loadFieldRuns(parts: Parts, scale: Scale, controls: readonly ControlLife[]): Promise<void> {
  const { context, random, world, files } = parts;
  const { field_runs: count, waiting_runs: waiting } = scale;
  const lives = Array.from({ length: count }, (_, i) => makeFieldRun(random, i + 1, { count, waiting }, world));
  const { harvests, copies } = makeHarvests(random, lives, scale, controls);
  const processed = lives.flatMap((life) => {
    const harvest = life.state === 'Processing' ? harvests.get(life.id) : undefined;
    return harvest ? [{ life, harvest }] : [];
  });
  const imported = files ? await storeCollectorFiles(context, random.fork('collector'), files, processed.slice(0, IMPORTED)) : [];
  const likes = new Map(copies.map(({ life, like }) => [life.id, like.id]));
  await loadRuns(parts, lives, (life) => harvests.get(likes.get(life.id) ?? life.id)?.seq);
  await loadHarvests(context, [...harvests.values()]);
  await loadAttempts(context, imported);
  await copyHarvests(context, copies);
  const finished = lives.filter((life) => life.state === 'Finished');
  await loadChecks(context, random, finished.slice(0, TEMPLATES), controls);
  if (!files) return;
  await loadPictures(context, random, files);
  await loadLayers(context, random, files, lives, parts.add);
}

/** What was captured in the first runs, and which of the others is like which of them. A finished run has everything a copy may need. */
function makeHarvests(random: Random, lives: readonly RunLife[], { shots_per_run }: Scale, controls: readonly ControlLife[]) {
  const started = lives.filter((life) => life.started_on !== null);
  const models = started.length <= TEMPLATES ? started : started.filter((life) => life.state === 'Finished').slice(0, TEMPLATES);
  const imported = started.filter((life) => life.state === 'Processing').slice(0, IMPORTED);
  const harvests = new Map<string, RunHarvest>();
  [...new Set([...models, ...imported])].forEach((life, i) => {
    // More here, fewer there, the same in all.
    const more = Math.round(((Math.floor(i / 2) * 7) % 5) * 0.1 * shots_per_run) * (i % 2 === 0 ? 1 : -1);
    harvests.set(life.id, makeHarvest(random, life, shots_per_run + more, nearest(controls, life.origin)));
  });
  const others = started.filter((life) => !harvests.has(life.id));
  return { harvests, copies: others.map((life, i): Copy => ({ life, like: models[i % models.length]! })) };
}

/** A crew checks in on one of the three that are nearest and still there. */
function nearest(controls: readonly ControlLife[], { easting, northing }: GridPoint): ControlLife[] {
  const away = ({ values }: ControlLife) => Math.hypot(values.easting - easting, values.northing - northing);
  const near = controls.filter((control) => away(control) < 6000 && !control.values.control_destroyed);
  return near.sort((a, b) => away(a) - away(b)).slice(0, 3);
}

async function loadRuns({ context, add }: Parts, lives: readonly RunLife[], seqOf: (life: RunLife) => number | undefined): Promise<void> {
  const own = ['seq', 'device', 'captured_by', 'received_at'];
  const fields = RUN_FIELDS.filter((field) => field !== 'is_deleted');
  const runs = createLoader(context, 'field_run', ['id', ...fields, 'finished_on', ...own, ...STAMPS]);
  const versions = createLoader(context, 'field_history', VERSION);
  for (const life of lives) {
    const { row, history } = await makeRecordWithHistory(context, fieldRunNoun, life);
    const { device, created, edits } = life;
    await runs.add({ ...row, seq: seqOf(life) ?? edits.length + 1, device, captured_by: created.by, received_at: created.at });
    await add(history);
    for (const version of tellVersions(life)) await versions.add(version);
  }
  await runs.flush();
  await versions.flush();
}

async function loadHarvests(context: Loading, harvests: readonly RunHarvest[]): Promise<void> {
  const shots = createLoader(context, 'shot', [...CAPTURED, ...SHOT]);
  const pipes = createLoader(context, 'pipe', [...CAPTURED, ...PIPE]);
  for (const harvest of harvests) {
    for (const row of harvest.shots) await shots.add(row);
    for (const row of harvest.pipes) await pipes.add(row);
  }
  await shots.flush();
  await pipes.flush();
  await tellCaptured(context);
}
