import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMMON_WORDS } from './common-words.ts';
import { isGuessable } from './guessable.ts';
import { whyNotPassword } from './password-policy.ts';

const mona = { username: 'mona', full_name: 'Mona Martin', email: 'mona.martin@tidewater.example', firm_name: 'Ternwick Surveys Ltd.' };

const frequent = `123456789012 1234567890ab qwertyuiop12 qwertyuiop[] 1q2w3e4r5t6y q1w2e3r4t5y6 1qaz2wsx3edc zaq12wsxcde3 qazwsxedcrfv
  1qaz!QAZ2wsx@WSX asdfghjkl123 zxcvbnm12345 poiuytrewq12 azertyuiop12 abcd1234efgh a1b2c3d4e5f6 abcdefghijkl abcdefg12345 password1234
  passwordpassword P@ssw0rd1234 Passw0rd2026! drowssap1234 p.a.s.s.w.o.r.d iloveyou1234 iloveyou2025! letmein12345 welcome12345
  Welcome2026!! changeme1234 chocolate1234 superman12345 baseball1234 football2026 Sunshine123! princess1234 dragondragon
  dragonmonkey1 M0nkeyM0nkey! michael12345 jennifer2024 charlie12345 liverpool123 barcelona2025 starwars1977 pokemon12345 minecraft123
  canadiens1234 Montreal2026! motdepasse123 bonjour12345 Soleil123456 administrator administrateur1 Summer2026!!! Winter2025-2026
  trustno1trustno1 fuckyou12345 hello1234567 test12345678 testtesttest qwerty123456 qwertyqwerty asdfasdfasdf 111222333444 aabbccddeeff
  superstar1234 batmanbatman1 mustang19671 harleydavidson computer1234 Google123456 samsung12345 jesuschrist1 ilovejesus12`.split(/\s+/);

describe('what is too easy to guess', () => {
  it.each(frequent)('refuses %s', (password) => {
    expect(whyNotPassword(password, mona)).not.toBeNull();
  });

  it.each([
    'ternwick2026!!',
    'Ternwick-Surveys',
    'T3rnw1ck-2026',
    'MonaMartin1985',
    'm.martin.mona.1',
    'tidewater2026',
    'dmse-2026-2026',
    'Surveyor2026!',
  ])('refuses %s to Mona of Ternwick Surveys', (password) => {
    expect(whyNotPassword(password, mona)).not.toBeNull();
  });

  it('refuses each common word with each of the usual endings: tens of thousands of passwords', () => {
    const years = Array.from({ length: 20 }, (_, i) => String(2010 + i));
    const endings = [
      '1',
      '12',
      '123',
      '1234',
      '12345',
      '123456',
      '!',
      '!!',
      '1!',
      '123!',
      '007',
      '69',
      '99',
      '00',
      '#1',
      '.',
      '...',
      '$',
      '@1',
      '2k',
    ];
    const made = COMMON_WORDS.flatMap((word) =>
      [...years, ...years.slice(0, 10).map((year) => `${year}!`), ...endings].map((end) => word + end),
    );
    const long = made.filter((password) => password.length >= 12);
    expect(long.length).toBeGreaterThan(20_000);
    // Every so many of them, which is as sure: they share one path.
    for (const password of long.filter((_, i) => i % 25 === 0)) expect(isGuessable(password, []), password).toBe(true);
  });
});

describe('what is hard to guess', () => {
  it.each([
    'correct horse battery',
    'correct horse battery staple',
    'trois truites au lac',
    'quatre truites au lac',
    '7Kd-Qe2-vPz-91w',
    'gkwt-83vn-pqza-x2mb',
    'the kettle sings at seven',
    'my dog hates thunder and cheese',
    'un vieux pommier penche vers la mer',
    'river window pencil coffee',
    'Where did Wilma leave the ladder?',
    'синий чайник на окне',
  ])('takes %s, whatever signs it has', (password) => {
    expect(whyNotPassword(password, mona)).toBeNull();
  });

  it('takes any four different words of a dictionary, common or not', () => {
    const words = ['anchor', 'basket', 'candle', 'draper', 'engine', 'fennel', 'window', 'pencil', 'coffee', 'summer', 'dragon', 'kettle'];
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom(...words), { minLength: 4, maxLength: 6 }),
        fc.constantFrom('', ' ', '-'),
        (some, between) => {
          expect(whyNotPassword(some.join(between), mona)).toBeNull();
        },
      ),
    );
  });
});

describe('the laws of guessing', () => {
  const word = fc.constantFrom(...COMMON_WORDS);
  const padding = fc.string({ unit: fc.constantFrom(...'0123456789!?.-_ #*'), maxLength: 12 });

  it('padding, capitals and look-alike signs never make a common word good', () => {
    const signs: Record<string, string> = { a: '@', e: '3', i: '1', o: '0', s: '$', t: '7' };
    fc.assert(
      fc.property(word, padding, padding, fc.boolean(), (core, before, after, hasSigns) => {
        const written = hasSigns ? core.replace(/[aeiost]/g, (letter) => signs[letter]!) : core.toUpperCase();
        expect(isGuessable(before + written + after, [])).toBe(true);
      }),
    );
  });

  it('a name known makes nothing harder', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 12, maxLength: 40 }), fc.string({ minLength: 3, maxLength: 12 }), (password, name) => {
        if (isGuessable(password, [])) expect(isGuessable(password, [name])).toBe(true);
      }),
    );
  });

  it('is the same backwards', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 12, maxLength: 40 }), (password) => {
        const turned = [...password].reverse().join('');
        expect(isGuessable(turned, [])).toBe(isGuessable(password, []));
      }),
    );
  });

  it('answers soon, however long the text', () => {
    expect(isGuessable(`${'pas'.repeat(42)}x`, ['pas', 'aspas'])).toBe(true);
  });
});
