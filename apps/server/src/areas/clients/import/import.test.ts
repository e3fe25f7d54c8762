import { createClient, exportClients, getClient, listClientHistory, listClients, removeClient } from '@dmse/contract/clients/client';
import { checkImport, listImports, runImport, undoImport } from '@dmse/contract/clients/import';
import { IMPORT_FIELDS } from '@dmse/domain/clients/import-fields';
import { describe, expect, test } from 'vitest';
import { checkCsv, clientNames, importCsv, TWO_CLIENTS, uploadCsv } from '../../../testing/fixtures/import-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';
import { clientNoun } from '../client/client.service.ts';
import { contactNoun } from '../contact/contact.service.ts';

const app = useTestApp();

describe('importing clients', () => {
  test('Mona checks a list, imports it whole, and history says so', async () => {
    const mona = await app.as('mona');
    const found = await checkCsv(mona, TWO_CLIENTS);
    expect(found).toMatchObject({ delimiter: ',', encoding: 'utf-8', rows: 2, ready: 2, error_count: 0, duplicate_count: 0 });
    expect(found.mapping).toEqual({ Name: 'name', Phone: 'phone', 'E-mail': 'email', City: 'billing_city', Risk: 'risk_level' });
    expect(found.columns[0]).toEqual({ title: 'Name', samples: ['Riverbend Farms', 'Émile Cyr'], suggestion: 'name' });
    expect(await clientNames(mona)).toEqual([]);

    const batch = await mona.call(runImport, {}, { noun: 'clients', file: found.file, mapping: found.mapping });
    expect(batch).toMatchObject({ noun: 'clients', file_name: 'list.csv', created: 2, skipped: 0, undone_on: null, why_not_undo: null });
    expect(batch.created_by?.full_name).toBe('Mona Martin');
    const { results } = await mona.call(listClients, { query: 'riverbend' });
    const client = await mona.call(getClient, { id: results[0]!.id });
    expect(client).toMatchObject({
      phone: '506 555-0111',
      risk_level: 'C',
      party_type: 'Organization',
      payment_terms_days: 30,
      version: 1,
    });
    expect(client.created_by?.full_name).toBe('Mona Martin');
    const history = await mona.call(listClientHistory, { id: client.id });
    expect(history.results.map((entry) => entry.sentence)).toEqual(['Mona Martin imported client Riverbend Farms.']);
    expect(history.results[0]?.changes).toContainEqual({ field: 'risk_level', label: 'Risk level', from: null, to: 'C (high)' });
    expect((await mona.call(listImports, {})).results).toEqual([batch]);
  });

  test('Joe may not import, look or undo', async () => {
    const [mona, joe] = [await app.as('mona'), await app.as('joe')];
    const batch = await importCsv(mona, TWO_CLIENTS);
    const file = await uploadCsv(joe, TWO_CLIENTS);
    expect((await joe.refused(checkImport, {}, { noun: 'clients', file })).status).toBe(403);
    expect((await joe.refused(runImport, {}, { noun: 'clients', file, mapping: {} })).status).toBe(403);
    expect((await joe.refused(listImports, {})).status).toBe(403);
    expect((await joe.refused(undoImport, { id: batch.id })).status).toBe(403);
  });

  test('Mona cannot import a file that somebody else has uploaded', async () => {
    const [mona, joe] = [await app.as('mona'), await app.as('joe')];
    const file = await uploadCsv(joe, TWO_CLIENTS);
    for (const refusal of [
      await mona.refused(checkImport, {}, { noun: 'clients', file }),
      await mona.refused(runImport, {}, { noun: 'clients', file, mapping: { Name: 'name' } }),
    ]) {
      expect(refusal).toMatchObject({ status: 400, body: { file: [expect.stringMatching(/not yours/)] } });
    }
  });

  test('one bad row keeps the whole file out, and its errors name line, column and reason', async () => {
    const mona = await app.as('mona');
    const text = 'Name;Courriel;Terms\nGood;good@example.ca;30\n;nobody@example.ca;\nBad;not an address;900\n"Two\nlines";;\n';
    const found = await checkCsv(mona, text);
    expect(found).toMatchObject({ delimiter: ';', rows: 4, ready: 1, error_count: 4, error_lines: expect.any(Array) });
    expect(new Set(found.error_lines)).toEqual(new Set(found.errors.map(({ line }) => line)));
    expect(found.errors).toEqual([
      { line: 3, column: 'Name', message: 'This field may not be blank.' },
      { line: 4, column: 'Courriel', message: 'Enter an e-mail address such as name@example.ca.' },
      { line: 4, column: 'Terms', message: 'Use at most 365 days.' },
      { line: 5, column: 'Name', message: 'Use a single line of text.' },
    ]);
    const { file, mapping } = found;
    const refusal = await mona.refused(runImport, {}, { noun: 'clients', file, mapping });
    expect(refusal).toMatchObject({
      status: 400,
      body: { detail: '3 rows cannot be imported as they are, so nothing was.', rows: found.errors },
    });
    expect(await clientNames(mona)).toEqual([]);
    const batch = await mona.call(runImport, {}, { noun: 'clients', file, mapping, skip_lines: [3, 4, 5] });
    expect(batch).toMatchObject({ created: 1, skipped: 3 });
    expect(await clientNames(mona)).toEqual(['Good']);
  });

  test('an accent saved by an older Excel arrives as the accent it was', async () => {
    const mona = await app.as('mona');
    const found = await checkCsv(mona, Buffer.from('Nom;T\xe9l\xe9phone\r\nTh\xe9riault & Fils Lt\xe9e;506-555-0113\r\n', 'latin1'));
    expect(found).toMatchObject({ encoding: 'windows-1252', delimiter: ';', mapping: { Nom: 'name', Téléphone: 'phone' } });
    await mona.call(runImport, {}, { noun: 'clients', file: found.file, mapping: found.mapping });
    expect(await clientNames(mona)).toEqual(['Thériault & Fils Ltée']);
  });

  test('Unicode text from Excel is read, and said to be what it is', async () => {
    const found = await checkCsv(await app.as('mona'), Buffer.from('\uFEFFNom\tVille\r\nLéger\tDieppe\r\n', 'utf16le'));
    expect(found).toMatchObject({ encoding: 'utf-16le', delimiter: '\t', ready: 1 });
  });

  test('delimiter, encoding and columns can be chosen by hand, and a choice for columns that are gone is forgotten', async () => {
    const alice = await app.as('alice');
    const file = await uploadCsv(alice, 'Name,City;Note\nA,B;C\n');
    const commas = await alice.call(checkImport, {}, { noun: 'clients', file, delimiter: ',' });
    expect(commas.columns.map((column) => column.title)).toEqual(['Name', 'City;Note']);
    const other = await alice.call(checkImport, {}, { noun: 'clients', file, delimiter: ';', mapping: commas.mapping });
    expect(other.mapping).toEqual({ Note: 'note' });
    expect(other.errors).toEqual([{ line: 1, column: null, message: 'Choose the column that holds the name.' }]);
    const byHand = await alice.call(checkImport, {}, { noun: 'clients', file, delimiter: ',', mapping: { 'City;Note': 'name' } });
    expect(byHand).toMatchObject({ mapping: { 'City;Note': 'name' }, ready: 1 });
    const twice = await alice.refused(
      checkImport,
      {},
      { noun: 'clients', file, delimiter: ',', mapping: { Name: 'name', 'City;Note': 'name' } },
    );
    expect(twice.body.mapping).toEqual(['Name takes one column, but “Name” and “City;Note” are both chosen for it.']);
    const nameless = await alice.refused(runImport, {}, { noun: 'clients', file, delimiter: ',', mapping: { Name: 'note' } });
    expect(nameless.body.mapping).toEqual(['Choose the column that holds the name.']);
  });

  test.each([
    ['a workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]), /Excel workbook/],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]), /not a text file/],
    ['nothing', '', /empty/],
    ['no header', 'Ann Roy,ann@example.ca\n', /titles of the columns/],
    ['an open quotation mark', 'Name\n"Ann\n', /line 2/],
    ['too many rows', `Name\n${'a\n'.repeat(10_001)}`, /more than 10,000 rows/],
    ['too many bytes', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'), /larger than 10 MB/],
  ])('%s is refused in words', async (_, bytes, words) => {
    const alice = await app.as('alice');
    const file = await uploadCsv(alice, bytes);
    const refusal = await alice.refused(checkImport, {}, { noun: 'clients', file });
    expect(refusal).toMatchObject({ status: 400, body: { file: [expect.stringMatching(words)] } });
  });

  test('skipping a line that holds no row, or every row, is refused', async () => {
    const mona = await app.as('mona');
    const { file, mapping } = await checkCsv(mona, TWO_CLIENTS);
    const call = { noun: 'clients', file, mapping } as const;
    expect((await mona.refused(runImport, {}, { ...call, skip_lines: [99] })).body.skip_lines).toEqual(['No row begins on line 99.']);
    expect((await mona.refused(runImport, {}, { ...call, skip_lines: [2, 3] })).body.file).toEqual(['There is no row to import.']);
  });

  test('what the export writes comes back in, formulas and all', async () => {
    const alice = await app.as('alice');
    await alice.call(
      createClient,
      {},
      {
        name: '=1+1 Holdings',
        phone: '+1 506 555-0114',
        billing_street: '1 Main\nUnit 2',
        note: 'say "hi"',
        risk_level: 'B',
        is_tax_exempt: true,
      },
    );
    const { results } = await alice.call(listClients, {});
    const before = await alice.call(getClient, { id: results[0]!.id });
    const text = await (await alice.call(exportClients, {})).text();
    await alice.call(removeClient, { id: before.id });
    await importCsv(alice, text);
    const again = await alice.call(listClients, {});
    const { id, created_on, created_by, updated_on, updated_by, ...same } = before;
    expect(await alice.call(getClient, { id: again.results[0]!.id })).toMatchObject(same);
    expect(again.results[0]!.id).not.toBe(id);
  });
});

test('a column is called the same in the import as in the history', () => {
  for (const [noun, fields] of [
    [clientNoun, IMPORT_FIELDS.clients],
    [contactNoun, IMPORT_FIELDS.contacts],
  ] as const) {
    for (const { field, label } of fields) {
      const entry = noun.fields[field];
      if (entry) expect(typeof entry === 'string' ? entry : entry.label).toBe(label);
    }
  }
});
