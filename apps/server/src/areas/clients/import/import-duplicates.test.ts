import { createClient, listClientHistory } from '@dmse/contract/clients/client';
import { getContact, listContactHistory, listContacts } from '@dmse/contract/clients/contact';
import { checkImport, runImport, undoImport } from '@dmse/contract/clients/import';
import { describe, expect, test } from 'vitest';
import { checkCsv, clientNames, importCsv, TWO_CLIENTS, uploadCsv } from '../../../testing/fixtures/import-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();

describe('probable duplicates', () => {
  test('against what is there and within the file, each with its reason', async () => {
    const mona = await app.as('mona');
    const a = await mona.call(createClient, {}, { name: 'Chaleur Paving Ltd.', phone: '506-555-0121' });
    const b = await mona.call(createClient, {}, { name: 'Other', email: 'office@example.ca' });
    const found = await checkCsv(
      mona,
      'Name,Phone,E-mail\nChaleur Paving Inc,,\nNew Firm,+1 (506) 555-0121,OFFICE@example.ca\nChaleur Pavng,,\nAlone,,\nalone ltée,,\n',
    );
    expect(
      found.duplicates.map(({ line, matches }) => [line, matches.map((match) => [match.id ?? `line ${match.line}`, match.because])]),
    ).toEqual([
      [2, [[a.id, 'same name but for its legal form']]],
      [
        3,
        [
          [b.id, 'same e-mail'],
          [a.id, 'same phone'],
        ],
      ],
      [
        4,
        [
          [a.id, 'similar name'],
          ['line 2', 'similar name'],
        ],
      ],
      [6, [['line 5', 'same name but for its legal form']]],
    ]);
    expect(found).toMatchObject({ duplicate_lines: [2, 3, 4, 6], duplicate_count: 4, ready: 5, error_count: 0 });
  });

  test('a second run of the same file is refused until the first is undone, but lines it left out may follow', async () => {
    const mona = await app.as('mona');
    const { file, mapping } = await checkCsv(mona, TWO_CLIENTS);
    const call = { noun: 'clients', mapping } as const;
    const first = await mona.call(runImport, {}, { ...call, file, skip_lines: [3] });
    const again = await mona.refused(runImport, {}, { ...call, file });
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', detail: expect.stringMatching(/^Mona Martin imported this file on 4 Mar 2026\./) },
    });
    const copy = await uploadCsv(mona, TWO_CLIENTS, 'copy.csv');
    expect((await mona.refused(runImport, {}, { ...call, file: copy })).status).toBe(409);
    expect((await mona.call(checkImport, {}, { noun: 'clients', file: copy })).duplicate_lines).toEqual([2]);
    await mona.call(runImport, {}, { ...call, file: copy, skip_lines: [2] });
    await mona.call(undoImport, { id: first.id });
    await mona.call(runImport, {}, { ...call, file, skip_lines: [3] });
    expect(await clientNames(mona)).toEqual(['Émile Cyr', 'Riverbend Farms']);
  });
});

describe('importing contacts', () => {
  test('several phones and e-mails, a name in halves, and the client by its name', async () => {
    const mona = await app.as('mona');
    const client = await mona.call(createClient, {}, { name: 'Pêcheries Cap-Lumière' });
    const text =
      'Prénom;Nom;Poste;Téléphone;Cellulaire;Courriel;Entreprise\nAnne;Cyr;Gérante;506 555-0131;506 555-0132;anne@example.ca;pecheries cap-lumiere\n';
    const batch = await importCsv(mona, text, 'contacts');
    expect(batch).toMatchObject({ noun: 'contacts', created: 1 });
    const { results } = await mona.call(listContacts, { query: 'anne' });
    const contact = await mona.call(getContact, { id: results[0]!.id });
    expect(contact).toMatchObject({
      name: 'Anne Cyr',
      position: 'Gérante',
      phones: ['506 555-0131', '506 555-0132'],
      emails: ['anne@example.ca'],
    });
    expect(contact.clients.map((link) => link.client.name)).toEqual(['Pêcheries Cap-Lumière']);
    expect(contact.clients_summary).toBe('Pêcheries Cap-Lumière');
    const own = await mona.call(listContactHistory, { id: contact.id });
    expect(own.results[0]?.changes).toContainEqual({ field: 'clients', label: 'Clients', from: null, to: 'Pêcheries Cap-Lumière' });
    const theirs = await mona.call(listClientHistory, { id: client.id });
    expect(theirs.results[0]?.sentence).toBe('Mona Martin added contact Anne Cyr.');
  });

  test('a client nobody knows, or two of one name, is an error of the row', async () => {
    const mona = await app.as('mona');
    for (const name of ['Twin', 'Twin']) await mona.call(createClient, {}, { name });
    const found = await checkCsv(mona, 'Name,Client\nAnn,Nobody\nBob,twin\nCid,\n', 'contacts');
    expect(found.errors.map(({ line, column, message }) => [line, column, message.split('.')[0]])).toEqual([
      [2, 'Client', 'There is no client called “Nobody”'],
      [3, 'Client', '2 clients are called “twin”'],
    ]);
    expect(found.ready).toBe(1);
  });
});
