import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addNote, findNote } from './png-note.ts';
import { dimensionLabel, eraseAt, extendStroke, readSketch, type Sketch, strokePath, writeSketch } from './sketch.ts';

const SKETCH: Sketch = [
  {
    kind: 'stroke',
    points: [
      [0, 0],
      [100, 0],
      [100, 100],
    ],
  },
  { kind: 'text', at: [400, 400], text: 'Fire hydrant' },
  { kind: 'dimension', from: [0, 600], to: [200, 600], text: '12.34' },
  { kind: 'north', at: [900, 200], to: [900, 100] },
];

/** The smallest picture: one pixel. */
const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
);

describe('a sketch', () => {
  it('is erased where it is touched, and only there', () => {
    expect(eraseAt(SKETCH, [50, 5])).toEqual(SKETCH.slice(1));
    expect(eraseAt(SKETCH, [430, 400]).some((thing) => thing.kind === 'text')).toBe(false);
    expect(eraseAt(SKETCH, [100, 610]).map((thing) => thing.kind)).toEqual(['stroke', 'text', 'north']);
    expect(eraseAt(SKETCH, [600, 800])).toBe(SKETCH);
  });

  it('keeps no points nobody could tell apart, and a dot is a dot', () => {
    expect(extendStroke([[10, 10]], [11, 10])).toHaveLength(1);
    expect(extendStroke([[10, 10]], [20, 10])).toHaveLength(2);
    expect(strokePath([[10, 10]])).toBe('M10 10l0.1 0');
  });

  it('the words of a dimension are never upside down', () => {
    for (const [from, to] of [
      [
        [0, 0],
        [100, 0],
      ],
      [
        [100, 0],
        [0, 0],
      ],
      [
        [0, 0],
        [-50, 80],
      ],
    ] as const) {
      const { degrees } = dimensionLabel(from, to);
      expect(degrees).toBeGreaterThanOrEqual(-90);
      expect(degrees).toBeLessThanOrEqual(90);
    }
  });

  it('is written and read back; what is none is not taken for one', () => {
    expect(readSketch(writeSketch(SKETCH))).toEqual(SKETCH);
    for (const text of ['', '{}', 'null', '[]', '{"sketch":1,"things":[{"kind":"stroke","points":[[1]]}]}', '{"sketch":2,"things":[]}'])
      expect(readSketch(text)).toBeNull();
  });
});

describe('a note in a PNG', () => {
  it('law: any text comes back, and the picture is otherwise what it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const noted = addNote(PNG, 'sketch', text);
        expect(findNote(noted, 'sketch')).toBe(new TextDecoder().decode(new TextEncoder().encode(text)));
        expect(noted.subarray(0, 33)).toEqual(PNG.subarray(0, 33));
        expect(noted.subarray(noted.length - (PNG.length - 33))).toEqual(PNG.subarray(33));
      }),
      { seed: 20260306, numRuns: 200 },
    );
  });

  it('law: nothing is found in what is no PNG, and nothing breaks', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(PNG.length), (noise, cut) => {
        expect(findNote(noise, 'sketch')).toBeNull();
        expect(findNote(PNG.subarray(0, cut), 'sketch')).toBeNull();
        expect(addNote(noise, 'sketch', 'x')).toBe(noise);
      }),
      { seed: 20260307, numRuns: 200 },
    );
  });
});
