import { describe, expect, test } from 'vitest';
import { findLawBreaches } from '../fixtures/line-law.ts';
import { ProblemList } from './problem-list.ts';
import { DEFAULT_LIMITS, decodeText, readLines } from './text.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('text of survey files', () => {
  test('every encoding that reaches the office', () => {
    const wide = Uint8Array.of(0xff, 0xfe, 0x4e, 0, 0xb0, 0);
    const big = Uint8Array.of(0xfe, 0xff, 0, 0x4e, 0, 0xb0, 0);
    expect(decodeText(Uint8Array.of(0x4e, 0xb0))).toBe('N°'); // ISO-8859-1
    expect(decodeText(bytes('N°'))).toBe('N°');
    expect(decodeText(bytes('\ufeffN°'))).toBe('N°');
    expect(decodeText(Uint8Array.of(0x93, 0x94, 0x81))).toBe('“”\u0081'); // Windows-1252
    expect([decodeText(wide), decodeText(big)]).toEqual(['N°', 'N°']);
  });

  test('lines count from one, blank ones too, whatever ends them', () => {
    const problems = new ProblemList();
    expect(readLines(bytes('a\r\n\r\nb\rc\n\n d'), DEFAULT_LIMITS, problems)).toEqual(['a', '', 'b', 'c', '', ' d']);
    expect(readLines(bytes('a\n'), DEFAULT_LIMITS, problems)).toEqual(['a']);
    expect(readLines(bytes('a\n\n\n'), DEFAULT_LIMITS, problems)).toEqual(['a', '', '']);
    expect(problems.list()).toEqual([]);
  });

  test('an empty file, a file too large and a line too long are problems', () => {
    const read = (text: string) => {
      const problems = new ProblemList();
      const lines = readLines(bytes(text), { max_bytes: 20, max_line: 5 }, problems);
      return { lines, problems: problems.list().map((problem) => [problem.id, ...problem.lines]) };
    };
    expect(read('')).toEqual({ lines: [], problems: [['EMPTY']] });
    expect(read(' \n\t')).toEqual({ lines: ['', ''], problems: [['EMPTY']] });
    expect(read('x'.repeat(21))).toEqual({ lines: [], problems: [['TOO_LARGE']] });
    expect(read('ab\nabcdef\nc')).toEqual({ lines: ['ab', '', 'c'], problems: [['LONG_LINE', 2]] });
  });
});

describe('the law itself can be broken', () => {
  const record = (...lines: number[]) => ({ lines });
  const problem = (...lines: number[]) => ({
    id: 'UNREADABLE' as const,
    severity: 'warning' as const,
    lines,
    texts: lines.map(() => ''),
    about: [],
    rows: [],
    sentence: '',
  });

  test('by a line dropped, kept twice, or made up', () => {
    const file = bytes('a\n\nb\n');
    expect(findLawBreaches(file, { records: [record(1), record(3)], problems: [], line_count: 3 })).toEqual([]);
    expect(findLawBreaches(file, { records: [record(1)], problems: [problem(3)], line_count: 3 })).toEqual([]);
    expect(findLawBreaches(file, { records: [record(1)], problems: [], line_count: 3 })).toEqual(['line 3 is kept 0 times: "b"']);
    expect(findLawBreaches(file, { records: [record(1, 3)], problems: [problem(3)], line_count: 3 })).toEqual([
      'line 3 is kept 2 times: "b"',
    ]);
    expect(findLawBreaches(file, { records: [record(1, 3, 9)], problems: [], line_count: 3 })).toEqual(['line 9 does not exist']);
  });
});
