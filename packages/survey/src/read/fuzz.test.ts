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
    // One expectation for all inputs: thousands of them would take longer than the readers.
    const breaches: string[] = [];
    for (const { bytes, random, seed } of fuzzInputs(reader, SEED, RUNS[reader.name] as number)) {
      try {
        const reading = reader.read(bytes, random);
        const found = reader.name === 'crdb' ? findRowBreaches(reading) : findLawBreaches(bytes, reading);
        breaches.push(...found.map((breach) => `seed ${seed}: ${breach}`));
        JSON.stringify(reading);
      } catch (error) {
        breaches.push(`seed ${seed}: ${error}`);
      }
    }
    expect(breaches).toEqual([]);
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
