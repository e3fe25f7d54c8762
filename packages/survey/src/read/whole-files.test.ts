import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CRDB_PLANS, makeCrdb } from '../fixtures/crdb-samples.ts';
import { MIXED, makeMixedCrdb } from '../fixtures/mixed-run.ts';
import { POINT_SAMPLES } from '../fixtures/point-samples.ts';
import { AVERAGED, LANDSTAR, latin1, ODD, STONEX, TOTAL_STATION } from '../fixtures/raw-samples.ts';
import { LOC_SAMPLES, REF_SAMPLES } from '../fixtures/reference-samples.ts';
import { SUM_CURRENT, SUM_ENGLISH, SUM_FRENCH, SUM_KINEMATIC, SUM_TOTAL, SUM_V2 } from '../fixtures/sum-samples.ts';
import { findCrdbFaults, findLocFaults, findPointsFaults, findRawFaults, findRefFaults, findSumFaults } from '../fixtures/whole-file.ts';

const RUN = new URL('../../fixtures/synthetic-run/', import.meta.url);
const ofRun = (end: string) => new Uint8Array(readFileSync(new URL(`25001AT251014${end}`, RUN)));
const bytes = (text: string) => new TextEncoder().encode(text);
const texts = (samples: Record<string, string>, encode: (text: string) => Uint8Array) =>
  Object.entries(samples).flatMap(([name, text]): [string, Uint8Array][] => [
    [name, encode(text)],
    [`${name}, line ends of Windows`, encode(text.replaceAll('\n', '\r\n'))],
  ]);

test.each([['synthetic run', ofRun('.rw5')] as const, ...texts({ AVERAGED, STONEX, LANDSTAR, TOTAL_STATION, MIXED }, latin1)])(
  'raw file %s: every line is explained, every shot has its place',
  (_name, file) => expect(findRawFaults(file)).toEqual([]),
);

test.each([
  ['synthetic run', ofRun('.crdb')] as const,
  ['plain', makeCrdb(CRDB_PLANS.plain!)] as const,
  ['mixed', makeMixedCrdb()] as const,
])('coordinate file %s is read whole', (_name, file) => expect(findCrdbFaults(file)).toEqual([]));

test.each([['synthetic run', ofRun('_PENZD.csv')] as const, ...texts(Object.fromEntries(POINT_SAMPLES.slice(0, 8).entries()), bytes)])(
  'list of points %s: every line is explained',
  (_name, file) => expect(findPointsFaults(file)).toEqual([]),
);

test.each([
  ['synthetic run', ofRun('.sum')] as const,
  ...texts({ SUM_V2, SUM_TOTAL, SUM_CURRENT, SUM_KINEMATIC, SUM_ENGLISH, SUM_FRENCH }, bytes),
])('summary %s gives its position', (_name, file) => expect(findSumFaults(file)).toEqual([]));

test('base reference and localization of the run are read whole', () => {
  expect([...findRefFaults(ofRun('.ref')), ...findLocFaults(ofRun('.loc'))]).toEqual([]);
});

test('what is not read as it should be is named', () => {
  expect(findRawFaults(latin1(ODD))).toEqual(expect.arrayContaining([expect.stringMatching(/^UNREADABLE: /)]));
  expect(findRawFaults(bytes(SUM_TOTAL))).toEqual(expect.arrayContaining(['Nothing was measured in it.']));
  expect(findCrdbFaults(bytes('no database'))).not.toEqual([]);
  expect(findPointsFaults(bytes(POINT_SAMPLES[9]!))).toEqual(expect.arrayContaining(['It has no point.']));
  expect(findRefFaults(bytes(REF_SAMPLES[3]!))).toEqual(expect.arrayContaining(['It gives no position.']));
  expect(findLocFaults(bytes(LOC_SAMPLES[4]!))).toEqual(expect.arrayContaining(['It has no point.']));
  expect(findSumFaults(bytes('VER 5.0\nMOD STATIC\nRNX a\nMKR b\n'))).toEqual(['It gives a position only where the antenna stood still.']);
});
