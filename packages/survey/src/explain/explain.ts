import type { AppliedShift, Decision, GnssMeasurement, Shot } from '../assemble/shot.ts';
import type { GridPosition } from '../geo/plane.ts';
import { type ChildResidual, childResiduals, rootsOf } from '../group/average.ts';
import type { FinalCoordinate } from '../group/final-coordinates.ts';
import { appliedUndulation } from '../shift/vector.ts';

/**
 * A final coordinate opened into everything it is made of. Every figure is taken from the shot itself, so the steps add up:
 * measured + corrected heights + shift = final for a measured shot, mean of the roots' finals for an average.
 */
export interface Explanation {
  readonly shot: string;
  readonly name: string;
  readonly final: FinalCoordinate;
  readonly steps: readonly ExplainStep[];
}

export type ExplainStep =
  | {
      readonly step: 'measured';
      readonly instrument: Shot['instrument_type'];
      readonly at: GridPosition;
      readonly datetime: string | null;
      readonly status: string | null;
      readonly HRMS: number | null;
      readonly VRMS: number | null;
      readonly raw_file: string | null;
      readonly raw_lines: readonly number[];
    }
  | { readonly step: 'satellite'; readonly gnss: GnssMeasurement }
  | {
      readonly step: 'rod';
      readonly rod_height: number | null;
      readonly instrument_height: number | null;
      readonly antenna_height: number | null;
    }
  | {
      readonly step: 'height';
      readonly corrected_rod: number | null;
      readonly corrected_instrument: number | null;
      readonly correction: number;
    }
  | { readonly step: 'collector_geoid'; readonly file: string | null; readonly applied: number | null }
  | { readonly step: 'localization'; readonly file: string }
  | { readonly step: 'renumbered'; readonly from: string }
  | { readonly step: 'overwritten'; readonly times: number }
  | { readonly step: 'edited'; readonly collected: GridPosition }
  | { readonly step: 'code'; readonly from: string; readonly to: string }
  | { readonly step: 'shift'; readonly shift: AppliedShift }
  | { readonly step: 'no_shift' }
  | { readonly step: 'average'; readonly children: readonly ChildResidual[]; readonly roots: readonly Explanation[] }
  | { readonly step: 'decision'; readonly decision: Decision }
  | { readonly step: 'final'; readonly at: FinalCoordinate };

export interface ExplainFacts {
  readonly by_id: ReadonlyMap<string, Shot>;
  readonly finals: ReadonlyMap<string, FinalCoordinate>;
}

export function makeExplainFacts(shots: readonly Shot[], finals: ReadonlyMap<string, FinalCoordinate>): ExplainFacts {
  return { by_id: new Map(shots.map((shot) => [shot.id, shot])), finals };
}

/** null for a shot that is not among the facts. */
export function explainShot(id: string, facts: ExplainFacts): Explanation | null {
  const shot = facts.by_id.get(id);
  const final = facts.finals.get(id);
  if (!shot || !final) return null;
  const made = shot.instrument_type === 'AVERAGE' ? averageSteps(shot, final, facts) : measuredSteps(shot);
  const decisions = shot.decisions.map((decision) => ({ step: 'decision' as const, decision }));
  return { shot: id, name: shot.name, final, steps: [...made, ...decisions, { step: 'final', at: final }] };
}

function measuredSteps(shot: Shot): ExplainStep[] {
  const { easting, northing, elevation, datetime, status, HRMS, VRMS, raw_file, raw_lines, gnss, circumstances, collected } = shot;
  const steps: ExplainStep[] = [
    {
      step: 'measured',
      instrument: shot.instrument_type,
      at: { easting, northing, elevation },
      datetime,
      status,
      HRMS,
      VRMS,
      raw_file,
      raw_lines,
    },
  ];
  if (gnss) steps.push({ step: 'satellite', gnss });
  if (shot.rod_height !== null || gnss)
    steps.push({
      step: 'rod',
      rod_height: shot.rod_height,
      instrument_height: shot.instrument_height,
      antenna_height: gnss?.antenna_height ?? null,
    });
  const { corrected_rod, corrected_instrument, height_correction: correction } = shot;
  if (correction !== 0) steps.push({ step: 'height', corrected_rod, corrected_instrument, correction });
  const is_localized = circumstances?.localization_file != null;
  if (gnss && circumstances)
    steps.push({ step: 'collector_geoid', file: circumstances.geoid_file, applied: is_localized ? null : appliedUndulation(shot) });
  if (circumstances?.localization_file != null) steps.push({ step: 'localization', file: circumstances.localization_file });
  if (shot.renumbered_from !== null) steps.push({ step: 'renumbered', from: shot.renumbered_from });
  if (shot.was_overwritten) steps.push({ step: 'overwritten', times: shot.earlier.length });
  if (collected && isEdited(shot, collected)) steps.push({ step: 'edited', collected });
  if (shot.original_code !== null) steps.push({ step: 'code', from: shot.original_code, to: shot.full_code });
  steps.push(shot.shift ? { step: 'shift', shift: shot.shift } : { step: 'no_shift' });
  return steps;
}

function averageSteps(shot: Shot, final: FinalCoordinate, facts: ExplainFacts): ExplainStep[] {
  const roots = rootsOf(shot, facts.by_id);
  const children = childResiduals(
    final,
    roots.flatMap((root) => {
      const at = facts.finals.get(root.id);
      return at ? { ...at, id: root.id, name: root.name } : [];
    }),
  );
  return [{ step: 'average', children, roots: roots.map((root) => explainShot(root.id, facts)).filter((each) => each !== null) }];
}

/** A tenth of a millimetre: what printing to four decimals leaves. */
const PRINTED = 1e-4;

function isEdited(shot: Shot, collected: GridPosition): boolean {
  const rise = shot.elevation === null || collected.elevation === null ? 0 : shot.elevation - collected.elevation;
  return Math.hypot(shot.easting - collected.easting, shot.northing - collected.northing, rise) > PRINTED;
}
