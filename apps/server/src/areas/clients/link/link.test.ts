import * as client from '@dmse/contract/clients/client';
import * as contact from '@dmse/contract/clients/contact';
import { undoImport } from '@dmse/contract/clients/import';
import { mergeClients, mergeContacts } from '@dmse/contract/clients/merge';
import { describe, expect, it } from 'vitest';
import { importCsv } from '../../../testing/fixtures/import-fixture.ts';
import { startCommittedApp, useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();

async function acme() {
  const [mona, joe] = [await app.as('mona'), await app.as('joe')];
  const ann = await mona.call(contact.createContact, {}, { name: 'Ann Roy' });
  const firm = await mona.call(client.createClient, {}, { name: 'Acme', contacts: [{ contact: ann.id, role: 'Boss' }] });
  const sentences = async (id: number) =>
    (await mona.call(client.listClientHistory, { id, page_size: 200 })).results.map((entry) => entry.sentence);
  return { mona, joe, ann: await mona.call(contact.getContact, { id: ann.id }), firm, sentences };
}

describe('a link', () => {
  it('added from the other side is not deleted by a form that was open', async () => {
    const { mona, joe, ann, firm } = await acme();
    const luc = await mona.call(contact.createContact, {}, { name: 'Luc Gauvin', clients: [{ client: firm.id, role: 'Site' }] });
    const stale = { contacts: [{ contact: ann.id, role: 'Owner' }] };
    const refused = await joe.refused(client.updateClient, { id: firm.id }, stale, { ifMatch: firm.version });
    expect(refused).toMatchObject({ status: 409, body: { code: 'CONFLICT', changed: ['contacts'] } });
    expect((await mona.call(contact.getContact, { id: luc.id })).clients).toHaveLength(1);
  });

  it.each(['changed', 'removed'])('%s on one side raises the version of the other, with who and when', async (how) => {
    const { joe, ann, firm } = await acme();
    app.clock.now = new Date(Date.parse(app.clock.now) + 60_000).toISOString();
    await joe.call(contact.updateContact, { id: ann.id }, { clients: how === 'removed' ? [] : [{ client: firm.id, role: 'Chief' }] });
    const now = await joe.call(client.getClient, { id: firm.id });
    expect(now).toMatchObject({ version: firm.version + 1, updated_on: app.clock.now, updated_by: { full_name: 'Joe Jardine' } });
  });

  it('that stays as it is raises nothing', async () => {
    const { joe, ann, firm } = await acme();
    await joe.call(contact.updateContact, { id: ann.id }, { note: 'x', clients: [{ client: firm.id, role: 'Boss' }] });
    expect((await joe.call(client.getClient, { id: firm.id })).version).toBe(firm.version);
  });

  it('given with a new record stands in its first entry', async () => {
    const { mona, firm, ann } = await acme();
    expect([firm.version, ann.version]).toEqual([1, 2]);
    const luc = await mona.call(contact.createContact, {}, { name: 'Luc', clients: [{ client: firm.id }] });
    expect(luc.version).toBe(1);
    const { count, results } = await mona.call(contact.listContactHistory, { id: luc.id });
    expect([count, results[0]?.sentence]).toEqual([1, 'Mona Martin created contact Luc.']);
    expect(results[0]?.changes).toContainEqual({ field: 'clients', label: 'Clients', from: null, to: 'Acme' });
  });

  it('is told on the other side with what was there before', async () => {
    const { mona, ann, firm, sentences } = await acme();
    const luc = await mona.call(contact.createContact, {}, { name: 'Luc', clients: [{ client: firm.id }] });
    await mona.call(contact.updateContact, { id: ann.id }, { clients: [{ client: firm.id, role: 'Chief' }] });
    await mona.call(contact.updateContact, { id: luc.id }, { clients: [] });
    expect((await sentences(firm.id)).slice(0, 3)).toEqual([
      'Mona Martin removed contact Luc.',
      'Mona Martin changed contact Ann Roy (Boss) to Ann Roy (Chief).',
      'Mona Martin added contact Luc.',
    ]);
    const { results } = await mona.call(client.listClientHistory, { id: firm.id });
    expect(results[1]?.changes).toEqual([
      { field: 'contacts', label: 'Contacts', from: 'Ann Roy (Boss), Luc', to: 'Ann Roy (Chief), Luc' },
    ]);
  });

  it('to a record merged away meanwhile goes to the one that stayed', async () => {
    const { mona, ann, firm } = await acme();
    const twin = await mona.call(client.createClient, {}, { name: 'Acme Inc.' });
    await mona.call(mergeClients, { id: twin.id }, { clients: [firm.id] });
    const saved = await mona.call(contact.updateContact, { id: ann.id }, { note: 'x', clients: [{ client: firm.id, role: 'Boss' }] });
    expect(saved.clients).toEqual([{ client: { id: twin.id, name: 'Acme Inc.' }, role: 'Boss', is_billing: false }]);
    const both = [
      { client: firm.id, role: 'Boss' },
      { client: twin.id, role: 'Site', is_billing: true },
    ];
    const folded = await mona.call(contact.updateContact, { id: ann.id }, { clients: both });
    expect(folded.clients).toMatchObject([{ client: { id: twin.id }, role: 'Boss, Site', is_billing: true }]);
    expect((await mona.refused(contact.updateContact, { id: ann.id }, { clients: [{ client: 999_999 }] })).status).toBe(400);
  });

  it('that a merge moves raises the version at the other end', async () => {
    const { mona, ann, firm } = await acme();
    const twin = await mona.call(contact.createContact, {}, { name: 'A. Roy' });
    const merged = await mona.call(mergeContacts, { id: twin.id }, { contacts: [ann.id] });
    expect(merged.contact.clients).toHaveLength(1);
    const stale = await mona.refused(client.updateClient, { id: firm.id }, { contacts: [] }, { ifMatch: firm.version });
    expect(stale.status).toBe(409);
  });

  it('brought by an import is one entry for each client, and so is its undoing', async () => {
    const { mona, firm, sentences } = await acme();
    const batch = await importCsv(mona, 'Name,Client\nBob,Acme\nCid,Acme\nDot,Acme\n', 'contacts');
    const then = await mona.call(client.getClient, { id: firm.id });
    expect([then.version, then.contacts.length]).toEqual([firm.version + 1, 4]);
    await mona.call(undoImport, { id: batch.id });
    const now = await mona.call(client.getClient, { id: firm.id });
    expect([now.version, now.contacts.length]).toEqual([firm.version + 2, 1]);
    expect((await sentences(firm.id)).slice(0, 2)).toEqual([
      'Mona Martin removed contacts Bob, Cid and Dot.',
      'Mona Martin added contacts Bob, Cid and Dot.',
    ]);
  });
});

describe('at the same moment', () => {
  it('both ends of links are saved without embracing, and every link that was added stands', async () => {
    const committed = await startCommittedApp('links');
    try {
      const mona = await committed.as('mona');
      const firms = await Promise.all(['A', 'B', 'C'].map((name) => mona.call(client.createClient, {}, { name })));
      const people = await Promise.all(['X', 'Y', 'Z'].map((name) => mona.call(contact.createContact, {}, { name })));
      const clients = firms.map(({ id }) => ({ client: id }));
      const contacts = people.map(({ id }) => ({ contact: id })).reverse();
      const answers = await Promise.all([
        ...people.map(({ id }) => mona.send(contact.updateContact, { id }, { clients })),
        ...firms.map(({ id }) => mona.send(client.updateClient, { id }, { contacts })),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      for (const { id } of firms) expect((await mona.call(client.getClient, { id })).contacts).toHaveLength(3);
    } finally {
      await committed.close();
    }
  });
});

describe('a search', () => {
  it('finds a name together with a phone, in any order and notation, and nobody else', async () => {
    const joe = await app.as('joe');
    await joe.call(contact.createContact, {}, { name: 'Luc Boudreau', phones: ['506 555-0100', '(428) 555-0129'] });
    await joe.call(contact.createContact, {}, { name: 'Eva Boudreau', phones: ['428 555-0130'] });
    await joe.call(contact.createContact, {}, { name: 'Luc Cyr', phones: ['428 555-0129'] });
    const find = async (query: string) => (await joe.call(contact.listContacts, { query })).results.map(({ name }) => name);
    for (const query of ['boudreau 5550129', '555-0129 boudreau', 'boudreau (428) 555-0129', '428 555 0129 BOUDREAU', '+428 luc 0129 boud'])
      expect(await find(query), query).toEqual(['Luc Boudreau']);
    expect(await find('(428) 555-0129')).toEqual(['Luc Boudreau', 'Luc Cyr']);
    expect(await find('boudreau 5550199')).toEqual([]);
    await joe.call(client.createClient, {}, { name: 'Lot 5550 Holdings', phone: '428.555.0131' });
    const clients = async (query: string) => (await joe.call(client.listClients, { query })).count;
    expect(await Promise.all(['5550 lot', 'holdings 4285550131', '5550 428-5550131', '5551 lot'].map(clients))).toEqual([1, 1, 1, 0]);
  });
});
