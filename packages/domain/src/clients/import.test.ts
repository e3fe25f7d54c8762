import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CsvTable, readCsv } from '../text/csv-reader.ts';
import { IMPORT_FIELDS, type ImportNoun, whyNotHeader } from './import-fields.ts';
import { namesIn, resolveClients } from './import-links.ts';
import { hasName, suggestMapping, whyNotMapping } from './import-mapping.ts';
import { columnsFor, createRowReader } from './import-row.ts';
import { whyNotUndo } from './import-undo.ts';

function suggest(noun: ImportNoun, titles: string[], samples: string[][] = []) {
  return Object.fromEntries(
    suggestMapping(
      noun,
      titles.map((title, i) => ({ title, samples: samples[i] ?? [] })),
    ),
  );
}

function readRows(noun: ImportNoun, text: string, mapping?: Record<string, string>) {
  const table = readCsv(new TextEncoder().encode(text), { max_rows: 100 }) as CsvTable;
  const columns = table.columns.map(({ title, at }) => ({ title, samples: table.rows.map((row) => row.cells[at] ?? '') }));
  const chosen = mapping ? new Map(Object.entries(mapping)) : suggestMapping(noun, columns);
  return table.rows.map(createRowReader(noun, table.columns, chosen));
}

describe('suggestions', () => {
  it('knows the titles of an English and of a French list of clients', () => {
    expect(suggest('clients', ['Company Name', 'Phone (office)', 'E-mail Address', 'City', 'Postal Code', 'Fax'])).toEqual({
      'Company Name': 'name',
      'Phone (office)': 'phone',
      'E-mail Address': 'email',
      City: 'billing_city',
      'Postal Code': 'billing_postal_code',
    });
    expect(suggest('clients', ['Nom du client', 'Téléphone', 'Courriel', 'Adresse', 'Ville', 'Code postal', 'Remarques'])).toEqual({
      'Nom du client': 'name',
      Téléphone: 'phone',
      Courriel: 'email',
      Adresse: 'billing_street',
      Ville: 'billing_city',
      'Code postal': 'billing_postal_code',
      Remarques: 'note',
    });
  });

  it('gives several columns to phones and e-mails of a contact, but only the first to the phone of a client', () => {
    expect(suggest('contacts', ['Name', 'Business Phone', 'Mobile Phone', 'E-mail 2 Address'])).toMatchObject({
      'Business Phone': 'phones',
      'Mobile Phone': 'phones',
    });
    expect(suggest('clients', ['Name', 'Phone', 'Cell'])).toEqual({ Name: 'name', Phone: 'phone' });
  });

  it('takes Nom beside Prénom for the family name, and a whole name over its halves', () => {
    expect(suggest('contacts', ['Prénom', 'Nom'])).toEqual({ Prénom: 'first_name', Nom: 'last_name' });
    expect(suggest('contacts', ['First Name', 'Last Name', 'Full name'])).toEqual({ 'Full name': 'name' });
    expect(suggest('contacts', ['First Name', 'Last Name'])).toEqual({ 'First Name': 'first_name', 'Last Name': 'last_name' });
  });

  it('looks at the cells where the title says nothing', () => {
    const samples = [
      ['a@example.ca', '', 'b@example.ca'],
      ['506 555-0101', '(506) 555-0102', 'none'],
      ['E1A 1A1', 'E2B 3C4', 'E1A1A1'],
      ['x', 'y', 'z'],
    ];
    expect(suggest('clients', ['A', 'B', 'C', 'D'], samples)).toEqual({ A: 'email', C: 'billing_postal_code' });
    expect(suggest('clients', ['A', 'B'], [[], ['506 555-0101', '+1 506 555-0102', '5065550103']])).toEqual({ B: 'phone' });
  });

  it('knows every label it shows, so that the own export comes back in', () => {
    for (const noun of ['clients', 'contacts'] as const) {
      for (const { field, label } of IMPORT_FIELDS[noun]) expect(suggest(noun, [label])).toEqual({ [label]: field });
    }
    expect(suggest('clients', ['Payment terms (days)', 'Date added'])).toEqual({ 'Payment terms (days)': 'payment_terms_days' });
  });

  it('never suggests what it would refuse', () => {
    const title = fc.constantFrom('Name', 'Nom', 'Prénom', 'Last name', 'Phone', 'Cell', 'Client', 'E-mail', 'Address', 'Address 2', 'x');
    fc.assert(
      fc.property(fc.uniqueArray(title), fc.constantFrom<ImportNoun>('clients', 'contacts'), (titles, noun) => {
        const mapping = suggestMapping(
          noun,
          titles.map((one) => ({ title: one, samples: [] })),
        );
        expect(whyNotMapping(noun, titles, mapping)).toBeNull();
      }),
      { seed: 20260304 },
    );
  });
});

describe('mapping', () => {
  const why = (noun: ImportNoun, mapping: Record<string, string>) => whyNotMapping(noun, ['A', 'B', 'C'], new Map(Object.entries(mapping)));

  it('refuses two columns for one value, and lets a list take both', () => {
    expect(why('clients', { A: 'name', B: 'name' })).toBe('Name takes one column, but “A” and “B” are both chosen for it.');
    expect(why('contacts', { A: 'name', B: 'phones', C: 'phones' })).toBeNull();
    expect(why('clients', { A: 'name', B: 'billing_street', C: 'billing_street' })).toBeNull();
  });
  it('refuses a column or a field that is not there, and a name from two sources', () => {
    expect(why('clients', { Z: 'name' })).toMatch(/no column titled “Z”/);
    expect(why('clients', { A: 'phones' })).toMatch(/no field called phones/);
    expect(why('contacts', { A: 'name', B: 'last_name' })).toMatch(/whole name/);
  });
  it('knows whether anybody would have a name', () => {
    expect(hasName(new Map([['A', 'phones']]))).toBe(false);
    expect(hasName(new Map([['A', 'last_name']]))).toBe(true);
  });
  it('asks for a header where the first line is a person', () => {
    expect(whyNotHeader(['Ann', 'ann@example.ca'])).toMatch(/titles of the columns/);
    expect(whyNotHeader(['Name', 'E-mail', 'Column 3'])).toBeNull();
  });
});

describe('rows', () => {
  it('reads words people use for what is stored as a letter, a number or a flag', () => {
    const text =
      'Name;Party type;Risk;Class;Terms;Tax exempt;Tax province\nA;Particulier;élevé;b;Net 45;oui;N.-B.\nB;company;A (low);C;30 jours;no;Quebec\nC;;;;;;\n';
    expect(readRows('clients', text).map((row) => row.values)).toEqual([
      {
        name: 'A',
        party_type: 'Individual',
        risk_level: 'C',
        classification: 'B',
        payment_terms_days: 45,
        is_tax_exempt: true,
        tax_province: 'NB',
      },
      {
        name: 'B',
        party_type: 'Organization',
        risk_level: 'A',
        classification: 'C',
        payment_terms_days: 30,
        is_tax_exempt: false,
        tax_province: 'QC',
      },
      { name: 'C' },
    ]);
  });

  it('says per cell what it does not understand', () => {
    const [row] = readRows('clients', 'Name,Risk,Terms,Exempt\nA,huge,soon,perhaps\n');
    expect(row?.problems).toEqual([
      { line: 2, column: 'Risk', message: '“huge” is not one of A, B, C.' },
      { line: 2, column: 'Terms', message: '“soon” is not a number of days.' },
      { line: 2, column: 'Exempt', message: '“perhaps” is neither yes nor no.' },
    ]);
  });

  it('joins several columns into lists and lines, and halves into a name', () => {
    const text = 'Prénom,Nom,Phone 1,Phone 2,Notes,Comments\nAnne, Cyr ,506 555-0101; 506 555-0102,506 555-0101,one,two\n';
    expect(readRows('contacts', text)[0]?.values).toEqual({ name: 'Anne Cyr', phones: ['506 555-0101', '506 555-0102'], note: 'one\ntwo' });
  });

  it('complains of a line with more cells than columns, and of nothing when the name is only judged later', () => {
    const rows = readRows('clients', 'Name,City\nA,B,C\n,Dieppe\n');
    expect(rows[0]?.problems[0]?.message).toMatch(/more cells than there are columns/);
    expect(rows[1]).toMatchObject({ values: { name: '' }, problems: [] });
  });

  it('names the columns a value came from', () => {
    const mapping = new Map([
      ['Prénom', 'first_name'],
      ['Nom', 'last_name'],
    ]);
    expect(columnsFor(mapping, 'name')).toBe('Prénom, Nom');
    expect(columnsFor(mapping, 'note')).toBeNull();
  });
});

describe('clients of a contact', () => {
  const known = new Map([
    ['Acme, Inc.', [1]],
    ['Roy', [2]],
    ['Cyr', [3]],
    ['Twin', [4, 5]],
  ]);
  it('reads a name with a comma in it, several by line or semicolon, and what our export joins with commas', () => {
    expect(resolveClients('Acme, Inc.', known)).toEqual({ ids: [1] });
    expect(resolveClients('Roy; Acme, Inc.', known)).toEqual({ ids: [2, 1] });
    expect(resolveClients('Roy, Cyr', known)).toEqual({ ids: [2, 3] });
    expect(resolveClients('Roy\nRoy', known)).toEqual({ ids: [2] });
    expect(resolveClients(' ', known)).toEqual({ ids: [] });
    expect(namesIn('Roy, Cyr')).toEqual(['Roy, Cyr', 'Roy', 'Cyr']);
  });
  it('guesses nothing', () => {
    expect(resolveClients('Nobody', known)).toEqual({ problem: expect.stringMatching(/^There is no client called “Nobody”/) });
    expect(resolveClients('Twin', known)).toEqual({ problem: expect.stringMatching(/^2 clients are called “Twin”/) });
  });
});

describe('undo', () => {
  const facts = { noun: 'clients', is_undone: false, changed: [], referred: [] } as const;
  it('is free while nobody has built on it, and otherwise names the first few', () => {
    expect(whyNotUndo(facts)).toBeNull();
    expect(whyNotUndo({ ...facts, is_undone: true })).toMatch(/undone already/);
    expect(whyNotUndo({ ...facts, changed: ['Roy'] })).toBe('A client has been changed since the import: Roy.');
    expect(whyNotUndo({ ...facts, changed: ['Acme Ltd.'] })).toBe('A client has been changed since the import: Acme Ltd.');
    expect(whyNotUndo({ ...facts, changed: ['A', 'B', 'C', 'D'] })).toBe(
      'Some clients have been changed since the import: A, B, C and others.',
    );
    expect(whyNotUndo({ ...facts, referred: ['A', 'B'] })).toBe('Some clients are referred to by other records by now: A and B.');
  });
});
