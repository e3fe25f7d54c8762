import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Issue, wordIssue } from './issue-text.ts';

describe('a complaint in words', () => {
  it.each<[Issue, string]>([
    [{ code: 'invalid_type', expected: 'string' }, 'This field is required.'],
    [{ code: 'invalid_type', expected: 'string', input: null }, 'This field may not be blank.'],
    [{ code: 'invalid_format', format: 'date', input: '' }, 'This field may not be blank.'],
    [{ code: 'invalid_type', expected: 'string', input: 5 }, 'Enter text.'],
    [{ code: 'invalid_type', expected: 'number', input: 'abc' }, 'Enter a number.'],
    [{ code: 'invalid_type', expected: 'int', input: 1.5 }, 'Enter a whole number.'],
    [{ code: 'invalid_type', expected: 'boolean', input: 'yes' }, 'Say true or false.'],
    [{ code: 'invalid_type', expected: 'array', input: 'a' }, 'Give a list.'],
    [{ code: 'invalid_type', expected: 'string', input: ['a', 'b'] }, 'Give one value, not a list.'],
    [{ code: 'invalid_format', format: 'date', input: 'soon' }, 'Enter a date such as 2026-03-04.'],
    [{ code: 'invalid_format', format: 'regex', input: 'x' }, 'This is not written the way it must be.'],
    [{ code: 'too_big', origin: 'string', maximum: 200, input: 'x' }, 'Use at most 200 characters.'],
    [{ code: 'too_big', origin: 'number', maximum: 200, input: 300 }, 'Use at most 200.'],
    [{ code: 'too_big', origin: 'array', maximum: 5, input: [1] }, 'Give at most 5.'],
    [{ code: 'too_small', origin: 'string', minimum: 1, input: ' ' }, 'This field may not be blank.'],
    [{ code: 'too_small', origin: 'number', minimum: 0, inclusive: false, input: -1 }, 'Use more than 0.'],
    [{ code: 'too_small', origin: 'number', minimum: 1, inclusive: true, input: 0 }, 'Use 1 or more.'],
    [{ code: 'too_small', origin: 'array', minimum: 1, input: [] }, 'Give at least one.'],
    [{ code: 'invalid_value', values: ['A', 'B', 'C'], input: 'D' }, 'Choose A, B or C.'],
    [{ code: 'invalid_value', values: [true], input: false }, 'Use true.'],
    [{ code: 'invalid_value', values: Array.from({ length: 30 }, (_, n) => n), input: 'D' }, 'Choose one from the list.'],
    [{ code: 'not_multiple_of', divisor: 15, input: 7 }, 'Use a multiple of 15.'],
  ])('%o reads: %s', (issue, sentence) => expect(wordIssue(issue)).toBe(sentence));

  it('of a value that may have several shapes says what the telling shape says', () => {
    const email = [{ code: 'invalid_format', path: [], message: 'Enter an e-mail address.' }];
    const nothing = [{ code: 'invalid_value', path: [], message: 'Use x.' }];
    expect(wordIssue({ code: 'invalid_union', errors: [nothing, email], input: 'x' })).toBe('Enter an e-mail address.');
    expect(wordIssue({ code: 'invalid_union', errors: [], input: 'x' })).toBe('This value does not fit here.');
  });

  it('is always a sentence, whatever the complaint', () => {
    const words = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.string()));
    const code = fc.oneof(fc.constantFrom('invalid_type', 'invalid_format', 'invalid_value', 'invalid_union', 'custom'), fc.string());
    const issue = fc.record({ code, input: words, expected: words, format: words, errors: words });
    fc.assert(
      fc.property(issue, (given) => {
        expect(wordIssue(given)).toMatch(/^[A-Z].*\.$/);
      }),
    );
  });
});
