import type { Shot } from '../assemble/shot.ts';
import { unknownWords } from '../assemble/validate.ts';
import { metres } from '../assemble/wording.ts';
import { childResiduals, rootsOf } from '../group/average.ts';
import type { FinalCoordinate } from '../group/final-coordinates.ts';
import type { SurveySettings } from '../survey-settings.ts';
import { type Conflict, makeConflict } from './conflict.ts';
import type { RunFacts } from './run-facts.ts';

/** Shots that are weak in themselves. */
export function findQualityConflicts(
  { shots, reduction }: RunFacts,
  finals: ReadonlyMap<string, FinalCoordinate>,
  settings: SurveySettings,
): Conflict[] {
  const measured = shots.filter((shot) => shot.origin !== 'AVERAGE' && !shot.is_dropped);
  return [
    ...measured.flatMap((shot) => [
      ...findRms(shot, settings),
      ...findNotFixed(shot),
      ...findDop(shot, settings),
      ...findBadCode(shot, settings),
    ]),
    ...findSpread(shots, finals, settings),
    ...(reduction?.resections ?? []).flatMap((resection) =>
      resection.is_within_tolerance
        ? []
        : makeConflict('RESECTION', 'W', {
            reason: resection.name,
            figures: { ...resection.worst },
            sentence: `The resection ${resection.name} has residuals beyond tolerance (distance ${figure(resection.worst.distance)}, elevation ${figure(resection.worst.elevation)}, angle ${resection.worst.angle_seconds?.toFixed(0) ?? '?'}").`,
          }),
    ),
    ...(reduction?.checks ?? []).flatMap(({ occupied, backsight, d_distance, d_elevation, lines }) => {
      const is_off =
        Math.abs(d_distance ?? 0) > settings.tolerances.check_horizontal || Math.abs(d_elevation ?? 0) > settings.tolerances.check_vertical;
      if (!is_off) return [];
      return makeConflict('BACKSIGHT', 'W', {
        reason: `${occupied}-${backsight}-${lines[0] ?? ''}`,
        figures: { d_distance, d_elevation },
        sentence: `From ${occupied} the backsight ${backsight} was measured ${figure(d_distance)} off in distance and ${figure(d_elevation)} in height.`,
      });
    }),
  ];
}

function findRms(shot: Shot, { tolerances }: SurveySettings): Conflict[] {
  if (!shot.bad_hrms && !shot.bad_vrms) return [];
  const [horizontal, h_word] = shot.HRMS === null ? [shot.HSDV, 'HSDV'] : [shot.HRMS, 'HRMS'];
  const [vertical, v_word] = shot.VRMS === null ? [shot.VSDV, 'VSDV'] : [shot.VRMS, 'VRMS'];
  return [
    makeConflict('RMS', 'W', {
      shots: [shot],
      figures: { [h_word]: horizontal, [v_word]: vertical },
      sentence: `${shot.name} is uncertain: ${h_word} ${figure(horizontal)} (limit ${metres(tolerances.hrms)}), ${v_word} ${figure(vertical)} (limit ${metres(tolerances.vrms)}).`,
    }),
  ];
}

function findNotFixed(shot: Shot): Conflict[] {
  if (!shot.bad_fixed_status) return [];
  const sentence = shot.status
    ? `${shot.name} has status ${shot.status}, not FIXED.`
    : `${shot.name}: the raw file does not say that the solution was fixed.`;
  return [makeConflict('NOT_FIXED', 'W', { shots: [shot], figures: { status: shot.status }, sentence })];
}

function findDop(shot: Shot, { tolerances }: SurveySettings): Conflict[] {
  const faults: string[] = [];
  if (shot.PDOP !== null && shot.PDOP > tolerances.pdop) faults.push(`PDOP ${shot.PDOP.toFixed(1)} (limit ${tolerances.pdop})`);
  if (shot.number_of_satellites !== null && shot.number_of_satellites < tolerances.min_satellites)
    faults.push(`${shot.number_of_satellites} satellites (at least ${tolerances.min_satellites})`);
  if (shot.age_of_corrections !== null && shot.age_of_corrections > tolerances.age_of_corrections)
    faults.push(`corrections ${shot.age_of_corrections.toFixed(0)} s old (limit ${tolerances.age_of_corrections} s)`);
  if (faults.length === 0) return [];
  return [
    makeConflict('DOP', 'W', {
      shots: [shot],
      figures: { PDOP: shot.PDOP, number_of_satellites: shot.number_of_satellites, age_of_corrections: shot.age_of_corrections },
      sentence: `${shot.name}: ${faults.join(', ')}.`,
    }),
  ];
}

function findBadCode(shot: Shot, settings: SurveySettings): Conflict[] {
  if (!shot.bad_code) return [];
  const unknown = unknownWords(shot.description, settings).filter((word) => word !== '');
  const sentence =
    unknown.length === 0
      ? `${shot.name} has no code.`
      : `${shot.name}: ${unknown.map((word) => `"${word}"`).join(', ')} is not in the code list.`;
  return [makeConflict('BAD_CODE', 'W', { shots: [shot], figures: { description: shot.description }, sentence })];
}

/** Repeated shots of one point must lie closer together than a point may lie from its neighbours. */
function findSpread(shots: readonly Shot[], finals: ReadonlyMap<string, FinalCoordinate>, { tolerances }: SurveySettings): Conflict[] {
  const by_id = new Map(shots.map((shot) => [shot.id, shot]));
  return shots.flatMap((shot) => {
    const mean = finals.get(shot.id);
    if (shot.instrument_type !== 'AVERAGE' || !mean) return [];
    const roots = rootsOf(shot, by_id);
    const residuals = childResiduals(
      mean,
      roots.map((root) => ({ ...finals.get(root.id)!, id: root.id, name: root.name })),
    );
    const horizontal = residuals.reduce((most, residual) => Math.max(most, residual.horizontal), 0);
    const vertical = residuals.reduce((most, residual) => Math.max(most, Math.abs(residual.d_elevation ?? 0)), 0);
    if (horizontal <= tolerances.repeat_horizontal && vertical <= tolerances.repeat_vertical) return [];
    return makeConflict('REPEAT', 'W', {
      shots: [shot, ...roots],
      figures: { horizontal, vertical },
      sentence: `The shots under ${shot.name} lie up to ${metres(horizontal)} horizontally and ${metres(vertical)} in height from their mean.`,
    });
  });
}

function figure(value: number | null): string {
  return value === null ? 'not given' : metres(value);
}
