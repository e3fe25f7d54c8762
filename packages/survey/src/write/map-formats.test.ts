import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeProjection } from '../geo/projection.ts';
import { utmCrs } from '../geo/utm.ts';
import { readGpx } from '../layer/gpx.ts';
import { readKml } from '../layer/kml.ts';
import { placeLayer } from '../layer/place-layer.ts';
import { readShapefile } from '../layer/shapefile.ts';
import { derivePipe } from '../pipe/pipe.ts';
import { byId, connectionOf, pipeOf, structureOf } from '../pipe/pipe-fixture.ts';
import { surveyDefaults } from '../survey-settings.ts';
import { writeCrsWkt } from './crs-wkt.ts';
import type { ExportPoint } from './export-point.ts';
import { writeGeoJson } from './geojson.ts';
import { writeGpx } from './gpx.ts';
import { writeKml } from './kml.ts';
import { drawLinework } from './linework.ts';
import { writeShapefiles } from './shapefile.ts';

const crs = surveyDefaults.office_crs;
const projection = makeProjection(crs);
const structures = [
  structureOf('MH1', 2_488_000, 7_433_000, 30, { connections: [connectionOf({ bearing: 90, direction: 'out' })] }),
  structureOf('MH2', 2_488_040, 7_433_000, 29, { connections: [connectionOf({ bearing: 270, direction: 'in' })] }),
];
const pipe = derivePipe(pipeOf('P1', 'MH1', 'MH2', { note: 'a <b> & "c"' }), byId(structures), surveyDefaults.tolerances);

/** As much as the narrowest column takes. */
const text = fc
  .string({ unit: 'grapheme', maxLength: 30 })
  .map((given) => given.replace(/[\p{C}\s]+/gu, ' ').trim())
  .filter((given) => Buffer.byteLength(given) <= 40);
const points = fc.array(
  fc.record({
    name: text.filter((name) => name !== ''),
    easting: fc.integer({ min: 2_300_000_0000, max: 2_700_000_0000 }).map((value) => value / 1e4),
    northing: fc.integer({ min: 7_300_000_0000, max: 7_700_000_0000 }).map((value) => value / 1e4),
    elevation: fc.option(fc.integer({ min: -100_0000, max: 900_0000 }).map((value) => value / 1e4)),
    description: text,
    code: text,
  }),
  { minLength: 1, maxLength: 12 },
);
const lonLat = (point: ExportPoint) => {
  const { longitude, latitude } = projection.toGeographic(point)!;
  return [longitude, latitude];
};
/** A degree of latitude is 111 km: nine decimals are a tenth of a millimetre. */
const near = (found: readonly number[], [longitude, latitude]: readonly number[]) => {
  expect(found[0]).toBeCloseTo(longitude!, 8);
  expect(found[1]).toBeCloseTo(latitude!, 8);
};

describe('formats for maps and hand-held receivers', () => {
  test('law: KML, GPX and shapefiles are read again as the points they were written from', () => {
    fc.assert(
      fc.property(points, (given) => {
        const collection = writeGeoJson(given, [pipe], projection);
        const kml = readKml(writeKml(collection, 'Run <1>')).features;
        const gpx = readGpx(writeGpx(collection, 'DMSE & Co')).features;
        const files = writeShapefiles(given, [pipe], crs);
        const part = (name: string) => files.get(name)!;
        const decode = (name: string) => new TextDecoder().decode(part(name));
        const read = { prj: decode('points.prj'), cpg: decode('points.cpg') };
        const shapes = readShapefile({ shp: part('points.shp'), dbf: part('points.dbf'), ...read });
        expect([kml.length, gpx.length, shapes.features.length]).toEqual([given.length + 1, given.length + 1, given.length]);
        for (const [place, point] of given.entries()) {
          const { name, code, description, easting, northing, elevation } = point;
          const height = elevation === null ? [] : [elevation];
          for (const { geometry } of [kml[place]!, gpx[place]!]) {
            const at = geometry.coordinates as readonly number[];
            near(at, lonLat(point));
            expect(at.slice(2)).toEqual(height);
          }
          expect(kml[place]!.properties).toMatchObject({ name });
          expect(gpx[place]!.properties).toMatchObject({ name, ...(description ? { description } : {}) });
          const { geometry, properties } = shapes.features[place]!;
          expect(geometry.coordinates).toEqual([easting, northing, ...height]);
          expect(properties).toMatchObject({ NAME: name, EASTING: easting, NORTHING: northing });
          expect([properties.CODE ?? '', properties.DESCRIPT ?? '', properties.ELEVATION ?? null]).toEqual([code, description, elevation]);
        }
        const lines = readShapefile({ shp: part('pipes.shp'), dbf: part('pipes.dbf'), ...read }).features;
        expect(lines).toMatchObject([{ properties: { NAME: 'P1', FROM_STR: 'MH1', LENGTH: 40 } }]);
        expect(kml.at(-1)).toMatchObject({ geometry: { type: 'LineString' }, properties: { name: 'P1', note: 'a <b> & "c"' } });
      }),
      { numRuns: 60 },
    );
  });

  test('lines and pipes: elevations where they are known, never 0 for those that are not', () => {
    const corner = (name: string, easting: number, elevation: number | null, description: string): ExportPoint => ({
      ...{ name, easting: 2_488_000 + easting, northing: 7_433_000, elevation, description, code: 'AE1' },
    });
    const corners = [corner('1', 0, 10, 'AE1 B'), corner('2', 5, null, 'AE1'), corner('3', 9, 12, 'AE1 E')];
    const lines = drawLinework(corners);
    const files = writeShapefiles(corners, [pipe], crs, lines);
    const read = (name: string) => readShapefile({ shp: files.get(`${name}.shp`)!, dbf: files.get(`${name}.dbf`)!, cpg: 'UTF-8' }).features;
    expect(read('lines')).toMatchObject([
      {
        properties: { CODE: 'AE1', POINTS: '1 2 3', CLOSED: 'no' },
        geometry: {
          coordinates: [
            [2_488_000, 7_433_000, 10],
            [2_488_005, 7_433_000],
            [2_488_009, 7_433_000, 12],
          ],
        },
      },
    ]);
    expect(read('pipes')[0]!.geometry.coordinates).toEqual(
      pipe.line.map(({ easting, northing, elevation }) => [easting, northing, elevation]),
    );
    const kml = readKml(writeKml(writeGeoJson(corners, [pipe], projection, lines), 'Run')).features;
    expect(kml.map(({ geometry, properties }) => [geometry.type, properties.name])).toEqual([
      ...['1', '2', '3'].map((name) => ['Point', name]),
      ['LineString', 'AE1'],
      ['LineString', 'P1'],
    ]);
  });

  test('a text that is too long for its column ends with a whole character', () => {
    const point = { name: '1', easting: 1, northing: 2, elevation: null, description: 'é'.repeat(200), code: `${'x'.repeat(39)}é` };
    const files = writeShapefiles([point], [], crs);
    const [read] = readShapefile({ shp: files.get('points.shp')!, dbf: files.get('points.dbf')!, cpg: 'UTF-8', prj: 'GEOGCS[' }).features;
    expect(read!.properties).toMatchObject({ DESCRIPT: 'é'.repeat(127), CODE: 'x'.repeat(39) });
  });

  test('the .prj brings the grid back to the same place; a grid that has no such file has none', () => {
    const point = { name: '1', easting: 2_488_042.9145, northing: 7_433_085.5047, elevation: 1, description: '', code: '' };
    const options = { crs: null, known_area: null, most_bytes: 1_000_000 };
    for (const grid of [crs, utmCrs(19)]) {
      const here = grid === crs ? point : { ...point, easting: 500_100.25, northing: 5_100_000.5 };
      const files = writeShapefiles([here], [], grid);
      const prj = new TextDecoder().decode(files.get('points.prj'));
      expect([...files.keys()]).toEqual(['points.shp', 'points.shx', 'points.dbf', 'points.cpg', 'points.prj']);
      const { geojson } = placeLayer(readShapefile({ shp: files.get('points.shp')!, prj }), { ...options, office_crs: crs });
      const { longitude, latitude } = makeProjection(grid).toGeographic(here)!;
      const placed = (JSON.parse(geojson) as { features: { geometry: { coordinates: number[] } }[] }).features[0]!;
      expect(placed.geometry.coordinates[0]).toBeCloseTo(longitude, 6);
      expect(placed.geometry.coordinates[1]).toBeCloseTo(latitude, 6);
    }
    expect(writeCrsWkt({ name: 'x', epsg: null, proj: '+proj=lcc +lat_1=44 +lat_2=46 +ellps=GRS80' })).toBeNull();
    expect(writeCrsWkt({ name: 'x', epsg: null, proj: '+proj=utm +zone=20 +ellps=bessel' })).toBeNull();
  });
});
