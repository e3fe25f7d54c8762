import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { syntheticFiles } from '../assemble/synthetic-fixture.ts';
import { distance2d } from '../geo/plane.ts';
import { makeProjection } from '../geo/projection.ts';
import { derivePipe } from '../pipe/pipe.ts';
import { byId, connectionOf, pipeOf, structureOf } from '../pipe/pipe-fixture.ts';
import { readPoints } from '../read/points/points.ts';
import { parseXml, type XmlElement } from '../read/ppp/xml.ts';
import { choose, surroundings, who } from '../run/field-day-fixture.ts';
import { processRun } from '../run/process-run.ts';
import { surveyDefaults } from '../survey-settings.ts';
import type { ExportPoint } from './export-point.ts';
import { writeGeoJson } from './geojson.ts';
import { escapeXml, writeLandXml } from './landxml.ts';
import { drawLinework } from './linework.ts';
import { writeCell, writePenzd, writePnezd } from './penzd.ts';
import { listShotRows } from './shot-columns.ts';
import { writeShotCsv } from './shot-csv.ts';

const projection = makeProjection(surveyDefaults.office_crs);
const point = (name: string, fields: Partial<ExportPoint> = {}): ExportPoint => ({
  name,
  easting: 2_488_042.9145,
  northing: 7_433_085.5047,
  elevation: 28.4509,
  description: 'STMH/RIM',
  code: 'STMH',
  ...fields,
});
const structures = [
  structureOf('MH1', 0, 0, 30, { sump_measure_down: 3, connections: [connectionOf({ bearing: 90, direction: 'out' })] }),
  structureOf('MH2', 40, 0, 29, { diameter: null, connections: [connectionOf({ bearing: 270, direction: 'in', measure_down: 1.4 })] }),
];
const pipe = derivePipe(pipeOf('P1', 'MH1', 'MH2', { note: 'a <b> & "c"' }), byId(structures), surveyDefaults.tolerances);

/** Every code unit there is, control characters and lone halves of pairs more often than chance would have them. */
const codeUnit = fc.oneof(fc.integer({ min: 0, max: 0x7f }), fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd800, max: 0xdfff }));
const anyText = fc.array(codeUnit, { maxLength: 300, size: 'max' }).map((units) => String.fromCharCode(...units));

describe('PENZD', () => {
  test('the columns, four decimals, no elevation is empty', () => {
    expect(writePenzd([point('5002'), point('81', { elevation: null, description: '' })])).toBe(
      'P,E,N,Z,D\r\n5002,2488042.9145,7433085.5047,28.4509,STMH/RIM\r\n81,2488042.9145,7433085.5047,,\r\n',
    );
  });

  test('SEC-S24 formulas are defused, plain numbers stay', () => {
    expect(['=cmd|calc!A0', '+1', '@SUM(A1)', '-2+3', '\tx', '\r=1', '-5', '-5.25', '12', 'AE'].map(writeCell)).toEqual([
      "'=cmd|calc!A0",
      "'+1",
      "'@SUM(A1)",
      "'-2+3",
      "'\tx",
      "'|=1",
      '-5',
      '-5.25',
      '12',
      'AE',
    ]);
  });

  test('CAD gets names as they are, and the northing first where it wants it so', () => {
    const names = [point('=1+1', { description: '@A', elevation: null })];
    expect(writePenzd(names)).toBe('P,E,N,Z,D\r\n=1+1,2488042.9145,7433085.5047,,@A\r\n');
    expect(writePnezd(names)).toBe('P,N,E,Z,D\r\n=1+1,7433085.5047,2488042.9145,,@A\r\n');
  });

  test('line breaks are bars; commas and quotes are quoted', () => {
    expect(writePenzd([point('1', { description: 'by the "big" tree,\r\nleft\nside' })])).toContain('"by the ""big"" tree,|left|side"\r\n');
  });

  test('a negative nothing is nothing', () => expect(writePenzd([point('1', { elevation: -0.00001 })])).toContain(',0.0000,'));

  test('what is written is read again as it was', () => {
    const word = fc.stringMatching(/^[A-Z][A-Za-z0-9 ,"/.;]{0,18}[A-Za-z0-9]$/);
    const row = fc.record({
      easting: fc.integer({ min: 23_000_000_000, max: 27_000_000_000 }).map((value) => value / 10_000),
      northing: fc.integer({ min: 72_000_000_000, max: 77_000_000_000 }).map((value) => value / 10_000),
      elevation: fc.option(fc.integer({ min: -100_000, max: 9_000_000 }).map((value) => value / 10_000)),
      description: word,
    });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 12 }), (rows) => {
        const points = rows.map((fields, index) => ({ ...fields, name: String(5000 + index) }));
        const { records, layout } = readPoints(new TextEncoder().encode(writePenzd(points)));
        expect(layout).not.toBeNull();
        const read = records
          .filter((record) => record.kind === 'point')
          .map(({ name, easting, northing, elevation, description }) => ({ name, easting, northing, elevation, description }));
        expect(read).toEqual(
          points.map(({ name, easting, northing, elevation, description }) => ({ name, easting, northing, elevation, description })),
        );
      }),
      { seed: 24 },
    );
  });
});

describe('CSV with all columns', () => {
  const run = processRun(syntheticFiles(), [choose({}), { ...who, kind: 'group_same_points' }], surveyDefaults, {
    ...surroundings,
    geoid: null,
  });
  const shots = run.shots.map((shot) =>
    shot.name === '5002' ? { ...shot, description: '=HYPERLINK("x")', extended_data_shot: 'app' } : shot,
  );
  const text = writeShotCsv(listShotRows(shots, run.finals, new Map([['app', 'MH 7']])));
  const [head, ...rows] = text
    .slice(1)
    .split('\r\n')
    .slice(0, -1)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!),
    );
  const row = (name: string) => Object.fromEntries(rows.find(([first]) => first === name)!.map((cell, place) => [head![place]!, cell]));

  test('every shot has a row as wide as the head, averages say how well their readings agree', () => {
    expect(rows).toHaveLength(run.shots.length);
    expect(rows.every((cells) => cells.length === head!.length)).toBe(true);
    const average = run.shots.find(({ name }) => name === '4999A')!;
    const { mean, easting } = run.finals.get(average.id)!;
    expect(row('4999A')).toMatchObject({
      easting: easting.toFixed(4),
      mean_count: '3',
      mean_sd_horizontal: mean!.sd_horizontal!.toFixed(4),
      averaged_from: '4999 5000 5001',
      flags: 'exported',
    });
    expect(row('5000')).toMatchObject({ parent: '4999A', raw_file: '25001AT251014.rw5', instrument: 'GNSS', flags: '' });
  });

  test('measured and shift add up to the final place; what a spreadsheet would run is text', () => {
    const cells = row('5002');
    expect(Number(cells.measured_easting) + Number(cells.shift_easting)).toBeCloseTo(Number(cells.easting), 3);
    expect(Number(cells.measured_elevation) + Number(cells.shift_elevation)).toBeCloseTo(Number(cells.elevation), 3);
    expect(cells).toMatchObject({
      description: `'=HYPERLINK("x")`,
      app_shot: 'MH 7',
      shift: 'HPN',
      raw_lines: expect.stringMatching(/^\d+-\d+/),
    });
  });
});

describe('GeoJSON', () => {
  const { features } = writeGeoJson([point('5002'), point('lost', { easting: Number.NaN })], [pipe], projection);

  test('RFC 7946: longitude first, no crs, nothing left out', () => {
    expect(features).toHaveLength(3);
    expect(features[0]?.geometry).toMatchObject({ type: 'Point', coordinates: [expect.closeTo(-66.654, 2), expect.closeTo(45.898, 2)] });
    expect(features[1]?.geometry).toBeNull();
    expect(features[2]).toMatchObject({
      id: 'p-P1',
      geometry: { type: 'LineString' },
      properties: { slope_percent: expect.closeTo(1, 9), start_invert: 28 },
    });
  });

  test('its degrees come back to the same place within a tenth of a millimetre', () => {
    const coordinates = features[0]?.geometry?.coordinates as number[];
    const back = projection.toGrid({ longitude: coordinates[0]!, latitude: coordinates[1]! })!;
    expect(distance2d(back, point('5002'))).toBeLessThan(0.0001);
  });
});

describe('LandXML', () => {
  const about = {
    project: '25001 & Sons',
    application: 'DMSE',
    version: '1',
    date: '2025-10-20',
    time: '12:00:00',
    crs: surveyDefaults.office_crs,
  };
  const xml = writeLandXml([point('5002', { description: 'a "b" <c>' }), point('81', { elevation: null })], [pipe], about);
  const document = parseXml(xml);
  const all = (element: XmlElement): XmlElement[] => [element, ...element.children.flatMap(all)];
  const named = (name: string) => document.roots.flatMap(all).filter((element) => element.name === name);

  test('is well formed; points are northing, easting, elevation', () => {
    expect(document.troubles).toEqual([]);
    expect(named('CgPoint').map(({ text, attributes }) => [attributes.name, attributes.desc, text])).toEqual([
      ['5002', 'a "b" <c>', '7433085.5047 2488042.9145 28.4509'],
      ['81', 'STMH/RIM', '7433085.5047 2488042.9145'],
    ]);
    expect(named('CoordinateSystem')[0]?.attributes.epsgCode).toBe('2953');
  });

  test('lines of the codes, flat where a corner has no elevation', () => {
    const corners = [
      point('1', { description: 'AE1 B', elevation: 10 }),
      point('2', { description: 'GB B' }),
      point('3', { description: 'AE1 E', elevation: 11 }),
      point('4', { description: 'GB E', elevation: null }),
    ];
    const { roots, troubles } = parseXml(writeLandXml(corners, [], about, drawLinework(corners)));
    const found = roots.flatMap(all).filter(({ name }) => name.startsWith('PntList') || name === 'PlanFeature');
    expect(troubles).toEqual([]);
    expect(found.map(({ name, attributes, text }) => attributes.name ?? [name, text])).toEqual([
      'AE1-1',
      ['PntList3D', '7433085.5047 2488042.9145 10.0000 7433085.5047 2488042.9145 11.0000'],
      'GB-2',
      ['PntList2D', '7433085.5047 2488042.9145 7433085.5047 2488042.9145'],
    ]);
  });

  test('a network of structures and pipes', () => {
    expect(named('PipeNetwork')[0]?.attributes).toEqual({ name: 'storm', pipeNetType: 'storm' });
    expect(named('Struct').map(({ attributes }) => attributes)).toEqual([
      { name: 'MH1', elevRim: '30.0000', elevSump: '27.0000' },
      { name: 'MH2', elevRim: '29.0000' },
    ]);
    expect(named('Invert').map(({ attributes }) => attributes)).toEqual([
      { elev: '28.0000', flowDir: 'out', refPipe: 'P1' },
      { elev: '27.6000', flowDir: 'in', refPipe: 'P1' },
    ]);
    expect(named('Pipe')[0]?.attributes).toMatchObject({
      refStart: 'MH1',
      refEnd: 'MH2',
      length: '40.0000',
      slope: '1.0000',
      desc: 'a <b> & "c"',
    });
    expect(named('CircPipe')[0]?.attributes).toMatchObject({ diameter: '300', material: 'PVC' });
    expect([named('CircStruct').length, named('Connection').length]).toEqual([1, 1]);
  });

  test('any text stays inside its attribute', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { roots, troubles } = parseXml(`<a b="${escapeXml(text)}"/>`);
        expect(troubles).toEqual([]);
        expect(roots).toHaveLength(1);
        expect(Object.keys(roots[0]!.attributes)).toEqual(['b']);
        expect(escapeXml(text)).not.toMatch(/[<"]/);
      }),
      { seed: 12 },
    );
  });
});
