import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { measureCpu } from '../../fixtures/cpu-time.ts';
import { OFFICE_RANGES } from '../../fixtures/fuzz.ts';
import { findLawBreaches } from '../../fixtures/line-law.ts';
import { OTHER_KINDS } from '../../fixtures/other-kinds.ts';
import { POINT_SAMPLES } from '../../fixtures/point-samples.ts';
import type { PointsFile } from '../records.ts';
import { type PointsOptions, readPoints } from './points.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string, options: PointsOptions = { ranges: OFFICE_RANGES }): PointsFile => {
  const file = readPoints(bytes(text), options);
  expect(findLawBreaches(bytes(text), file)).toEqual([]);
  return file;
};
const rowsOf = (file: PointsFile) =>
  file.records.flatMap((record) =>
    record.kind === 'point' ? [[record.name, record.easting, record.northing, record.elevation, record.description]] : [],
  );
const idsOf = (file: PointsFile) => file.problems.map((problem) => [problem.id, problem.severity]);
const sample = (i: number): string => POINT_SAMPLES[i] as string;

describe('SUR-2 points as text', () => {
  test('the synthetic run', () => {
    const file = readPoints(
      new Uint8Array(readFileSync(new URL('../../../fixtures/synthetic-run/25001AT251014_PENZD.csv', import.meta.url))),
      { ranges: OFFICE_RANGES },
    );
    expect([file.layout, file.delimiter, file.problems]).toEqual(['PENZD', ',', []]);
    expect(rowsOf(file)).toHaveLength(17);
    expect(rowsOf(file)[0]).toEqual(['4999', 2488351.3432, 7433209.5683, 8.5938, 'MON/1234HPN HERE']);
    expect(rowsOf(file)[16]).toEqual(['81', 2488100, 7433100, 0, 'CALC']);
  });

  test('a header, quotes, remarks, an empty elevation, commas in descriptions', () => {
    const file = read(sample(0));
    expect(rowsOf(file)).toEqual([
      ['1', 2488350.1, 7433210.5, 28.7, 'MON/1234HPN'],
      ['2', 2488351.1, 7433211.5, null, 'TREE, MAPLE'],
      ['3', 2488352.1, 7433212.5, 0, 'SIGN, STOP, RED'],
    ]);
    expect(file.records.map((record) => record.kind)).toEqual(['header', 'point', 'point', 'verbatim', 'point']);
  });

  test('northing first is told by the values, doubled names are said', () => {
    const file = read(sample(1));
    expect([file.layout, rowsOf(file)[0], rowsOf(file)[3]]).toEqual([
      'PNEZD',
      ['100', 2488350.1, 7433210.5, 28.7, 'AE B V 0.15 ST1 J/x'],
      ['102', 2488353.1, 7433213.5, null, ''],
    ]);
    expect(idsOf(file)).toEqual([['DUPLICATE_NAME', 'warning']]);
    expect(file.problems[0]?.about).toEqual([2, 3]);
  });

  test('semicolons, decimal commas, a mark, a code column beside the description', () => {
    const file = read(sample(2));
    expect([file.layout, file.delimiter]).toEqual(['named', ';']);
    expect(rowsOf(file)).toEqual([
      ['1', 2488350.12, 7433210.5, 28.75, 'STMH/rim'],
      ['2', 2488351.12, 7433211.5, null, 'CBSQ'],
      ['3', 2488351.12, 7433211.5, null, 'only words'],
    ]);
    expect(idsOf(file)).toEqual([['BAD_VALUE', 'warning']]);
  });

  test('tabs, a description over two lines, an inch mark, columns nobody uses', () => {
    const file = read(sample(3));
    expect(file.delimiter).toBe('\t');
    expect(rowsOf(file)).toEqual([
      ['A 1', 2488350.1, 7433210.5, 28.7, 'two\nlines'],
      ['A 2', 2488351.1, 7433211.5, 28.8, '12" PIPE'],
    ]);
    expect(file.records[1]).toMatchObject({ lines: [2, 3], extra: { quality: 'good' } });
  });

  test('blanks, with words in the description', () => {
    const file = read(sample(4));
    expect([file.layout, file.delimiter, rowsOf(file)[0]]).toEqual(['PENZD', ' ', ['1', 2488350.1, 7433210.5, 28.7, 'MON 1234 HPN']]);
  });

  test('an order that the values do not tell is asked, never guessed', () => {
    const file = read(sample(5));
    expect([file.layout, idsOf(file)]).toEqual([
      null,
      [
        ['ORDER', 'ask'],
        ['BAD_VALUE', 'warning'],
      ],
    ]);
    expect(file.records[0]).toMatchObject({ easting: null, northing: null, extra: { 'column 2': '5000.0', 'column 3': '5000.0' } });
    expect(idsOf(read(sample(1), {}))).toContainEqual(['ORDER', 'ask']);
    expect(rowsOf(read(sample(5), { order: 'PNEZD' }))[1]).toEqual(['2', 5020, 5010, 100.1, 'LOCAL']);
  });

  test('points on both sides of the question leave it open', () => {
    expect(read('1,2488350.1,7433210.5,1,A\n2,7433210.5,2488350.1,1,B\n').layout).toBeNull();
  });

  test('a header that contradicts its figures is asked about; the answer wins', () => {
    expect(idsOf(read(sample(6)))).toContainEqual(['ORDER', 'ask']);
    expect(rowsOf(read(sample(6), { ranges: OFFICE_RANGES, order: 'PNEZD' }))[0]).toEqual(['1', 2488350.1, 7433210.5, 28.7, 'SWAPPED']);
  });

  test('named columns with latitude and longitude', () => {
    const file = read(sample(7));
    expect([file.layout, file.problems]).toEqual(['named', []]);
    expect(file.records[1]).toMatchObject({
      name: 'Base',
      latitude: 45.9,
      longitude: -66.65,
      easting: null,
      elevation: 33.85,
      extra: { index: '1', 'solution status': 'FIX' },
    });
  });

  test('lines that are no points are kept as problems', () => {
    const file = read(sample(8));
    expect(file.problems.find((problem) => problem.id === 'UNREADABLE')).toMatchObject({ lines: [5], texts: ['only two,cells'] });
    expect(file.records[0]).toMatchObject({ lines: [1], description: '"open quote' });
    expect(file.records[1]).toMatchObject({ description: 'closed "quote" here' });
    expect(idsOf(read(sample(9)))).toContainEqual(['DELIMITER', 'stop']);
    expect(read(sample(10)).records).toMatchObject([{ kind: 'header', columns: ['P', 'E', 'N'] }]);
  });

  test('a coordinate file of a closed layout gets a clear request', () => {
    for (const { kind, bytes: other, name } of OTHER_KINDS.filter((one) => one.kind === 'crd' || one.kind === 'cr5')) {
      const file = readPoints(other, name === undefined ? {} : { name });
      expect(file.problems, kind).toMatchObject([
        { id: 'WRONG_KIND', severity: 'stop', sentence: expect.stringContaining('please export the points as .crdb or csv') },
      ]);
    }
  });

  test('quotes upon quotes do not take long', () => {
    const read = (text: string) => () => readPoints(bytes(text), { ranges: OFFICE_RANGES });
    expect(measureCpu(read(`${'"a,'.repeat(300_000)}\n`.repeat(3)))).toBeLessThan(3_000);
    expect(measureCpu(read(`1,2488350.1,7433210.5,${'"a,'.repeat(5_000)}\n`.repeat(50)))).toBeLessThan(3_000);
  });
});
