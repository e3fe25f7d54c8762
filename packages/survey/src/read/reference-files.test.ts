import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { measureCpu } from '../fixtures/cpu-time.ts';
import { OFFICE_RANGES } from '../fixtures/fuzz.ts';
import { LOC_SAMPLES, REF_SAMPLES } from '../fixtures/reference-samples.ts';
import { readLoc } from './points/loc.ts';
import { readRef } from './ppp/ref.ts';
import { parseXml } from './ppp/xml.ts';

const RUN = new URL('../../fixtures/synthetic-run/', import.meta.url);
const expected = JSON.parse(readFileSync(new URL('expected.json', RUN), 'utf8'));
const bytes = (text: string | undefined): Uint8Array => new TextEncoder().encode(text);

describe('SUR-5 base reference', () => {
  test('the synthetic run', () => {
    const ref = readRef(new Uint8Array(readFileSync(new URL('25001AT251014.ref', RUN))));
    expect(ref).toMatchObject({
      version: 'VERSION2',
      latitude: 45.89707863846,
      longitude: -66.65461912033901,
      height: expected.ref_grid[2],
      problems: [],
      line_count: 6,
    });
    expect(ref.records.map((record) => record.kind)).toEqual(['version', 'latitude', 'longitude', 'height', 'end']);
  });

  test('a name and the zero below the position are known, anything else is kept as it stands', () => {
    const below = (text: string) =>
      readRef(bytes(`VERSION2\n45.9\n-66.6\n12.5\n${text}`))
        .records.slice(4)
        .map(({ kind }) => kind);
    expect(below('Nail at the gate\n0\n')).toEqual(['name', 'end']);
    expect(below('17\n0\n')).toEqual(['verbatim', 'end']);
    expect(below('Nail\nWhat\n0\n5\n')).toEqual(['name', 'verbatim', 'verbatim', 'verbatim']);
  });

  test('without a version, after other figures, and not at all', () => {
    expect(readRef(bytes(REF_SAMPLES[1]))).toMatchObject({ version: null, latitude: 45.9, longitude: -66.6, height: 12.5 });
    expect(readRef(bytes(REF_SAMPLES[2]))).toMatchObject({ latitude: 45.9, height: 12.5 });
    const none = readRef(bytes(REF_SAMPLES[3]));
    expect([none.latitude, none.longitude, none.height, none.problems.map((problem) => problem.id)]).toEqual([
      null,
      null,
      null,
      ['UNREADABLE'],
    ]);
  });
});

describe('SUR-6 localization', () => {
  test('the synthetic run', () => {
    const loc = readLoc(new Uint8Array(readFileSync(new URL('25001AT251014.loc', RUN))), { ranges: OFFICE_RANGES });
    expect(loc).toMatchObject({ axes: 'xy', units: 'WGS84, Decimal Degrees, Metric', problems: [] });
    const [easting, northing, elevation] = expected.loc_local;
    expect(loc.points).toMatchObject([
      {
        name: 'Point 1',
        local_easting: easting,
        local_northing: northing,
        local_elevation: elevation,
        geoid_separation: 0,
        use_horizontal: true,
        use_vertical: true,
        description: '1234HPN',
        from_line: 5,
        to_line: 18,
      },
    ]);
    expect(loc.points[0]?.ellipsoid_elevation).toBeCloseTo(expected.loc_measured[2], 4);
  });

  test('all points, values nobody uses, predefined entities only', () => {
    const loc = readLoc(bytes(LOC_SAMPLES[0]), { ranges: OFFICE_RANGES });
    expect(loc.points.map((point) => [point.name, point.use_vertical, point.description])).toEqual([
      ['Point 1', false, 'A & B é &unknown;'],
      ['Point 2', false, 'A & B é &unknown;'],
    ]);
    expect(loc.points[1]?.extra).toMatchObject({ scale: '0.9999' });
  });

  test('Local_X as northing is told by its size, or by the projection', () => {
    const swapped = readLoc(bytes(LOC_SAMPLES[1]), { ranges: OFFICE_RANGES });
    expect([swapped.axes, swapped.points[0]?.local_easting, swapped.problems.map((problem) => problem.id)]).toEqual([
      'yx',
      2488350.007,
      ['AXES'],
    ]);
    const project = () => ({ easting: 2488350, northing: 7433210 });
    expect(readLoc(bytes(LOC_SAMPLES[1]), { project }).axes).toBe('yx');
    expect(readLoc(bytes(LOC_SAMPLES[0]), { project }).axes).toBe('xy');
    const local = readLoc(bytes(LOC_SAMPLES[2]), { ranges: OFFICE_RANGES });
    expect([local.axes, local.points[0]?.local_easting, local.problems[0]?.severity]).toEqual([null, 5000, 'ask']);
  });

  test('figures that are none, no points, unclosed elements, one line', () => {
    const spoiled = readLoc(bytes(LOC_SAMPLES[3]), {});
    expect(spoiled.points[0]).toMatchObject({ local_easting: null, use_horizontal: true, use_vertical: null });
    expect(spoiled.problems.map((problem) => problem.id)).toContain('BAD_VALUE');
    expect(readLoc(bytes(LOC_SAMPLES[4])).problems.map((problem) => problem.id)).toEqual(['UNREADABLE']);
    expect(readLoc(bytes(LOC_SAMPLES[5])).problems.map((problem) => problem.id)).toContain('XML');
    expect(readLoc(bytes(LOC_SAMPLES[8]), { ranges: OFFICE_RANGES })).toMatchObject({
      points: [{ local_easting: 2488350.007 }],
      problems: [],
    });
  });

  test('a document type is refused, and nothing of it is read', () => {
    const loc = readLoc(bytes(LOC_SAMPLES[6]));
    expect(loc.points).toEqual([]);
    expect(loc.problems).toContainEqual(expect.objectContaining({ id: 'XML', severity: 'stop' }));
    expect(loc.records.every((record) => record.kind === 'verbatim')).toBe(true);
  });
});

describe('the little XML', () => {
  test('elements, attributes in both quotes, text, comments', () => {
    const { roots, troubles } = parseXml(`<?xml version="1.0"?><a x="1 > 0" y='"'><!-- <no> --><b/>text &lt;&#x41;</a>`);
    expect(troubles).toEqual([]);
    expect(roots).toMatchObject([{ name: 'a', attributes: { x: '1 > 0', y: '"' }, children: [{ name: 'b' }], text: 'text <A' }]);
    const odd = parseXml(`<a lone = x="1" ="2" y = '3'z="4"/>`).roots[0];
    expect(odd?.attributes).toEqual({ x: '1', y: '3', z: '4' });
  });

  test('every trouble has its line', () => {
    const { troubles } = parseXml('<a>\n</b>\n<c>\n</a>\n< \nstray');
    expect(troubles.map(({ line, sentence }) => [line, sentence])).toEqual([
      [2, '</b> closes nothing.'],
      [4, '<c> is not closed.'],
      [5, 'A "<" opens no element.'],
      [5, 'Text stands outside of every element.'],
    ]);
  });

  test('a file of opening signs does not take long', () => {
    expect(measureCpu(() => parseXml('<a "'.repeat(100_000)))).toBeLessThan(3_000);
    expect(measureCpu(() => parseXml('<a>'.repeat(100_000)))).toBeLessThan(3_000);
    expect(measureCpu(() => parseXml(`<a ${'0'.repeat(9_900)}>\n`.repeat(100)))).toBeLessThan(3_000);
  });
});
