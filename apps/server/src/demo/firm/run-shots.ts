import type { ControlLife } from './control-points.ts';
import { demoUuid, type RunLife } from './field-runs.ts';
import type { Random } from './random.ts';
import type { Values } from './record-with-history.ts';
import { metres, toLonLat } from './sites.ts';

type Described = { code: string; description: string; category: string; sub_category: string | null };

const TOPO: readonly Described[] = [
  { code: 'AE', description: 'AE', category: 'Topo', sub_category: 'Roads' },
  { code: 'AE', description: 'AE', category: 'Topo', sub_category: 'Roads' },
  { code: 'UP', description: 'UP/NB Power', category: 'Topo', sub_category: 'Utilities' },
  { code: 'TREE', description: 'TREE/érable 0.4', category: 'Topo', sub_category: 'Site' },
  { code: 'LS', description: 'LS', category: 'Topo', sub_category: 'Utilities' },
  { code: 'WV', description: 'WV', category: 'Infrastructure', sub_category: 'Water' },
];
const LEGAL: readonly Described[] = [
  { code: 'SMFD', description: 'SMFD/leaning', category: 'Legal', sub_category: null },
  { code: 'IBFD', description: 'IBFD', category: 'Legal', sub_category: null },
  { code: '', description: 'dug 0.6 m, nothing', category: 'NothingFound', sub_category: null },
];
const CONTROL: Described = { code: 'MON', description: 'MON', category: 'Control', sub_category: null };

/** A run is about one of them. */
type System = 'storm' | 'sanitary';
type Kept = { id: string; easting: number; northing: number; elevation: number };

/** Where a shot truly is, for the collector's file of the same day. */
export type Measured = {
  name: string;
  description: string;
  easting: number;
  northing: number;
  elevation: number;
  at: number;
  is_structure: boolean;
};

/** What a crew brings home from a run, as rows of its tables; `seq` goes on from the run's own saves. */
export type RunHarvest = { shots: Values[]; pipes: Values[]; measured: Measured[]; seq: number };

/** The shots of a run along a street, a structure every so often in a sewer run, and the pipes between structures. */
export function makeHarvest(random: Random, run: RunLife, count: number, controls: readonly ControlLife[]): RunHarvest {
  const own = random.fork(run.id);
  const heading = own.next() * 2 * Math.PI;
  const shots: Values[] = [];
  const pipes: Values[] = [];
  const measured: Measured[] = [];
  let seq = run.edits.length + 1;
  let last: Kept | null = null;
  let at = Date.parse(run.started_on!) + 20 * 60_000;
  const sewer = makeSewer(own.fork('system'), heading);
  const control = controls.length > 0 ? own.fork('control').pick(controls) : null;
  const level = (control?.values.elevation ?? 40) + own.next() * 6;
  for (let i = 0; i < count; i++) {
    at += own.int(35, 130) * 1000;
    seq += 1;
    const along = i * 4;
    const place = {
      easting: metres(run.origin.easting + along * Math.cos(heading) + own.next() * 8),
      northing: metres(run.origin.northing + along * Math.sin(heading) + own.next() * 8),
      elevation: metres(level - along * 0.012 + own.next() * 0.2),
    };
    // A day begins on a control point.
    const isControl = i === 0 && control !== null;
    const { easting, northing, elevation } = isControl
      ? { ...control.values, elevation: control.values.elevation ?? place.elevation }
      : place;
    const common = commonColumns(run, demoUuid(own, new Date(at).toISOString()), new Date(at).toISOString(), seq);
    const isStructure = run.kind === 'sewer' && i % 6 === 2;
    const what = i === 0 ? CONTROL : run.kind === 'legal' ? own.pick(LEGAL) : own.pick(TOPO);
    const is_deleted = i > 3 && own.chance(0.015);
    const shown = isStructure ? makeStructure(own, sewer, { easting, northing, elevation }, last, level - 2.2 - along * 0.012) : what;
    shots.push({
      ...common,
      ...shown,
      name: String(5000 + i),
      ...toLonLat({ easting: easting + own.next() * 2 - 1, northing: northing + own.next() * 2 - 1 }),
      accuracy: Math.round((0.8 + own.next() * 4) * 10) / 10,
      note: own.chance(0.06)
        ? own.pick(['under snow', 'couvercle bloqué, à revoir', 'shot beside, pole in the way', 'wet, careful'])
        : null,
      control_point: isControl ? control.id : null,
      is_deleted,
      late: run.state === 'Processing' && i >= count - 2,
      ...(run.state === 'Finished' ? { easting, northing, elevation, processed_on: run.values.finished_on } : {}),
    });
    if (!is_deleted && shown.code !== '')
      measured.push({
        name: String(5000 + i),
        description: isControl ? `MON/${control.values.name}` : String(shown.description),
        easting,
        northing,
        elevation,
        at,
        is_structure: isStructure,
      });
    if (!isStructure) continue;
    const here = { id: common.id, easting, northing, elevation };
    if (last) {
      seq += 1;
      pipes.push(makePipe(own, run, sewer, [last, here], { at: new Date(at + 1000).toISOString(), seq }));
    }
    last = here;
  }
  return { shots, pipes, measured, seq };
}

function commonColumns(run: RunLife, id: string, at: string, seq: number) {
  const received_at = new Date(Date.parse(at) + 3_600_000).toISOString();
  const stamps = { created_on: received_at, created_by: run.chief, updated_on: received_at, updated_by: run.chief };
  return {
    id,
    field_run: run.id,
    captured_at: at,
    received_at,
    captured_by: run.chief,
    device: run.device,
    create_op: `${id}:1:${run.device}`,
    seq,
    ...stamps,
  };
}

/** One system with one kind of pipe, down the street. */
type Sewer = { system: System; heading: number; material: string; inside_diameter: number };

function makeSewer(random: Random, heading: number): Sewer {
  return {
    system: random.chance(0.65) ? 'storm' : 'sanitary',
    heading,
    material: random.pick(['PVC', 'CONC', 'HDPE']),
    inside_diameter: random.pick([250, 300, 450, 600]),
  };
}

/** Degrees from north. */
const bearing = (east: number, north: number) => Math.round((Math.atan2(east, north) * 180) / Math.PI + 360) % 360;

function makeStructure(random: Random, sewer: Sewer, rim: Omit<Kept, 'id'>, upstream: Kept | null, invert: number): Values {
  const { system, heading, material, inside_diameter } = sewer;
  const isBasin = system === 'storm' && random.chance(0.4);
  const connection = (direction: 'in' | 'out', to: number, measure_down: number) => ({
    direction,
    bearing: to,
    inside_diameter,
    material,
    measure_down,
    measured_to: 'invert',
  });
  const down = metres(rim.elevation - invert);
  const upstreamConnection = upstream && connection('in', bearing(upstream.easting - rim.easting, upstream.northing - rim.northing), down);
  return {
    code: system === 'sanitary' ? 'SAMH' : isBasin ? 'CBSQ' : 'STMH',
    description: isBasin ? 'CBSQ' : system === 'sanitary' ? 'SAMH' : 'STMH',
    category: 'Infrastructure',
    sub_category: system === 'sanitary' ? 'Sanitary Structure' : 'Storm Structure',
    system,
    kind: isBasin ? 'catch basin' : 'manhole',
    shape: isBasin ? 'square' : 'round',
    size: isBasin ? { length: 600, width: 600 } : { diameter: random.pick([1050, 1200, 1500]), sump_measure_down: metres(down + 0.3) },
    cover: { type: isBasin ? 'grate' : 'solid', diameter: 680, access: random.chance(0.95) ? 'lifted' : 'stuck' },
    connections: [
      ...(upstreamConnection ? [upstreamConnection] : []),
      connection('out', bearing(Math.cos(heading), Math.sin(heading)), metres(down + 0.05)),
    ],
  };
}

function makePipe(
  random: Random,
  run: RunLife,
  { system, material, inside_diameter }: Sewer,
  [from, to]: readonly [Kept, Kept],
  { at, seq }: { at: string; seq: number },
): Values {
  const ends = [from, to].map((end) => toLonLat(end)).map(({ lon, lat }) => [lon, lat]);
  return {
    ...commonColumns(run, demoUuid(random, at), at, seq),
    start_structure: from.id,
    end_structure: to.id,
    system,
    material,
    inside_diameter,
    shape: 'circular',
    status: 'in use',
    geometry: { type: 'LineString', coordinates: ends },
  };
}
