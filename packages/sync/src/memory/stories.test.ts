import { describe, expect, it } from 'vitest';
import { LAWS } from '../laws.ts';
import { describeCampaign, runCampaign } from './campaign.ts';
import { tellStory } from './story.ts';

/** The campaign of INT-F12, which CI runs too, tells twenty thousand others. */
const stories = Number(process.env.STORIES ?? 500);
/** A story that ends badly is told again alone: SEED=<its number> STORIES=1. */
const seed = Number(process.env.SEED ?? 1);

/** What must have happened often, or the campaign has grown tame. */
const EXPECTED = [
  'crash',
  'freeze',
  'storage',
  'session',
  'role',
  'csrf',
  'restored',
  'destroyed',
  'remove all',
  'forced clean',
  'another run',
  'clock',
];

describe('hostile stories (INT-F12, F13, F14, F17, F19)', () => {
  it(`nothing lost, doubled, corrupted, lied about or stuck in ${stories} stories from seed ${seed}`, { timeout: 7_200_000 }, async () => {
    const before = process.threadCpuUsage();
    const campaign = await runCampaign(seed, stories);
    const used = process.threadCpuUsage(before);
    const seconds = (used.user + used.system) / 1e6;
    console.log(describeCampaign('sync stories', campaign, seconds));
    expect(campaign.found.slice(0, 3)).toEqual([]);
    if (stories < 500) return;
    expect(campaign.faults).toBeGreaterThan(stories);
    expect(campaign.events.green ?? 0).toBeGreaterThan(stories);
    for (const event of EXPECTED) expect(campaign.events[event] ?? 0, event).toBeGreaterThan(stories / 100);
    // More is a story that has grown too long.
    expect(campaign.requests).toBeLessThan(100 * stories);
  });

  it('the same seed tells the same story', async () => {
    const heard: string[][] = [[], []];
    for (const lines of heard) await tellStory(4711, { laws: LAWS, trace: (line) => lines.push(line) });
    expect(heard[0]?.length).toBeGreaterThan(50);
    expect(heard[1]).toEqual(heard[0]);
  });
});
