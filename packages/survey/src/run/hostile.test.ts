import { describe, expect, test } from 'vitest';
import { measureCpu } from '../fixtures/cpu-time.ts';
import { surveyDefaults } from '../survey-settings.ts';
import type { RunDecision } from './decision.ts';
import { choose, surroundings, who } from './field-day-fixture.ts';
import type { FilePart } from './file-summary.ts';
import { makeOverview } from './overview.ts';
import { processRun } from './process-run.ts';
import { readRunFiles } from './read-files.ts';

/** A megabyte of anything as any part is read in two seconds of processor time; an eighth of it is processed in as much. */
const MEGABYTE = 1_000_000;
const LIMIT_MS = 2_000;
type Fill = (size: number) => Uint8Array;
const fill =
  (piece: string | ((index: number) => string), before = ''): Fill =>
  (size) => {
    const pieces = [before];
    for (let length = before.length, index = 0; length < size; index += 1) {
      const next = typeof piece === 'string' ? piece : piece(index);
      pieces.push(next);
      length += next.length;
    }
    return new TextEncoder().encode(pieces.join(''));
  };
const HEAD = 'JB,NM25001AT251014,DT10-14-2025,TM09:31:10\r\nMO,AD0,UN1,SF1.0,EC0,EO0.0,AU0\r\n--Projection: CANADA/NAD83/New Brunswick\r\n';
const at = (index: number) => (53 + index / 1e5).toFixed(6).replace('.', '');
const gps = (name: string, index: number) =>
  `GPS,PN${name},LA45.${at(index)},LN-66.391662883322,EL45.1651,--AE\r\n--GS,PN${name},N ${7_433_000 + index},E ${2_488_000 + index},EL22.1,--AE\r\n`;

const HOSTILE: Readonly<Record<string, Fill>> = {
  'opening signs': fill('<'),
  'elements in elements': fill('<record name="Point">', '<carlson_xml>'),
  'localization points': fill(
    (index) =>
      `<record name="Point ${index}"><value name="Lat" value="45.5"/><value name="Lon" value="-66"/><value name="Local_X" value="${index}"/></record>`,
    '<carlson_xml><record name="Localization Points">',
  ),
  quotes: fill('"'),
  commas: fill('1,'),
  'one figure': fill('1'),
  blanks: fill(' ', '1 '),
  dashes: fill('--', HEAD),
  'a raw line without end': fill(',PN1', `${HEAD}GPS`),
  'one name, ever again': fill((index) => gps('1', index), HEAD),
  'a new base for every shot': fill(
    (index) => `BP,PN${index},LA45.${at(index * 7)},LN-66.39,EL45.1,AG1.5,PA0.07,ATAPC,SRBASE,--\r\n${gps(`s${index}`, index)}`,
    HEAD,
  ),
  'a new rod for every shot': fill((index) => `LS,HR${(1 + index / 1e4).toFixed(4)}\r\n${gps(`s${index}`, 0)}`, HEAD),
  'a new code for every shot': fill((index) => gps(`s${index}`, 0).replaceAll('--AE', `--C${index}X`), HEAD),
  resections: fill((index) => `--Resection:HI1.545,PNI${index},N 7433000,E 2488000,EL1,--TEMP\r\n--Points Used:CP5,CP6\r\n`, HEAD),
  'a traverse without end': fill(
    (index) => `OC,OP${index},N 7433000.0,E 2488000.0,EL1.0,--\r\nTR,OP${index},FP${index + 1},AR90.0000,ZE90.0000,SD10.0,--AE\r\n`,
    HEAD,
  ),
  'stations that are never stored': fill((index) => `SS,OPx${index},FP${index},AR90.0000,ZE90.0000,SD10.0,--AE\r\n`, HEAD),
  'records of no kind': fill((index) => `Q${index % 10},PN${index},XX1\r\n`, HEAD),
  'rows of one point': fill('1,2488000.0,7433000.0,1.0,AE\r\n'),
  'open quotes in every row': fill('1,"2488000.0,7433000.0,1.0,AE\r\n'),
  'positions of a report': fill('POS LAT NAD83 97:001:00000 45 53 49.5 45 53 49.5 0.1 0.1\n', 'VER 5.3.0\nRNX a\nMKR a\nMOD STATIC\n'),
};
const PARTS: readonly FilePart[] = ['raw_file', 'points_file', 'sum_file', 'ref_file', 'loc_file'];

const readAs = (bytes: Uint8Array, parts: readonly FilePart[]) =>
  readRunFiles(
    parts.map((part) => ({ part, name: 'a', hash: part, bytes })),
    surveyDefaults,
  );

describe('SUR-C8a a megabyte of anything', () => {
  test.each(Object.entries(HOSTILE))('%s: read as whatever it claims to be, and processed, in little time', (_name, make) => {
    const bytes = make(MEGABYTE);
    expect(measureCpu(() => readAs(bytes, PARTS))).toBeLessThan(LIMIT_MS);
    const { files, read } = readAs(make(MEGABYTE / 8), ['raw_file', 'points_file']);
    const around = { ...surroundings, geoid: null };
    const names = processRun(files, [], surveyDefaults, around).assembly.raw_deleted.map(({ name }) => name);
    const all: RunDecision[] = names.length === 0 ? [] : [{ ...who, kind: 'import_unlisted', names }];
    const ms = measureCpu(() => {
      const done = processRun(files, [...all, choose({ type: 'NONE' }), { ...who, kind: 'group_same_points' }], surveyDefaults, around);
      makeOverview(done, surveyDefaults, read);
      expect(done.shots.length).toBeGreaterThanOrEqual(names.length);
    });
    expect(ms).toBeLessThan(LIMIT_MS);
  });
});
