import { describe, expect, it } from 'vitest';
import { LAWS } from '../laws.ts';
import { tellStory } from './story.ts';

const EACH = 5000;
const FIRST = Number(process.env.SEED ?? 1);

/** A story that ends badly is told again alone: SEED=<its number> STORIES=1. */
const PARTS = process.env.STORIES ? [Number(process.env.STORIES)] : [EACH, EACH, EACH, EACH];

describe('hostile stories', () => {
  PARTS.forEach((count, part) => {
    const from = FIRST + part * EACH;
    it(`seeds ${from} to ${from + count - 1}: nothing lost, doubled, corrupted, lied about or stuck`, { timeout: 600_000 }, async () => {
      const sum = { faults: 0, requests: 0, saved: 0 };
      for (let seed = from; seed < from + count; seed += 1) {
        const told = await tellStory(seed, { laws: LAWS });
        sum.faults += told.faults;
        sum.requests += told.requests;
        sum.saved += told.saved;
        expect(told.violations, `seed ${seed}`).toEqual([]);
      }
      console.log(`${count} stories from seed ${from}: ${sum.faults} faults, ${sum.requests} requests, ${sum.saved} saves, 0 violations`);
      expect(sum.faults).toBeGreaterThan(count);
    });
  });
});
