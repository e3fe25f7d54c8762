import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findCode, listUnknownCodes, parseDescription } from './description.ts';

const CODES = ['AE', 'A', 'ST', 'STMH', 'CBP', 'MON', 'EM', 'TREE'];

describe('SUR-2 descriptions', () => {
  test('code, remark, specials', () => {
    expect(parseDescription('CBP ST/1.94')).toEqual({
      full_code: 'CBP ST',
      code: 'CBP',
      parts: [
        { code: 'CBP', specials: [] },
        { code: 'ST', specials: [] },
      ],
      text: '1.94',
    });
    expect(parseDescription('EM B H .3').parts).toEqual([
      {
        code: 'EM',
        specials: [
          { letter: 'B', value: null },
          { letter: 'H', value: 0.3 },
        ],
      },
    ]);
    expect(parseDescription('AE1 V x E').parts.map((part) => part.code)).toEqual(['AE1', 'x']);
    expect(parseDescription('MON/1234HPN/HERE').text).toBe('1234HPN/HERE');
    expect(parseDescription('')).toEqual({ full_code: '', code: '', parts: [], text: '' });
    expect(parseDescription('/only words').code).toBe('');
  });

  test('a word that begins a description is a code even when it is a letter of a special', () => {
    expect(parseDescription('B B').parts).toEqual([{ code: 'B', specials: [{ letter: 'B', value: null }] }]);
  });

  test('a code is listed if the longest listed one it begins with leaves nothing or a number', () => {
    expect([findCode('AE', CODES), findCode('AE1', CODES), findCode('ae12', CODES), findCode('STMH2', CODES)]).toEqual([
      'AE',
      'AE',
      'AE',
      'STMH',
    ]);
    expect([findCode('STMHX', CODES), findCode('AEX', CODES), findCode('XYZ', CODES), findCode('', CODES)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(listUnknownCodes(parseDescription('AE1 XYZ B'), CODES)).toEqual(['XYZ']);
  });

  test('nothing of a description is lost', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const read = parseDescription(text);
        const letters = (word: string): string => word.replace(/\s/g, '');
        const rest = text.includes('/') ? `/${read.text}` : '';
        expect(letters(read.full_code + rest)).toBe(letters(text));
      }),
      { seed: 3 },
    );
  });
});
