import { join } from 'node:path';
import type { Endpoint } from '@dmse/contract/endpoint';
import { sql } from 'kysely';
import { keepEmptyBackup } from '../fixtures/backup-fixture.ts';
import { formOf } from '../fixtures/field-fixture.ts';
import { makeFile, NO_UUID, NOBODY, type Sample, type Scene, STAMPS, THEN } from '../fixtures/scene.ts';
import { TEST_SECRETS } from '../test-secrets.ts';
import { ACCOUNTING_SAMPLES } from './samples-accounting.ts';
import { BASE_MAP_SAMPLES } from './samples-base-maps.ts';
import { EXPENSE_SAMPLES } from './samples-expenses.ts';
import { FACTOR_SAMPLES } from './samples-factors.ts';
import { HISTORICAL_SAMPLES } from './samples-historicals.ts';
import { INVOICE_SAMPLES } from './samples-invoices.ts';
import { JOB_SAMPLES } from './samples-jobs.ts';
import { MAP_SAMPLES } from './samples-map.ts';
import { MEMO_SAMPLES } from './samples-memos.ts';
import { PAYMENT_SAMPLES } from './samples-payments.ts';
import { PROCESSING_SAMPLES } from './samples-processing.ts';
import { REPORT_SAMPLES } from './samples-reports.ts';
import { SITE_SAMPLES } from './samples-sites.ts';
import { TIME_SAMPLES } from './samples-time.ts';
import { WORK_SAMPLES } from './samples-work.ts';

async function someUser({ tx }: Scene): Promise<number> {
  return (await tx.selectFrom('app_user').select('id').where('username', '=', 'joe').executeTakeFirstOrThrow()).id;
}

async function makeNamed({ tx }: Scene, table: 'client' | 'contact', name: string): Promise<number> {
  return (
    await tx
      .insertInto(table)
      .values({ name, ...STAMPS })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
}

async function makeSession({ tx, owner }: Scene): Promise<number> {
  const token_hash = Buffer.from(crypto.getRandomValues(new Uint8Array(32)));
  const about = { created_on: THEN, last_seen_on: THEN, address: '127.0.0.1', device: 'other' };
  const values = { token_hash, user_id: owner, kind: 'office', ...about };
  return (await tx.insertInto('session').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

async function makeMail({ tx }: Scene): Promise<number> {
  const message_id = `<${crypto.randomUUID()}@test>`;
  const values = { message_id, recipients: ['joe@example.ca'], subject: 'Hello', body: 'Hello', created_on: THEN };
  return (await tx.insertInto('mail').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

async function makeBatch(scene: Scene): Promise<number> {
  const file = await makeFile(scene, 'clients.csv');
  const values = { noun: 'clients', file, created: 0, skipped: 0, created_on: THEN, created_by: scene.owner };
  return (await scene.tx.insertInto('import_batch').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

/** As the queue leaves a job behind whose last try failed. */
async function makeFailedJob({ tx, queue }: Scene): Promise<string> {
  await queue.send(tx, 'mail', { mail: 1 });
  const { rows } = await sql<{ id: string }>`
    update pgboss.job set state = 'failed', retry_count = retry_limit, started_on = now(), completed_on = now()
    where name = 'mail' returning id`.execute(tx);
  return rows[0]!.id;
}

const OWN_SECTIONS: Partial<Record<Scene['role'], string>> = {
  'Invoices Admin': 'invoicing',
  'Users Admin': 'sign_in',
  'Field Admin': 'field_numbers',
  'Jobs Admin': 'folder_template',
  'Timesheet Admin': 'timesheet',
  IT: 'inbox',
};

/** Each of these roles has sections of its own; whoever is not the owner tries one of the firm's. */
async function someSection({ role, actor, owner }: Scene) {
  if (actor !== owner) return { section: 'firm' };
  return { section: OWN_SECTIONS[role] ?? 'firm' };
}

const SECTION_PATCHES: Record<string, object> = {
  firm: { phone: '506 555-0100' },
  field_numbers: { photo_max_px: 2000 },
  folder_template: { folders: ['01 Plans'] },
  inbox: { imap_folder: 'INBOX/Jobs' },
  timesheet: { timer_rounding: 'up' },
  invoicing: { payment_text: 'By cheque.' },
  sign_in: { confirm_minutes: 20 },
};

const user = { own: async (scene: Scene) => ({ id: await someUser(scene) }) };
const client = { own: async (scene: Scene) => ({ id: await makeNamed(scene, 'client', 'Table Ltd.') }) };
const contact = { own: async (scene: Scene) => ({ id: await makeNamed(scene, 'contact', 'Tina Table') }) };

/** By endpoint name. What an endpoint needs to answer well must stand here; the table test says so when it is missing. */
export const SAMPLES: Record<string, Sample> = {
  ...HISTORICAL_SAMPLES,
  ...REPORT_SAMPLES,
  ...JOB_SAMPLES,
  ...MAP_SAMPLES,
  ...SITE_SAMPLES,
  ...PROCESSING_SAMPLES,
  ...WORK_SAMPLES,
  ...MEMO_SAMPLES,
  ...TIME_SAMPLES,
  ...INVOICE_SAMPLES,
  ...PAYMENT_SAMPLES,
  ...ACCOUNTING_SAMPLES,
  ...BASE_MAP_SAMPLES,
  ...EXPENSE_SAMPLES,
  ...FACTOR_SAMPLES,
  updateSelf: { body: { phone: '506 555-0100' } },
  changePassword: { body: { current_password: 'demo', new_password: 'correct horse battery' } },
  endOwnSession: { own: async (scene) => ({ id: await makeSession(scene) }), theirs: [] },
  createUser: { body: { username: 'nora', email: 'nora@example.ca', full_name: 'Nora New' } },
  getUser: user,
  updateUser: { ...user, body: { phone: '506 555-0100' } },
  resetPassword: user,
  endSessions: user,
  inviteUser: user,
  getPermissions: user,
  listUserHistory: user,
  getClient: client,
  createClient: { body: { name: 'New Ltd.' } },
  updateClient: { ...client, body: { note: 'x' } },
  removeClient: client,
  listClientHistory: client,
  getClientRates: client,
  updateClientRates: { ...client, body: { rates: [] } },
  mergeClients: { ...client, body: async (scene: Scene) => ({ clients: [await makeNamed(scene, 'client', 'Twin Ltd.')] }) },
  getContact: contact,
  createContact: { body: { name: 'Nick New' } },
  updateContact: { ...contact, body: { note: 'x' } },
  removeContact: contact,
  listContactHistory: contact,
  mergeContacts: { ...contact, body: async (scene: Scene) => ({ contacts: [await makeNamed(scene, 'contact', 'Tina Twin')] }) },
  checkImport: { body: async (scene: Scene) => ({ noun: 'clients', file: await makeFile(scene, 'clients.csv') }), theirs: [] },
  runImport: {
    body: async (scene: Scene) => ({ noun: 'clients', file: await makeFile(scene, 'clients.csv'), mapping: { Name: 'name' } }),
    theirs: [],
  },
  undoImport: { own: async (scene) => ({ id: await makeBatch(scene) }), theirs: 'everyone' },
  getSettingSection: { own: someSection, nowhere: { section: 'nothing' }, theirs: ['Staff Panel User'] },
  updateSettingSection: {
    own: someSection,
    nowhere: { section: 'nothing' },
    body: async (_: Scene, { section }: Record<string, unknown>) => SECTION_PATCHES[String(section)] ?? {},
    theirs: ['Staff Panel User'],
  },
  updateSettingHost: {
    own: async () => ({ section: 'inbox' }),
    nowhere: { section: 'firm' },
    body: { imap_host: 'mail.example.ca', secret: TEST_SECRETS.IMAP_PASSWORD },
  },
  uploadFile: { form: async () => formOf({}, { bytes: Buffer.from('abc'), name: 'a.txt', mime: 'text/plain' }) },
  getFile: { own: async (scene) => ({ id: await makeFile(scene) }), theirs: [] },
  getMail: { own: async (scene) => ({ id: await makeMail(scene) }) },
  getMailSource: { own: async (scene) => ({ id: await makeMail(scene) }) },
  drillBackup: {
    own: async ({ dataDir }) => ({ name: await keepEmptyBackup(join(dataDir, 'backups')) }),
    nowhere: { name: '2020-01-01T00-00-00Z' },
  },
  retryQueueJob: { own: async (scene) => ({ id: await makeFailedJob(scene) }) },
};

/** A path no record has. */
export function unknownRecord(endpoint: Endpoint): Record<string, unknown> {
  return Object.fromEntries(endpoint.names.map((name) => [name, endpoint.declaration.params?.[name] ? NO_UUID : NOBODY]));
}
