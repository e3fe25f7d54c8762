import { readSyntheticRun, sourceOf } from '../assemble/synthetic-fixture.ts';
import type { RunFiles } from '../convert/join-files.ts';
import { packDms } from '../geo/dms.ts';
import type { GridPosition } from '../geo/plane.ts';
import type { GridPoint } from '../geo/projection.ts';
import { readPoints } from '../read/points/points.ts';
import type { PppSummary } from '../read/ppp/ppp-records.ts';
import { readRaw } from '../read/raw/raw.ts';
import { UNITS } from '../read/raw/raw-mode.ts';
import type { LocFile, RefFile } from '../read/records.ts';
import { projection, target } from '../shift/collector-fixture.ts';
import type { RunDecision, ShiftChoice } from './decision.ts';
import type { ProcessedRun, RunSurroundings } from './process-run.ts';

/** A day in the field whose truth is known, written as the collector would have written it and read again: for tests. */

export interface DayBase {
  readonly name: string;
  /** Its mark. */
  readonly truth: GridPoint & { readonly elevation: number };
  /** What it read of its own position less the truth, degrees and metres. */
  readonly error: { readonly latitude: number; readonly longitude: number; readonly height: number };
  readonly antenna_height?: number;
}

export interface DayShot {
  readonly name: string;
  readonly description?: string;
  readonly truth: GridPoint & { readonly elevation: number };
  /** Place in `bases`. */
  readonly base?: number;
  /** What stood on the pole, and what the crew typed. */
  readonly rod?: number;
  readonly entered_rod?: number;
}

export interface FieldDay {
  readonly bases: readonly DayBase[];
  readonly shots: readonly DayShot[];
  readonly job?: string;
  /** Seconds after noon of the first shot. */
  readonly starts?: number;
  readonly unit?: keyof typeof UNITS;
  /** The collector divides by it, around a point that it prints or not. */
  readonly scale?: { readonly factor: number; readonly point: GridPoint; readonly is_printed?: boolean };
  /** What follows the shots, as it stands in the two files. */
  readonly afterwards?: { readonly raw: readonly string[]; readonly points: readonly string[] };
  /** What a localization makes of a measured position: elevation is the height on the ellipsoid. */
  readonly localize?: (at: GridPosition & { readonly elevation: number }) => GridPosition & { readonly elevation: number };
}

const UNIT_CODES = { ft: 0, m: 1, us_ft: 2 } as const;
const PHASE_CENTRE = 0.0701;
const NOON_MS = 218_056_000;
const NOON = '2025-10-14 12:33:58';

/** What the receiver believes of a true position while its base is wrong. */
function seenFrom({ error }: DayBase, truth: GridPoint & { readonly elevation: number }) {
  const { latitude, longitude } = projection.toGeographic(truth)!;
  const height = truth.elevation + target({ latitude, longitude }) + error.height;
  return { latitude: latitude + error.latitude, longitude: longitude + error.longitude, height };
}

export function writeDay(day: FieldDay, name = 'day'): RunFiles {
  const { bases, shots, unit = 'm', scale } = day;
  const per_unit = UNITS[unit];
  const length = (metres: number) => (metres / per_unit).toFixed(6);
  const onGround = (at: GridPoint): GridPoint =>
    scale
      ? {
          easting: scale.point.easting + (at.easting - scale.point.easting) / scale.factor,
          northing: scale.point.northing + (at.northing - scale.point.northing) / scale.factor,
        }
      : at;
  const lines = [
    `JB,NM${day.job ?? '25001AT251014'},DT10-14-2025,TM09:31:10`,
    `MO,AD0,UN${UNIT_CODES[unit]},SF1.00000000,EC0,EO0.0,AU0`,
    '--Projection: CANADA/NAD83/New Brunswick',
    `--Localization File: ${day.localize ? 'C:\\day.loc' : 'None'}`,
    '--Geoid Separation File: None',
    `--GPS Scale: ${(scale?.factor ?? 1).toFixed(10)}`,
    ...(scale && scale.is_printed !== false
      ? [`--GPS Scale Point N:${length(scale.point.northing)} E:${length(scale.point.easting)}`]
      : []),
  ];
  const rows: string[] = ['P,E,N,Z,D'];
  let base_now: DayBase | null = null;
  let rod_now: number | null = null;
  shots.forEach((shot, index) => {
    const base = bases[shot.base ?? 0]!;
    if (base !== base_now) lines.push(...writeBase(base, length));
    base_now = base;
    const [rod, entered] = [shot.rod ?? 2, shot.entered_rod ?? shot.rod ?? 2];
    if (entered !== rod_now) lines.push(`--Entered Rover HR: ${length(entered)} m, Vertical`, `LS,HR${length(entered + PHASE_CENTRE)}`);
    rod_now = entered;
    const seen = seenFrom(base, shot.truth);
    const believed = { ...projection.toGrid(seen)!, elevation: seen.height + rod - entered };
    const local = (day.localize ?? ((at) => at))(believed);
    const ground = onGround(local);
    const description = shot.description ?? 'AE';
    const grid = `N ${length(ground.northing)},E ${length(ground.easting)},EL${length(local.elevation)}`;
    const ms = NOON_MS + ((day.starts ?? 0) + index * 30) * 1000;
    lines.push(
      `GPS,PN${shot.name},LA${packDms(seen.latitude, 9)},LN${packDms(seen.longitude, 9)},EL${(seen.height + rod + PHASE_CENTRE).toFixed(6)},--${description}`,
      `--GS,PN${shot.name},${grid},--${description}`,
      `--GT,PN${shot.name},SW2388,ST${ms},EW2388,ET${ms}`,
      '--HRMS:0.012, VRMS:0.019, STATUS:FIXED, SATS:21, AGE:1.0, PDOP:1.210, HDOP:0.640, VDOP:1.027, TDOP:0.611, GDOP:1.355',
    );
    rows.push([shot.name, length(ground.easting), length(ground.northing), length(local.elevation), description].join(','));
  });
  lines.push(...(day.afterwards?.raw ?? []));
  rows.push(...(day.afterwards?.points ?? []));
  const bytes = (text: readonly string[]) => new TextEncoder().encode(`${text.join('\r\n')}\r\n`);
  return {
    raw: [sourceOf(readRaw(bytes(lines)), `${name}.rw5`)],
    points: [sourceOf(readPoints(bytes(rows)), `${name}.csv`)],
    ppp: bases.map((base, index) => ({ ...sourceOf(pppOf(base), `${base.name}.sum`), hash: `sum ${index}` })),
    ref: bases.map((base, index) => ({ ...sourceOf(refOf(base), `${base.name}.ref`), hash: `ref ${index}` })),
    loc: [],
  };
}

function writeBase(base: DayBase, length: (metres: number) => string): string[] {
  const { antenna_height = 1.5 } = base;
  const seen = seenFrom(base, base.truth);
  const grid = projection.toGrid(seen)!;
  const place = `LA${packDms(seen.latitude, 9)},LN${packDms(seen.longitude, 9)},EL${(seen.height + antenna_height + PHASE_CENTRE).toFixed(6)}`;
  return [
    '--Base Configuration by Reading GPS Position',
    `BP,PN${base.name},${place},AG${length(antenna_height)},PA${length(PHASE_CENTRE)},ATAPC,SRBASE,--`,
    `--GS,PN${base.name},N ${length(grid.northing)},E ${length(grid.easting)},EL${length(seen.height)},--Base`,
  ];
}

const samples = readSyntheticRun();

/** The .loc of marks M1, M2, … measured from the first base. */
export function locOf({ bases, localize = (at) => at }: FieldDay, marks: readonly (GridPoint & { readonly elevation: number })[]): LocFile {
  const [sample] = samples.loc.points;
  const points = marks.map((truth, index) => {
    const { latitude, longitude, height } = seenFrom(bases[0]!, truth);
    const local = localize({ ...projection.toGrid({ latitude, longitude })!, elevation: height });
    const [local_easting, local_northing, local_elevation] = [local.easting, local.northing, local.elevation];
    const description = `M${index + 1}`;
    return { ...sample!, latitude, longitude, ellipsoid_elevation: height, local_easting, local_northing, local_elevation, description };
  });
  return { ...samples.loc, points };
}

/** The report of a base that was logged all day, right to the millimetre. */
export function pppOf({ name, truth, antenna_height = 1.5 }: DayBase): PppSummary {
  const { latitude, longitude } = projection.toGeographic(truth)!;
  const undulation = target({ latitude, longitude });
  return {
    ...samples.ppp,
    begins_at: NOON.replace('12:33', '10:00'),
    ends_at: NOON.replace('12:33', '22:00'),
    rinex: `${name}.25o`,
    marker: null,
    antenna_height,
    estimates: samples.ppp.estimates.map((estimate) => ({ ...estimate, latitude, longitude, height: truth.elevation + undulation })),
    undulation,
  };
}

function refOf(base: DayBase): RefFile {
  return { ...samples.ref, ...seenFrom(base, base.truth) };
}

/** A place in the field of these days. */
export const at = (easting: number, northing: number, elevation = 20) => ({
  easting: 2_488_000 + easting,
  northing: 7_433_000 + northing,
  elevation,
});
export const BASE_A: DayBase = { name: 'A', truth: at(0, 0), error: { latitude: 1.2e-5, longitude: -0.7e-5, height: 1.4 } };

export const surroundings: RunSurroundings = {
  geoid: { name: 'grid', vertical_system: 'CGVD28', undulationAt: target },
  controls: [],
  app_shots: null,
  pipes: [],
  structures: [],
  earlier_imports: [],
  run_date: null,
  newId: (name) => `id-${name}`,
};

export const who = { by: 'Pia', at: '2025-10-20T12:00:00Z', why: null };

export const choose = (shift: Partial<ShiftChoice>): RunDecision => ({
  ...who,
  kind: 'shift',
  shift: { type: 'HPN', source: 'points', other_side: 'reshift', accepted: [], ...shift },
});

/** The farthest that any shot ends up from its truth, over all three axes. */
export function worstMiss({ shots, finals }: ProcessedRun, day: Pick<FieldDay, 'shots'>): number {
  const truth = new Map(day.shots.map((shot) => [shot.name, shot.truth]));
  return shots.reduce((worst, shot) => {
    const [right, final] = [truth.get(shot.name), finals.get(shot.id)!];
    if (!right) return worst;
    return Math.max(
      worst,
      Math.hypot(final.easting - right.easting, final.northing - right.northing, (final.elevation ?? 999) - right.elevation),
    );
  }, 0);
}
