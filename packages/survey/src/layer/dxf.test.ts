import { describe, expect, it } from 'vitest';
import { readDxf } from './dxf.ts';
import { coordinatesOf, dxf, groups, place } from './layer-fixture.ts';

describe('DXF', () => {
  it('reads points, lines, text and closed polylines with their layers', () => {
    const read = readDxf(
      dxf(
        groups(0, 'POINT', 8, 'CTRL', 10, 2500000, 20, 7500000, 30, 12.5),
        groups(0, 'LINE', 8, 'EDGE', 10, 0, 20, 0, 11, 10, 21, 5),
        groups(0, 'TEXT', 8, 'TXT', 10, 1, 20, 2, 1, 'D\\U+00E9pôt %%d'),
        groups(0, 'LWPOLYLINE', 8, 'LOT', 90, 3, 70, 1, 10, 0, 20, 0, 10, 4, 20, 0, 10, 4, 20, 3),
        groups(0, 'POLYLINE', 8, 'OLD', 70, 0, 0, 'VERTEX', 10, 0, 20, 0, 0, 'VERTEX', 10, 1, 20, 1, 0, 'SEQEND'),
        groups(0, 'HATCH', 8, 'FILL'),
      ),
    );
    expect(read.features.map(({ properties }) => [properties.layer, properties.kind])).toEqual([
      ['CTRL', 'POINT'],
      ['EDGE', 'LINE'],
      ['TXT', 'TEXT'],
      ['LOT', 'LWPOLYLINE'],
      ['OLD', 'POLYLINE'],
    ]);
    expect(read.features[2]?.properties.text).toBe('Dépôt °');
    expect(coordinatesOf(read)[3]).toEqual([
      [0, 0],
      [4, 0],
      [4, 3],
      [0, 0],
    ]);
    expect(coordinatesOf(read)[0]).toEqual([2500000, 7500000, 12.5]);
    expect(read.problems).toEqual(['HATCH was left out.']);
  });

  it('a whole drawing as CAD programs write it: only its entities are drawn, whatever stands around them', () => {
    const section = (name: string, ...inside: string[]) => groups(0, 'SECTION', 2, name) + inside.join('') + groups(0, 'ENDSEC');
    const common = (handle: string, layer: string, kind: string) =>
      groups(5, handle, 100, 'AcDbEntity', 8, layer, 6, 'ByLayer', 62, 256, 370, -1, 100, kind);
    const text =
      groups(999, 'made by hand') +
      section('HEADER', groups(9, '$ACADVER', 1, 'AC1021', 9, '$INSUNITS', 70, 6, 9, '$EXTMIN', 10, 1e20, 20, 1e20)) +
      section('TABLES', groups(0, 'TABLE', 2, 'LAYER', 70, 1, 0, 'LAYER', 2, 'LOT', 70, 0, 62, 7, 0, 'ENDTAB')) +
      section('BLOCKS', groups(0, 'BLOCK', 8, '0', 2, '*Model_Space', 70, 0, 10, 0, 20, 0, 0, 'ENDBLK', 5, '21')) +
      section(
        'ENTITIES',
        groups(0, 'LINE') + common('4A', 'LOT', 'AcDbLine') + groups(10, 1, 20, 2, 11, 3, 21, 4),
        groups(0, 'CIRCLE') + common('4B', 'WELL', 'AcDbCircle') + groups(10, 5, 20, 5, 40, 2),
        groups(0, 'LWPOLYLINE') +
          common('4C', 'LOT', 'AcDbPolyline') +
          groups(90, 3, 70, 0, 43, 0, 10, 0, 20, 0, 10, 4, 20, 1, 10, 9, 20, 3),
        // In space: vertices on a layer of their own, figures with exponents.
        groups(0, 'POLYLINE', 8, 'TOP', 66, 1, 70, 8, 10, '0.0', 20, '0.0', 30, '0.0') +
          groups(0, 'VERTEX', 8, '3D', 10, '-2.5e-003', 20, '31.0', 30, '1.5', 70, 32) +
          groups(0, 'VERTEX', 8, '3D', 10, '7.25', 20, '33.0', 30, '2.5', 70, 32, 0, 'SEQEND'),
      ) +
      section('OBJECTS', groups(0, 'DICTIONARY', 5, 'C', 100, 'AcDbDictionary', 3, 'ACAD_GROUP', 350, 'D')) +
      groups(0, 'EOF');
    const read = readDxf(text.replaceAll('\n', '\r\n'));
    expect(read.features.map(({ properties }) => [properties.layer, properties.kind])).toEqual([
      ['LOT', 'LINE'],
      ['WELL', 'CIRCLE'],
      ['LOT', 'LWPOLYLINE'],
      ['TOP', 'POLYLINE'],
    ]);
    expect(coordinatesOf(read)[3]).toEqual([
      [-0.0025, 31, 1.5],
      [7.25, 33, 2.5],
    ]);
    expect(read.problems).toEqual([]);
    expect(readDxf(text)).toEqual(read);
  });

  it('a bulge of one is a half circle, a circle closes, an arc ends where it should', () => {
    const read = readDxf(
      dxf(
        groups(0, 'LWPOLYLINE', 10, 0, 20, 0, 42, 1, 10, 2, 20, 0),
        groups(0, 'CIRCLE', 10, 5, 20, 5, 40, 2),
        groups(0, 'ARC', 10, 0, 20, 0, 40, 1, 50, 0, 51, 90),
      ),
    );
    const [half, circle, arc] = coordinatesOf(read) as [number, number][][];
    // counter-clockwise from (0,0) to (2,0) runs below the chord
    expect(Math.min(...half!.map(([, y]) => y))).toBeCloseTo(-1, 6);
    for (const [x, y] of half!) expect(Math.hypot(x - 1, y)).toBeCloseTo(1, 9);
    expect(circle!.at(-1)![0]).toBeCloseTo(circle![0]![0], 9);
    expect(arc!.at(-1)![0]).toBeCloseTo(0, 9);
    expect(arc!.at(-1)![1]).toBeCloseTo(1, 9);
  });

  it('draws blocks where they are inserted: scaled, turned, on the layer of the insert', () => {
    const block = groups(
      0,
      'SECTION',
      2,
      'BLOCKS',
      0,
      'BLOCK',
      2,
      'MH',
      10,
      1,
      20,
      0,
      0,
      'POINT',
      8,
      '0',
      10,
      2,
      20,
      0,
      0,
      'ENDBLK',
      0,
      'ENDSEC',
    );
    const read = readDxf(block + dxf(groups(0, 'INSERT', 8, 'SAN', 2, 'mh', 10, 100, 20, 200, 41, 3, 42, 3, 50, 90)));
    const [x, y] = coordinatesOf(read)[0] as [number, number];
    expect([x, y].map((value) => Math.round(value * 1e6) / 1e6)).toEqual([100, 203]);
    expect(read.features[0]?.properties.layer).toBe('SAN');
  });

  it('blocks that multiply without end are refused', () => {
    const names = Array.from({ length: 7 }, (_, i) => `B${i}`);
    const blocks = names.map(
      (name, i) =>
        groups(0, 'BLOCK', 2, name, 10, 0, 20, 0) +
        groups(0, 'INSERT', 2, names[i + 1] ?? 'END', 10, 0, 20, 0).repeat(20) +
        groups(0, 'ENDBLK'),
    );
    const end = groups(0, 'BLOCK', 2, 'END', 0, 'POINT', 10, 0, 20, 0, 0, 'ENDBLK');
    const text =
      groups(0, 'SECTION', 2, 'BLOCKS') + blocks.join('') + end + groups(0, 'ENDSEC') + dxf(groups(0, 'INSERT', 2, 'B0', 10, 0, 20, 0));
    expect(() => readDxf(text)).toThrow(/repeat more often|nested too deep/);
    const own = groups(0, 'SECTION', 2, 'BLOCKS', 0, 'BLOCK', 2, 'A', 0, 'INSERT', 2, 'A', 10, 0, 20, 0, 0, 'ENDBLK', 0, 'ENDSEC');
    expect(() => readDxf(own + dxf(groups(0, 'INSERT', 2, 'A', 10, 0, 20, 0)))).toThrow(/nested too deep/);
  });

  it('more vertices or features than a tablet can carry are refused before all of them are read', () => {
    const unread = 'neither a code nor a value\n';
    expect(() => readDxf(dxf(groups(0, 'CIRCLE', 10, 0, 20, 0, 40, 1).repeat(20_000), unread))).toThrow(/more than 500,000 vertices/);
    expect(() => readDxf(dxf(groups(0, 'POINT', 10, 0, 20, 0).repeat(200_002), unread))).toThrow(/more than 200,000 features/);
  });

  it('is placed by the office grid; a drawing around zero is refused with its figures', () => {
    const origin = place(readDxf(dxf(groups(0, 'POINT', 10, 2500000, 20, 7500000))));
    expect(origin.bounds).toEqual([-66.5, 46.5, -66.5, 46.5]);
    expect(origin.crs).toContain('New Brunswick');
    const local = readDxf(dxf(groups(0, 'LINE', 10, 0, 20, 0, 11, 120, 21, 80)));
    expect(() => place(local)).toThrow(/x from 0 to 120, y from 0 to 80.*do not lie on NAD83/s);
    expect(() => place(local, 'mars')).toThrow(/no coordinate system known/);
    expect(place(readDxf(dxf(groups(0, 'POINT', 10, 500000, 20, 5000000))), 'utm20').bounds[0]).toBeCloseTo(-63, 6);
  });

  it('a stray entity at zero does not sink a good drawing, and is mentioned', () => {
    const read = readDxf(dxf(groups(0, 'POINT', 10, 2500000, 20, 7500000).repeat(3), groups(0, 'POINT', 10, 0, 20, 0)));
    const placed = place(read);
    expect([placed.features, placed.problems]).toEqual([3, ['1 of its features lie far outside and were left out.']]);
  });
});
