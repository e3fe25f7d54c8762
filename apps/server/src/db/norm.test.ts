import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();

/** Letters with accents both as one sign and as two, among plain ones. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('A', 'e', 'É', 'E\u0301', 'c\u0327', 'œ', 'Ł', '’', '\u0301', '한', '\u1112\u1161', 'ﬁ', ' ') }),
);

it('norm: the ways past the normal form answer what it answers', async () => {
  const texts = fc.sample(text, 2000).map((one) => one.replaceAll('\0', ''));
  const { rows } = await sql<{ one: string; quick: string; whole: string }>`
    select one, norm(one) as quick, lower(unaccent('unaccent'::regdictionary, normalize(one, nfc))) as whole
    from unnest(${texts}::text[]) as one`.execute(app.tx());
  expect(rows.length).toBe(2000);
  expect(rows.filter(({ quick, whole }) => quick !== whole)).toEqual([]);
});
