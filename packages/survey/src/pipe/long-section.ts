/**
 * The long section of a sewer: pipes end to end, as they fall. A section begins at a structure no pipe leads to and follows the pipes
 * until there is none left; where several leave a structure, the first goes on and the others begin sections of their own. Every
 * pipe stands in exactly one section, also in a ring.
 */
export interface SectionStructure {
  readonly id: string;
  readonly name: string;
  /** The processed rim; null while it is not. */
  readonly rim: number | null;
}

export interface SectionPipe {
  readonly id: string;
  readonly name: string;
  readonly start_structure: string | null;
  readonly end_structure: string | null;
  readonly start_invert: number | null;
  readonly end_invert: number | null;
  readonly length_2d: number | null;
  readonly slope_percent: number | null;
  /** Millimetres. */
  readonly inside_diameter: number | null;
}

export interface SectionNode {
  readonly structure: SectionStructure;
  /** Metres along the section. */
  readonly at: number;
}

export interface SectionSpan {
  readonly pipe: SectionPipe;
  readonly from: number;
  readonly to: number;
  /** Inverts in the direction of the section. */
  readonly from_invert: number | null;
  readonly to_invert: number | null;
}

export interface LongSection {
  readonly name: string;
  readonly nodes: readonly SectionNode[];
  readonly spans: readonly SectionSpan[];
  readonly length: number;
  /** A pipe in it has no length yet, so what comes after it stands too near. */
  readonly is_incomplete: boolean;
}

type Step = { readonly pipe: SectionPipe; readonly from: string; readonly to: string };

/** Downhill where the inverts tell, else as it was drawn. */
function directed(pipe: SectionPipe): Step | null {
  const { start_structure: start, end_structure: end, start_invert, end_invert } = pipe;
  if (start === null || end === null || start === end) return null;
  const rises = start_invert !== null && end_invert !== null && end_invert > start_invert;
  return rises ? { pipe, from: end, to: start } : { pipe, from: start, to: end };
}

export function buildLongSections(pipes: readonly SectionPipe[], structures: readonly SectionStructure[]): LongSection[] {
  const known = new Map(structures.map((structure) => [structure.id, structure]));
  const steps = pipes.flatMap((pipe) => directed(pipe) ?? []).filter(({ from, to }) => known.has(from) && known.has(to));
  const isLedTo = new Set(steps.map(({ to }) => to));
  const left = new Set(steps);
  const sections: LongSection[] = [];
  const follow = (first: Step) => {
    const path: Step[] = [];
    const passed = new Set([first.from]);
    for (let next: Step | undefined = first; next && !passed.has(next.to); ) {
      path.push(next);
      left.delete(next);
      passed.add(next.to);
      const here: string = next.to;
      next = [...left].find(({ from }) => from === here);
    }
    if (path.length > 0) sections.push(lay(path, known));
  };
  for (const step of steps) if (left.has(step) && !isLedTo.has(step.from)) follow(step);
  // Branches that leave the middle of a section, and rings, which no end begins.
  for (const step of steps) if (left.has(step)) follow(step);
  return sections.toSorted((a, b) => b.length - a.length);
}

function lay(path: readonly Step[], known: ReadonlyMap<string, SectionStructure>): LongSection {
  const first = known.get(path[0]!.from)!;
  const nodes: SectionNode[] = [{ structure: first, at: 0 }];
  const spans: SectionSpan[] = [];
  let at = 0;
  for (const { pipe, from, to } of path) {
    const end = at + (pipe.length_2d ?? 0);
    const isTurned = pipe.start_structure !== from;
    spans.push({
      pipe,
      from: at,
      to: end,
      from_invert: isTurned ? pipe.end_invert : pipe.start_invert,
      to_invert: isTurned ? pipe.start_invert : pipe.end_invert,
    });
    nodes.push({ structure: known.get(to)!, at: end });
    at = end;
  }
  const name = `${nodes[0]!.structure.name} – ${nodes.at(-1)!.structure.name}`;
  return { name, nodes, spans, length: at, is_incomplete: path.some(({ pipe }) => pipe.length_2d === null) };
}
