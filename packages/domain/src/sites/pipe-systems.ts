/** One end of a pipe: what a crew said of the structure there. */
export type PipeEnd = { readonly name: string | null; readonly system: string | null; readonly sub_category: string | null };

/** The system of a structure: as said, else as its category says it. */
function systemOfStructure({ system, sub_category }: PipeEnd): string | null {
  if (system !== null) return system;
  if (sub_category === 'Sanitary Structure') return 'sanitary';
  return sub_category === 'Storm Structure' ? 'storm' : null;
}

/** A combined structure takes either; any other takes pipes of its own system alone. What nobody has said contradicts nothing. */
function fits(pipe: string | null, structure: string | null): boolean {
  return pipe === null || structure === null || structure === 'combined' || pipe === structure;
}

/** "joins a sanitary and a storm structure": what a pipe says against the structures at its ends; null when they agree. */
export function whyCrossConnected(pipe: string | null, start: PipeEnd | null, end: PipeEnd | null): string | null {
  const [from, to] = [start, end].map((structure) => structure && systemOfStructure(structure));
  const isPair = from && to && from !== 'combined' && to !== 'combined' && from !== to;
  if (isPair) return `joins a ${[from, to].sort().join(' and a ')} structure`;
  for (const structure of [start, end]) {
    const system = structure && systemOfStructure(structure);
    if (structure && !fits(pipe, system)) return `is ${pipe}, but structure ${structure.name?.trim() || 'without a name'} is ${system}`;
  }
  return null;
}
