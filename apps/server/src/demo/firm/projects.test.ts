import { expect, test } from 'vitest';
import { makeQuote, projectWorld } from './projects.ts';
import { createRandom } from './random.ts';
import { makeStaff } from './staff.ts';

const NOW = '2026-06-01T12:00:00.000Z';

test('inbox tokens of the demo: two quotes that draw the same have different ones', () => {
  const random = { ...createRandom('any'), fork: () => createRandom('the same for all') };
  const world = projectWorld(makeStaff(createRandom('staff'), NOW, 25), [{ id: 1, name: 'Heronwood' }] as never, NOW);
  const places = [1, 2, 31, 32, 961, 30_000, 50_000, 99_999];
  const tokens = places.map((place) => makeQuote(random, place, 100_000, world, () => '').values.inbox_token);
  expect(new Set(tokens).size).toBe(places.length);
  for (const token of tokens) expect(token).toMatch(/^[a-z2-9]{12}$/);
});
