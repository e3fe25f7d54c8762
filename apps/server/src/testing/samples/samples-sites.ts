import { EXPORT_FORMAT } from '@dmse/contract/sites/field-export';
import { writeTestGrid } from '@dmse/survey/geo/geoid-fixture';
import { formOf, pushOf, sha256Of, TABLET } from '../fixtures/field-fixture.ts';
import { makeFile, NO_UUID, type Sample, type Scene, STAMPS, THEN } from '../fixtures/scene.ts';
import { zipOf } from '../fixtures/zip-fixture.ts';

const GRID = writeTestGrid({ longitude: -67, latitude: 46, step: 0.1, width: 4, height: 3, value: () => -21 });
const JPEG = Buffer.from('/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQH/2Q==', 'base64');
const PLAN = JSON.stringify({
  type: 'FeatureCollection',
  features: [{ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [-66, 46] } }],
});

/** What everything from a tablet carries. */
function captured() {
  return { id: crypto.randomUUID(), seq: 1, received_at: THEN, ...STAMPS };
}

async function makeControlPoint({ tx }: Scene): Promise<number> {
  const values = { name: 'HPN 1380', easting: 2_500_000, northing: 7_500_000, ...STAMPS };
  return (await tx.insertInto('control_point').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

async function makeControlImport(scene: Scene): Promise<number> {
  const file = await makeFile(scene, 'control.csv');
  const values = { file, created: 0, updated: 0, skipped: 0, created_on: THEN, created_by: scene.owner };
  return (await scene.tx.insertInto('control_import').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

async function makeRun({ tx }: Scene): Promise<string> {
  const values = { ...captured(), name: 'Table run' };
  return (await tx.insertInto('field_run').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

async function makeShot(scene: Scene): Promise<string> {
  const values = { ...captured(), field_run: await makeRun(scene), name: '5000' };
  return (await scene.tx.insertInto('shot').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

async function makePipe(scene: Scene): Promise<string> {
  const values = { ...captured(), field_run: await makeRun(scene) };
  return (await scene.tx.insertInto('pipe').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

/** Between two structures that are processed already. Answers its run. */
async function makeDrawnPipe(scene: Scene): Promise<string> {
  const field_run = await makeRun(scene);
  const rims = [0, 50].map((north) => ({ ...captured(), field_run, name: 'MH', easting: 2_500_000, northing: 7_500_000 + north }));
  await scene.tx.insertInto('shot').values(rims).execute();
  const ends = { start_structure: rims[0]!.id, end_structure: rims[1]!.id };
  await scene.tx
    .insertInto('pipe')
    .values({ ...captured(), field_run, ...ends })
    .execute();
  return field_run;
}

async function makeImage(scene: Scene): Promise<string> {
  const file = await makeFile(scene, 'a.jpg', JPEG, 'image/jpeg');
  const values = { ...captured(), field_run: await makeRun(scene), file, sha256: sha256Of(JPEG) };
  return (await scene.tx.insertInto('shot_image').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

async function makeLayer(scene: Scene): Promise<number> {
  const file = await makeFile(scene, 'plan.geojson', PLAN);
  const shape = { format: 'GeoJSON', kind: 'vector', features: 1, vertices: 1, bounds: [-66, 45, -66, 45] };
  const values = { ...shape, field_run: await makeRun(scene), name: 'Plan', file, shown: file, created_on: THEN, created_by: scene.owner };
  return (await scene.tx.insertInto('static_layer').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

async function makeGrid(scene: Scene): Promise<number> {
  const about = { name: 'HT2', description: '', kind: 'undulation', vertical_system: 'CGVD28', extent: [-70, 40, -60, 50] };
  const values = { ...about, file: await makeFile(scene, 'ht2.tif'), created_on: THEN, created_by: scene.owner };
  return (await scene.tx.insertInto('geoid_grid').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

async function makeUpload({ tx, owner }: Scene): Promise<string> {
  const id = `${crypto.randomUUID()}-${'0'.repeat(64)}`;
  const values = { id, length: 3, sha256: '0'.repeat(64), created_on: THEN, created_by: owner, updated_on: THEN };
  await tx.insertInto('field_upload').values(values).execute();
  return id;
}

async function makeQuarantined(scene: Scene): Promise<number> {
  const about = { op: crypto.randomUUID(), kind: 'point', item: crypto.randomUUID(), device: 'd', rev: 1, base: 0 };
  const values = { ...about, field_run: await makeRun(scene), content: '{}', reason: 'x', received_at: THEN };
  return (await scene.tx.insertInto('field_quarantine').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

/** A tablet's export with one point in a run the server knows. */
async function exportForm(scene: Scene) {
  const [field_run, id] = [await makeRun(scene), crypto.randomUUID()];
  const feature = { type: 'Feature', id, geometry: null, properties: { name: '5001', field_run } };
  const records = Buffer.from(JSON.stringify({ type: 'FeatureCollection', features: [feature] }));
  const manifest = {
    format: EXPORT_FORMAT,
    version: 1,
    device: TABLET,
    exported_on: '2026-03-04T15:00:00Z',
    records: { path: 'records.geojson', sha256: sha256Of(records), bytes: records.length },
    items: [{ kind: 'point', id, field_run, rev: 1, base: 0, owner: null, file: null }],
  };
  const bytes = zipOf([
    { name: 'manifest.json', bytes: Buffer.from(JSON.stringify(manifest)) },
    { name: 'records.geojson', bytes: records },
  ]);
  return formOf({}, { bytes, name: 'export.zip', mime: 'application/zip' });
}

/** A picture as a tablet pushes it. */
async function imageForm(scene: Scene) {
  const id = crypto.randomUUID();
  const { payload, headers } = formOf({ id, field_run: await makeRun(scene), name: 'North face' }, { bytes: JPEG });
  return { payload, headers: { ...headers, ...pushOf(id, 1), 'x-sha256': sha256Of(JPEG) } };
}

const QUARANTINE = {
  op: 'x:1:d',
  kind: 'point',
  item: NO_UUID,
  field_run: NO_UUID,
  device: 'd',
  rev: 1,
  base: 0,
  content: {},
  reason: 'refused',
};
const REPORT = { at: THEN, waiting: 1, failed: 0, conflicts: 0, rescue: 0, oldest_unsynced: THEN, runs: [] };
const CONTROL_LIST = 'Name,Easting,Northing\nHPN 1,2500000,7500000\n';

const control = { own: async (scene: Scene) => ({ id: await makeControlPoint(scene) }) };
const run = { own: async (scene: Scene) => ({ id: await makeRun(scene) }) };
const shot = { own: async (scene: Scene) => ({ id: await makeShot(scene) }) };
const pipe = { own: async (scene: Scene) => ({ id: await makePipe(scene) }) };
const image = { own: async (scene: Scene) => ({ id: await makeImage(scene) }) };
const held = { own: async (scene: Scene) => ({ id: await makeQuarantined(scene) }) };
const upload = { own: async (scene: Scene) => ({ id: await makeUpload(scene) }), nowhere: { id: 'nowhere' } };

/** A list of control points that the owner has uploaded. */
function controlList(more: object = {}) {
  return async (scene: Scene) => ({ file: await makeFile(scene, 'control.csv', CONTROL_LIST), ...more });
}

export const SITE_SAMPLES: Record<string, Sample> = {
  getControlPoint: control,
  createControlPoint: { body: { name: 'HPN 1', easting: 2_500_000, northing: 7_500_000 } },
  updateControlPoint: { ...control, body: { note: 'x' } },
  listControlPointHistory: control,
  listControlChecks: control,
  getControlHealth: control,
  createControlCheck: { ...control, body: { measured_on: THEN, easting: 2_500_000.01, northing: 7_500_000 } },
  checkControlImport: { body: controlList(), theirs: [] },
  runControlImport: { body: controlList({ known: 'skip' }), theirs: [] },
  undoControlImport: { own: async (scene) => ({ id: await makeControlImport(scene) }) },
  createGeoidGrid: {
    body: async (scene: Scene) => ({ file: await makeFile(scene, 'ht2.tif', Buffer.from(GRID), 'image/tiff') }),
    theirs: [],
  },
  removeGeoidGrid: { own: async (scene) => ({ id: await makeGrid(scene) }) },
  getFieldRun: run,
  createFieldRun: { body: { name: 'New run' } },
  updateFieldRun: { ...run, body: { note: 'x' } },
  listFieldRunHistory: run,
  listHistoryOfFieldRun: run,
  listRunBaseMaps: run,
  getManifest: run,
  getShot: shot,
  createShot: { body: async (scene: Scene) => ({ field_run: await makeRun(scene), name: '5000' }) },
  updateShot: { ...shot, body: { note: 'x' } },
  getPipe: pipe,
  createPipe: { body: async (scene: Scene) => ({ field_run: await makeRun(scene) }) },
  updatePipe: { ...pipe, body: { note: 'x' } },
  pipeDxf: { own: async (scene) => ({ field_run: [await makeDrawnPipe(scene)] }) },
  getImage: image,
  createImage: { form: imageForm },
  updateImage: { ...image, body: { note: 'x' } },
  removeImage: image,
  createStaticLayer: {
    form: async (scene) =>
      formOf({ field_run: await makeRun(scene) }, { bytes: Buffer.from(PLAN), name: 'plan.geojson', mime: 'application/geo+json' }),
  },
  removeStaticLayer: { own: async (scene) => ({ id: await makeLayer(scene) }) },
  beginUpload: { ...upload, body: { field_run: NO_UUID, length: 3, sha256: '0'.repeat(64) } },
  findUpload: upload,
  continueUpload: upload,
  quarantineItem: { body: QUARANTINE },
  getQuarantined: held,
  releaseQuarantined: { ...held, body: {} },
  dismissQuarantined: { ...held, body: { note: 'x' } },
  importExport: { form: exportForm },
  reportDevice: { own: async () => ({ uuid: crypto.randomUUID() }), nowhere: { uuid: 'nowhere' }, body: REPORT },
};
