import { afterAll, describe, expect, it } from 'vitest';
import { BREAKAGES } from './breakages.ts';
import { tellStory } from './story.ts';

const MOST = 2000;
/** Two are rare. The search for them begins shortly before the story that finds them; the stories before it are left to the campaign. */
const BEGIN: Record<string, number> = { 'operation ids off': 440, 'green without a manifest': 660 };
const rows: string[] = [];

afterAll(() => {
  console.log(`\nbreakage                                     rule         found in  by\n${rows.join('\n')}`);
});

describe('a broken engine is found out', () => {
  it('there are at least twelve ways to break it', () => {
    expect(BREAKAGES.length).toBeGreaterThanOrEqual(12);
  });

  it.each(BREAKAGES.map((breakage) => [breakage.name, breakage] as const))('%s', async (name, { rule, options }) => {
    for (let seed = BEGIN[name] ?? 1; seed <= MOST; seed += 1) {
      const [violation] = (await tellStory(seed, options)).violations;
      if (!violation) continue;
      rows.push(`${name.padEnd(44)} ${rule.padEnd(12)} ${String(seed).padStart(6)}       ${violation.property}`);
      return;
    }
    expect.fail(`${name} was not found in ${MOST} stories.`);
  });
});
