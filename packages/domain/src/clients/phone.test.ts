import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPhoneFor, isSamePhone, looksLikePhone, phoneDigits, phoneRuns } from './phone.ts';

describe('isPhoneFor', () => {
  it('tells the phone that was searched for from the others', () => {
    expect(isPhoneFor('(506) 555-0129', ['leblanc', '5550129'])).toBe(true);
    expect(isPhoneFor('(506) 555-0129', ['(506)', '555-0129'])).toBe(true);
    expect(isPhoneFor('(506) 555-0130', ['5550129'])).toBe(false);
    expect(isPhoneFor('(506) 555-0129', ['leblanc', '55'])).toBe(false);
  });
});

describe('phones', () => {
  it.each(['506-555-0101', '(506) 555-0101', '506.555.0101', '+1 506 555 0101', '5065550101'])(
    '%s is the same phone as the others',
    (notation) => {
      expect(isSamePhone(notation, '506 555-0101')).toBe(true);
    },
  );

  it('does not take two short numbers for one phone', () => {
    expect(isSamePhone('12', '12')).toBe(false);
  });

  it('knows a phone from a name with a number in it', () => {
    expect(looksLikePhone('555-01')).toBe(true);
    expect(looksLikePhone('3M')).toBe(false);
    expect(looksLikePhone('12')).toBe(false);
  });

  it.each([
    ['boudreau 5550129', [['boudreau'], ['5550129']]],
    ['boudreau (428) 555-0129 luc', [['boudreau'], ['(428)', '555-0129'], ['luc']]],
    ['+1 428 555 0129', [['+1', '428', '555', '0129']]],
    ['1 2', [['1'], ['2']]],
    ['lot - 7', [['lot'], ['-'], ['7']]],
  ])('reads %s as names and phones', (query, runs) => {
    expect(phoneRuns(query.split(' '))).toEqual(runs);
  });

  it('keeps the digits and nothing else', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(phoneDigits(text)).toMatch(/^\d*$/);
      }),
    );
  });
});
