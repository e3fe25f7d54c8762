import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildLongSections, type SectionPipe } from './long-section.ts';

const pipe = (id: string, start: string | null, end: string | null, change: Partial<SectionPipe> = {}): SectionPipe => ({
  id,
  name: id,
  start_structure: start,
  end_structure: end,
  start_invert: null,
  end_invert: null,
  length_2d: 10,
  slope_percent: null,
  inside_diameter: 300,
  ...change,
});
const structures = (ids: string) => [...ids].map((id) => ({ id, name: `MH ${id}`, rim: 20 }));

describe('long sections', () => {
  it('pipes end to end make one section, in the order of the flow', () => {
    const [section, ...others] = buildLongSections([pipe('2', 'B', 'C'), pipe('1', 'A', 'B')], structures('ABC'));
    expect(others).toEqual([]);
    expect(section).toMatchObject({ name: 'MH A – MH C', length: 20, is_incomplete: false });
    expect(section!.spans.map((span) => [span.pipe.id, span.from, span.to])).toEqual([
      ['1', 0, 10],
      ['2', 10, 20],
    ]);
  });

  it('a pipe drawn uphill is turned, its inverts with it', () => {
    const [section] = buildLongSections([pipe('1', 'B', 'A', { start_invert: 9, end_invert: 10 })], structures('AB'));
    expect(section!.name).toBe('MH A – MH B');
    expect(section!.spans[0]).toMatchObject({ from_invert: 10, to_invert: 9 });
  });

  it('a branch is a section of its own; a pipe into the open or to an unknown structure is in none', () => {
    const sections = buildLongSections(
      [pipe('1', 'A', 'B'), pipe('2', 'B', 'C'), pipe('3', 'D', 'B', { length_2d: null }), pipe('4', 'C', null), pipe('5', 'C', 'X')],
      structures('ABCD'),
    );
    expect(sections.map(({ name, is_incomplete }) => [name, is_incomplete])).toEqual([
      ['MH A – MH C', false],
      ['MH D – MH B', true],
    ]);
  });

  it('law: every pipe between two known structures stands in exactly one section, and sections join up', () => {
    const ids = 'ABCDEF';
    const end = fc.constantFrom(...ids);
    const level = fc.option(fc.integer({ min: 0, max: 20 }));
    const anyPipe = fc.record({ start: end, end, start_invert: level, end_invert: level, length_2d: fc.option(fc.nat(50)) });
    fc.assert(
      fc.property(fc.array(anyPipe, { maxLength: 14 }), (drawn) => {
        const pipes = drawn.map(({ start, end: stop, ...rest }, i) => pipe(`p${i}`, start, stop, rest));
        const sections = buildLongSections(pipes, structures(ids));
        const placed = sections.flatMap(({ spans }) => spans.map((span) => span.pipe.id));
        const wanted = pipes.filter((one) => one.start_structure !== one.end_structure).map(({ id }) => id);
        expect(placed.toSorted()).toEqual(wanted.toSorted());
        for (const { nodes, spans } of sections) {
          expect(nodes).toHaveLength(spans.length + 1);
          for (const [i, span] of spans.entries()) {
            expect(new Set([span.pipe.start_structure, span.pipe.end_structure])).toEqual(
              new Set([nodes[i]!.structure.id, nodes[i + 1]!.structure.id]),
            );
          }
        }
      }),
      { seed: 20260305, numRuns: 400 },
    );
  });
});
