import * as client from '@dmse/contract/clients/client';
import * as contact from '@dmse/contract/clients/contact';
import * as merge from '@dmse/contract/clients/merge';
import * as job from '@dmse/contract/jobs/job';
import * as budget from '@dmse/contract/work/budget';
import * as task from '@dmse/contract/work/task';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();

describe('clients', () => {
  it('Joe creates a client with sensible defaults and finds it again', async () => {
    const joe = await app.as('joe');
    const made = await joe.call(client.createClient, {}, { name: '  Thériault & Fils Ltée ' });
    expect(made).toMatchObject({
      name: 'Thériault & Fils Ltée',
      party_type: 'Organization',
      payment_terms_days: 30,
      version: 1,
      contacts: [],
    });
    expect(made.created_by?.full_name).toBe('Joe Jardine');
    const found = await joe.call(client.listClients, { query: 'fils THERIAULT' });
    expect(found).toMatchObject({ count: 1, results: [{ id: made.id, name: 'Thériault & Fils Ltée' }] });
  });

  it('finds two letters that stand together in a word, with accents and signs, and no others', async () => {
    const joe = await app.as('joe');
    for (const name of ['Éric Ma%e', 'Ahma Inc.', 'Um A', 'M']) await joe.call(client.createClient, {}, { name });
    const find = async (query: string) => (await joe.call(client.listClients, { query, ordering: 'name' })).results.map(({ name }) => name);
    expect(await find('mA')).toEqual(['Ahma Inc.', 'Éric Ma%e']);
    expect(await find('er ma')).toEqual(['Éric Ma%e']);
    expect(await find('a%')).toEqual(['Éric Ma%e']);
    expect(await find('um')).toEqual(['Um A']);
    expect(await joe.call(client.listClients, { query: 'ma', page: 2, page_size: 1 })).toMatchObject({
      count: 2,
      results: [{ name: 'Éric Ma%e' }],
    });
    expect(await joe.call(client.listClients, { query: 'ma', page: 9, page_size: 1 })).toMatchObject({ count: 2, results: [] });
  });

  it('finds a client by the digits of its phone, however it was typed', async () => {
    const joe = await app.as('joe');
    await joe.call(client.createClient, {}, { name: 'Acme', phone: '(506) 555-0142' });
    for (const query of ['5065550142', '506.555.0142', '555-0142']) {
      expect((await joe.call(client.listClients, { query })).count, query).toBe(1);
    }
  });

  it('finds a contact by any of its phones, but not by the end of one and the beginning of the next', async () => {
    const joe = await app.as('joe');
    await joe.call(contact.createContact, {}, { name: 'Rhéal', phones: ['(506) 555-0142', '+1 506.555.0199 (cell)'] });
    for (const query of ['5065550142', '555 0199', '15065550199'])
      expect((await joe.call(contact.listContacts, { query })).count, query).toBe(1);
    expect((await joe.call(contact.listContacts, { query: '01421506' })).count).toBe(0);
  });

  it('takes % and _ for themselves', async () => {
    const joe = await app.as('joe');
    await joe.call(client.createClient, {}, { name: '100% Boundary' });
    await joe.call(client.createClient, {}, { name: '1000 Boundaries' });
    expect((await joe.call(client.listClients, { query: '100%' })).count).toBe(1);
    expect((await joe.call(client.listClients, { query: 'b_undary' })).count).toBe(0);
  });

  it('puts the client whose name is exactly what was typed first', async () => {
    const joe = await app.as('joe');
    await joe.call(client.createClient, {}, { name: 'Acme Aardvark' });
    await joe.call(client.createClient, {}, { name: 'Acme' });
    await joe.call(client.createClient, {}, { name: 'A Acme' });
    const { results } = await joe.call(client.listClients, { query: 'ACME' });
    expect(results.map((row) => row.name)).toEqual(['Acme', 'A Acme', 'Acme Aardvark']);
  });

  it('filters by classification and risk, pages stably and counts exactly', async () => {
    const joe = await app.as('joe');
    for (let i = 0; i < 7; i += 1)
      await joe.call(client.createClient, {}, { name: 'Twin', classification: i < 5 ? 'A' : 'B', risk_level: 'C' });
    const filter = { classification: ['A' as const], risk_level: ['C' as const], page_size: 2 };
    const seen = [];
    for (let page = 1; page <= 3; page += 1) {
      const found = await joe.call(client.listClients, { ...filter, page });
      expect(found.count).toBe(5);
      seen.push(...found.results.map((row) => row.id));
    }
    expect(new Set(seen).size).toBe(5);
  });

  it('refuses an ordering that is not declared, a page size out of range and a repeated single parameter', async () => {
    const joe = await app.as('joe');
    expect((await joe.refused(client.listClients, { ordering: '-name;drop table client' })).status).toBe(400);
    expect((await joe.refused(client.listClients, { page_size: 201 })).status).toBe(400);
    const twice = await joe.send(client.listClients, { page: [1, 2] });
    expect(twice.status).toBe(400);
  });

  it('Mona and Joe edit the same client: nothing is overwritten, and the refusal says what changed', async () => {
    const [mona, joe] = [await app.as('mona'), await app.as('joe')];
    const made = await joe.call(client.createClient, {}, { name: 'Acme', phone: '1' });
    await mona.call(client.updateClient, { id: made.id }, { phone: '2' }, { ifMatch: made.version });
    const refused = await joe.refused(client.updateClient, { id: made.id }, { note: 'mine' }, { ifMatch: made.version });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'CONFLICT', changed: ['phone'], current: { phone: '2', version: 2 } });
    const saved = await joe.call(client.updateClient, { id: made.id }, { note: 'mine' }, { ifMatch: '2' });
    expect(saved).toMatchObject({ phone: '2', note: 'mine', version: 3 });
  });

  it('writes history as sentences, and nothing for a save that changes nothing', async () => {
    const mona = await app.as('mona');
    const made = await mona.call(client.createClient, {}, { name: 'Acme', payment_terms_days: 30 });
    await mona.call(client.updateClient, { id: made.id }, { payment_terms_days: 45, risk_level: 'C' });
    const same = await mona.call(client.updateClient, { id: made.id }, { payment_terms_days: 45 });
    expect(same.version).toBe(2);
    const { count, results } = await mona.call(client.listClientHistory, { id: made.id });
    expect(count).toBe(2);
    expect(results.map((entry) => entry.sentence)).toEqual([
      'Mona Martin changed payment terms from 30 days to 45 days and set risk level to C (high).',
      'Mona Martin created client Acme.',
    ]);
  });

  it('links contacts, shows them on both sides and in both histories', async () => {
    const mona = await app.as('mona');
    const person = await mona.call(
      contact.createContact,
      {},
      { name: 'Rhéal Doucet', phones: ['506-555-0111'], emails: ['rheal@example.ca'] },
    );
    const made = await mona.call(
      client.createClient,
      {},
      { name: 'Acme', contacts: [{ contact: person.id, role: 'Owner', is_billing: true }] },
    );
    expect(made.contacts).toEqual([
      {
        contact: { id: person.id, name: 'Rhéal Doucet', phone: '506-555-0111', email: 'rheal@example.ca' },
        role: 'Owner',
        is_billing: true,
      },
    ]);
    expect((await mona.call(contact.getContact, { id: person.id })).clients_summary).toBe('Acme');
    await mona.call(client.updateClient, { id: made.id }, { name: 'Acme Surveys' });
    expect((await mona.call(contact.listContacts, { query: 'acme surveys doucet' })).count).toBe(1);
    const { results } = await mona.call(contact.listContactHistory, { id: person.id });
    expect(results[0]?.sentence).toBe('Mona Martin added client Acme (Owner, billing).');
  });

  it('refuses to delete a client that is referred to, with the reason; deletes one that is not', async () => {
    const mona = await app.as('mona');
    const person = await mona.call(contact.createContact, {}, { name: 'Rhéal Doucet' });
    const made = await mona.call(client.createClient, {}, { name: 'Acme', contacts: [{ contact: person.id }] });
    const refused = await mona.refused(client.removeClient, { id: made.id });
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toBe('This client cannot be deleted while 1 contact refers to it.');
    await mona.call(client.updateClient, { id: made.id }, { contacts: [] });
    await mona.call(client.removeClient, { id: made.id });
    expect((await mona.refused(client.getClient, { id: made.id })).status).toBe(404);
  });

  it('shows amounts to Mona and leaves the fields out for Joe', async () => {
    const [mona, joe] = [await app.as('mona'), await app.as('joe')];
    const { id } = await mona.call(client.createClient, {}, { name: 'Acme' });
    expect(await mona.call(client.getClient, { id })).toHaveProperty('balance', null);
    expect(await joe.call(client.getClient, { id })).not.toHaveProperty('balance');
  });

  it('exports what was found, safe against formulas', async () => {
    const joe = await app.as('joe');
    await joe.call(client.createClient, {}, { name: '=cmd|calc', note: 'a "b", c' });
    const text = await (await joe.call(client.exportClients, { query: 'cmd' })).text();
    expect(text).toContain("\r\n'=cmd|calc,Organization,");
    expect(text).toContain('"a ""b"", c"');
  });

  it('sends a file as it is, also when its first letters look compressed', async () => {
    const joe = await app.as('joe');
    await joe.call(client.createClient, {}, { name: `80${'x'.repeat(190)}`, note: 'y'.repeat(3000) });
    const answer = await joe.send(client.exportClients, {}, undefined, { headers: { 'accept-encoding': 'gzip, br' } });
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.body.toString('utf8')).toContain('yyyyyy');
  });

  it('refuses bad values per field', async () => {
    const joe = await app.as('joe');
    const refused = await joe.refused(client.createClient, {}, { name: ' ', email: 'nobody', payment_terms_days: 999 });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ name: ['This field may not be blank.'], payment_terms_days: ['Use at most 365 days.'] });
    expect(refused.body).toHaveProperty('email');
  });
});

describe('the rates agreed with a client', () => {
  async function roles() {
    return app.tx().selectFrom('job_role').select(['id', 'name']).orderBy('position').orderBy('id').limit(2).execute();
  }

  it('Alice sets them, Mona sees them, Joe neither, not even in the history', async () => {
    const [alice, mona, joe] = [await app.as('alice'), await app.as('mona'), await app.as('joe')];
    const { id } = await joe.call(client.createClient, {}, { name: 'Acme' });
    const [chief, drafter] = await roles();
    const saved = await alice.call(
      client.updateClientRates,
      { id },
      {
        rates: [
          { job_role: drafter!.id, charge_rate: 9000 },
          { job_role: chief!.id, charge_rate: 12_000 },
        ],
      },
    );
    expect(saved).toEqual({
      id,
      version: 2,
      rates: [
        { job_role: chief, charge_rate: 12_000 },
        { job_role: drafter, charge_rate: 9000 },
      ],
    });
    expect(await mona.call(client.getClientRates, { id })).toEqual(saved);
    const told = `Alice Arsenault set agreed rates to ${chief!.name} $120.00/h, ${drafter!.name} $90.00/h.`;
    expect((await mona.call(client.listClientHistory, { id })).results[0]?.sentence).toBe(told);
    expect((await joe.call(client.listClientHistory, { id })).count).toBe(1);
    expect((await joe.refused(client.getClientRates, { id })).status).toBe(403);
    for (const person of [mona, joe]) expect((await person.refused(client.updateClientRates, { id }, { rates: [] })).status).toBe(403);
    const stale = await joe.refused(client.updateClient, { id }, { note: 'x' }, { ifMatch: 1 });
    expect(stale.body).toMatchObject({ code: 'CONFLICT', changed: [] });
  });

  it('price what is budgeted for that client from then on', async () => {
    const alice = await app.as('alice');
    const { id } = await alice.call(client.createClient, {}, { name: 'Acme' });
    const [chief] = await roles();
    await alice.call(client.updateClientRates, { id }, { rates: [{ job_role: chief!.id, charge_rate: 4321 }] });
    const { id: ofJob } = await alice.call(job.createJob, {}, { desc: 'Lot 7', client: id });
    const { milestones } = await alice.call(task.createTask, {}, { job: ofJob, name: 'Survey', milestones: [{ name: 'Set out' }] });
    const cells = [{ milestone: milestones[0]!.id, job_role: chief!.id, minutes: 60 }];
    await alice.call(budget.setBudgetCells, {}, { job: ofJob, cells });
    const { results } = await alice.call(budget.listBudget, { job: ofJob });
    expect(results).toMatchObject([{ rate: 4321, rate_rule: 'Rate agreed with the client', amount: 4321 }]);
  });

  it('a role twice or unknown is refused in words, an older version with what there is now, a merged client as gone', async () => {
    const alice = await app.as('alice');
    const { id } = await alice.call(client.createClient, {}, { name: 'Acme' });
    const [chief] = await roles();
    const rate = { job_role: chief!.id, charge_rate: 100 };
    const refused = async (rates: (typeof rate)[]) => (await alice.refused(client.updateClientRates, { id }, { rates })).body;
    expect(await refused([rate, rate])).toMatchObject({ rates: ['The same job role is listed twice.'] });
    expect(await refused([{ ...rate, job_role: 999_999 }])).toMatchObject({ rates: ['There is no job role with the number 999999.'] });
    await alice.call(client.updateClientRates, { id }, { rates: [rate] }, { ifMatch: 1 });
    const stale = await alice.refused(client.updateClientRates, { id }, { rates: [] }, { ifMatch: 1 });
    expect(stale.body).toMatchObject({ code: 'CONFLICT', changed: ['rates'], current: { version: 2, rates: [{ charge_rate: 100 }] } });
    const { id: stays } = await alice.call(client.createClient, {}, { name: 'Acme Ltd.' });
    await alice.call(merge.mergeClients, { id: stays }, { clients: [id] });
    expect((await alice.refused(client.updateClientRates, { id }, { rates: [] })).status).toBe(410);
    expect((await alice.call(client.getClientRates, { id: stays })).rates).toMatchObject([{ charge_rate: 100 }]);
  });
});
