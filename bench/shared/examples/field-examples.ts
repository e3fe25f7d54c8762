import { randomBytes, randomUUID } from 'node:crypto';
import { EXPORT_FORMAT } from '@dmse/contract/sites/field-export';
import * as layer from '@dmse/contract/sites/static-layer';
import * as sync from '@dmse/contract/sites/sync';
import {
  formOf,
  makePipe,
  makeRun,
  makeShot,
  pushOf,
  sendImage,
  sha256Of,
  TABLET,
} from '../../../apps/server/src/testing/fixtures/field-fixture.ts';
import { formOf as partsOf } from '../../../apps/server/src/testing/fixtures/upload-fixture.ts';
import { zipOf } from '../../../apps/server/src/testing/fixtures/zip-fixture.ts';
import type { Desk, Example } from './examples.ts';

const KML = '<?xml version="1.0"?><kml><Placemark><name>Gate</name><Point><coordinates>-66.1,45.3</coordinates></Point></Placemark></kml>';

async function makeImage({ me }: Desk): Promise<string> {
  const id = randomUUID();
  await sendImage(me, { id, field_run: await makeRun(me) }, randomBytes(2000));
  return id;
}

/** A tablet's push names itself by its operation; it needs no key. */
function push(id: string, body: object, rev = 2): Example {
  return { input: { id }, body, options: { headers: { ...pushOf(id, rev), 'if-match': '"1"' } }, has_op: true };
}

function layerForm(run: string) {
  return partsOf({ field_run: run, name: 'Gate', file: { name: 'gate.kml', bytes: KML } });
}

async function beginPiece({ me }: Desk) {
  const bytes = randomBytes(3000);
  const id = `${randomUUID()}-${sha256Of(bytes)}`;
  await me.call(sync.beginUpload, { id }, { field_run: await makeRun(me), length: bytes.length, sha256: sha256Of(bytes) });
  return { id, bytes };
}

async function quarantine({ me }: Desk) {
  const [item, field_run] = [randomUUID(), await makeRun(me)];
  const op = `${item}:1:${TABLET}`;
  const body = { op, kind: 'point', item, field_run, device: TABLET, rev: 1, base: 0, content: { name: 'P1' }, reason: 'refused' } as const;
  return { item, op, body };
}

async function holdOne(desk: Desk): Promise<number> {
  const { body, op } = await quarantine(desk);
  return (await desk.me.call(sync.quarantineItem, {}, body, { headers: { 'x-op-id': `${op}:quarantine` } })).id;
}

function exportOf(run: string): Buffer {
  const id = randomUUID();
  const text = Buffer.from(
    JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', id, geometry: null, properties: { name: 'P1' } }] }),
  );
  const records = { path: 'records.geojson', sha256: sha256Of(text), bytes: text.length };
  const items = [{ kind: 'point', id, field_run: run, rev: 1, base: 0, owner: null, file: null }];
  const manifest = { format: EXPORT_FORMAT, version: 1, device: TABLET, exported_on: '2026-03-04T15:00:00Z', records, items };
  return zipOf([
    { name: 'manifest.json', bytes: Buffer.from(JSON.stringify(manifest)) },
    { name: 'records.geojson', bytes: text },
  ]);
}

/** For each call of field work: something a tablet or the office does, on records made for it alone. */
export const FIELD_EXAMPLES: Record<string, (desk: Desk) => Promise<Example>> = {
  createFieldRun: async () => {
    const id = randomUUID();
    return { input: {}, body: { id, name: 'Run', state: 'Active' }, options: { headers: pushOf(id, 1) }, has_op: true };
  },
  updateFieldRun: async ({ me }) => push(await makeRun(me), { note: 'muddy' }),
  createShot: async ({ me }) => {
    const id = randomUUID();
    const body = { id, field_run: await makeRun(me), name: '5001' };
    return { input: {}, body, options: { headers: pushOf(id, 1) }, has_op: true };
  },
  updateShot: async ({ me }) => push(await makeShot(me, await makeRun(me)), { note: 'lid stuck' }),
  createPipe: async ({ me }) => {
    const id = randomUUID();
    const body = { id, field_run: await makeRun(me), system: 'storm' };
    return { input: {}, body, options: { headers: pushOf(id, 1) }, has_op: true };
  },
  updatePipe: async ({ me }) => push(await makePipe(me, await makeRun(me)), { material: 'PVC' }),
  createImage: async ({ me }) => {
    const [id, bytes] = [randomUUID(), randomBytes(2000)];
    const form = formOf({ id, field_run: await makeRun(me) }, { bytes });
    const headers = { ...form.headers, ...pushOf(id, 1), 'x-sha256': sha256Of(bytes) };
    return { input: {}, options: { payload: form.payload, headers }, has_op: true };
  },
  updateImage: async (desk) => push(await makeImage(desk), { note: 'blurred' }),
  removeImage: async (desk) => ({ input: { id: await makeImage(desk) } }),
  createStaticLayer: async ({ me }) => ({ input: {}, options: layerForm(await makeRun(me)) }),
  removeStaticLayer: async ({ me }) => {
    const { id } = await me.call(layer.createStaticLayer, {}, undefined as never, layerForm(await makeRun(me)));
    return { input: { id } };
  },
  beginUpload: async ({ me }) => {
    const bytes = randomBytes(3000);
    const body = { field_run: await makeRun(me), length: bytes.length, sha256: sha256Of(bytes) };
    return { input: { id: `${randomUUID()}-${sha256Of(bytes)}` }, body, has_op: true };
  },
  continueUpload: async (desk) => {
    const { id, bytes } = await beginPiece(desk);
    const headers = {
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
      'upload-checksum': `sha256 ${sha256Of(bytes.subarray(0, 1000))}`,
    };
    // The second arrival is told that the place is taken, and asks where to go on.
    return { input: { id }, options: { payload: bytes.subarray(0, 1000), headers }, has_op: true, again: [409] };
  },
  quarantineItem: async (desk) => {
    const { body, op } = await quarantine(desk);
    return { input: {}, body, options: { headers: { 'x-op-id': `${op}:quarantine` } }, has_op: true };
  },
  releaseQuarantined: async (desk) => ({ input: { id: await holdOne(desk) }, body: {} }),
  dismissQuarantined: async (desk) => ({ input: { id: await holdOne(desk) }, body: { note: 'known already' } }),
  importExport: async ({ me }) => {
    const form = formOf({}, { bytes: exportOf(await makeRun(me)), name: 'export.zip', mime: 'application/zip' });
    return { input: {}, options: { payload: form.payload, headers: form.headers } };
  },
  reportDevice: async () => ({
    input: { uuid: randomUUID() },
    body: { at: '2026-03-04T15:00:00Z', waiting: 1, failed: 0, conflicts: 0, rescue: 0, oldest_unsynced: null, runs: [] },
    has_op: true,
  }),
};
