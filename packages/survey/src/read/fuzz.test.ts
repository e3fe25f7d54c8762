import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FUZZED, fuzzInputs } from '../fixtures/fuzz.ts';
import { findLawBreaches, findRowBreaches } from '../fixtures/line-law.ts';
import { seeded } from '../fixtures/mutate.ts';
import { sniff } from './sniff.ts';

const SEED = 4;
const RUNS: Readonly<Record<string, number>> = { raw: 1200, crdb: 1200, points: 1500, sum: 1200, ref: 800, loc: 1200 };

describe.each(FUZZED)('the $name reader under damaged files (seed 4)', (reader) => {
  test('never throws, and keeps every line exactly once', () => {
    for (const { bytes, random, seed } of fuzzInputs(reader, SEED, RUNS[reader.name] as number)) {
      const reading = reader.read(bytes, random);
      const breaches = reader.name === 'crdb' ? findRowBreaches(reading) : findLawBreaches(bytes, reading);
      expect(breaches, `seed ${seed}`).toEqual([]);
      expect(() => JSON.stringify(reading), `seed ${seed}`).not.toThrow();
    }
  });

  test('any bytes at all are read without a throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        const reading = reader.read(bytes, seeded(1));
        expect(reader.name === 'crdb' ? findRowBreaches(reading) : findLawBreaches(bytes, reading)).toEqual([]);
        expect(sniff(bytes).words).not.toBe('');
      }),
      { seed: SEED, numRuns: 300 },
    );
  });
});
