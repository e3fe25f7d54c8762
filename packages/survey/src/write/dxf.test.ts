import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { derivePipe } from '../pipe/pipe.ts';
import { byId, connectionOf, pipeOf, structureOf } from '../pipe/pipe-fixture.ts';
import { surveyDefaults } from '../survey-settings.ts';
import { writeDxf } from './dxf.ts';
import { formatGroups, safeName, safeText } from './dxf-groups.ts';
import type { ExportPoint } from './export-point.ts';

const folder = mkdtempSync(join(tmpdir(), 'dxf-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Other programs are the judges here; without them nothing is proven, so their absence is a failure that says what to do. */
function run(command: string, args: readonly string[]): string {
  const done = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (done.error || done.status !== 0) {
    throw new Error(
      `${command} could not open the drawing or is not installed (Debian: apt-get install gdal-bin python3-ezdxf). ${done.error?.message ?? done.stderr}`,
    );
  }
  return done.stdout;
}

const SCRIPT = `
import json, sys, ezdxf
def open_drawing(path):
    doc = ezdxf.readfile(path)
    errors = doc.audit().errors
    found = []
    for e in doc.modelspace():
        kind = e.dxftype()
        if kind == 'POINT': found.append([kind, e.dxf.layer, [list(e.dxf.location)], None])
        elif kind == 'TEXT': found.append([kind, e.dxf.layer, [list(e.dxf.insert)], e.dxf.text])
        elif kind == 'INSERT': found.append([kind, e.dxf.layer, [list(e.dxf.insert)], e.dxf.name])
        elif kind == 'LINE': found.append([kind, e.dxf.layer, [list(e.dxf.start), list(e.dxf.end)], None])
        elif kind == 'POLYLINE': found.append([kind, e.dxf.layer, [list(v.dxf.location) for v in e.vertices], None])
        else: found.append([kind, e.dxf.layer, [], None])
    return {'version': doc.dxfversion, 'errors': len(errors), 'layers': sorted(l.dxf.name for l in doc.layers), 'found': found}
print(json.dumps([open_drawing(path) for path in sys.argv[1:]]))
`;

type Entity = readonly [kind: string, layer: string, places: readonly (readonly [number, number, number])[], text: string | null];
interface Opened {
  readonly version: string;
  readonly errors: number;
  readonly layers: readonly string[];
  readonly found: readonly Entity[];
}

/** Several drawings at once: it takes longer to start than to read. */
function openWithEzdxf(...drawings: readonly Uint8Array[]): readonly Opened[] {
  const files = drawings.map((dxf, index) => {
    const file = join(folder, `ezdxf-${index}.dxf`);
    writeFileSync(file, dxf);
    return file;
  });
  return JSON.parse(run('/usr/bin/python3', ['-c', SCRIPT, ...files])) as readonly Opened[];
}

interface GdalFeature {
  readonly properties: { readonly Layer: string; readonly Text: string | null; readonly SubClasses: string | null };
  readonly geometry: { readonly type: string; readonly coordinates: unknown };
}

function openWithGdal(dxf: Uint8Array): readonly GdalFeature[] {
  const file = join(folder, 'gdal.dxf');
  writeFileSync(file, dxf);
  const json = run('ogr2ogr', ['-f', 'GeoJSON', '-lco', 'COORDINATE_PRECISION=7', '/vsistdout/', file]);
  return (JSON.parse(json) as { features: readonly GdalFeature[] }).features;
}

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
  structureOf('A', 0, 0, 30, { connections: [connectionOf({ bearing: 90, measure_down: 2 })] }),
  structureOf('B', 40, 0, 29, { connections: [connectionOf({ bearing: 270, measure_down: 1.4 })] }),
  structureOf('C', 40, 40, 28, { connections: [] }),
];
const derive = (pipe: Parameters<typeof derivePipe>[0]) => derivePipe(pipe, byId(structures), surveyDefaults.tolerances);
const straight = derive(pipeOf('P1', 'A', 'B', { note: 'x\n0\nENDSEC\n0\nEOF' }));
const bent = derive(pipeOf('P2', 'A', 'B', { system: 'sanitary', vertices: [{ easting: 2_500_020, northing: 7_500_005 }] }));
const flat = derive(pipeOf('P3', 'B', 'C'));
const points = [
  point('5002'),
  point('81', { elevation: null, code: '', description: '', easting: 2_488_100.0001 }),
  point('5003', { code: 'Chêne/bad name', description: 'chêne ø 0.3 ^J', northing: 7_433_000.1234567 }),
];
const dxf = writeDxf(points, [straight, bent, flat]);
/** What has no elevation: ezdxf knows only 0 for that, GDAL knows points of two coordinates. */
const placesWith = (none: readonly number[]) =>
  points.map(({ easting, northing, elevation }) =>
    [easting, northing, ...(elevation === null ? none : [elevation])].map((value) => expect.closeTo(value, 6)),
  );

/** Every code unit there is, control characters and lone halves of pairs more often than chance would have them. */
const codeUnit = fc.oneof(fc.integer({ min: 0, max: 0x7f }), fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd800, max: 0xdfff }));
const anyText = fc.array(codeUnit, { maxLength: 300, size: 'max' }).map((units) => String.fromCharCode(...units));

describe('DXF in other programs', () => {
  test('ezdxf opens it without complaint and finds the same coordinates; an empty drawing is a drawing', () => {
    const [{ version, errors, layers, found }, empty] = openWithEzdxf(dxf, writeDxf([], [])) as [Opened, Opened];
    expect(empty.found).toEqual([]);
    expect({ version, errors }).toEqual({ version: 'AC1009', errors: 0 });
    expect(layers).toEqual(
      expect.arrayContaining(['0', 'STMH', 'STMH_TEXT', 'NO_CODE_NO_Z', 'CHENE_BAD_NAME', 'STORM', 'STORM_TEXT', 'SAN', 'STORM_NO_INVERT']),
    );
    expect(found.filter(([kind]) => kind === 'POINT').map(([, , [place]]) => place)).toEqual(placesWith([0]));
    expect(found.filter(([kind]) => kind === 'LINE').map(([, layer, places]) => [layer, places])).toEqual([
      [
        'STORM',
        [
          [2_500_000, 7_500_000, 28],
          [2_500_040, 7_500_000, expect.closeTo(27.6, 6)],
        ],
      ],
      [
        'STORM_NO_INVERT',
        [
          [2_500_040, 7_500_000, 0],
          [2_500_040, 7_500_040, 0],
        ],
      ],
    ]);
    const [polyline] = found.filter(([kind]) => kind === 'POLYLINE');
    expect(polyline?.[1]).toBe('SAN');
    expect(polyline?.[2].map(([easting, northing, z]) => [easting, northing, z])).toEqual(
      bent.line.map(({ easting, northing, elevation }) => [easting, northing, expect.closeTo(elevation!, 5)]),
    );
    expect(found.filter(([kind]) => kind === 'INSERT').map(([, layer, , block]) => [layer, block])).toEqual([
      ['STMH_SYMBOL', 'STMH'],
      ['NO_CODE_SYMBOL_NO_Z', 'NO_CODE'],
      ['CHENE_BAD_NAME_SYMBOL', 'CHENE_BAD_NAME'],
    ]);
    expect(found.filter(([kind]) => kind === 'TEXT').map(([, , , text]) => text)).toEqual(
      expect.arrayContaining(['5002', 'STMH/RIM', 'chêne ø 0.3 ^ J']),
    );
  });

  test('linework: ezdxf and GDAL find every line of the codes, in space, on its layer', () => {
    const walk = [
      point('1', { easting: 2_488_000, northing: 7_433_000, elevation: 10, description: 'AE1 B', code: 'AE1' }),
      point('2', { easting: 2_488_010, northing: 7_433_000, elevation: 11, description: 'AE1', code: 'AE1' }),
      point('3', { easting: 2_488_000, northing: 7_433_020, elevation: 12, description: 'GB B FH', code: 'GB' }),
      point('4', { easting: 2_488_010, northing: 7_433_010, elevation: 12, description: 'AE1 C', code: 'AE1' }),
      point('5', { easting: 2_488_010, northing: 7_433_020, elevation: null, description: 'GB E', code: 'GB' }),
    ];
    const drawing = writeDxf(walk, []);
    const [{ errors, found }] = openWithEzdxf(drawing) as [Opened];
    expect(errors).toBe(0);
    const ring = [
      [2_488_000, 7_433_000, 10],
      [2_488_010, 7_433_000, 11],
      [2_488_010, 7_433_010, 12],
      [2_488_000, 7_433_000, 10],
    ];
    const flat = [
      [2_488_000, 7_433_020, 0],
      [2_488_010, 7_433_020, 0],
    ];
    expect(found.filter(([kind]) => kind === 'INSERT')).toEqual([]);
    const lines = found.filter(([kind]) => kind === 'POLYLINE' || kind === 'LINE').map(([, layer, places]) => [layer, places]);
    expect(lines).toEqual([
      ['AE1_LINE', ring],
      ['GB_LINE_NO_Z', flat],
    ]);
    const strings = openWithGdal(drawing).filter(({ geometry }) => geometry.type === 'LineString');
    expect(strings.map(({ properties, geometry }) => [properties.Layer, geometry.coordinates])).toEqual([
      ['AE1_LINE', ring],
      ['GB_LINE_NO_Z', flat.map(([easting, northing]) => [easting, northing])],
    ]);
  });

  test('GDAL opens it and finds the same coordinates', () => {
    const features = openWithGdal(dxf);
    const of = (kind: string) => features.filter(({ geometry, properties }) => geometry.type === kind && !properties.Text);
    expect(of('Point').map(({ geometry }) => geometry.coordinates)).toEqual(placesWith([]));
    expect(of('LineString').map(({ properties, geometry }) => [properties.Layer, geometry.coordinates])).toEqual([
      [
        'STORM',
        [
          [2_500_000, 7_500_000, 28],
          [2_500_040, 7_500_000, expect.closeTo(27.6, 6)],
        ],
      ],
      ['SAN', bent.line.map(({ easting, northing, elevation }) => [easting, northing, expect.closeTo(elevation!, 5)])],
      ['STORM_NO_INVERT', expect.any(Array)],
    ]);
    expect(features.map(({ properties }) => properties.Text)).toEqual(
      expect.arrayContaining(['5002', expect.stringContaining('chêne ø 0.3')]),
    );
  });

  test('SEC-S25 a note cannot become entities: the same number of them whatever is typed', () => {
    const nasty = [
      'x\n0\nENDSEC\n0\nEOF',
      'a\r\n0\r\nLINE',
      '^J0^JPOINT',
      '\u2028 0',
      '\\P{\\fArial;x}',
      '%%c',
      ' '.repeat(3),
      '0',
      'y'.repeat(5000),
      '\u0000\u0007',
      '木'.repeat(100),
      '\ud83d\ude00',
    ];
    const plain = writeDxf(
      nasty.map((_, index) => point(`N${index}`, { description: 'x', code: 'x' })),
      [straight],
    );
    const typed = writeDxf(
      nasty.map((text, index) => point(`N${index}${text}`, { description: `${text}x`, code: `${text}x` })),
      [straight],
    );
    const count = (opened: Opened) =>
      Object.fromEntries(
        Map.groupBy(opened.found, ([kind]) => kind)
          .entries()
          .map(([kind, list]) => [kind, list.length]),
      );
    const [opened, usual] = openWithEzdxf(typed, plain) as [Opened, Opened];
    expect(opened.errors).toBe(0);
    expect(count(opened)).toEqual(count(usual));
    expect(openWithGdal(typed)).toHaveLength(openWithGdal(plain).length);
  });
});

describe('SEC-S25 values of a DXF file', () => {
  test('whatever the text, it stays one line of the code page under the limit', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(safeText(text)).toMatch(/^[\x20-\x7e\xa0-\xff]{0,250}$/);
        expect(safeName(text, 'NO_CODE')).toMatch(/^[A-Z0-9_$-]{1,31}$/);
        expect(formatGroups([[1, safeText(text)]]).split('\n')).toHaveLength(3);
      }),
      { seed: 25 },
    );
  });

  test('letters of a layer lose their accents', () =>
    expect(['Chêne', 'Île-d\u2019Orléans', 'œuvre', 'ÆØ', 'e\u0301'].map((name) => safeName(name, '?'))).toEqual([
      'CHENE',
      'ILE-D_ORLEANS',
      'OEUVRE',
      'AEO',
      'E',
    ]));

  test('a long text is cut between characters', () => expect(safeText('木'.repeat(100))).toBe('\\U+6728'.repeat(35)));
});
