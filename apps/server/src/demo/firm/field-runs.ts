import type { FieldRunState } from '@dmse/domain/states/field-run';
import { daysBefore, workingMoment } from './days.ts';
import type { Random } from './random.ts';
import type { Edit, Values } from './record-with-history.ts';
import { SITES, scatter } from './sites.ts';

export type RunKind = 'topo' | 'sewer' | 'legal';

/** A run as it stands, how it came to be so, and where its shots begin. */
export type RunLife = {
  id: string;
  kind: RunKind;
  state: FieldRunState;
  device: string;
  chief: number;
  processor: number;
  origin: { easting: number; northing: number };
  started_on: string | null;
  values: Values;
  created: { at: string; by: number };
  edits: Edit[];
};

export type FieldWorld = {
  now: string;
  chiefs: readonly number[];
  processors: readonly number[];
  planners: readonly number[];
  /** In the order they were begun, each with the day it ended, if it has. */
  jobs: readonly { id: number; num: string; from: string; to: string | null }[];
};

const WORDS: Record<RunKind, readonly [title: string, description: string][]> = {
  topo: [
    ['topo', 'Detail for the reconstruction of the street, curb to curb'],
    ['levé topo', 'Relevé du terrain pour l’agrandissement de l’école'],
    ['site topo', 'Ground and utilities for the new parking lot'],
  ],
  sewer: [
    ['storm as-built', 'Manholes and catch basins with inverts'],
    ['sanitary inverts', 'Open every structure between the lift station and the hill'],
    ['réseau pluvial', 'Regards et puisards, radiers à mesurer'],
  ],
  legal: [
    ['boundary', 'Find the corners of the subdivision and tie them in'],
    ['control check', 'Check shots on the network before the layout'],
  ],
};

const RISK = {
  task_types: ['Topographic survey', 'Utilities and manhole lifts', 'Legal survey'],
  present_hazards: ['Live traffic', 'Lifting covers: strain, pinch', 'Slips, ice, steep bank', 'Insects, ticks', 'Cold, wind'],
  personal_protective_equipment_used: ['Hi-vis (CSA Z96)', 'CSA boots', 'Gloves, cut resistant', 'Hard hat'],
};

/** A UUID of version 7 whose chance is the demo's own. */
export function demoUuid(random: Random, at: string): string {
  const time = Date.parse(at).toString(16).padStart(12, '0');
  const chance = Array.from({ length: 5 }, () => random.int(0, 0xffff).toString(16).padStart(4, '0')).join('');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${chance.slice(0, 3)}-8${chance.slice(3, 6)}-${chance.slice(6, 18)}`;
}

/** The newest wait or are under way, the older ones are done; `share` runs from 0 for the newest to 1. */
function stateFor(random: Random, place: number, waiting: number, share: number): FieldRunState {
  if (place <= waiting) return 'Waiting';
  if (share < 0.18) return random.chance(0.7) ? 'Active' : 'Processing';
  if (share < 0.3) return random.chance(0.6) ? 'Processing' : 'Finished';
  return 'Finished';
}

/** The saves that brought a run to its state, in their order. */
function makeEdits(
  random: Random,
  run: Pick<RunLife, 'state' | 'chief' | 'processor' | 'started_on'>,
  values: Values,
  now: string,
): Edit[] {
  const { state, chief, processor, started_on } = run;
  if (started_on === null) return [];
  const edits: Edit[] = [{ at: started_on, by: chief, before: { state: 'Waiting', started_on: null, started_by: null } }];
  if (values.task_types) {
    const nothing = { task_types: null, present_hazards: null, hazard_controls: null, personal_protective_equipment_used: null };
    edits.push({ at: new Date(Date.parse(started_on) + random.int(2, 15) * 60_000).toISOString(), by: chief, before: nothing });
  }
  if (state === 'Active') return edits;
  const imported = workingMoment(random, new Date(Date.parse(started_on) + 9 * 3_600_000).toISOString(), now);
  edits.push({ at: imported, by: processor, before: { state: 'Active', imported_on: null } });
  if (state === 'Finished')
    edits.push({ at: workingMoment(random, imported, now), by: processor, before: { state: 'Processing', finished_on: null } });
  return edits;
}

const NO_JOB = { job: null, job_num: '' };

/** One of the newest jobs that went on then. */
function pickJob(random: Random, jobs: FieldWorld['jobs'], at: string): { job: number | null; job_num: string } {
  const begun = jobs.findLastIndex(({ from }) => from <= at) + 1;
  const open = jobs.slice(Math.max(0, begun - 60), begun).filter(({ to }) => to === null || to >= at);
  if (open.length === 0) return NO_JOB;
  const { id, num } = random.pick(open);
  return { job: id, job_num: num };
}

/** The run in this place, 1 being the newest. Each is drawn from a stream of its own. */
export function makeFieldRun(
  random: Random,
  place: number,
  { count, waiting }: { count: number; waiting: number },
  world: FieldWorld,
): RunLife {
  const own = random.fork(place);
  const share = place / count;
  const kind = own.pick<RunKind>(['topo', 'topo', 'sewer', 'sewer', 'legal']);
  const [title, description] = own.pick(WORDS[kind]);
  const site = own.pick(SITES);
  const [chief, processor] = [own.pick(world.chiefs), own.pick(world.processors)];
  const days = 1 + share * 700;
  const at = workingMoment(own, daysBefore(world.now, days + 20), daysBefore(world.now, days + 4));
  const state = stateFor(own, place, waiting, share);
  const started_on = state === 'Waiting' ? null : workingMoment(own, at, daysBefore(world.now, days > 3 ? days - 2 : 0.6));
  const isAssessed = started_on !== null && own.chance(0.85);
  const values: Values = {
    name: own.chance(0.96) ? `${site.name} ${title} ${String(place).padStart(3, '0')}` : null,
    short_description: description,
    ...(own.chance(0.85) ? pickJob(own, world.jobs, started_on ?? at) : NO_JOB),
    state,
    note: own.chance(0.3) ? 'Meet the foreman at the gate; the road is closed until noon.' : null,
    started_on,
    started_by: started_on && chief,
    crew: [chief, own.pick(world.chiefs)].filter((id, i, all) => all.indexOf(id) === i),
    equipment: own.pick([['Carlson BRx7'], ['Carlson BRx7', 'Leica TS16'], ['Leica GS18']]),
    ...(isAssessed ? { hazard_controls: 'Cones and a spotter; lids by two people.', ...pickRisk(own) } : {}),
  };
  const edits = makeEdits(own, { state, chief, processor, started_on }, values, world.now);
  const when = (wanted: string) => edits.find(({ before }) => before.state === wanted)?.at ?? null;
  const stamps = {
    imported_on: state === 'Processing' || state === 'Finished' ? when('Active') : null,
    finished_on: state === 'Finished' ? when('Processing') : null,
  };
  return {
    id: demoUuid(own, at),
    kind,
    state,
    device: demoUuid(random.fork(`device ${chief}`), '2025-01-01T00:00:00.000Z'),
    chief,
    processor,
    origin: scatter(own, site, 4000),
    started_on,
    values: { ...values, ...stamps },
    created: { at, by: own.pick(world.planners) },
    edits,
  };
}

function pickRisk(random: Random): Values {
  return Object.fromEntries(
    Object.entries(RISK).map(([field, list]) => [field, random.shuffle(list).slice(0, random.int(1, list.length))]),
  );
}
