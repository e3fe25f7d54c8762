import { afterAll, describe, expect, it } from 'vitest';
import { BREAKAGES } from './breakages.ts';
import { tellStory } from './story.ts';

const MOST = 2000;
const rows: string[] = [];

afterAll(() => {
  console.log(`\nbreakage                                     rule         found after  by\n${rows.join('\n')}`);
});

describe('a broken engine is found out', () => {
  it('there are at least twelve ways to break it', () => {
    expect(BREAKAGES.length).toBeGreaterThanOrEqual(12);
  });

  it.each(BREAKAGES.map((breakage) => [breakage.name, breakage] as const))('%s', { timeout: 300_000 }, async (name, { rule, options }) => {
    for (let seed = 1; seed <= MOST; seed += 1) {
      const [violation] = (await tellStory(seed, options)).violations;
      if (!violation) continue;
      rows.push(`${name.padEnd(44)} ${rule.padEnd(12)} ${String(seed).padStart(6)}       ${violation.property}`);
      return;
    }
    expect.fail(`${name} was not found in ${MOST} stories.`);
  });
});
