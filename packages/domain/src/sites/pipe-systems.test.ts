import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PipeEnd, whyCrossConnected } from './pipe-systems.ts';
import { SYSTEMS } from './structure-text.ts';

const end = (system: string | null, name = '5001', sub_category: string | null = null): PipeEnd => ({ name, system, sub_category });
const system = fc.constantFrom(...SYSTEMS, null);
const structure = fc.option(fc.record({ name: fc.constantFrom('a', 'b'), system, sub_category: fc.constant(null) }), { nil: null });

describe('systems of a pipe', () => {
  it('systems of a pipe: sanitary and storm structures are not joined', () => {
    expect(whyCrossConnected(null, end('sanitary'), end('storm'))).toBe('joins a sanitary and a storm structure');
    expect(whyCrossConnected('storm', end('storm'), end('sanitary'))).toBe('joins a sanitary and a storm structure');
  });

  it('systems of a pipe: the category of a structure counts where nobody said its system', () => {
    expect(whyCrossConnected(null, end(null, '1', 'Sanitary Structure'), end(null, '2', 'Storm Structure'))).toMatch(/^joins/);
  });

  it('systems of a pipe: a pipe is of the system of the structures it meets', () => {
    expect(whyCrossConnected('storm', end('sanitary', '5002'), null)).toBe('is storm, but structure 5002 is sanitary');
    expect(whyCrossConnected('combined', end('sanitary', '5002'), end('combined'))).toBe('is combined, but structure 5002 is sanitary');
    expect(whyCrossConnected('storm', end('storm'), end('storm'))).toBeNull();
  });

  it('systems of a pipe: a combined structure takes either', () => {
    expect(whyCrossConnected('storm', end('storm'), end('combined'))).toBeNull();
    expect(whyCrossConnected('sanitary', end('combined'), end('sanitary'))).toBeNull();
  });

  it('systems of a pipe: which end is the start makes no difference to whether it is cross-connected', () => {
    fc.assert(
      fc.property(system, structure, structure, (pipe, a, b) => {
        expect(whyCrossConnected(pipe, a, b) === null).toBe(whyCrossConnected(pipe, b, a) === null);
      }),
      { seed: 20261116 },
    );
  });

  it('systems of a pipe: what nobody has said is never held against it, nor is one system alone', () => {
    fc.assert(
      fc.property(system, fc.boolean(), fc.boolean(), (one, isStart, isEnd) => {
        const at = (isSaid: boolean) => end(isSaid ? one : null);
        expect(whyCrossConnected(one, at(isStart), at(isEnd))).toBeNull();
        expect(whyCrossConnected(null, end(one), null)).toBeNull();
      }),
      { seed: 20261117 },
    );
  });
});
