import { DatabaseSync } from 'node:sqlite';
import { EXPORT_FORMATS } from '@dmse/domain/sites/export-formats';
import { makeConflict } from '@dmse/survey/conflict/conflict';
import { CONFLICT_TITLES } from '@dmse/survey/conflict/conflict-titles';
import { derivePipe } from '@dmse/survey/pipe/pipe';
import { byId, connectionOf, pipeOf, structureOf } from '@dmse/survey/pipe/pipe-fixture';
import { surveyDefaults } from '@dmse/survey/survey-settings';
import { FRENCH_SENTENCES } from '@dmse/survey/words/french-sentences';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { findForeignWords } from '../../../testing/foreign-words.ts';
import { readPdf, readPdfPages } from '../../../testing/pdf-text.ts';
import { REPORT_WORDS } from '../../documents/survey-report-words.ts';
import { readZip } from '../../files/zip-reader.ts';
import { decisions, about as plain, syntheticRun } from './export-fixture.ts';
import { type ExportAbout, makeExport, SINGLE_FORMATS, type SingleFormat, sha256 } from './make-export.ts';

const structures = [
  structureOf('MH1', 2_488_100, 7_433_000, 30, { connections: [connectionOf({ bearing: 90, direction: 'out' })] }),
  structureOf('MH2', 2_488_140, 7_433_000, 29, { connections: [connectionOf({ bearing: 270, direction: 'in' })] }),
];
const about: ExportAbout = { ...plain, pipes: [derivePipe(pipeOf('P1', 'MH1', 'MH2'), byId(structures), surveyDefaults.tolerances)] };
const made = syntheticRun();
/** One of its points was never levelled. */
const flat = made.shots.find(({ name }) => name === '5002')!;
const run = { ...made, finals: new Map(made.finals).set(flat.id, { ...made.finals.get(flat.id)!, elevation: null }) };
const text = async (format: SingleFormat) => Buffer.from((await makeExport(format, run, about)).bytes).toString('utf8');

describe('exports of a processed run', () => {
  it('every format gives a file with its own name and kind, and the same bytes each time', async () => {
    for (const format of SINGLE_FORMATS) {
      const file = await makeExport(format, run, about);
      const { extension, mime_type } = EXPORT_FORMATS.find(({ name }) => name === format)!;
      expect(file).toMatchObject({ name: `25001-Run-1.${extension}`, mime_type });
      if (format !== 'report') expect(sha256((await makeExport(format, run, about)).bytes)).toBe(sha256(file.bytes));
    }
  });

  it('holds points, lines and pipes wherever the format has them', async () => {
    expect(await text('penzd')).toMatch(/^P,E,N,Z,D\r\n.*\r\n.*\r\n5002,\d+\.\d{4},\d+\.\d{4},,STMH/);
    expect(await text('pnezd')).toMatch(/^P,N,E,Z,D\r\n/);
    expect((await text('csv')).split('\r\n')).toHaveLength(run.shots.length + 2);
    for (const [format, pattern] of [
      ['dxf', /AE_LINE[\s\S]*STORM/],
      ['landxml', /<PlanFeature [\s\S]*<PipeNetwork /],
      ['geojson', /"points":"5006 5007 5008"[\s\S]*"name":"P1"/],
      ['kml', /<name>AE<\/name>[\s\S]*<name>P1<\/name>/],
      ['gpx', /<rte><name>AE<\/name>[\s\S]*<rte><name>P1<\/name>/],
    ] as const)
      expect(await text(format), format).toMatch(pattern);
    const shapes = readZip(Buffer.from((await makeExport('shapefile', run, about)).bytes), { entries: 50, bytes: 1e6, ratio: 1000 });
    expect(shapes.filter(({ name }) => name.endsWith('.shp')).map(({ name }) => name)).toEqual(['points.shp', 'lines.shp', 'pipes.shp']);
  });
});

/** What follows the northing of 5002 where its elevation would stand, in every format that has one. */
const WITHOUT_Z: Record<Exclude<SingleFormat, 'report' | 'geopackage' | 'shapefile'>, RegExp> = {
  penzd: /^5002,2488042\.\d+,7433085\.\d+,,/m,
  pnezd: /^5002,7433085\.\d+,2488042\.\d+,,/m,
  csv: /^5002,STMH,STMH\/STMH1 RIM,,2488042\.\d+,7433085\.\d+,,/m,
  dxf: /POINT\n8\nSTMH_NO_Z\n10\n2488042\.\d+\n20\n7433085\.\d+\n0\n/,
  landxml: /<CgPoint name="5002"[^>]*>7433085\.\d+ 2488042\.\d+<\/CgPoint>/,
  geojson: /"coordinates":\[-66\.\d+,45\.\d+\]},"properties":{"name":"5002"/,
  kml: /<name>5002<\/name>(?:(?!<\/Placemark>).)*<coordinates>-66\.\d+,45\.\d+<\/coordinates>/s,
  gpx: /<wpt [^>]*><name>5002<\/name>/,
};

describe('SUR-C8a points without elevation', () => {
  it.each(Object.keys(WITHOUT_Z) as (keyof typeof WITHOUT_Z)[])('are not at Z = 0 in %s', async (format) => {
    expect(await text(format)).toMatch(WITHOUT_Z[format]);
  });

  it('are not at Z = 0 in shapefiles: what is less than -1e38 is no measure there', async () => {
    const shapes = readZip(Buffer.from((await makeExport('shapefile', run, about)).bytes), { entries: 50, bytes: 1e6, ratio: 1000 });
    const points = shapes.find(({ name }) => name === 'points.shp')!.read();
    const [HEAD, RECORD] = [100, 44];
    const places = Array.from({ length: (points.length - HEAD) / RECORD }, (_, at) => HEAD + at * RECORD + 12);
    const at = places.find((place) => Math.abs(points.readDoubleLE(place) - 2_488_042.9257) < 0.001)!;
    expect(points.readDoubleLE(at + 16)).toBeLessThan(-1e38);
  });
});

describe('the GeoPackage', () => {
  it('is one by its head, its tables and the head of every geometry; a point without elevation has two coordinates', async () => {
    const { bytes } = await makeExport('geopackage', run, about);
    expect(Buffer.from(bytes).toString('latin1', 68, 72)).toBe('GPKG');
    const database = new DatabaseSync(':memory:');
    database.deserialize(bytes);
    const all = (sql: string) => database.prepare(sql).all();
    expect(all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect(all('PRAGMA foreign_key_check')).toEqual([]);
    expect(all('SELECT srs_id, organization FROM gpkg_spatial_ref_sys ORDER BY srs_id')).toEqual([
      { srs_id: -1, organization: 'NONE' },
      { srs_id: 0, organization: 'NONE' },
      { srs_id: 2953, organization: 'EPSG' },
      { srs_id: 4326, organization: 'EPSG' },
    ]);
    expect(
      all(
        'SELECT table_name, geometry_type_name AS type, srs_id, z FROM gpkg_geometry_columns JOIN gpkg_contents USING (table_name, srs_id)',
      ),
    ).toEqual([
      { table_name: 'points', type: 'POINT', srs_id: 2953, z: 2 },
      { table_name: 'linework', type: 'LINESTRING', srs_id: 2953, z: 2 },
      { table_name: 'pipes', type: 'LINESTRING', srs_id: 2953, z: 2 },
    ]);
    const points = all('SELECT name, code, easting, northing, elevation, HRMS, geom FROM points') as {
      name: string;
      easting: number;
      northing: number;
      elevation: number | null;
      geom: Uint8Array;
    }[];
    expect(points).toHaveLength(14);
    for (const { name, easting, northing, elevation, geom } of points) {
      const view = Buffer.from(geom);
      expect([view.toString('latin1', 0, 2), view[2], view[3], view.readInt32LE(4), view[8]]).toEqual(['GP', 0, 1, 2953, 1]);
      expect([view.readUInt32LE(9), view.length], name).toEqual(elevation === null ? [1, 29] : [1001, 37]);
      expect(view.readDoubleLE(13)).toBeCloseTo(easting, 4);
      expect(view.readDoubleLE(21)).toBeCloseTo(northing, 4);
      if (elevation !== null) expect(view.readDoubleLE(29)).toBeCloseTo(elevation, 4);
    }
    expect(points.filter(({ elevation }) => elevation === null).map(({ name }) => name)).toEqual(['5002']);
    const [line] = all('SELECT code, points, geom FROM linework') as { geom: Uint8Array }[];
    expect(line).toMatchObject({ code: 'AE', points: '5006 5007 5008' });
    expect([Buffer.from(line!.geom).readUInt32LE(9), Buffer.from(line!.geom).readUInt32LE(13)]).toEqual([1002, 3]);
    database.close();
  });
});

describe('SUR-C9 the quality report as a PDF', () => {
  it('says who, what, where, how well, what was decided, and from which files', async () => {
    const photo = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#888' } })
      .jpeg()
      .toBuffer();
    const shots = run.shots.map((shot) => (shot.name === '5002' ? { ...shot, extended_data_shot: 'app-1' } : shot));
    const { bytes } = await makeExport(
      'report',
      { ...run, shots },
      {
        ...about,
        images: new Map([['app-1', 3]]),
        photos: [
          { app_shot: 'app-1', name: 'rim.jpg', bytes: photo },
          { app_shot: 'app-1', name: 'broken.jpg', bytes: Buffer.from('RIFF no picture') },
        ],
        signing_key: 'ab'.repeat(32),
      },
    );
    const pdf = readPdf(bytes);
    for (const words of [
      'North Shore Surveys',
      'Ville de Saint-Jérôme',
      'Points 81 to 5015, 17 in all',
      'EPSG:2953',
      'NAD83, 1997.0',
      'Combined scale factor 0.99993956',
      'Localization by 1 mark',
      'HPN 1 5014',
      '4999A MON 3 readings',
      'description "XYZ" corrected to "TREE", Pia',
      '5004 and 5005',
      'a manhole and its cover',
      '1 of 3 photos are shown',
      'DMSE 0.1.0',
      about.source_files[0]!.sha256,
      'ab'.repeat(32),
    ])
      expect(pdf).toContain(words);
    const final = run.finals.get(run.shots.find(({ name }) => name === '5014')!.id)!;
    expect(pdf).toContain(`5014 ${final.easting.toFixed(3)} ${final.northing.toFixed(3)} ${final.elevation!.toFixed(3)}`);
    for (const [place, page] of readPdfPages(bytes).entries()) expect(page).toMatch(new RegExp(`Page ${place + 1} of \\d`));
  });

  it.each(['en', 'fr'] as const)('has no word of the other language, for a client who reads %s', async (language) => {
    // Files that do not belong together, so that there is much to say.
    const [first, second] = [run.shots[3]!, run.shots[5]!];
    const said = FRENCH_SENTENCES.filter(([english]) => !english.includes('{') && english.endsWith('.')).map(([english]) => english);
    const conflicts = said.map((sentence, place) =>
      makeConflict('FRAME', 'W', { shots: [first, second], reason: String(place), sentence }),
    );
    const not_applied = [{ place: 0, decision: decisions[0]!, sentence: 'This is in no table.' }];
    const { bytes } = await makeExport(
      'report',
      { ...run, conflicts: [...run.conflicts, ...conflicts], not_applied },
      { ...about, language },
    );
    const catalogues = {
      en: [REPORT_WORDS.en, Object.values(CONFLICT_TITLES).map(({ en }) => en), FRENCH_SENTENCES.map(([english]) => english)],
      fr: [REPORT_WORDS.fr, Object.values(CONFLICT_TITLES).map(({ fr }) => fr), FRENCH_SENTENCES.map(([, french]) => french)],
    };
    const typed = 'a manhole and its cover, Water Street, North Shore Surveys, HERE';
    const grid = { en: 'NAD83(CSRS) / New Brunswick Stereographic', fr: 'NAD83(SCRS) / Stéréographique du Nouveau-Brunswick' };
    const own = catalogues[language];
    const text = readPdf(bytes);
    expect(
      findForeignWords(text, { own, other: catalogues[language === 'fr' ? 'en' : 'fr'], typed: `${typed}, ${grid[language]}` }),
    ).toEqual([]);
    expect(text).toContain(grid[language]);
    expect(text).not.toContain(language === 'fr' ? 'This is in no table.' : 'Elle ne convient pas aux fichiers.');
    expect(text).toContain(language === 'fr' ? '5007 est incertain : HRMS 0,061 m' : '5007 is uncertain: HRMS 0.061 m');
  });
});
