import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDxf } from './dxf.ts';
import { readGeoJson } from './geojson.ts';
import { readGpx } from './gpx.ts';
import { readKml } from './kml.ts';
import { LayerRefusal } from './layer.ts';
import { coordinatesOf, dbf, dxf, groups, PRJ_DEGREES, place, type Ring, shp } from './layer-fixture.ts';
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

  it('a picture laid over the ground and coordinates that are words leave nothing to draw', () => {
    const overlay =
      '<GroundOverlay><name>Ortho</name><Icon><href>ortho.jpg</href></Icon><LatLonBox><north>46</north></LatLonBox></GroundOverlay>';
    expect(() => readKml(kml(`<Folder>${overlay}</Folder>`))).toThrow(/nothing to draw.*picture laid over the ground/);
    const words = (kind: string) => `<Placemark><${kind}><coordinates>here,there there,45,0</coordinates></${kind}></Placemark>`;
    expect(() => readKml(kml(words('Point') + words('LineString')))).toThrow(/nothing to draw/);
  });

  it('a route is one line', () => {
    const point = (lon: number) => `<rtept lat="45" lon="${lon}"><ele>3</ele></rtept>`;
    const read = readGpx(
      `<gpx version="1.0" xmlns="http://www.topografix.com/GPX/1/0"><rte><name>Way in</name>${point(-66)}${point(-66.1)}</rte></gpx>`,
    );
    expect(read.features.map(({ geometry, properties }) => [geometry.type, properties.kind, properties.name])).toEqual([
      ['LineString', 'route', 'Way in'],
    ]);
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
  const square: Ring = [
    [0, 0],
    [0, 4],
    [4, 4],
    [4, 0],
    [0, 0],
  ];
  const hole: Ring = [
    [1, 1],
    [2, 1],
    [2, 2],
    [1, 1],
  ];
  const away = (ring: Ring): Ring => ring.map(([x, y]) => [x - 66, y + 45]);

  it('a hole goes to the ring around it', () => {
    const read = readShapefile({ shp: shp([square, hole]) });
    expect(read.features[0]?.geometry).toEqual({ type: 'Polygon', coordinates: [square, hole] });
    expect(read.problems[0]).toMatch(/no \.prj/);
  });

  it('several polygons, each with its row, and a .prj in degrees', () => {
    const rows = dbf(
      [
        { name: 'FID', type: 'N', length: 11 },
        { name: 'SURVEYED', type: 'D', length: 8 },
        { name: 'IS_LEGAL', type: 'L', length: 1 },
      ],
      [
        ['7', '20250602', 'T'],
        ['8', '', 'n'],
      ],
    );
    const read = readShapefile({ shp: shp([away(square)], [away(square), away(hole)]), dbf: rows, prj: PRJ_DEGREES });
    expect(read.features.map(({ properties }) => properties)).toEqual([
      { FID: 7, SURVEYED: '2025-06-02', IS_LEGAL: true },
      { FID: 8, SURVEYED: null, IS_LEGAL: false },
    ]);
    expect(place(read)).toMatchObject({ features: 2, bounds: [-66, 45, -62, 49], problems: [] });
  });

  it('Western letters of a table are read by the mark in its head', () => {
    const rows = dbf([{ name: 'PROPRIÉTÉ', type: 'C', length: 20 }], [['Bâtiment à côté']]);
    const [feature] = readShapefile({ shp: shp([-66, 45]), dbf: rows, prj: PRJ_DEGREES }).features;
    expect(feature).toEqual({ geometry: { type: 'Point', coordinates: [-66, 45] }, properties: { PROPRIÉTÉ: 'Bâtiment à côté' } });
  });

  it('a .prj in metres is projected', () => {
    const prj =
      'PROJCS["NAD83 / UTM zone 20N",GEOGCS["NAD83",DATUM["North_American_Datum_1983",SPHEROID["GRS 1980",6378137,298.257222101]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",-63],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["metre",1]]';
    const corner: Ring = [
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
