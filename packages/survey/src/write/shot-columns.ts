import { compareNames, isTopLevel, type Shot } from '../assemble/shot.ts';
import type { FinalCoordinate } from '../group/final-coordinates.ts';

/** A shot with all that is known about it, under the names of everything it is bound to. */
export interface ShotRow {
  readonly shot: Shot;
  readonly final: FinalCoordinate;
  readonly parent: string;
  readonly averaged_from: string;
  readonly app_shot: string;
}

/** A column of the table of shots: `decimals` of a figure, or none for a text. */
export interface ShotColumn {
  readonly name: string;
  readonly decimals: number | null;
  readonly of: (row: ShotRow) => string | number | null;
}

const text = (name: string, of: (row: ShotRow) => string | null): ShotColumn => ({ name, decimals: null, of });
const figure = (name: string, decimals: number, of: (row: ShotRow) => number | null): ShotColumn => ({ name, decimals, of });

/** Every column of a shot: what it is, where it ends up, where it was measured, how it came from one to the other, how good it is. */
export const SHOT_COLUMNS: readonly ShotColumn[] = [
  text('name', ({ shot }) => shot.name),
  text('code', ({ shot }) => shot.code),
  text('description', ({ shot }) => shot.description),
  text('original_code', ({ shot }) => shot.original_code),
  figure('easting', 4, ({ final }) => final.easting),
  figure('northing', 4, ({ final }) => final.northing),
  figure('elevation', 4, ({ final }) => final.elevation),
  figure('measured_easting', 4, ({ shot }) => shot.easting),
  figure('measured_northing', 4, ({ shot }) => shot.northing),
  figure('measured_elevation', 4, ({ shot }) => shot.elevation),
  text('shift', ({ shot }) => shot.shift?.type ?? null),
  text('shift_basis', ({ shot }) => shot.shift?.basis ?? null),
  figure('shift_easting', 4, ({ shot }) => shot.shift?.d_easting ?? null),
  figure('shift_northing', 4, ({ shot }) => shot.shift?.d_northing ?? null),
  figure('shift_elevation', 4, ({ shot }) => shot.shift?.d_elevation ?? null),
  figure('mean_count', 0, ({ final }) => final.mean?.count ?? null),
  figure('mean_sd_horizontal', 4, ({ final }) => final.mean?.sd_horizontal ?? null),
  figure('mean_sd_vertical', 4, ({ final }) => final.mean?.sd_vertical ?? null),
  figure('mean_spread_horizontal', 4, ({ final }) => final.mean?.spread_horizontal ?? null),
  figure('mean_spread_vertical', 4, ({ final }) => final.mean?.spread_vertical ?? null),
  text('averaged_from', ({ averaged_from }) => averaged_from),
  text('parent', ({ parent }) => parent),
  text('status', ({ shot }) => shot.status),
  figure('HRMS', 4, ({ shot }) => shot.HRMS),
  figure('VRMS', 4, ({ shot }) => shot.VRMS),
  figure('HSDV', 4, ({ shot }) => shot.HSDV),
  figure('VSDV', 4, ({ shot }) => shot.VSDV),
  figure('PDOP', 3, ({ shot }) => shot.PDOP),
  figure('HDOP', 3, ({ shot }) => shot.HDOP),
  figure('VDOP', 3, ({ shot }) => shot.VDOP),
  figure('TDOP', 3, ({ shot }) => shot.TDOP),
  figure('GDOP', 3, ({ shot }) => shot.GDOP),
  figure('satellites', 0, ({ shot }) => shot.number_of_satellites),
  figure('age_of_corrections', 1, ({ shot }) => shot.age_of_corrections),
  figure('rod_height', 4, ({ shot }) => shot.rod_height),
  figure('corrected_rod_height', 4, ({ shot }) => shot.corrected_rod),
  figure('instrument_height', 4, ({ shot }) => shot.instrument_height),
  figure('corrected_instrument_height', 4, ({ shot }) => shot.corrected_instrument),
  figure('height_correction', 4, ({ shot }) => (shot.height_correction === 0 ? null : shot.height_correction)),
  figure('undulation', 4, ({ shot }) => shot.shift?.undulation?.value ?? null),
  text('undulation_source', ({ shot }) => shot.shift?.undulation?.source ?? null),
  figure('latitude', 10, ({ shot }) => shot.gnss?.latitude ?? null),
  figure('longitude', 10, ({ shot }) => shot.gnss?.longitude ?? null),
  figure('ellipsoid_height', 4, ({ shot }) => shot.gnss?.mark_elevation ?? null),
  text('instrument', ({ shot }) => shot.instrument_type),
  text('equipment', ({ shot }) => shot.circumstances?.equipment ?? null),
  text('base', ({ shot }) => shot.circumstances?.base ?? null),
  text('station', ({ shot }) => shot.station),
  text('raw_file', ({ shot }) => shot.raw_file),
  text('raw_lines', ({ shot }) => sayLines(shot.raw_lines)),
  text('time_utc', ({ shot }) => shot.datetime),
  text('collector_time', ({ shot }) => shot.collector_time),
  text('app_shot', ({ app_shot }) => app_shot),
  text('origin', ({ shot }) => shot.origin),
  text('renumbered_from', ({ shot }) => shot.renumbered_from),
  text('flags', ({ shot, final }) => flagsOf(shot, final).join(' ')),
];

/** Every shot of a run with its row, children and dropped ones too, by name. `app_shots` has the names of the field app's shots by id. */
export function listShotRows(
  shots: readonly Shot[],
  finals: ReadonlyMap<string, FinalCoordinate>,
  app_shots: ReadonlyMap<string, string>,
): ShotRow[] {
  const names = new Map(shots.map(({ id, name }) => [id, name]));
  return shots
    .toSorted((a, b) => compareNames(a.name, b.name))
    .map((shot) => ({
      shot,
      final: finals.get(shot.id)!,
      parent: shot.parent === null ? '' : (names.get(shot.parent) ?? ''),
      averaged_from: shot.averaged_from.map((id) => names.get(id) ?? '').join(' '),
      app_shot: shot.extended_data_shot === null ? '' : (app_shots.get(shot.extended_data_shot) ?? shot.extended_data_shot),
    }));
}

/** "12-15 20": a range of lines is said by its ends. */
function sayLines(lines: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last && line === last[1] + 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(' ');
}

function flagsOf(shot: Shot, final: FinalCoordinate): string[] {
  const flags = {
    exported: isTopLevel(shot),
    not_final: !final.is_final,
    no_elevation: final.elevation === null,
    bad_hrms: shot.bad_hrms,
    bad_vrms: shot.bad_vrms,
    bad_fixed_status: shot.bad_fixed_status,
    bad_code: shot.bad_code,
    was_overwritten: shot.was_overwritten,
    dropped: shot.is_dropped,
  };
  return Object.entries(flags).flatMap(([name, is_set]) => (is_set ? name : []));
}
