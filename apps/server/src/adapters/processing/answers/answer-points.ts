import type { ProcessingPoints } from '@dmse/contract/sites/processing/result';
import { compareNames, isControl, isTopLevel, nameKey, type Shot } from '@dmse/survey/assemble/shot';
import { makeProjection } from '@dmse/survey/geo/projection';
import { exportPoints } from '@dmse/survey/write/export-point';
import { drawLinework } from '@dmse/survey/write/linework';
import type { WorkedOut } from '../run-keeper.ts';
import { openConflicts } from './answer-conflicts.ts';

/** A tenth of a millimetre on the ground: what coordinates are printed to. */
const [GRID_DECIMALS, DEGREE_DECIMALS] = [4, 9];

const FLAGS = { dropped: 1, not_final: 2, control: 4, bad_code: 8, quality: 16, matched: 32, conflict: 64 };

/** Every shot, by name, where it ends up. */
export function answerPoints({ inputs, run }: WorkedOut): ProcessingPoints {
  const { settings } = inputs;
  const projection = makeProjection(settings.office_crs);
  const shots = run.shots.toSorted((a, b) => compareNames(a.name, b.name));
  const places = new Map(shots.map((shot, place) => [shot.id, place]));
  const finals = shots.map(({ id }) => run.finals.get(id)!);
  const geographic = finals.map((final) => projection.toGeographic(final));
  const conflicting = new Set(openConflicts(run).flatMap(({ severity, shots: ids }) => (severity === 'I' ? [] : ids)));
  const flagsOf = (shot: Shot, place: number) =>
    (shot.is_dropped ? FLAGS.dropped : 0) |
    (finals[place]!.is_final ? 0 : FLAGS.not_final) |
    (isControl(shot, settings.control_codes) ? FLAGS.control : 0) |
    (shot.bad_code ? FLAGS.bad_code : 0) |
    (shot.bad_hrms || shot.bad_vrms || shot.bad_fixed_status ? FLAGS.quality : 0) |
    (shot.extended_data_shot === null ? 0 : FLAGS.matched) |
    (conflicting.has(shot.id) ? FLAGS.conflict : 0);
  const top = shots.flatMap((shot, place) => (isTopLevel(shot) ? (geographic[place] ?? []) : []));
  return {
    revision: inputs.revision,
    ids: shots.map(({ id }) => id),
    names: shots.map(({ name }) => name),
    codes: shots.map(({ code }) => code),
    descriptions: shots.map(({ description }) => description),
    eastings: finals.map(({ easting }) => round(easting, GRID_DECIMALS)),
    northings: finals.map(({ northing }) => round(northing, GRID_DECIMALS)),
    elevations: finals.map(({ elevation }) => elevation && round(elevation, GRID_DECIMALS)),
    longitudes: geographic.map((at) => at && round(at.longitude, DEGREE_DECIMALS)),
    latitudes: geographic.map((at) => at && round(at.latitude, DEGREE_DECIMALS)),
    hrms: shots.map(({ HRMS }) => HRMS),
    vrms: shots.map(({ VRMS }) => VRMS),
    instruments: shots.map(({ instrument_type }) => instrument_type),
    parents: shots.map(({ parent }) => (parent === null ? -1 : (places.get(parent) ?? -1))),
    flags: shots.map(flagsOf),
    matches: shots.flatMap(({ extended_data_shot: app_shot }, at) => (app_shot === null ? [] : { at, app_shot })),
    lines: listLines(run.shots, run.finals, shots),
    bounds: boundsOf(top),
  };
}

function listLines(shots: WorkedOut['run']['shots'], finals: WorkedOut['run']['finals'], sorted: readonly Shot[]) {
  const places = new Map(sorted.map(({ name }, place) => [nameKey(name), place]));
  return drawLinework(exportPoints(shots, finals)).map(({ code, points, is_closed }) => ({
    code,
    points: points.flatMap((name) => places.get(nameKey(name)) ?? []),
    is_closed,
  }));
}

function boundsOf(at: readonly { longitude: number; latitude: number }[]): ProcessingPoints['bounds'] {
  if (at.length === 0) return null;
  const bounds: [number, number, number, number] = [180, 90, -180, -90];
  for (const { longitude, latitude } of at) {
    bounds[0] = Math.min(bounds[0], longitude);
    bounds[1] = Math.min(bounds[1], latitude);
    bounds[2] = Math.max(bounds[2], longitude);
    bounds[3] = Math.max(bounds[3], latitude);
  }
  return bounds;
}

function round(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}
