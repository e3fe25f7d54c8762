import { Readable } from 'node:stream';
import type { Endpoint } from '@dmse/contract/endpoint';
import type { Tx } from '../db/database.ts';
import type { FileStore } from '../outside/file-store.ts';

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

const user = { own: async (tx: Tx) => ({ id: await someUser(tx) }) };
const client = { own: async (tx: Tx) => ({ id: await insertNamed(tx, 'client', 'Table Ltd.') }) };
const contact = { own: async (tx: Tx) => ({ id: await insertNamed(tx, 'contact', 'Tina Table') }) };

/** By endpoint name. An endpoint with an id in its path must stand here; the table test says so when one is missing. */
export const SAMPLES: Record<string, Sample> = {
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
  mergeClients: { ...client, body: { clients: [NOBODY] } },
  getContact: contact,
  createContact: { body: { name: 'Nick New' } },
  updateContact: { ...contact, body: { note: 'x' } },
  removeContact: contact,
  listContactHistory: contact,
  mergeContacts: { ...contact, body: { contacts: [NOBODY] } },
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
  retryQueueJob: { own: async () => ({ id: NO_UUID }), foreign: async () => ({ id: NO_UUID }) },
};

/** An id that no record has, for endpoints whose sample names no other stranger. */
export function unknownRecord(endpoint: Endpoint): object {
  return Object.fromEntries(endpoint.names.map((name) => [name, endpoint.declaration.params?.[name] ? NO_UUID : NOBODY]));
}
