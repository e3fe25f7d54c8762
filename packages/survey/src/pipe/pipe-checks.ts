import { compareNames } from '../assemble/shot.ts';
import { angleBetween, azimuthOf } from '../geo/plane.ts';
import type { Tolerances } from '../survey-settings.ts';
import type { DerivedPipe, PipeEnd } from './pipe.ts';
import { sumpOf } from './structure.ts';

export type PipeFault =
  | 'END_NOT_PROCESSED'
  | 'OPEN_END_UNTYPED'
  | 'INVERT_ABOVE_RIM'
  | 'INVERT_BELOW_SUMP'
  | 'ADVERSE_SLOPE'
  | 'STEEP'
  | 'TOO_LONG'
  | 'SAME_DIRECTION'
  | 'SHRINKS_DOWNSTREAM';

export interface PipeProblem {
  readonly fault: PipeFault;
  readonly pipes: readonly string[];
  readonly structures: readonly string[];
  readonly figures: Readonly<Record<string, number>>;
  readonly sentence: string;
}

type Limits = Pick<Tolerances, 'pipe_max_slope_percent' | 'pipe_max_length'>;
/** Two pipes leaving a structure closer together than this are suspected to be one drawn twice. */
const SAME_BEARING = 5;

export function checkPipes(pipes: readonly DerivedPipe[], limits: Limits): PipeProblem[] {
  return [...pipes.flatMap((derived) => checkPipe(derived, limits)), ...checkSameDirection(pipes), ...checkDiameters(pipes)];
}

function checkPipe(derived: DerivedPipe, limits: Limits): PipeProblem[] {
  const { pipe, start, end, slope_percent, length_2d } = derived;
  const found: PipeProblem[] = [];
  const say = (fault: PipeFault, sentence: string, figures: Record<string, number> = {}, structures: readonly string[] = []) =>
    found.push({ fault, pipes: [pipe.id], structures, figures, sentence });
  for (const [at, id, word] of [
    [start, pipe.start_structure, 'start'],
    [end, pipe.end_structure, 'end'],
  ] as const) {
    if (id === null && pipe.open_end === null)
      say('OPEN_END_UNTYPED', `Pipe ${pipe.name} has no structure at its ${word}: is it an outfall, a plug, or unknown?`);
    if (id !== null && !at.structure?.rim)
      say(
        'END_NOT_PROCESSED',
        `The ${word} of pipe ${pipe.name}${at.structure ? ` (${at.structure.name})` : ''} is not matched to a processed structure.`,
        {},
        [id],
      );
    checkHeights(at, pipe.name, say);
  }
  const direction = start.connection?.direction ?? null;
  if (direction !== null && direction === end.connection?.direction) {
    say('SAME_DIRECTION', `Pipe ${pipe.name} is marked "${direction}" at both of its ends.`);
  }
  if (slope_percent !== null && isUphill(derived)) {
    say('ADVERSE_SLOPE', `Pipe ${pipe.name} rises ${Math.abs(slope_percent).toFixed(2)} % in the direction of its flow.`, {
      slope_percent,
    });
  }
  if (slope_percent !== null && Math.abs(slope_percent) > limits.pipe_max_slope_percent) {
    say('STEEP', `Pipe ${pipe.name} has a slope of ${slope_percent.toFixed(2)} %.`, { slope_percent });
  }
  if (length_2d !== null && length_2d > limits.pipe_max_length) {
    say('TOO_LONG', `The ends of pipe ${pipe.name} are ${length_2d.toFixed(1)} m apart.`, { length_2d });
  }
  return found;
}

function checkHeights(
  at: PipeEnd,
  name: string,
  say: (fault: PipeFault, sentence: string, figures: Record<string, number>, structures: readonly string[]) => void,
): void {
  const { structure, invert } = at;
  const rim = structure?.rim?.elevation ?? null;
  if (!structure || invert.elevation === null) return;
  if (rim !== null && invert.elevation > rim) {
    say(
      'INVERT_ABOVE_RIM',
      `At ${structure.name} the invert of pipe ${name} (${invert.elevation.toFixed(3)}) lies above the rim (${rim.toFixed(3)}).`,
      { invert: invert.elevation, rim },
      [structure.id],
    );
  }
  const sump = sumpOf(structure);
  if (sump !== null && invert.elevation < sump) {
    say(
      'INVERT_BELOW_SUMP',
      `At ${structure.name} the invert of pipe ${name} (${invert.elevation.toFixed(3)}) lies below the sump (${sump.toFixed(3)}).`,
      { invert: invert.elevation, sump },
      [structure.id],
    );
  }
}

/** Which way the water goes: as the crew marked the ends, else from start to end. */
function flowsBackwards({ start, end }: DerivedPipe): boolean {
  const out_at_end = end.connection?.direction === 'out' && start.connection?.direction !== 'out';
  return out_at_end || (start.connection?.direction === 'in' && end.connection?.direction !== 'in');
}

function isUphill(derived: DerivedPipe): boolean {
  const { slope_percent } = derived;
  return slope_percent !== null && (flowsBackwards(derived) ? slope_percent > 0 : slope_percent < 0);
}

interface Meeting {
  readonly derived: DerivedPipe;
  readonly structure: string;
  readonly structure_name: string;
  readonly azimuth: number | null;
  readonly is_upstream_end: boolean;
}

function meetingsOf(pipes: readonly DerivedPipe[]): Map<string, Meeting[]> {
  const meetings = new Map<string, Meeting[]>();
  for (const derived of pipes) {
    const { start, end, line } = derived;
    const is_backwards = flowsBackwards(derived);
    const ends = [
      { at: start, from: line[0], to: line[1], is_upstream_end: !is_backwards },
      { at: end, from: line.at(-1), to: line.at(-2), is_upstream_end: is_backwards },
    ];
    for (const { at, from, to, is_upstream_end } of ends) {
      if (!at.structure) continue;
      const meeting = {
        derived,
        structure: at.structure.id,
        structure_name: at.structure.name,
        azimuth: from && to ? azimuthOf(from, to) : null,
        is_upstream_end,
      };
      const list = meetings.get(at.structure.id);
      if (list) list.push(meeting);
      else meetings.set(at.structure.id, [meeting]);
    }
  }
  return meetings;
}

function checkSameDirection(pipes: readonly DerivedPipe[]): PipeProblem[] {
  return [...meetingsOf(pipes).values()].flatMap((meetings) => {
    const sorted = meetings.filter((meeting) => meeting.azimuth !== null).sort((a, b) => a.azimuth! - b.azimuth!);
    if (sorted.length < 2) return [];
    return sorted.flatMap((meeting, place) => {
      const next = sorted[(place + 1) % sorted.length]!;
      if (next === meeting || (sorted.length === 2 && place === 1)) return [];
      const degrees = angleBetween(meeting.azimuth!, next.azimuth!);
      if (degrees > SAME_BEARING || meeting.derived.pipe.id === next.derived.pipe.id) return [];
      const both = [meeting.derived.pipe, next.derived.pipe].sort((a, b) => compareNames(a.name, b.name));
      return {
        fault: 'SAME_DIRECTION' as const,
        pipes: both.map((pipe) => pipe.id),
        structures: [meeting.structure],
        figures: { degrees },
        sentence: `Pipes ${both.map((pipe) => pipe.name).join(', ')} leave ${meeting.structure_name} in the same direction.`,
      };
    });
  });
}

/** What flows into a structure in a wide pipe should not leave it in a narrower one. */
function checkDiameters(pipes: readonly DerivedPipe[]): PipeProblem[] {
  return [...meetingsOf(pipes).values()].flatMap((meetings) => {
    const sized = meetings.filter((meeting) => meeting.derived.pipe.inside_diameter !== null);
    const incoming = sized.filter((meeting) => !meeting.is_upstream_end).map((meeting) => meeting.derived.pipe);
    const [widest] = incoming.toSorted((a, b) => b.inside_diameter! - a.inside_diameter!);
    if (!widest) return [];
    return sized
      .filter((meeting) => meeting.is_upstream_end && meeting.derived.pipe.inside_diameter! < widest.inside_diameter!)
      .map(({ derived, structure, structure_name }) => ({
        fault: 'SHRINKS_DOWNSTREAM' as const,
        pipes: [widest.id, derived.pipe.id],
        structures: [structure],
        figures: { upstream: widest.inside_diameter!, downstream: derived.pipe.inside_diameter! },
        sentence: `At ${structure_name} the pipe shrinks downstream: ${widest.name} is ${widest.inside_diameter} mm, ${derived.pipe.name} ${derived.pipe.inside_diameter} mm.`,
      }));
  });
}
