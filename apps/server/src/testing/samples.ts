import { Readable } from 'node:stream';
import type { Endpoint } from '@dmse/contract/endpoint';
import type { Tx } from '../db/database.ts';
import type { FileStore } from '../outside/file-store.ts';
import { HISTORICAL_SAMPLES } from './samples-historicals.ts';
import { JOB_SAMPLES } from './samples-jobs.ts';
import { MEMO_SAMPLES } from './samples-memos.ts';
import { WORK_SAMPLES } from './samples-work.ts';

/** What the table test sends to an endpoint: a record the caller may reach, one that is not theirs or not there, and a body that holds. */
type Given = (tx: Tx, actor: number, files: FileStore) => Promise<object>;
export type Sample = {
  own?: Given;
  foreign?: Given;
  body?: unknown;
  multipart?: true;
};

const NOBODY = 2_000_000_000;
const NO_UUID = '00000000-0000-7000-8000-000000000000';

async function someUser(tx: Tx): Promise<number> {
  const { id } = await tx.selectFrom('app_user').select('id').where('username', '=', 'joe').executeTakeFirstOrThrow();
  return id;
}

async function insertNamed(tx: Tx, table: 'client' | 'contact', name: string): Promise<number> {
  const now = '2026-03-01T12:00:00.000Z';
  const row = await tx.insertInto(table).values({ name, created_on: now, updated_on: now }).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

async function session(tx: Tx, user: number): Promise<number> {
  const now = '2026-03-04T14:00:00.000Z';
  const token_hash = Buffer.from(crypto.getRandomValues(new Uint8Array(32)));
  const row = await tx
    .insertInto('session')
    .values({ token_hash, user_id: user, kind: 'office', created_on: now, last_seen_on: now, address: '127.0.0.1', device: 'other' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

async function file(tx: Tx, user: number, files: FileStore, name = 'note.txt'): Promise<number> {
  const stored = await files.put(Readable.from(Buffer.from('Name\nAcme\n')), 1000);
  const row = await tx
    .insertInto('file')
    .values({ ...stored, name, mime_type: 'text/plain', created_on: '2026-03-04T14:00:00.000Z', created_by: user })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

async function mail(tx: Tx): Promise<number> {
  const row = await tx
    .insertInto('mail')
    .values({
      message_id: `<${crypto.randomUUID()}@test>`,
      recipients: ['joe@example.ca'],
      subject: 'Hello',
      body: 'Hello',
      created_on: '2026-03-04T14:00:00.000Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

async function batch(tx: Tx, user: number, files: FileStore): Promise<number> {
  const row = await tx
    .insertInto('import_batch')
    .values({
      noun: 'clients',
      file: await file(tx, user, files, 'clients.csv'),
      created: 0,
      skipped: 0,
      created_on: '2026-03-04T14:00:00.000Z',
      created_by: user,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

const THEN = '2026-03-04T14:00:00.000Z';

async function controlPoint(tx: Tx): Promise<number> {
  const values = { name: 'HPN 1380', easting: 2_500_000, northing: 7_500_000, created_on: THEN, updated_on: THEN };
  return (await tx.insertInto('control_point').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

async function controlImport(tx: Tx, user: number, files: FileStore): Promise<number> {
  const values = {
    file: await file(tx, user, files, 'control.csv'),
    created: 0,
    updated: 0,
    skipped: 0,
    created_on: THEN,
    created_by: user,
  };
  return (await tx.insertInto('control_import').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

/** What everything from a tablet carries. */
function captured() {
  return { id: crypto.randomUUID(), seq: 1, received_at: THEN, created_on: THEN, updated_on: THEN };
}

async function fieldRun(tx: Tx): Promise<string> {
  return (
    await tx
      .insertInto('field_run')
      .values({ ...captured(), name: 'Table run' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
}

async function shot(tx: Tx): Promise<string> {
  const values = { ...captured(), field_run: await fieldRun(tx), name: '5000' };
  return (await tx.insertInto('shot').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

async function pipe(tx: Tx): Promise<string> {
  const values = { ...captured(), field_run: await fieldRun(tx) };
  return (await tx.insertInto('pipe').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

async function image(tx: Tx, user: number, files: FileStore): Promise<string> {
  const stored = await files.put(Readable.from(Buffer.from('picture')), 1000);
  const values = { ...captured(), field_run: await fieldRun(tx), file: await file(tx, user, files, 'a.jpg'), sha256: stored.sha256 };
  return (await tx.insertInto('shot_image').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

async function staticLayer(tx: Tx, user: number, files: FileStore): Promise<number> {
  const id = await file(tx, user, files, 'plan.geojson');
  const shape = { format: 'GeoJSON', kind: 'vector', features: 1, vertices: 1, bounds: [-66, 45, -66, 45] };
  const values = { ...shape, field_run: await fieldRun(tx), name: 'Plan', file: id, shown: id, created_on: THEN, created_by: user };
  return (await tx.insertInto('static_layer').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

async function geoidGrid(tx: Tx, user: number, files: FileStore): Promise<number> {
  const about = { name: 'HT2', description: '', kind: 'undulation', vertical_system: 'CGVD28', extent: [-70, 40, -60, 50] };
  const values = { ...about, file: await file(tx, user, files, 'ht2.tif'), created_on: THEN, created_by: user };
  return (await tx.insertInto('geoid_grid').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

async function upload(tx: Tx, user: number): Promise<string> {
  const id = `${crypto.randomUUID()}-${'0'.repeat(64)}`;
  const values = { id, length: 3, sha256: '0'.repeat(64), created_on: THEN, created_by: user, updated_on: THEN };
  await tx.insertInto('field_upload').values(values).execute();
  return id;
}

async function quarantined(tx: Tx): Promise<number> {
  const values = {
    op: crypto.randomUUID(),
    kind: 'point',
    item: crypto.randomUUID(),
    field_run: await fieldRun(tx),
    device: 'd',
    rev: 1,
    base: 0,
    content: '{}',
    reason: 'x',
    received_at: THEN,
  };
  return (await tx.insertInto('field_quarantine').values(values).returning('id').executeTakeFirstOrThrow()).id;
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
const NOWHERE = { foreign: async () => ({ id: 'nowhere' }) };

const controlSample = { own: async (tx: Tx) => ({ id: await controlPoint(tx) }) };
const runSample = { own: async (tx: Tx) => ({ id: await fieldRun(tx) }) };
const shotSample = { own: async (tx: Tx) => ({ id: await shot(tx) }) };
const pipeSample = { own: async (tx: Tx) => ({ id: await pipe(tx) }) };
const imageSample: Sample = { own: async (tx, actor, files) => ({ id: await image(tx, actor, files) }) };
const quarantineSample = { own: async (tx: Tx) => ({ id: await quarantined(tx) }) };
const uploadSample: Sample = { own: async (tx, actor) => ({ id: await upload(tx, actor) }), ...NOWHERE };

const user = { own: async (tx: Tx) => ({ id: await someUser(tx) }) };
const client = { own: async (tx: Tx) => ({ id: await insertNamed(tx, 'client', 'Table Ltd.') }) };
const contact = { own: async (tx: Tx) => ({ id: await insertNamed(tx, 'contact', 'Tina Table') }) };

/** By endpoint name. An endpoint with an id in its path must stand here; the table test says so when one is missing. */
export const SAMPLES: Record<string, Sample> = {
  ...HISTORICAL_SAMPLES,
  ...JOB_SAMPLES,
  updateSelf: { body: { phone: '506 555-0100' } },
  changePassword: { body: { current_password: 'wrong', new_password: 'correct horse battery' } },
  endOwnSession: {
    own: async (tx, actor) => ({ id: await session(tx, actor) }),
    foreign: async (tx) => ({ id: await session(tx, await someUser(tx)) }),
  },
  createUser: { body: { username: 'nora', email: 'nora@example.ca', full_name: 'Nora New' } },
  getUser: user,
  updateUser: { ...user, body: { phone: '506 555-0100' } },
  resetPassword: user,
  endSessions: user,
  getPermissions: user,
  getClient: client,
  createClient: { body: { name: 'New Ltd.' } },
  updateClient: { ...client, body: { note: 'x' } },
  removeClient: client,
  listClientHistory: client,
  mergeClients: { ...client, body: { clients: [NOBODY - 1] } },
  getContact: contact,
  createContact: { body: { name: 'Nick New' } },
  updateContact: { ...contact, body: { note: 'x' } },
  removeContact: contact,
  listContactHistory: contact,
  mergeContacts: { ...contact, body: { contacts: [NOBODY - 1] } },
  checkImport: { body: { noun: 'clients', file: NOBODY } },
  runImport: { body: { noun: 'clients', file: NOBODY, mapping: { Name: 'name' } } },
  undoImport: { own: async (tx, actor, files) => ({ id: await batch(tx, actor, files) }) },
  getSettingSection: { own: async () => ({ section: 'firm' }), foreign: async () => ({ section: 'nothing' }) },
  updateSettingSection: {
    own: async () => ({ section: 'firm' }),
    foreign: async () => ({ section: 'nothing' }),
    body: { phone: '506 555-0100' },
  },
  uploadFile: { multipart: true },
  getFile: {
    own: async (tx, actor, files) => ({ id: await file(tx, actor, files) }),
    foreign: async (tx, _actor, files) => ({ id: await file(tx, await someUser(tx), files) }),
  },
  getMail: { own: async (tx) => ({ id: await mail(tx) }) },
  getMailSource: { own: async (tx) => ({ id: await mail(tx) }) },
  getControlPoint: controlSample,
  createControlPoint: { body: { name: 'HPN 1', easting: 2_500_000, northing: 7_500_000 } },
  updateControlPoint: { ...controlSample, body: { note: 'x' } },
  listControlPointHistory: controlSample,
  listControlChecks: controlSample,
  createControlCheck: { ...controlSample, body: { measured_on: THEN, easting: 2_500_000.01, northing: 7_500_000 } },
  checkControlImport: { body: { file: NOBODY } },
  runControlImport: { body: { file: NOBODY, known: 'skip' } },
  undoControlImport: { own: async (tx, actor, files) => ({ id: await controlImport(tx, actor, files) }) },
  createGeoidGrid: { body: { file: NOBODY } },
  removeGeoidGrid: { own: async (tx, actor, files) => ({ id: await geoidGrid(tx, actor, files) }) },
  getFieldRun: runSample,
  createFieldRun: { body: { name: 'New run' } },
  updateFieldRun: { ...runSample, body: { note: 'x' } },
  listFieldRunHistory: runSample,
  listHistoryOfFieldRun: runSample,
  getManifest: runSample,
  getShot: shotSample,
  createShot: { body: { field_run: NO_UUID, name: '5000' } },
  updateShot: { ...shotSample, body: { note: 'x' } },
  getPipe: pipeSample,
  createPipe: { body: { field_run: NO_UUID } },
  updatePipe: { ...pipeSample, body: { note: 'x' } },
  getImage: imageSample,
  createImage: { multipart: true },
  updateImage: { ...imageSample, multipart: true },
  removeImage: imageSample,
  createStaticLayer: { multipart: true },
  removeStaticLayer: { own: async (tx, actor, files) => ({ id: await staticLayer(tx, actor, files) }) },
  beginUpload: { ...uploadSample, body: { field_run: NO_UUID, length: 3, sha256: '0'.repeat(64) } },
  findUpload: uploadSample,
  continueUpload: uploadSample,
  quarantineItem: { body: QUARANTINE },
  getQuarantined: quarantineSample,
  releaseQuarantined: { ...quarantineSample, body: {} },
  dismissQuarantined: { ...quarantineSample, body: { note: 'x' } },
  reportDevice: { own: async () => ({ uuid: crypto.randomUUID() }), foreign: async () => ({ uuid: 'nowhere' }), body: REPORT },
  ...WORK_SAMPLES,
  ...MEMO_SAMPLES,
  retryQueueJob: { own: async () => ({ id: NO_UUID }), foreign: async () => ({ id: NO_UUID }) },
};

/** An id that no record has, for endpoints whose sample names no other stranger. */
export function unknownRecord(endpoint: Endpoint): object {
  return Object.fromEntries(endpoint.names.map((name) => [name, endpoint.declaration.params?.[name] ? NO_UUID : NOBODY]));
}
