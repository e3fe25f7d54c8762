import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { surveyDefaults } from '../survey-settings.ts';
import { choose, surroundings } from './field-day-fixture.ts';
import type { FilePart } from './file-summary.ts';
import { processRun } from './process-run.ts';
import { LARGEST_FILE, MOST_SHOTS, readRunFiles, whyOther } from './read-files.ts';

/**
 * What goes wrong with the files of a run, one row each: a raw file that cannot be used stops the import with its sentence and nothing
 * of it is in the run; one that can be read is imported whole, and what is wrong with it is said.
 */

const FOLDER = join(import.meta.dirname, '../../fixtures/synthetic-run');
const bytesOf = (end: string) => new Uint8Array(readFileSync(join(FOLDER, `25001AT251014.${end}`)));
const RAW = new TextDecoder('latin1').decode(bytesOf('rw5'));
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const changed = (from: string | RegExp, to: string, text = RAW) => {
  const made = text.replaceAll(from, to);
  if (made === RAW) throw new Error(`The raw file does not hold ${from}`);
  return latin1(made);
};
/** From its first shot on: no coordinate of it tells its grid. */
const LOCALIZED = RAW.replace('--Localization File: None', '--Localization File: C:\\25001AT251014.loc');
const PARTS: Readonly<Record<FilePart, string>> = {
  raw_file: 'rw5',
  points_file: 'crdb',
  sum_file: 'sum',
  ref_file: 'ref',
  loc_file: 'loc',
};

function importWith(raw: Uint8Array) {
  const given = Object.entries(PARTS).map(([part, end]) => ({
    part: part as FilePart,
    name: `25001AT251014.${end}`,
    hash: end,
    bytes: end === 'rw5' ? raw : bytesOf(end),
  }));
  const { files, read } = readRunFiles(given, surveyDefaults);
  const run = processRun(files, [choose({ other_side: 'hold' })], surveyDefaults, { ...surroundings, geoid: null, run_date: '2025-10-14' });
  const other = whyOther(read[0]!, { job_num: '25001', run_date: '2025-10-14' });
  const said = [
    ...other,
    ...read[0]!.problems.map(({ sentence }) => sentence),
    ...run.conflicts.map(({ id, sentence }) => `${id}: ${sentence}`),
  ];
  return { is_refused: read[0]!.problems.some(({ severity }) => severity === 'stop'), imported: files.raw.length, said };
}

const large = () => {
  const bytes = new Uint8Array(200 * 1024 * 1024).fill(10);
  bytes.set(latin1(RAW));
  return bytes;
};
test.each<[string, () => Uint8Array, 'refused' | 'imported', RegExp]>([
  ['truncated', () => latin1(RAW.slice(0, 4003)), 'imported', /^The file ends in the middle of a line: it may have been cut short\.$/],
  ['renamed', () => bytesOf('sum'), 'refused', /^This looks like a CSRS-PPP summary, not a raw file\.$/],
  ['empty', () => new Uint8Array(0), 'refused', /^The file is empty\.$/],
  ['200 MB', large, 'refused', /^The file has 200 MB; at most 100 MB are read\.$/],
  ['binary', () => new Uint8Array(5000).map((_, at) => at % 7), 'refused', /^This does not look like a raw file\.$/],
  [
    'of another job',
    () => changed('25001AT251014', '19194AT251014'),
    'imported',
    /^This is a file of job 19194; the run is of job 25001\.$/,
  ],
  ['in US feet', () => changed('UN1,', 'UN2,'), 'imported', /feet/],
  ['on another projection', () => changed('CANADA/NAD83/New Brunswick', 'UTM83/Zone 19', LOCALIZED), 'imported', /^PROJECTION: /],
  ['with a wrong clock', () => changed(/--TM(\d\d):/g, '--TM23:'), 'imported', /^TIME_ORDER: .*clock/],
  ['localized in the middle', () => latin1(RAW), 'imported', /^LOC_MIX: /],
])('a raw file %s has its sentence, and nothing is half imported', (_name, make, outcome, sentence) => {
  const bytes = make();
  expect(bytes.length > LARGEST_FILE).toBe(_name === '200 MB');
  const { is_refused, imported, said } = importWith(bytes);
  expect([is_refused ? 'refused' : 'imported', imported]).toEqual([outcome, outcome === 'refused' ? 0 : 1]);
  expect(said).toContainEqual(expect.stringMatching(sentence));
});

const HEAD = RAW.split(/\r?\n/).slice(0, 2).join('\r\n');
const many = (count: number, line: (at: number) => string) => Array.from({ length: count }, (_, at) => line(at)).join('\r\n');
/** A stored point for each: the shortest record that counts. */
const rawOf = (count: number, from: number) =>
  latin1(`${HEAD}\r\n${many(count, (at) => `SP,PN${from + at},N 7433000,E 2488000,EL1,--AE`)}\r\n`);
const pointsOf = (count: number) => latin1(`${many(count, (at) => `${at},2488000,7433000,1,AE`)}\r\n`);

test('a run may have 100,000 shots in all its raw files, and a points file as many points: one more is refused with its sentence', () => {
  expect(MOST_SHOTS).toBe(100_000);
  const LIMIT = 100;
  const read = (...given: readonly [FilePart, Uint8Array][]) => {
    const all = given.map(([part, bytes], at) => ({ part, name: `${at}`, hash: `${at}`, bytes }));
    const { files, read: found } = readRunFiles(all, surveyDefaults, undefined, LIMIT);
    const stops = found.flatMap(({ problems }) => problems.filter(({ severity }) => severity === 'stop').map(({ sentence }) => sentence));
    return [files.raw.length, files.points.length, stops];
  };
  expect(read(['raw_file', rawOf(60, 0)], ['raw_file', rawOf(40, 60)], ['points_file', pointsOf(100)])).toEqual([2, 1, []]);
  expect(read(['raw_file', rawOf(60, 0)], ['raw_file', rawOf(41, 60)], ['points_file', pointsOf(101)])).toEqual([
    1,
    0,
    [
      'With this file the raw files hold 101 shots; a run may have at most 100. Make two runs of them.',
      'The file holds 101 points; a run may have at most 100.',
    ],
  ]);
});
