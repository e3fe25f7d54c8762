import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as client from '@dmse/contract/clients/client';
import * as contact from '@dmse/contract/clients/contact';
import * as imports from '@dmse/contract/clients/import';
import { createTaxRule } from '@dmse/contract/invoices/tax-rule';
import * as factors from '@dmse/contract/people/factor';
import { createIdentity, createIdentityProvider } from '@dmse/contract/people/provider';
import * as users from '@dmse/contract/people/user';
import * as controlImport from '@dmse/contract/sites/control-import';
import * as control from '@dmse/contract/sites/control-point';
import * as settings from '@dmse/contract/sites/settings';
import { sendTestMail } from '@dmse/contract/staff/mail';
import { writeTestGrid } from '@dmse/survey/geo/geoid-fixture';
import { codeAt, fromBase32, stepOf } from '../../../apps/server/src/areas/people/factor/totp.ts';
import { hashPassword } from '../../../apps/server/src/areas/people/user/password.ts';
import { keepEmptyBackup } from '../../../apps/server/src/testing/fixtures/backup-fixture.ts';
import { formOf, uploadBytes } from '../../../apps/server/src/testing/fixtures/upload-fixture.ts';
import type { Desk, Example } from './examples.ts';
import { makeRole } from './work-examples.ts';

const PASSWORD = 'four wet stones in a row';
const GRID = Buffer.from(writeTestGrid({ longitude: -67, latitude: 46, step: 0.1, width: 4, height: 3, value: () => -21 }));
const CLIENTS = (tag: string) => `Name,City\r\nImported ${tag},Sussex\r\nAlso imported ${tag},Moncton\r\n`;
const CONTROL = (tag: string) => `${tag}-1,2500100.123,7400200.456,12.3,MON\r\n${tag}-2,2500300.123,7400400.456,13.3,MON\r\n`;

const makeClient = async ({ me, tag }: Desk) => me.call(client.createClient, {}, { name: `Client ${tag()}` });
const makeContact = async ({ me, tag }: Desk) => me.call(contact.createContact, {}, { name: `Contact ${tag()}` });
const makePoint = async ({ me, tag }: Desk) =>
  me.call(control.createControlPoint, {}, { name: `CP ${tag()}`, easting: 2_500_000 + Math.random(), northing: 7_400_000 });
const makeGrid = async ({ me }: Desk) =>
  me.call(settings.createGeoidGrid, {}, { file: await uploadBytes(me, 'grid.tif', GRID), vertical_system: 'CGVD2013' });

/** A code has at most twenty characters; no two rules of one code share a day. */
const levy = () => ({ province: 'NB', code: randomUUID().slice(0, 20), name: 'Levy', rate: 1.5, valid_from: '2026-01-01' }) as const;

async function importClients({ me, tag }: Desk) {
  const file = await uploadBytes(me, 'list.csv', CLIENTS(tag()));
  const { mapping } = await me.call(imports.checkImport, {}, { noun: 'clients', file });
  return { noun: 'clients', file, mapping } as const;
}

async function makeUser({ me, tag }: Desk): Promise<number> {
  const name = `person-${tag()}`.toLowerCase();
  const person = { username: name, email: `${name}@example.ca`, full_name: name, granted: [] };
  return (await me.call(users.createUser, {}, person)).user.id;
}

/** A public address, which is not asked before somebody signs in. */
const newProvider = (name: string) => ({ name, issuer: 'https://93.184.215.14', client_id: 'dmse', client_secret: 'secret' });

/** An app that shows codes, and its first one. */
async function beginApp({ me }: Desk) {
  const { ticket, secret } = await me.call(factors.beginTotp, {});
  return { ticket, code: codeAt(fromBase32(secret), stepOf(new Date().toISOString())) };
}

/** The roles of everybody here need a second factor: the last one is not given up. */
async function addPasskey({ sql, person }: Desk): Promise<number> {
  const [key] = await sql<{ id: number }>(
    `insert into passkey (user_id, credential_id, public_key, counter, name, created_on) values ($1, $2, '', 0, 'Phone', now()) returning id`,
    [person.id, randomUUID()],
  );
  return key!.id;
}

/** For each call of the office: something to do, on records made for it alone. */
export const OFFICE_EXAMPLES: Record<string, (desk: Desk) => Promise<Example>> = {
  createTaxRule: async () => ({ input: {}, body: levy() }),
  updateTaxRule: async ({ me }) => ({ input: { id: (await me.call(createTaxRule, {}, levy())).id }, body: { rate: 2 } }),
  createClient: async ({ tag }) => ({ input: {}, body: { name: `Client ${tag()}` } }),
  updateClient: async (desk) => ({ input: { id: (await makeClient(desk)).id }, body: { note: 'changed' }, options: { ifMatch: 1 } }),
  removeClient: async (desk) => ({ input: { id: (await makeClient(desk)).id } }),
  updateClientRates: async (desk) => ({
    input: { id: (await makeClient(desk)).id },
    body: { rates: [{ job_role: await makeRole(desk), charge_rate: 12_000 }] },
    options: { ifMatch: 1 },
  }),
  mergeClients: async (desk) => ({ input: { id: (await makeClient(desk)).id }, body: { clients: [(await makeClient(desk)).id] } }),
  createContact: async ({ tag }) => ({ input: {}, body: { name: `Contact ${tag()}` } }),
  updateContact: async (desk) => ({ input: { id: (await makeContact(desk)).id }, body: { name: 'Changed' }, options: { ifMatch: 1 } }),
  removeContact: async (desk) => ({ input: { id: (await makeContact(desk)).id } }),
  mergeContacts: async (desk) => ({ input: { id: (await makeContact(desk)).id }, body: { contacts: [(await makeContact(desk)).id] } }),
  runImport: async (desk) => ({ input: {}, body: await importClients(desk) }),
  undoImport: async (desk) => ({ input: { id: (await desk.me.call(imports.runImport, {}, await importClients(desk))).id } }),
  updateSelf: async ({ tag }) => ({ input: {}, body: { phone: tag() } }),
  changePassword: async ({ sql, person }) => {
    await sql('update app_user set password_hash = $2 where id = $1', [person.id, await hashPassword(PASSWORD)]);
    return { input: {}, body: { current_password: PASSWORD, new_password: `${PASSWORD} and ten more` }, again: [409] };
  },
  createUser: async ({ tag }) => {
    const name = `person-${tag()}`.toLowerCase();
    return { input: {}, body: { username: name, email: `${name}@example.ca`, full_name: name, granted: [] }, again: [409] };
  },
  updateUser: async (desk) => ({ input: { id: await makeUser(desk) }, body: { full_name: 'Renamed' } }),
  resetPassword: async (desk) => ({ input: { id: await makeUser(desk) }, again: [409] }),
  endSessions: async (desk) => {
    const id = await makeUser(desk);
    await desk.openSession(id);
    return { input: { id } };
  },
  createTotp: async (desk) => ({ input: {}, body: await beginApp(desk), again: [409] }),
  removeTotp: async (desk) => {
    await addPasskey(desk);
    await desk.me.call(factors.createTotp, {}, await beginApp(desk));
    return { input: {} };
  },
  renewRecoveryCodes: async (desk) => {
    await desk.me.call(factors.createTotp, {}, await beginApp(desk));
    return { input: {}, again: [409] };
  },
  removePasskey: async (desk) => {
    await addPasskey(desk);
    return { input: { id: await addPasskey(desk) } };
  },
  inviteUser: async (desk) => ({ input: { id: await makeUser(desk) } }),
  createIdentityProvider: async ({ tag }) => ({ input: {}, body: newProvider(tag()), again: [409] }),
  updateIdentityProvider: async ({ me, tag }) => ({
    input: { id: (await me.call(createIdentityProvider, {}, newProvider(tag()))).id },
    body: { scopes: 'openid email' },
    again: [409],
  }),
  createIdentity: async (desk) => {
    const { name } = await desk.me.call(createIdentityProvider, {}, newProvider(desk.tag()));
    return { input: { id: await makeUser(desk) }, body: { provider: name, subject: desk.tag() } };
  },
  removeIdentity: async (desk) => {
    const { name } = await desk.me.call(createIdentityProvider, {}, newProvider(desk.tag()));
    const id = await makeUser(desk);
    return { input: { id, identity: (await desk.me.call(createIdentity, { id }, { provider: name, subject: desk.tag() })).id } };
  },
  resetFactors: async (desk) => ({ input: { id: await makeUser(desk) } }),
  endOwnSession: async ({ person, openSession }) => ({ input: { id: await openSession(person.id) } }),
  updateSettingSection: async ({ tag }) => ({ input: { section: 'firm' }, body: { firm_name: `Firm ${tag()}` } }),
  updateSettingHost: async ({ home, tag }) => ({
    input: { section: 'folder_template' },
    body: { drive: `${home}/${tag()}` },
    again: [409],
  }),
  uploadFile: async ({ tag }) => ({ input: {}, options: formOf({ file: { name: 'note.txt', bytes: `note ${tag()}` } }) }),
  sendTestMail: async () => ({ input: {} }),
  takeBackup: async () => ({ input: {} }),
  drillBackup: async ({ home }) => ({ input: { name: await keepEmptyBackup(join(home, 'backups')) } }),
  retryQueueJob: async ({ me, sql }) => {
    await me.call(sendTestMail, {});
    const [job] = await sql<{ id: string }>(
      `update pgboss.job set state = 'failed', retry_count = retry_limit, started_on = now(), completed_on = now(), output = '{"message": "no route"}'
       where id = (select id from pgboss.job where name = 'mail' and state <> 'failed' order by created_on desc limit 1) returning id`,
    );
    return { input: { id: job!.id } };
  },
  createGeoidGrid: async ({ me }) => ({ input: {}, body: { file: await uploadBytes(me, 'grid.tif', GRID), vertical_system: 'CGVD2013' } }),
  removeGeoidGrid: async (desk) => ({ input: { id: (await makeGrid(desk)).id } }),
  createControlPoint: async ({ tag }) => ({ input: {}, body: { name: `CP ${tag()}`, easting: 2_500_000, northing: 7_400_000 } }),
  updateControlPoint: async (desk) => ({ input: { id: (await makePoint(desk)).id }, body: { note: 'leans' }, options: { ifMatch: 1 } }),
  createControlCheck: async (desk) => ({
    input: { id: (await makePoint(desk)).id },
    body: { measured_on: '2026-03-04T15:00:00.000Z', easting: 2_500_000.01, northing: 7_400_000 },
  }),
  runControlImport: async ({ me, tag }) => ({
    input: {},
    body: { file: await uploadBytes(me, 'list.txt', CONTROL(tag())), order: 'PENZD', known: 'skip' },
  }),
  undoControlImport: async ({ me, tag }) => {
    const file = await uploadBytes(me, 'list.txt', CONTROL(tag()));
    return { input: { id: (await me.call(controlImport.runControlImport, {}, { file, order: 'PENZD', known: 'skip' })).id } };
  },
};
