import type { AppliedShift } from '../assemble/shot.ts';
import { metres, sayInstant } from '../assemble/wording.ts';
import { formatDms } from '../geo/dms.ts';
import type { GridPosition } from '../geo/plane.ts';
import type { ExplainStep, Explanation } from './explain.ts';

/** An explanation as sentences, in the order in which the coordinate came about. Sentences about a root are indented by two blanks. */
export function sayExplanation(explanation: Explanation): string[] {
  return explanation.steps.flatMap((step) => sayStep(step, explanation.name));
}

const INSTRUMENTS = {
  GNSS: 'measured by satellite',
  TOTAL_STATION: 'measured by total station',
  STORED: 'typed in or computed, not measured',
  AVERAGE: 'an average',
} as const;

function sayStep(step: ExplainStep, name: string): string[] {
  switch (step.step) {
    case 'measured': {
      const quality = [
        step.status,
        step.HRMS === null ? null : `HRMS ${metres(step.HRMS)}`,
        step.VRMS === null ? null : `VRMS ${metres(step.VRMS)}`,
      ].filter((part) => part !== null);
      const when = step.datetime === null ? '' : ` at ${sayInstant(step.datetime)}`;
      const lines = step.raw_lines.length === 0 ? '' : ` (${step.raw_file ?? 'raw file'}, line ${step.raw_lines[0]})`;
      return [
        `${name} was ${INSTRUMENTS[step.instrument]}${when}${lines}: ${sayPlace(step.at)}${quality.length === 0 ? '' : `; ${quality.join(', ')}`}.`,
      ];
    }
    case 'satellite': {
      const { latitude, longitude, antenna_elevation, mark_elevation } = step.gnss;
      const height = antenna_elevation === null ? '' : `, antenna at ${metres(antenna_elevation)} above the ellipsoid`;
      const mark = mark_elevation === null ? '' : `, the mark at ${metres(mark_elevation)}`;
      return [`The receiver stood at ${formatDms(latitude)} ${formatDms(longitude)}${height}${mark}.`];
    }
    case 'rod':
      return [sayRod(step)];
    case 'height': {
      const parts = [
        step.corrected_rod === null ? null : `the rod was ${metres(step.corrected_rod)}`,
        step.corrected_instrument === null ? null : `the instrument stood ${metres(step.corrected_instrument)} above its mark`,
      ].filter((part) => part !== null);
      const why = parts.length === 0 ? 'What it was measured from was corrected' : `Corrected: ${parts.join(', ')}`;
      return [`${why}; that adds ${signed(step.correction)} to its elevation.`];
    }
    case 'collector_geoid':
      return [
        step.file === null
          ? 'The collector used no geoid.'
          : `The collector used the geoid ${step.file}${step.applied === null ? '' : ` and took off ${metres(step.applied)}`}.`,
      ];
    case 'localization':
      return [`The collector had the localization ${step.file} in force.`];
    case 'renumbered':
      return [`It was measured as ${step.from} and renumbered in the collector.`];
    case 'overwritten':
      return [`It replaced ${step.times === 1 ? 'an earlier point' : `${step.times} earlier points`} of the same name.`];
    case 'edited':
      return [`The points file was changed: the raw file has ${sayPlace(step.collected)}.`];
    case 'code':
      return [`Its code was corrected from "${step.from}" to "${step.to}".`];
    case 'shift':
      return [sayShift(step.shift)];
    case 'no_shift':
      return ['No shift has been applied to it yet.'];
    case 'average': {
      const residuals = step.children.map(
        (child) =>
          `${child.name} ${metres(child.horizontal)}${child.d_elevation === null ? '' : ` / ${metres(child.d_elevation)} in height`}`,
      );
      const below = step.roots.flatMap((root) => sayExplanation(root).map((sentence) => `  ${sentence}`));
      return [
        `${name} is the mean of ${step.children.map((child) => child.name).join(', ')} (distance from the mean: ${residuals.join('; ')}).`,
        ...below,
      ];
    }
    case 'decision': {
      const { what, by, at, why } = step.decision;
      return [`${by} decided on ${at}: ${what}${why === null ? '' : ` (${why})`}.`];
    }
    case 'final':
      return [`${step.at.is_final ? 'Final' : 'Not final yet'}: ${sayPlace(step.at)}.`];
  }
}

function sayRod({ rod_height, instrument_height, antenna_height }: Extract<ExplainStep, { step: 'rod' }>): string {
  const rod = rod_height === null ? 'The rod is not known' : `The rod was ${metres(rod_height)}`;
  if (instrument_height !== null) return `${rod}, the instrument ${metres(instrument_height)} above its mark.`;
  return antenna_height === null ? `${rod}.` : `${rod}; with the phase centre of the antenna ${metres(antenna_height)} were taken off.`;
}

const BASES = { shot: 'its own', station: 'that of its station', block: 'that of the whole run', keyed_in: '' } as const;

function sayShift(shift: AppliedShift): string {
  const decided = sayDecided(shift);
  if (shift.basis === 'keyed_in') return `It was typed in, so no shift applies.${decided}`;
  if (shift.type === 'NONE' && shift.d_easting === 0 && shift.d_northing === 0 && shift.d_elevation === 0)
    return `No shift was needed.${decided}`;
  const kind = shift.typed_why === null ? { HPN: 'base', CONTROL: 'control', NONE: 'localization' }[shift.type] : 'typed';
  const figures = `${signed(shift.d_easting)} east, ${signed(shift.d_northing)} north, ${signed(shift.d_elevation)} up`;
  const geoid = shift.undulation === null ? '' : `, with an undulation of ${metres(shift.undulation.value)} (${shift.undulation.source})`;
  const localized = shift.is_localized ? ', the localization taken back' : '';
  return `The ${kind} shift, ${BASES[shift.basis]}, adds ${figures}${geoid}${localized}.${decided}`;
}

function sayDecided({ decided_by, typed_why }: AppliedShift): string {
  const who = decided_by ?? 'Somebody';
  if (typed_why !== null) return ` ${who} typed it because: ${typed_why}`;
  return decided_by === null ? '' : ` ${who} decided it.`;
}

function sayPlace({ easting, northing, elevation }: GridPosition): string {
  return `E ${easting.toFixed(4)}, N ${northing.toFixed(4)}, ${elevation === null ? 'no elevation' : `Z ${elevation.toFixed(4)}`}`;
}

function signed(value: number): string {
  return `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(4)} m`;
}
