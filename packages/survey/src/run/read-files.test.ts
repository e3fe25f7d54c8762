import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { OTHER_KINDS } from '../fixtures/other-kinds.ts';
import { surveyDefaults } from '../survey-settings.ts';
import { choose, surroundings } from './field-day-fixture.ts';
import type { FilePart, FileSummary } from './file-summary.ts';
import { processRun } from './process-run.ts';
import { describeFile, findSameFiles, type GivenFile, readRunFiles, whyOther } from './read-files.ts';

const FOLDER = join(import.meta.dirname, '../../fixtures/synthetic-run');
const bytesOf = (end: string) => new Uint8Array(readFileSync(join(FOLDER, `25001AT251014${end}`)));
const ENDS = { raw_file: '.rw5', points_file: '.crdb', sum_file: '.sum', ref_file: '.ref', loc_file: '.loc' } as const;
const text = (content: string) => new TextEncoder().encode(content);
const given = (part: FilePart, bytes = bytesOf(ENDS[part]), name = `25001AT251014${ENDS[part]}`): GivenFile => ({
  part,
  name,
  hash: name,
  bytes,
});
const five = (Object.keys(ENDS) as FilePart[]).map((part) => given(part));
const describeOne = (bytes: Uint8Array, name = 'file') => describeFile(bytes, name, surveyDefaults);
const factsOf = ({ facts }: FileSummary) => Object.fromEntries(facts.map(({ label, value }) => [label, value]));
const stops = ({ problems }: FileSummary) => problems.filter(({ severity }) => severity === 'stop').map(({ sentence }) => sentence);

describe('files as they are handed in', () => {
  test('each is recognised by its content, whatever its name, and says what it holds', () => {
    for (const { part, bytes } of five) expect([part, describeOne(bytes).part]).toEqual([part, part]);
    expect(factsOf(describeOne(bytesOf('.rw5')))).toMatchObject({
      Job: '25001AT251014',
      Date: '2025-10-14',
      Base: '100_BASE_1',
      Projection: 'CANADA/NAD83/New Brunswick',
      Unit: 'metres',
      Points: expect.stringMatching(/^18 by satellite, 1 stored$/),
      Time: expect.stringMatching(/^\d\d:\d\d to \d\d:\d\d$/),
    });
    expect(factsOf(describeOne(bytesOf('.crdb')))).toMatchObject({ Layout: 'database of the collector', Points: expect.any(String) });
    expect(factsOf(describeOne(bytesOf('_PENZD.csv')))).toMatchObject({ Easting: expect.stringMatching(/^24\d{5}/) });
    expect(factsOf(describeOne(bytesOf('.sum')))).toMatchObject({ Frame: 'NAD83, epoch 1997.0', Mode: 'static', Geoid: 'CGVD28, HT2_0' });
    expect(factsOf(describeOne(bytesOf('.ref'))).Position).toMatch(/above the ellipsoid$/);
    expect(factsOf(describeOne(bytesOf('.loc'))).Marks).toMatch(/^1: /);
    expect(describeOne(bytesOf('.rw5'))).toMatchObject({ job: '25001', date: '2025-10-14', last_date: '2025-10-14' });
    expect(describeOne(bytesOf('.sum'))).toMatchObject({ date: '2025-10-14' });
    const summary = describeOne(bytesOf('.rw5'));
    expect(JSON.parse(JSON.stringify(summary))).toEqual(summary);
  });

  test('the five files become a run that can be finished', () => {
    const { files, read } = readRunFiles(five, surveyDefaults);
    expect(read.map((file) => [file.given_as, stops(file)])).toEqual(five.map(({ part }) => [part, []]));
    const run = processRun(files, [choose({})], surveyDefaults, { ...surroundings, geoid: null });
    expect(run.to_do).toEqual([]);
  });

  test('a file given as the wrong part says what it is, and is not imported', () => {
    const { files, read } = readRunFiles(
      [given('raw_file', bytesOf('.sum'), 'a.rw5'), given('loc_file', bytesOf('.rw5'), 'a.loc')],
      surveyDefaults,
    );
    expect(read.map((file) => [file.part, stops(file)])).toEqual([
      ['sum_file', ['This looks like a CSRS-PPP summary, not a raw file.']],
      ['raw_file', ['This looks like a raw file (RW5), not a localization file.']],
    ]);
    expect(files).toEqual({ raw: [], points: [], ppp: [], ref: [], loc: [] });
  });

  test('a file that its reader refuses is not imported either', () => {
    const kinematic = new TextDecoder().decode(bytesOf('.sum')).replace(/^MOD .*$/m, 'MOD KINEMATIC');
    const { files, read } = readRunFiles([given('sum_file', text(kinematic))], surveyDefaults);
    expect([stops(read[0]!).length, files.ppp]).toEqual([1, []]);
  });

  test('empty, binary, of another program: each has its sentence, and none is read', () => {
    for (const { kind, bytes, name } of OTHER_KINDS) {
      const found = describeFile(bytes, name ?? 'file', surveyDefaults);
      expect([found.kind, stops(found).length, found.facts]).toEqual([kind, 1, []]);
    }
    expect(stops(describeOne(new Uint8Array(0)))).toEqual(['The file is empty.']);
    expect(stops(describeOne(new Uint8Array(500).fill(1)))).toEqual([
      'This looks like a binary file of an unknown kind: it is none of the files of a run.',
    ]);
  });

  test('a file that was cut short says so', () => {
    for (const end of ['.rw5', '.sum', '.loc', '.crdb']) {
      const bytes = bytesOf(end);
      const cut = describeOne(bytes.subarray(0, Math.floor(bytes.length * 0.6) + 3));
      const sentences = cut.problems.filter(({ severity }) => severity !== 'notice').map(({ sentence }) => sentence);
      expect([end, sentences.length > describeOne(bytes).problems.filter(({ severity }) => severity !== 'notice').length]).toEqual([
        end,
        true,
      ]);
    }
  });

  test('lines nobody understood are listed with their numbers, at most 500, and counted', () => {
    const odd = Array.from({ length: 700 }, (_, index) => `XQ,PN${index},QQ1`).join('\r\n');
    const real = new TextDecoder('latin1').decode(bytesOf('.rw5')).repeat(3);
    const raw = describeOne(text(`${real}${odd}\r\n`));
    const whole = describeOne(text(real));
    expect(raw.verbatim_count - whole.verbatim_count).toBe(700);
    expect(raw.verbatim).toHaveLength(500);
    expect(raw.verbatim.find(({ text: line }) => line.startsWith('XQ'))).toEqual({ line: expect.any(Number), text: 'XQ,PN0,QQ1' });
  });

  test('the order of easting and northing is told by the office grid, else by the raw file, else asked', () => {
    const order = (rows: string) => describeOne(text(rows)).facts.find(({ label }) => label === 'Layout')?.value;
    expect(order('1,2488000.1,7433000.2,10,AE\r\n')).toMatch(/^point, easting/);
    expect(order('1,7433000.2,2488000.1,10,AE\r\n')).toMatch(/^point, northing/);
    const local = text('1,5000.1,9000.2,10,AE\r\n2,5010.1,9010.2,10,AE\r\n');
    expect(describeOne(local).problems.map(({ severity }) => severity)).toContain('ask');
    const answered = readRunFiles([{ ...given('points_file', local, 'a.csv'), order: 'PENZD' }], surveyDefaults);
    expect(answered.files.points[0]?.read.records).toMatchObject([{ easting: 5000.1 }, { easting: 5010.1 }]);
    const raw = text('JB,NMa,DT10-14-2025,TM09:00:00\r\nMO,AD0,UN1\r\nSP,PN1,N 95000.2,E 5000.1,EL10,--AE\r\n');
    const pair = [given('points_file', text('1,95000.2,5000.1,10,AE\r\n'), 'a.csv'), given('raw_file', raw, 'a.rw5')];
    expect(readRunFiles(pair, surveyDefaults).files.points[0]?.read.records).toMatchObject([{ easting: 5000.1 }]);
  });

  test('a file of another job or another day says so, and the same file twice', () => {
    const summary = describeOne(bytesOf('.rw5'));
    expect(whyOther(summary, { job_num: '25-001', run_date: '2025-10-14' })).toEqual([]);
    expect(whyOther(summary, { job_num: '19194', run_date: '2023-08-30' })).toEqual([
      'This is a file of job 25001; the run is of job 19194.',
      'This is a file of 2025-10-14; the run is of 2023-08-30.',
    ]);
    expect(whyOther({ job: null, date: '2025-10-13', last_date: '2025-10-15' }, { job_num: '1', run_date: '2025-10-14' })).toEqual([]);
    expect(
      findSameFiles([
        { name: 'a', hash: '1' },
        { name: 'b', hash: '2' },
        { name: 'c', hash: '1' },
      ]),
    ).toEqual([{ name: 'c', same_as: 'a', sentence: 'c is the same file as a: it counts once.' }]);
  });
});
