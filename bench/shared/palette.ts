// The search of the palette over everything, as somebody who may see all of it: frequent and rare words, numbers, two letters.
import { compare, percentile, signIn, timedGet } from './product.ts';

const ROUNDS = 21;
const WARM_UP = 5;
const MOST_MS = 100;
const QUERIES = [
  'survey',
  'boundary woodstock',
  '26-0050',
  '260050',
  '00707',
  'marie leblanc',
  'électricité',
  'forestier coopérative',
  'landry cormier',
  'easement',
  'ma',
  'st',
  '12',
  'zq',
  'zzyzx',
  'monument found',
  'leblanc survey plan',
];

export async function measurePalette(origin: string, phone = ''): Promise<void> {
  const cookie = await signIn(origin, 'alice');
  for (const query of phone ? [...QUERIES, phone] : QUERIES) {
    const times: number[] = [];
    let count = 0;
    for (let i = 0; i < ROUNDS + WARM_UP; i += 1) {
      const { ms, body } = await timedGet<{ count: number }>(`${origin}/api/core/search/?${new URLSearchParams({ query })}`, cookie);
      count = body.count;
      if (i >= WARM_UP) times.push(ms);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    times.sort((a, b) => a - b);
    console.log(`\npalette “${query}”: ${count} found`);
    compare(`palette “${query}”, p50`, percentile(times, 0.5), MOST_MS, 'ms');
    compare(`palette “${query}”, p95`, percentile(times, 0.95), MOST_MS, 'ms');
  }
}
