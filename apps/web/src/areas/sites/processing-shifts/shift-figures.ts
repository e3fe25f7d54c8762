import type { ShiftChoice } from '@dmse/contract/sites/processing/decision';
import type { ProcessingShifts } from '@dmse/contract/sites/processing/result';
import { type ControlResidual, computeControlShift, controlResiduals } from '@dmse/survey/shift/control-shift';

export type ShiftSource = ProcessingShifts['sources'][number];
export type Limits = { control_reject_horizontal: number; control_reject_vertical: number };
export type BaseVector = { base: string | null; d_easting: number; d_northing: number; d_elevation: number; count: number | null };

export type ShiftFigures = {
  vectors: BaseVector[];
  /** Why there is no shift of this type, or why one base has none. */
  problems: string[];
  residuals: ControlResidual[];
  /** Names of shots on controls that do not agree with the others. */
  suspects: string[];
};

/** What a choice would do to the shots on control, computed as the server computes it. Of several bases each has its own mean. */
export function figureShift(
  { type, accepted, typed }: Pick<ShiftChoice, 'type' | 'accepted' | 'typed'>,
  { hpn, observations }: ShiftSource,
  limits: Limits,
  isByBase: boolean,
): ShiftFigures {
  const wanted = new Set(accepted);
  const observed = observations.map((one) => ({ ...one, is_accepted: wanted.has(one.shot_name) }));
  const baseOf = new Map(observed.map(({ shot, base }) => [shot, isByBase ? base : null]));
  const finish = (vectors: BaseVector[], problems: string[] = [], suspects: readonly string[] = []): ShiftFigures => ({
    vectors,
    problems,
    residuals: controlResiduals(
      observed,
      (shot) => vectors.find(({ base }) => !isByBase || base === null || base === baseOf.get(shot)) ?? null,
      limits,
    ),
    suspects: observed.filter(({ shot }) => suspects.includes(shot)).map(({ shot_name }) => shot_name),
  });
  if (typed) return finish([{ base: null, count: null, ...typed }]);
  if (type === 'NONE') return finish([]);
  if (type === 'HPN')
    return finish(
      hpn.flatMap(({ base, shift }) => (shift ? { base, count: null, ...shift } : [])),
      hpn.flatMap(({ base, sentence }) => (sentence ? (base ? `${base}: ${sentence}` : sentence) : [])),
    );
  const shifts = [...Map.groupBy(observed, ({ shot }) => baseOf.get(shot) ?? null)].flatMap(
    ([base, group]) => computeControlShift(group, limits, base) ?? [],
  );
  const vectors = shifts.map(({ base_key, d_easting, d_northing, d_elevation, count_horizontal }) => ({
    base: base_key,
    d_easting,
    d_northing,
    d_elevation,
    count: count_horizontal,
  }));
  const none = observed.length === 0 ? 'No shot was taken on a published control point.' : 'No control point is ticked.';
  return finish(
    vectors,
    shifts.length === 0 ? [none] : [],
    shifts.flatMap(({ suspects }) => suspects),
  );
}

export type Spread = { count: number; rms: number; max: number };
export type ShiftStatistics = { horizontal: Spread | null; vertical: Spread | null };

function spreadOf(values: readonly number[]): Spread | null {
  if (values.length === 0) return null;
  const sizes = values.map(Math.abs);
  return {
    count: values.length,
    rms: Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length),
    max: sizes.reduce((most, size) => Math.max(most, size), 0),
  };
}

/** How well the controls that count fit; the same ones for every shift, so that shifts can be compared. */
export function summarizeResiduals(residuals: readonly ControlResidual[]): ShiftStatistics {
  const counted = residuals.filter(({ is_accepted }) => is_accepted);
  return {
    horizontal: spreadOf(counted.map(({ horizontal }) => horizontal)),
    vertical: spreadOf(counted.flatMap(({ d_elevation }) => d_elevation ?? [])),
  };
}
