import { LAWS } from '../laws.ts';
import type { Property, Violation } from './oracle.ts';
import { tellStory } from './story.ts';
import type { StoryOptions } from './story-state.ts';

export type Campaign = {
  readonly stories: number;
  readonly first_seed: number;
  readonly faults: number;
  readonly requests: number;
  /** values that a screen called "Saved on device" */
  readonly saved: number;
  readonly events: Readonly<Record<string, number>>;
  readonly found: readonly { readonly seed: number; readonly violations: readonly Violation[] }[];
};

/** Tells the stories of consecutive seeds and collects what was wrong. A story found guilty is replayed by its seed alone. */
export async function runCampaign(first_seed: number, stories: number, options: Partial<StoryOptions> = {}): Promise<Campaign> {
  const events: Record<string, number> = {};
  const found: { seed: number; violations: readonly Violation[] }[] = [];
  let faults = 0;
  let requests = 0;
  let saved = 0;
  for (let seed = first_seed; seed < first_seed + stories; seed++) {
    const told = await tellStory(seed, { laws: LAWS, ...options });
    faults += told.faults;
    requests += told.requests;
    saved += told.saved;
    for (const name in told.events) events[name] = (events[name] ?? 0) + (told.events[name] ?? 0);
    if (told.violations.length > 0) found.push({ seed, violations: told.violations });
  }
  return { stories, first_seed, faults, requests, saved, events, found };
}

const NAMED: readonly Property[] = [
  'Lost',
  'Duplicated',
  'Corrupted',
  'Lied',
  'Stuck',
  'Diverged',
  'Unflagged',
  'Purged',
  'Missed',
  'Marked',
  'Crashed',
];

/** Misfortunes that are no fault of a single request. */
const DISASTERS = ['crash', 'kill tab', 'freeze', 'clock', 'storage', 'session', 'role', 'csrf', 'run moves on', 'restored', 'destroyed'];

/** The line for the README: everything counted, every property by name, and the seeds to replay. */
export function describeCampaign(name: string, campaign: Campaign, seconds: number): string {
  const { stories, first_seed, requests, saved, events, found } = campaign;
  const disasters = DISASTERS.reduce((sum, event) => sum + (events[event] ?? 0), 0);
  const verdicts = NAMED.map((property) => {
    const guilty = found.filter(({ violations }) => violations.some((violation) => violation.property === property));
    const seeds = guilty.slice(0, 5).map(({ seed }) => seed);
    return `${guilty.length} ${property.toLowerCase()}${seeds.length > 0 ? ` (seeds ${seeds.join(', ')})` : ''}`;
  });
  const counted = `${stories} stories, ${requests} requests, ${campaign.faults + disasters} faults, ${saved} saved values`;
  return `${name}: ${counted}, ${verdicts.join(', ')}; ${seconds.toFixed(1)} s; seeds ${first_seed}–${first_seed + stories - 1}`;
}
