import { createClient, listClientHistory, listClients, removeClient, updateClient } from '@dmse/contract/clients/client';
import { listContacts } from '@dmse/contract/clients/contact';
import { listImports, undoImport } from '@dmse/contract/clients/import';
import { describe, expect, test } from 'vitest';
import { clientNames, importCsv, TWO_CLIENTS } from '../../../testing/fixtures/import-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();

describe('undo', () => {
  test('takes back all of it as one, clients after their contacts, and history keeps the trace', async () => {
    const mona = await app.as('mona');
    const clients = await importCsv(mona, TWO_CLIENTS);
    const contacts = await importCsv(mona, 'Name,Client\nAnn Roy,Riverbend Farms\nBob,\n', 'contacts');
    const early = await mona.refused(undoImport, { id: clients.id });
    expect(early).toMatchObject({ status: 409, body: { detail: 'A client is referred to by other records by now: Riverbend Farms.' } });

    const [farm] = (await mona.call(listClients, { query: 'riverbend' })).results;
    const undone = await mona.call(undoImport, { id: contacts.id });
    expect(undone).toMatchObject({ undone_on: app.clock.now, why_not_undo: 'This import has been undone already.' });
    expect((await mona.call(listContacts, {})).count).toBe(0);
    const history = await mona.call(listClientHistory, { id: farm!.id });
    expect(history.results[0]?.sentence).toBe('Mona Martin removed contact Ann Roy.');

    await mona.call(undoImport, { id: clients.id });
    expect(await clientNames(mona)).toEqual([]);
    const trace = await app
      .tx()
      .selectFrom('history')
      .select(['action', 'record_name'])
      .where('noun', '=', 'client')
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    expect(trace.map((entry) => `${entry.action} ${entry.record_name}`).sort()).toEqual([
      'undid the import of Riverbend Farms',
      'undid the import of Émile Cyr',
    ]);
    expect((await mona.refused(undoImport, { id: clients.id })).status).toBe(409);
    expect((await mona.refused(undoImport, { id: 999_999 })).status).toBe(404);
  });

  test('is refused when somebody has changed a record since, and names it', async () => {
    const mona = await app.as('mona');
    const batch = await importCsv(mona, TWO_CLIENTS);
    const [row] = (await mona.call(listClients, { query: 'riverbend' })).results;
    await mona.call(updateClient, { id: row!.id }, { phone: '506 555-0199' });
    const detail = 'A client has been changed since the import: Riverbend Farms.';
    expect((await mona.call(listImports, {})).results[0]?.why_not_undo).toBe(detail);
    expect(await mona.refused(undoImport, { id: batch.id })).toMatchObject({ status: 409, body: { detail } });
    expect(await clientNames(mona)).toEqual(['Émile Cyr', 'Riverbend Farms']);
  });

  test('minds what was changed besides the contacts that came and went', async () => {
    const mona = await app.as('mona');
    const batch = await importCsv(mona, TWO_CLIENTS);
    const contacts = await importCsv(mona, 'Name,Client\nAnn Roy,Riverbend Farms\n', 'contacts');
    await mona.call(undoImport, { id: contacts.id });
    const why = async () => (await mona.call(listImports, {})).results.find(({ id }) => id === batch.id)?.why_not_undo;
    expect(await why()).toBeNull();
    const [row] = (await mona.call(listClients, { query: 'riverbend' })).results;
    await mona.call(updateClient, { id: row!.id }, { phone: '506 555-0199', contacts: [] });
    expect(await why()).toBe('A client has been changed since the import: Riverbend Farms.');
  });

  test('is refused when a contact was given to another client from the client’s side', async () => {
    const mona = await app.as('mona');
    const other = await mona.call(createClient, {}, { name: 'Other' });
    const batch = await importCsv(mona, 'Name\nAnn Roy\n', 'contacts');
    const [ann] = (await mona.call(listContacts, {})).results;
    await mona.call(updateClient, { id: other.id }, { contacts: [{ contact: ann!.id }] });
    expect((await mona.refused(undoImport, { id: batch.id })).body.detail).toBe('A contact has been changed since the import: Ann Roy.');
  });

  test('does not mind a record that somebody has deleted already', async () => {
    const mona = await app.as('mona');
    const batch = await importCsv(mona, TWO_CLIENTS);
    const [row] = (await mona.call(listClients, { query: 'riverbend' })).results;
    await mona.call(removeClient, { id: row!.id });
    expect((await mona.call(undoImport, { id: batch.id })).undone_on).not.toBeNull();
    expect(await clientNames(mona)).toEqual([]);
  });
});
