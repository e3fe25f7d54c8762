import * as client from '@dmse/contract/clients/client';
import * as contact from '@dmse/contract/clients/contact';
import * as merge from '@dmse/contract/clients/merge';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { startCommittedApp, useTestApp } from '../testing/test-app.ts';

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
    expect(results.map((entry) => entry.sentence)).toContain('Mona Martin changed merged into to Jean Roy.');
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
});
