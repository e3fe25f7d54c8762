import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDxf } from './dxf.ts';
import { readGeoJson } from './geojson.ts';
import { readGpx } from './gpx.ts';
import { readKml } from './kml.ts';
import { LayerRefusal } from './layer.ts';
import { coordinatesOf, dxf, groups, place } from './layer-fixture.ts';
import { readShapefile } from './shapefile.ts';

describe('KML and GPX', () => {
  const kml = (inside: string) => `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${inside}</Document></kml>`;

  it('reads placemarks with names, data and descriptions that carry markup', () => {
    const read = readKml(
      kml(`<Folder><name>Trench</name><Placemark><name>A &amp; B</name><description><![CDATA[<b>Deep</b><br>2 m]]></description>
        <ExtendedData><Data name="depth"><value>2.1</value></Data></ExtendedData>
        <MultiGeometry><Point><coordinates>-66.1,45.3,10</coordinates></Point>
        <LineString><coordinates>-66.1,45.3 -66.2 , 45.4</coordinates></LineString></MultiGeometry></Placemark></Folder>`),
    );
    expect(read.features.map(({ geometry }) => geometry.type)).toEqual(['Point', 'LineString']);
    expect(read.features[0]?.properties).toEqual({ name: 'A & B', description: 'Deep 2 m', folder: 'Trench', depth: '2.1' });
  });

  it('a polygon keeps its hole; a ring that was left open is closed', () => {
    const ring = (text: string) => `<LinearRing><coordinates>${text}</coordinates></LinearRing>`;
    const read = readKml(
      kml(
        `<Placemark><Polygon><outerBoundaryIs>${ring('0,0 4,0 4,4 0,4')}</outerBoundaryIs><innerBoundaryIs>${ring('1,1 2,1 2,2 1,1')}</innerBoundaryIs></Polygon></Placemark>`,
      ),
    );
    const [rings] = coordinatesOf(read) as unknown[][][];
    expect(rings?.map((one) => one.length)).toEqual([5, 4]);
  });

  it('entities of its own are refused, whatever they would grow to', () => {
    const laughs = '<!DOCTYPE kml [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>';
    expect(() => readKml(`<?xml version="1.0"?>${laughs}<kml><Placemark/></kml>`)).toThrow(/entities/);
  });

  it('a track keeps its pieces apart', () => {
    const point = (lon: number) => `<trkpt lat="45" lon="${lon}"><ele>3</ele></trkpt>`;
    const read = readGpx(
      `<gpx><wpt lat="45.5" lon="-66"><name>BM 1</name></wpt><trk><name>Walk</name><trkseg>${point(-66)}${point(-66.1)}</trkseg><trkseg>${point(-67)}${point(-67.1)}</trkseg></trk></gpx>`,
    );
    expect(read.features.map(({ properties }) => [properties.kind, properties.name])).toEqual([
      ['waypoint', 'BM 1'],
      ['track', 'Walk'],
      ['track', 'Walk'],
    ]);
    expect(coordinatesOf(read)[1]).toEqual([
      [-66, 45, 3],
      [-66.1, 45, 3],
    ]);
  });
});

describe('GeoJSON', () => {
  const collection = (...features: object[]) => JSON.stringify({ type: 'FeatureCollection', features });
  const point = (...coordinates: number[]) => ({
    type: 'Feature',
    properties: { a: { deep: 1 } },
    geometry: { type: 'Point', coordinates },
  });

  it('keeps what can be drawn and says what cannot', () => {
    const read = readGeoJson(
      collection(point(-66, 45), { type: 'Feature', geometry: null }, { type: 'Feature', geometry: { type: 'Circle' } }),
    );
    expect(read.features).toEqual([{ geometry: { type: 'Point', coordinates: [-66, 45] }, properties: { a: '{"deep":1}' } }]);
    expect(read.problems).toHaveLength(2);
  });

  it('grid coordinates are asked about, or placed by the system the file names', () => {
    expect(() => place(readGeoJson(collection(point(2500000, 7500000))))).toThrow(/not longitude and latitude.*Say which/);
    const named = {
      type: 'FeatureCollection',
      crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::2953' } },
      features: [point(2500000, 7500000)],
    };
    expect(place(readGeoJson(JSON.stringify(named))).bounds).toEqual([-66.5, 46.5, -66.5, 46.5]);
  });

  it('a million brackets are refused', () => {
    expect(() => readGeoJson('['.repeat(1_000_000))).toThrow(LayerRefusal);
    expect(() => readGeoJson('{"type": ')).toThrow(/not valid JSON/);
  });
});

describe('shapefile', () => {
  /** One polygon with a hole, by hand. */
  function shp(rings: number[][][]): Uint8Array {
    const points = rings.flat();
    const content = 44 + rings.length * 4 + points.length * 16;
    const bytes = new Uint8Array(100 + 8 + content);
    const view = new DataView(bytes.buffer);
    view.setInt32(0, 9994);
    view.setInt32(32, 5, true);
    view.setInt32(100, 1);
    view.setInt32(104, content / 2);
    view.setInt32(108, 5, true);
    view.setInt32(144, rings.length, true);
    view.setInt32(148, points.length, true);
    let first = 0;
    rings.forEach((ring, i) => {
      view.setInt32(152 + i * 4, first, true);
      first += ring.length;
    });
    points.forEach(([x, y], i) => {
      view.setFloat64(152 + rings.length * 4 + i * 16, x!, true);
      view.setFloat64(160 + rings.length * 4 + i * 16, y!, true);
    });
    return bytes;
  }
  const square = [
    [0, 0],
    [0, 4],
    [4, 4],
    [4, 0],
    [0, 0],
  ];
  const hole = [
    [1, 1],
    [2, 1],
    [2, 2],
    [1, 1],
  ];

  it('a hole goes to the ring around it', () => {
    const read = readShapefile({ shp: shp([square, hole]) });
    expect(read.features[0]?.geometry).toEqual({ type: 'Polygon', coordinates: [square, hole] });
    expect(read.problems[0]).toMatch(/no \.prj/);
  });

  it('a .prj in metres is projected', () => {
    const prj =
      'PROJCS["NAD83 / UTM zone 20N",GEOGCS["NAD83",DATUM["North_American_Datum_1983",SPHEROID["GRS 1980",6378137,298.257222101]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",-63],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["metre",1]]';
    const corner = [
      [500000, 5000000],
      [500000, 5000010],
      [500010, 5000010],
      [500000, 5000000],
    ];
    const placed = place(readShapefile({ shp: shp([corner]), prj }));
    expect(placed.bounds[0]).toBeCloseTo(-63, 6);
    expect(placed.crs).toBe('NAD83 / UTM zone 20N');
  });
});

describe('whatever the bytes, a reader answers or refuses in words', () => {
  const seeds = [
    dxf(groups(0, 'LWPOLYLINE', 8, 'A', 10, 0, 20, 0, 42, 1, 10, 2, 20, 0), groups(0, 'SPLINE', 71, 3, 40, 0, 40, 0, 10, 1, 20, 1)),
    '<kml><Placemark><name>x</name><Point><coordinates>1,2</coordinates></Point></Placemark></kml>',
    '<gpx><wpt lat="1" lon="2"/></gpx>',
    '{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}}',
  ];
  const readers = [readDxf, readKml, readGpx, readGeoJson];

  it('law: only refusals are thrown (text)', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...seeds),
        fc.array(fc.tuple(fc.nat(), fc.nat(20), fc.string())),
        fc.constantFrom(...readers),
        (seed, cuts, read) => {
          let text = seed;
          for (const [at, length, put] of cuts)
            text = text.slice(0, at % (text.length + 1)) + put + text.slice((at % (text.length + 1)) + length);
          try {
            place(read(text));
          } catch (error) {
            if (!(error instanceof LayerRefusal)) throw error;
          }
        },
      ),
      { seed: 11, numRuns: 2000 },
    );
  });

  it('law: only refusals are thrown (shapes and tables)', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 400 }),
        fc.uint8Array({ maxLength: 200 }),
        fc.integer({ min: 0, max: 30 }),
        (tail, dbf, type) => {
          const bytes = new Uint8Array(112 + tail.length);
          const view = new DataView(bytes.buffer);
          view.setInt32(0, 9994);
          view.setInt32(104, (tail.length + 4) >> 1);
          view.setInt32(108, type, true);
          bytes.set(tail, 112);
          try {
            place(readShapefile({ shp: bytes, dbf }));
          } catch (error) {
            if (!(error instanceof LayerRefusal)) throw error;
          }
        },
      ),
      { seed: 12, numRuns: 2000 },
    );
  });
});

const SAMPLES = `${process.env.SURVEY_SAMPLES ?? new URL('../../../../../shared/survey/samples', import.meta.url).pathname}/layers`;
if (existsSync(SAMPLES))
  describe('sample layers', () => {
    const text = (name: string) => readFileSync(`${SAMPLES}/${name}`, 'utf8');
    const bytes = (name: string) => new Uint8Array(readFileSync(`${SAMPLES}/${name}`));

    it('drawings', () => {
      expect(readDxf(text('dxf_layers.dxf')).features).toHaveLength(9);
      expect(readDxf(text('dxf_lwpolylines.dxf')).features).toHaveLength(2);
      expect(readDxf(text('dxf-parser_polylines.dxf')).features).toHaveLength(12);
    });

    it('tracks and placemarks', () => {
      expect(readGpx(text('togeojson_trek.gpx')).features).toHaveLength(1);
      expect(readKml(text('togeojson_polygon.kml')).features[0]?.geometry.type).toBe('Polygon');
      expect(() => readKml(text('togeojson_ground_overlay.kml'))).toThrow(/picture laid over the ground/);
      expect(() => readKml(text('togeojson_bad.kml'))).toThrow(/nothing to draw/);
    });

    it('shapefiles, with Western letters', () => {
      const parts = (name: string) => ({ shp: bytes(`${name}.shp`), dbf: bytes(`${name}.dbf`), prj: text(`${name}.prj`) });
      expect(place(readShapefile(parts('shapefile_polygons'))).features).toBeGreaterThan(0);
      const [first] = readShapefile(parts('shapefile_latin1-property')).features;
      expect(Object.values(first?.properties ?? {}).join()).toMatch(/[à-ÿ]/);
    });
  });
