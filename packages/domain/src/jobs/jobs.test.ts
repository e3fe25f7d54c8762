import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jobFromQuote } from './job-from-quote.ts';
import { makeNumber, readNumber, restartsYearly, whyNotPattern, whyNotPatterns } from './numbering.ts';

describe('numbers', () => {
  it.each([
    ['YY-NNNN', 2026, 41, '26-0041'],
    ['QYY-NNNN', 2026, 7, 'Q26-0007'],
    ['YYYY.NNN', 2026, 1234, '2026.1234'],
    ['YYNNNN', 2031, 5, '310005'],
    ['J_NNNNN', 2026, 12, 'J_00012'],
  ])('%s', (pattern, year, n, number) => {
    expect(whyNotPattern(pattern)).toBeNull();
    expect(makeNumber(pattern, { year, n })).toBe(number);
    expect(readNumber(pattern, number)).toEqual({ year: restartsYearly(pattern) ? year : null, n });
  });

  it('are read however they are cased, and nothing else is taken for one', () => {
    expect(readNumber('QYY-NNNN', ' q26-0007 ')).toEqual({ year: 2026, n: 7 });
    for (const text of ['26-0007', 'Q26-007', 'Q26-00071', 'Q26-0007x', 'Q26.0007', ''])
      expect(readNumber('QYY-NNNN', text), text).toBeNull();
    expect(readNumber('YYYY.NNN', '2026x123')).toBeNull();
    expect(readNumber('YY-NNNN', '26-12345')).toEqual({ year: 2026, n: 12345 });
  });

  it.each([
    '',
    'YY-',
    'YYYY',
    'NN-NN',
    'YYY-NNNN',
    'YY-YY-NNN',
    'YY/NNNN',
    'YY NNNN',
    '-NNNN',
    'NNNN.',
    'NNNNNNNNN',
    `A${'B'.repeat(20)}N`,
  ])('a pattern %j is refused in words', (pattern) => expect(whyNotPattern(pattern)).not.toBeNull());

  it('jobs and quotes are told apart', () => {
    expect(whyNotPatterns('YY-NNNN', 'QYY-NNNN')).toBeNull();
    expect(whyNotPatterns('YY-NNNN', 'YY-NNNN')).toMatch(/same numbers/);
    expect(whyNotPatterns('YY-NNNN', 'YY-NNN')).toMatch(/same numbers/);
    expect(whyNotPatterns('YY-NNNN', 'nope')).toMatch(/run of N/);
  });

  it('law: a number reads back as what it was made of', () => {
    const pattern = fc.constantFrom('YY-NNNN', 'QYY-NNNN', 'YYYYNN', 'NNNN-YY', 'NYY', 'job.YYYY_N', '7NNN');
    fc.assert(
      fc.property(pattern, fc.integer({ min: 2000, max: 2099 }), fc.nat(10_000_000), (one, year, n) => {
        expect(whyNotPattern(one)).toBeNull();
        expect(readNumber(one, makeNumber(one, { year, n }))).toEqual({ year: restartsYearly(one) ? year : null, n });
      }),
      { seed: 20260304 },
    );
  });
});

it('a job takes over from its quote what describes the work, and nothing of the quote itself', () => {
  const quote = {
    id: 12,
    num: 'Q26-0007',
    version: 4,
    state: 'ACCEPTED',
    desc: 'Lot 5',
    client: 3,
    project_leads: [1, 2],
    valid_until: '2026-04-03',
    location: null,
  };
  expect(jobFromQuote(quote)).toEqual({ desc: 'Lot 5', client: 3, project_leads: [1, 2], location: null, quote: 12, state: 'IN PROGRESS' });
});
