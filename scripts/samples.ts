import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join, relative, resolve } from 'node:path';
import { assembleShots, importDeleted } from '@dmse/survey/assemble/assemble';
import { hpnOf, readSyntheticRun } from '@dmse/survey/assemble/synthetic-fixture';
import {
  findCrdbFaults,
  findLocFaults,
  findPointsFaults,
  findRawFaults,
  findRefFaults,
  findSumFaults,
} from '@dmse/survey/fixtures/whole-file';
import { makeGeoid, sampleGrid, verticalSystemOf } from '@dmse/survey/geo/geoid';
import { loadGeoidGrid } from '@dmse/survey/geo/geoid-grid';
import { finalCoordinates } from '@dmse/survey/group/final-coordinates';
import { place } from '@dmse/survey/layer/layer-fixture';
import { readCrdb } from '@dmse/survey/read/points/crdb';
import { readRaw } from '@dmse/survey/read/raw/raw';
import { makeOverview } from '@dmse/survey/run/overview';
import { processRun } from '@dmse/survey/run/process-run';
import { readRunFiles } from '@dmse/survey/run/read-files';
import { applyShifts } from '@dmse/survey/shift/apply-shifts';
import { compareRecomputed } from '@dmse/survey/shift/recompute';
import { surveyDefaults } from '@dmse/survey/survey-settings';
import { readLayer } from '../apps/server/src/adapters/layers/read-layer.ts';
import { about } from '../apps/server/src/adapters/processing/exports/export-fixture.ts';
import { SINGLE_FORMATS } from '../apps/server/src/adapters/processing/exports/make-export.ts';
import { makeAllExports } from '../apps/server/src/adapters/processing/exports/package.ts';
import { zipOf } from '../apps/server/src/testing/fixtures/zip-fixture.ts';
import { ROOT } from './boot/places.mjs';
import { type Count, runSteps } from './boot/steps.mjs';

/**
 * Reads every file of the samples folder with the reader that claims it: files of real collectors and published grids, which are not
 * part of the repository. Each dialect has its own fixture in the tests; here the readers meet what other programs wrote.
 */
const SAMPLES = resolve(ROOT, process.env.SURVEY_SAMPLES ?? '../shared/survey/samples');

type Reader = { kind: string; endings: string[]; read: (path: string) => void | Promise<void> };

const withoutFaults = (find: (bytes: Uint8Array) => string[]) => (path: string) => {
  const faults = find(readFileSync(path));
  assert.ok(faults.length === 0, faults.join(' '));
};

const READERS: Reader[] = [
  { kind: 'raw', endings: ['.rw5'], read: withoutFaults(findRawFaults) },
  { kind: 'coordinate file', endings: ['.crdb'], read: withoutFaults(findCrdbFaults) },
  { kind: 'list of points', endings: ['.csv', '.txt'], read: withoutFaults(findPointsFaults) },
  { kind: 'PPP summary', endings: ['.sum'], read: withoutFaults(findSumFaults) },
  { kind: 'base reference', endings: ['.ref'], read: withoutFaults(findRefFaults) },
  { kind: 'localization', endings: ['.loc'], read: withoutFaults(findLocFaults) },
  { kind: 'geoid grid', endings: ['.tif'], read: async (path) => void (await loadGrid(path)) },
  { kind: 'drawing', endings: ['.dxf'], read: (path) => void openLayer(path) },
  { kind: 'KML or GPX', endings: ['.kml', '.kmz', '.gpx'], read: (path) => void openLayer(path) },
  { kind: 'GeoJSON', endings: ['.geojson', '.json'], read: (path) => void openLayer(path) },
  { kind: 'shapefile', endings: ['.shp'], read: (path) => void openLayer(path) },
];
/** Read together with the .shp of the same name. */
const SHAPEFILE_PARTS = ['.dbf', '.prj', '.cpg', '.shx'];

/** Files that must be refused, and in which words. */
const REFUSED: Record<string, RegExp> = {
  'layers/togeojson_ground_overlay.kml': /picture laid over the ground/,
  'layers/togeojson_bad.kml': /nothing to draw/,
};

const HT2 = 'geoid-grids/ca_nrc_HT2_2010v70.tif';
const CGG2013A = 'geoid-grids/ca_nrc_HT2_2010v70_CGG2013a.tif';

/** An office that knows nothing of a run but its files. */
const NOTHING_AROUND = {
  ...{ controls: [], app_shots: null, pipes: [], structures: [], earlier_imports: [], run_date: null },
  newId: (name: string) => name,
};

/** What is known of single files. */
const FACTS: { files: string[]; says: string; check: (...paths: string[]) => void | Promise<void> }[] = [
  {
    files: ['rw5/ss.test.rw5', 'crdb/ss.test.crdb'],
    says: 'every point has its measurement, and reduced sights agree with the collector to a hundredth of a millimetre',
    check: (rw5, crdb) => {
      const { shots, raw_deleted } = assembleShots(
        readRaw(readFileSync(rw5!)),
        readCrdb(readFileSync(crdb!)),
        surveyDefaults,
        (name) => name,
      );
      assert.deepEqual([shots.length, raw_deleted], [14, []]);
      const sights = shots.filter((shot) => shot.instrument_type === 'TOTAL_STATION');
      assert.deepEqual(
        sights.map(({ name }) => name),
        ['2', '3', '4'],
      );
      for (const { easting, northing, elevation, collected } of sights)
        assert.ok(Math.hypot(easting - collected!.easting, northing - collected!.northing, elevation! - collected!.elevation!) < 1e-5);
      const first = shots.find(({ name }) => name === '7000');
      assert.deepEqual([first?.rod_height, first?.gnss?.antenna_height], [2, 2.1319]);
    },
  },
  {
    files: ['rw5/ss.test.rw5', 'crdb/ss.test.crdb', HT2],
    says: 'goes through the whole wizard: computed anew with the office geoid nothing blocks it, and every format is written',
    check: async (rw5, crdb, ht2) => {
      const parts = { raw_file: rw5!, points_file: crdb! };
      const given = Object.entries(parts).map(([part, path]) => ({
        part: part as keyof typeof parts,
        name: basename(path),
        hash: path,
        bytes: readFileSync(path),
      }));
      const { files, read } = readRunFiles(given, surveyDefaults);
      const around = { ...NOTHING_AROUND, geoid: makeGeoid('CGVD28', await loadGrid(ht2!)) };
      const shift = { type: 'NONE', source: 'raw', other_side: 'reshift', accepted: [] } as const;
      const run = processRun(
        files,
        [{ kind: 'shift', shift, by: 'Pia', at: '2026-01-01T00:00:00.000Z', why: null }],
        surveyDefaults,
        around,
      );
      assert.deepEqual([run.to_do.map(({ sentence }) => sentence), run.not_applied], [[], []]);
      assert.equal(makeOverview(run, surveyDefaults, read).open.finish, 0);
      const written = await makeAllExports(run, about);
      for (const { name, bytes } of written) assert.ok(bytes.length > 0, `${name} is empty.`);
      assert.ok(written.length >= SINGLE_FORMATS.length);
    },
  },
  {
    files: [HT2],
    says: 'undulations agree with PROJ 9 (gdaltransform, +proj=vgridshift) to 0.1 mm',
    check: async (path) => {
      const grid = await loadGrid(path!);
      assert.equal(grid.kind, 'undulation');
      assert.equal(verticalSystemOf(basename(path!), surveyDefaults.geoid_models), 'CGVD28');
      const known = [
        [45.25, -66, -21.4595],
        [45.07, -67.05, -22.936],
        [46.2, -64.5, -19.01575],
        [45.3013, -66.0817, -21.50841],
      ] as const;
      for (const [latitude, longitude, n] of known) assert.ok(Math.abs(sampleGrid(grid, { latitude, longitude })! - n) < 0.0001);
    },
  },
  {
    files: [HT2, CGG2013A],
    says: 'both grids together agree with what a collector applied with its CGVD2013 file',
    check: async (ht2, cgg2013a) => {
      const offset = await loadGrid(cgg2013a!);
      assert.equal(offset.kind, 'offset');
      const geoid = makeGeoid('CGVD2013', await loadGrid(ht2!), offset);
      assert.ok(Math.abs(geoid.undulationAt({ latitude: 45.3012926, longitude: -66.0816327 })! - -20.9453) < 0.003);
    },
  },
  {
    files: [HT2],
    says: 'with it every shot of the synthetic run comes out within 30 mm of truth, shifted and recomputed',
    check: async (path) => {
      const run = readSyntheticRun();
      const [hpn, geoid] = [hpnOf(run), makeGeoid('CGVD28', await loadGrid(path!))];
      const everything = importDeleted(run.assembly, ['5003']).shots;
      const plan = { type: 'HPN', shifts: [hpn], geoid, other_side: 'reshift', decided_by: 'Pia' } as const;
      const { shots } = applyShifts(everything, plan, surveyDefaults);
      const finals = finalCoordinates(shots);
      for (const { point, hpn_e, hpn_n, cgvd28_h } of run.expected.truth) {
        const at = finals.get(shots.find(({ name }) => name === point)!.id)!;
        const misses = [at.easting - hpn_e, at.northing - hpn_n, at.elevation! - cgvd28_h];
        assert.ok(
          misses.every((miss) => Math.abs(miss) < 0.03),
          `${point}: ${misses.join(', ')}`,
        );
      }
      const again = compareRecomputed(shots, { projection: run.projection, hpn: [hpn], geoid }, surveyDefaults.tolerances);
      assert.deepEqual(
        again.filter((each) => !each.is_explained),
        [],
      );
    },
  },
  ...Object.entries({ 'dxf_layers.dxf': 9, 'dxf_lwpolylines.dxf': 2, 'dxf-parser_polylines.dxf': 12, 'togeojson_trek.gpx': 1 }).map(
    ([name, count]) => ({
      files: [`layers/${name}`],
      says: `${count} features`,
      check: (path?: string) => assert.equal(openLayer(path!).features.length, count),
    }),
  ),
  {
    files: ['layers/dxf_layers.dxf'],
    says: 'a drawing around zero does not lie on the office grid',
    check: (path) => assert.throws(() => place(openLayer(path!)), /do not lie on/),
  },
  {
    files: ['layers/togeojson_polygon.kml'],
    says: 'its first feature is a polygon',
    check: (path) => assert.equal(openLayer(path!).features[0]?.geometry.type, 'Polygon'),
  },
  ...['layers/togeojson_trek.gpx', 'layers/shapefile_polygons.shp'].map((name) => ({
    files: [name],
    says: 'is placed on the map',
    check: (path?: string) => assert.ok(place(openLayer(path!)).features > 0),
  })),
  {
    files: ['layers/shapefile_latin1-property.shp'],
    says: 'Western letters of its table are read',
    check: (path) => assert.match(Object.values(openLayer(path!).features[0]?.properties ?? {}).join(), /[à-ÿ]/),
  },
];

async function loadGrid(path: string) {
  const loaded = await loadGeoidGrid(readFileSync(path), basename(path));
  if (!loaded.ok) throw new Error(loaded.sentence);
  return loaded.grid;
}

/** As the server reads it; a shapefile is zipped first, as a person has to. */
function openLayer(path: string) {
  const stem = path.slice(0, -extname(path).length);
  const parts = ['.shp', ...SHAPEFILE_PARTS].filter((ending) => existsSync(stem + ending));
  const zip = () => zipOf(parts.map((ending) => ({ name: basename(stem) + ending, bytes: readFileSync(stem + ending) })));
  const read = readLayer(path.endsWith('.shp') ? zip() : readFileSync(path), basename(path));
  if (read.kind === 'image') throw new Error('It is a picture.');
  assert.ok(read.layer.features.length > 0, 'It has no feature.');
  return read.layer;
}

async function readSample(folder: string, name: string, names: string[]): Promise<string> {
  const ending = extname(name).toLowerCase();
  if (SHAPEFILE_PARTS.includes(ending)) {
    assert.ok(names.includes(name.replace(/\.\w+$/, '.shp')), 'There is no .shp that it belongs to.');
    return 'part of a shapefile';
  }
  const reader = READERS.find(({ endings }) => endings.includes(ending));
  if (!reader) throw new Error('No reader claims it.');
  const refusal = REFUSED[name];
  if (!refusal) {
    await reader.read(join(folder, name));
    return reader.kind;
  }
  await assert.rejects(async () => reader.read(join(folder, name)), refusal);
  return 'rightly refused';
}

/** Reads all files below a folder and checks what is known of them. The line with the arrow is said again at the end of `.ci/run`. */
export async function judgeSamples(folder: string): Promise<Count> {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = all
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    // What describes the samples is none of them.
    .filter((name) => !/readme/i.test(basename(name)))
    .sort();
  const kinds: string[] = [];
  const failures = names.length > 0 ? [] : [`${folder} holds no sample.`];
  const attempt = async <T>(says: string, work: () => Promise<T>): Promise<T | null> =>
    work().catch((error: Error) => {
      failures.push(`${says}: ${error.message}`);
      return null;
    });
  for (const name of names) {
    const kind = await attempt(name, () => readSample(folder, name, names));
    if (kind !== null) kinds.push(kind);
  }
  let held = 0;
  for (const { files, says, check } of FACTS) {
    const about = `${files.join(' and ')}: ${says}`;
    const isThere = files.every((file) => names.includes(file));
    if (!isThere) process.stdout.write(`Not there, ${about}\n`);
    else if ((await attempt(about, async () => check(...files.map((file) => join(folder, file))))) !== null) held += 1;
  }
  const counts = [...Map.groupBy(kinds, (kind) => kind)].map(([kind, each]) => `${kind} ${each.length}`);
  process.stdout.write(`→ ${kinds.length} of ${names.length} files read (${counts.join(', ') || 'none'}), ${held} facts about them hold\n`);
  return { passed: kinds.length + held, failed: failures.length, skipped: 0, failures };
}

export async function run(): Promise<void> {
  if (existsSync(SAMPLES)) await runSteps([{ name: `samples in ${SAMPLES}`, run: () => judgeSamples(SAMPLES) }]);
  else process.stdout.write(`→ no samples folder (${SAMPLES})\n`);
}
