import * as client from '@dmse/contract/clients/client';
import * as contact from '@dmse/contract/clients/contact';
import * as merge from '@dmse/contract/clients/merge';
import * as job from '@dmse/contract/jobs/job';
import * as quote from '@dmse/contract/jobs/quote';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { clientNoun } from '../areas/clients/client/client.service.ts';
import { contactNoun } from '../areas/clients/contact/contact.service.ts';
import { countStatements } from '../testing/count-statements.ts';
import { startCommittedApp, useTestApp } from '../testing/test-app.ts';

import { REFERRING_NOUNS } from './merge-move.ts';

const app = useTestApp();

async function twins() {
  const mona = await app.as('mona');
  const acme = await mona.call(client.createClient, {}, { name: 'Acme' });
  const other = await mona.call(client.createClient, {}, { name: 'Other' });
  const a = await mona.call(
    contact.createContact,
    {},
    { name: 'Jean Roy', phones: ['506 555-0101'], clients: [{ client: acme.id, role: 'Owner' }] },
  );
  const b = await mona.call(
    contact.createContact,
    {},
    { name: 'J. Roy', position: 'Président', phones: ['506 555-0102'], clients: [{ client: acme.id }, { client: other.id }] },
  );
  return { mona, acme, other, a, b };
}

describe('merging contacts', () => {
  it('shows the outcome first and writes nothing', async () => {
    const { mona, a, b } = await twins();
    const preview = await mona.call(merge.mergeContacts, { id: a.id, preview: true }, { contacts: [b.id] });
    expect(preview).toMatchObject({
      preview: true,
      merged: [b.id],
      contact: { name: 'Jean Roy', position: 'Président', phones: ['506 555-0101', '506 555-0102'] },
    });
    expect((await mona.call(contact.getContact, { id: b.id })).name).toBe('J. Roy');
    expect((await mona.call(contact.getContact, { id: a.id })).version).toBe(a.version);
  });

  it('keeps a phone once in whatever notation, and an e-mail in whatever case', async () => {
    const { mona, a, b } = await twins();
    await mona.call(contact.updateContact, { id: a.id }, { emails: ['Jean@Example.ca'] });
    await mona.call(contact.updateContact, { id: b.id }, { phones: ['+1 (506) 555-0101', '5550103'], emails: ['jean@example.ca'] });
    const { contact: outcome } = await mona.call(merge.mergeContacts, { id: a.id }, { contacts: [b.id] });
    expect([outcome.phones, outcome.emails]).toEqual([['506 555-0101', '5550103'], ['Jean@Example.ca']]);
  });

  it('moves every reference, keeps the chosen values, and leaves a tombstone that redirects', async () => {
    const { mona, acme, other, a, b } = await twins();
    const done = await mona.call(merge.mergeContacts, { id: a.id }, { contacts: [b.id], keep: { name: b.id } });
    expect(done.contact.name).toBe('J. Roy');
    expect(done.contact.clients.map((link) => [link.client.id, link.role])).toEqual([
      [acme.id, 'Owner'],
      [other.id, ''],
    ]);
    const old = await mona.send(contact.getContact, { id: b.id });
    expect(old.status).toBe(301);
    expect(old.headers.location).toBe(`/api/clients/contact/${a.id}/`);
    expect((await mona.refused(contact.updateContact, { id: b.id }, { note: 'x' })).body).toMatchObject({
      code: 'GONE',
      merged_into: a.id,
    });
    expect((await mona.call(contact.listContacts, { query: 'roy' })).count).toBe(1);
    const { results } = await mona.call(contact.listContactHistory, { id: a.id, page_size: 200 });
    expect(results.map((entry) => entry.sentence)).toContain('Mona Martin created contact J. Roy.');
    expect(results.map((entry) => entry.sentence)).toContain('Mona Martin merged contact J. Roy into Jean Roy.');
  });

  it('moves what a table added tomorrow refers to', async () => {
    const committed = await startCommittedApp('merge');
    const owner = new pg.Client({ connectionString: committed.ownerUrl });
    await owner.connect();
    try {
      await owner.query('create table later_noun (id int primary key, met int references contact)');
      await owner.query('grant select, update on later_noun to dmse_app');
      const mona = await committed.as('mona');
      const a = await mona.call(contact.createContact, {}, { name: 'Jean Roy' });
      const b = await mona.call(contact.createContact, {}, { name: 'J. Roy' });
      await owner.query('insert into later_noun values (1, $1), (2, $1), (3, $2)', [b.id, a.id]);
      const done = await mona.call(merge.mergeContacts, { id: a.id }, { contacts: [b.id] });
      expect(done.moved).toEqual([{ what: 'later nouns', count: 2 }]);
      const { rows } = await owner.query('select distinct met from later_noun');
      expect(rows).toEqual([{ met: a.id }]);
    } finally {
      await owner.end();
      await committed.close();
    }
  });

  it('refuses to merge into itself, a stranger, or a tombstone', async () => {
    const { mona, a, b } = await twins();
    expect((await mona.refused(merge.mergeContacts, { id: a.id }, { contacts: [a.id] })).status).toBe(400);
    expect((await mona.refused(merge.mergeContacts, { id: a.id }, { contacts: [999_999] })).body).toMatchObject({
      contacts: ['There is no contact with the number 999999.'],
    });
    await mona.call(merge.mergeContacts, { id: a.id }, { contacts: [b.id] });
    expect((await mona.refused(merge.mergeContacts, { id: a.id }, { contacts: [b.id] })).status).toBe(400);
    expect((await mona.refused(merge.mergeContacts, { id: a.id }, { contacts: [b.id], keep: { clients_summary: b.id } })).status).toBe(400);
  });

  it('Joe may not merge', async () => {
    const { a, b } = await twins();
    const joe = await app.as('joe');
    expect((await joe.refused(merge.mergeContacts, { id: a.id }, { contacts: [b.id] })).status).toBe(403);
  });
});

describe('merging clients', () => {
  it('moves the contacts and joins the histories', async () => {
    const { mona, acme, other, b } = await twins();
    const done = await mona.call(merge.mergeClients, { id: acme.id }, { clients: [other.id] });
    expect(done.client.contacts).toHaveLength(2);
    expect((await mona.call(contact.getContact, { id: b.id })).clients_summary).toBe('Acme');
    expect((await mona.call(client.listClients, {})).results.map((row) => row.name)).not.toContain('Other');
  });

  it('makes one link of two that say who speaks for whom, with what either had, and counts it as such', async () => {
    const { mona, acme, other, a, b } = await twins();
    const links = [
      { contact: a.id, is_billing: true },
      { contact: b.id, role: 'Site' },
    ];
    await mona.call(client.updateClient, { id: other.id }, { contacts: links });
    await mona.call(client.updateClient, { id: acme.id }, { contacts: [{ contact: a.id, role: 'Owner' }] });
    const done = await mona.call(merge.mergeClients, { id: acme.id }, { clients: [other.id] });
    expect(done.client.contacts.map((link) => [link.contact.name, link.role, link.is_billing])).toEqual([
      ['J. Roy', 'Site', false],
      ['Jean Roy', 'Owner', true],
    ]);
    expect(done.moved).toEqual([
      { what: 'contact', count: 1 },
      { what: 'contact that both had, put together', count: 1 },
    ]);
    const { results } = await mona.call(client.listClientHistory, { id: acme.id });
    expect(results[0]?.sentence).toBe(
      'Mona Martin merged Other into this client; changed contact Jean Roy (Owner) to Jean Roy (Owner, billing) and added contact J. Roy (Site).',
    );
    const [theirs] = (await mona.call(contact.listContactHistory, { id: b.id })).results;
    expect(theirs?.sentence).toBe('Mona Martin added client Acme (Site) and removed client Other (Site).');
  });

  it('keeps both roles where one person has two', async () => {
    const { mona, acme, other, a } = await twins();
    await mona.call(client.updateClient, { id: other.id }, { contacts: [{ contact: a.id, role: 'Accounts' }] });
    const done = await mona.call(merge.mergeClients, { id: acme.id }, { clients: [other.id] });
    expect(done.client.contacts.find((link) => link.contact.id === a.id)?.role).toBe('Owner, Accounts');
  });

  it('tells every job and quote whose client it changes, and raises its version', async () => {
    const { mona, acme, other, b } = await twins();
    const hers = await mona.call(job.createJob, {}, { desc: 'Lot 7', client: other.id, client_contact: b.id, billing_contact: b.id });
    const asked = await mona.call(quote.createQuote, {}, { desc: 'Lot 8', client: other.id });
    const done = await mona.call(merge.mergeClients, { id: acme.id }, { clients: [other.id] });
    expect(done.moved).toContainEqual({ what: 'job', count: 1 });
    const stale = await mona.refused(job.updateJob, { id: hers.id }, { desc: 'Lot 9' }, { ifMatch: hers.version });
    expect(stale.body).toMatchObject({ code: 'CONFLICT', changed: ['client'], current: { client: { id: acme.id } } });
    const told = async () => (await mona.call(job.listJobHistory, { id: hers.id })).results[0]!;
    expect((await told()).sentence).toBe('Mona Martin changed client from Other to Acme.');
    expect((await mona.call(quote.listQuoteHistory, { id: asked.id })).results[0]?.sentence).toBe(
      'Mona Martin changed client from Other to Acme.',
    );
    const better = await mona.call(contact.createContact, {}, { name: 'Jeanne Roy' });
    const people = await mona.call(merge.mergeContacts, { id: better.id }, { contacts: [b.id] });
    expect(people.moved).toContainEqual({ what: 'job', count: 1 });
    expect((await told()).sentence).toBe(
      'Mona Martin changed billing contact from J. Roy to Jeanne Roy and client contact from J. Roy to Jeanne Roy.',
    );
    expect((await mona.call(job.getJob, { id: hers.id })).version).toBe(hers.version + 2);
  });

  it('keeps a rate agreed with both as the survivor has it, takes over the others, and tells it where amounts are seen', async () => {
    const { mona, acme, other } = await twins();
    const roles = await app.tx().selectFrom('job_role').select(['id', 'name']).orderBy('position').limit(2).execute();
    const rate = (one: number, role: number, charge_rate: number) => ({ client: one, job_role: roles[role]!.id, charge_rate });
    const rates = [rate(acme.id, 0, 100), rate(other.id, 0, 200), rate(other.id, 1, 300)];
    await app.tx().insertInto('agreed_rate').values(rates).execute();
    const { moved } = await mona.call(merge.mergeClients, { id: acme.id }, { clients: [other.id] });
    expect(moved).toContainEqual({ what: 'agreed rate', count: 1 });
    expect(moved).toContainEqual({ what: 'agreed rate for a role that both had, kept as it was', count: 1 });
    const left = await mona.call(client.getClientRates, { id: acme.id });
    expect(left.rates.map(({ job_role, charge_rate }) => [job_role.id, charge_rate])).toEqual([
      [roles[0]!.id, 100],
      [roles[1]!.id, 300],
    ]);
    const history = async (name: 'mona' | 'joe') => {
      const { results } = await (await app.as(name)).call(client.listClientHistory, { id: acme.id });
      return results.flatMap(({ changes }) => changes.filter(({ field }) => field === 'rates').map(({ from, to }) => [from, to]));
    };
    const [one, two] = roles.map(({ name }) => name);
    expect(await history('mona')).toEqual([
      [`${one} $1.00/h`, `${one} $1.00/h, ${two} $3.00/h`],
      [`${one} $2.00/h, ${two} $3.00/h`, null],
    ]);
    expect(await history('joe')).toEqual([]);
    // What was dropped does not hinder deleting the one that stayed.
    await (await app.as('alice')).call(client.updateClientRates, { id: acme.id }, { rates: [] });
    await mona.call(client.updateClient, { id: acme.id }, { contacts: [] });
    await mona.call(client.removeClient, { id: acme.id });
  });

  it('tells a hundred jobs in as many statements as two', async () => {
    const { mona, acme } = await twins();
    const merged = async (jobs: number) => {
      const { id } = await mona.call(client.createClient, {}, { name: `Has ${jobs}` });
      await sql`insert into job (num, "desc", client, inbox_token, created_on, updated_on)
        select ${`${jobs}-`} || i, 'Lot', ${id}, ${`${jobs}-`} || i, now(), now() from generate_series(1, ${jobs}::int) i`.execute(
        app.tx(),
      );
      const { statements, answer } = await countStatements(() => mona.call(merge.mergeClients, { id: acme.id }, { clients: [id] }));
      expect(answer.moved).toEqual([{ what: 'jobs', count: jobs }]);
      return statements;
    };
    const few = await merged(2);
    expect(few).toBeGreaterThan(10);
    expect(await merged(100)).toBe(few);
  });

  it('knows every noun with a version that points at a client or a contact', async () => {
    const { rows } = await sql<{ table: string }>`
      select distinct c.conrelid::regclass::text as "table" from pg_constraint c
      join pg_attribute v on v.attrelid = c.conrelid and v.attname = 'version'
      where c.contype = 'f' and c.confrelid in ('client'::regclass, 'contact'::regclass)`.execute(app.tx());
    const known = [clientNoun, contactNoun, ...REFERRING_NOUNS].map(({ table }) => table as string);
    expect(rows.map(({ table }) => table).filter((table) => !known.includes(table))).toEqual([]);
  });

  it('keeps what the one that stays has, and takes together what belongs together', async () => {
    const { mona, acme, other } = await twins();
    const exempt = { is_tax_exempt: true, tax_exempt_reason: 'Card 12', tax_province: 'ON' as const };
    const address = { billing_street: '1 King St', billing_city: 'Sussex', billing_country: 'USA' };
    await mona.call(client.updateClient, { id: other.id }, { ...exempt, ...address, website: 'other.ca' });
    await mona.call(client.updateClient, { id: acme.id }, { billing_country: 'Canada' });
    const { client: outcome } = await mona.call(merge.mergeClients, { id: acme.id, preview: true }, { clients: [other.id] });
    expect(outcome).toMatchObject({ is_tax_exempt: false, tax_exempt_reason: '', tax_province: null, ...address, website: 'other.ca' });
  });

  it.each(['client', 'contact'] as const)(
    '%s that absorbed others is deleted with their tombstones, and each keeps its history',
    async (noun) => {
      const mona = await app.as('mona');
      const [create, get, update, remove, history, mergeInto] =
        noun === 'client'
          ? ([
              client.createClient,
              client.getClient,
              client.updateClient,
              client.removeClient,
              client.listClientHistory,
              merge.mergeClients,
            ] as const)
          : ([
              contact.createContact,
              contact.getContact,
              contact.updateContact,
              contact.removeContact,
              contact.listContactHistory,
              merge.mergeContacts,
            ] as const);
      const made: number[] = [];
      for (const name of ['First', 'Second', 'Third']) made.push((await mona.call(create, {}, { name })).id);
      const [first, second, third] = made as [number, number, number];
      await mona.call(mergeInto as typeof merge.mergeClients, { id: second }, { [`${noun}s`]: [third] } as never);
      await mona.call(mergeInto as typeof merge.mergeClients, { id: first }, { [`${noun}s`]: [second] } as never);
      expect((await mona.refused(get, { id: third })).status).toBe(301);

      await mona.call(remove, { id: first });
      for (const id of made) {
        expect((await mona.refused(get, { id })).status).toBe(404);
        expect((await mona.refused(update, { id }, { name: 'Again' })).status).toBe(404);
        expect((await mona.refused(remove, { id })).status).toBe(404);
        expect((await mona.call(history, { id })).results[0]!.action).toBe('deleted');
      }
    },
  );

  it('client with a tombstone is still held by what refers to either', async () => {
    const mona = await app.as('mona');
    const [kept, gone] = [
      await mona.call(client.createClient, {}, { name: 'Kept' }),
      await mona.call(client.createClient, {}, { name: 'Gone' }),
    ];
    const { id } = await mona.call(job.createJob, {}, { desc: 'x', client: gone.id });
    await mona.call(merge.mergeClients, { id: kept.id }, { clients: [gone.id] });
    const refused = await mona.refused(client.removeClient, { id: kept.id });
    expect(refused.body).toMatchObject({ code: 'IN_USE', detail: 'This client cannot be deleted while 1 job refers to it.' });
    // A row that could not move with the merge, as its twin was there already.
    await app.tx().updateTable('job').set({ client: gone.id }).where('id', '=', id).execute();
    expect((await mona.refused(client.removeClient, { id: kept.id })).body.code).toBe('IN_USE');
  });

  it('says why a client cannot be deleted as the client sees it', async () => {
    const { mona, acme, a } = await twins();
    for (const desc of ['One', 'Two'])
      await mona.call(job.createJob, {}, { desc, client: acme.id, client_contact: a.id, billing_contact: a.id });
    await mona.call(quote.createQuote, {}, { desc: 'Three', client: acme.id });
    const why = async (refusal: Promise<{ body: { detail?: string | undefined } }>) => (await refusal).body.detail;
    expect(await why(mona.refused(client.removeClient, { id: acme.id }))).toBe(
      'This client cannot be deleted while 2 contacts, 2 jobs and 1 quote refer to it.',
    );
    expect(await why(mona.refused(contact.removeContact, { id: a.id }))).toBe(
      'This contact cannot be deleted while 1 client and 2 jobs refer to it.',
    );
  });
});
