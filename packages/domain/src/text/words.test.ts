import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csv } from './csv.ts';
import { historySentence } from './history-sentence.ts';
import { norm, searchWords } from './norm.ts';

describe('norm', () => {
  it('forgets case and accents', () => {
    expect(norm('Thériault & Fils LTÉE')).toBe('theriault & fils ltee');
    expect(norm('Cœur de l’Île')).toBe("coeur de l'ile");
  });

  it('is the same the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(norm(norm(text))).toBe(norm(text));
      }),
    );
  });
});

describe('searchWords', () => {
  it('splits on any white space and drops nothing else', () => {
    expect(searchWords('  Rue  du\tMarché ')).toEqual(['rue', 'du', 'marche']);
    expect(searchWords('   ')).toEqual([]);
  });
});

describe('csv', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['+1', '+1'],
    ['-5', '-5'],
    ['-5 m', "'-5 m"],
    ['+1 506 555-0101', "'+1 506 555-0101"],
  ])('writes %s as %s', (cell, written) => {
    expect(csv([[cell]])).toBe(`\uFEFF${written}\r\n`);
  });

  it('quotes what would break a row', () => {
    expect(csv([['a,b', 'say "hi"', 'two\nlines']])).toBe('\uFEFF"a,b","say ""hi""","two\nlines"\r\n');
  });
});

describe('historySentence', () => {
  const base = { who: 'Mona Martin', noun: 'client', name: 'Acme' };

  it('says who changed what from what to what', () => {
    const changes = [
      { field: 'phone', label: 'Phone', from: '506 555-0101', to: '506 555-0102' },
      { field: 'risk_level', label: 'Risk level', from: null, to: 'C (high)' },
    ];
    expect(historySentence({ ...base, action: 'changed', changes })).toBe(
      'Mona Martin changed phone from 506 555-0101 to 506 555-0102 and set risk level to C (high).',
    );
  });

  it('does not repeat a long text, and says what was cleared', () => {
    const changes = [{ field: 'note', label: 'Note', from: 'x'.repeat(200), to: null }];
    expect(historySentence({ ...base, action: 'changed', changes })).toBe('Mona Martin cleared note.');
  });

  it('has a verb for each kind of change, and says it once', () => {
    const set = (label: string, from: string | null, to: string | null) => ({ field: label, label, from, to });
    const changes = [
      set('Classification', 'A', null),
      set('Phone', '1', '2'),
      set('Website', null, 'x.ca'),
      set('E-mail', null, 'a@x.ca'),
      set('City', 'A', 'B'),
    ];
    expect(historySentence({ ...base, action: 'changed', changes })).toBe(
      'Mona Martin changed phone from 1 to 2; city from A to B; set website to x.ca; e-mail to a@x.ca and cleared classification (was A).',
    );
  });

  it('says what was merged, on either side', () => {
    const merged = { field: 'merged', label: 'Merged', from: null, to: 'Audit Two Ltd.' };
    expect(historySentence({ ...base, action: 'changed', changes: [merged] })).toBe('Mona Martin merged Audit Two Ltd. into this client.');
    const into = { field: 'merged_into', label: 'Merged into', from: null, to: 'Audit One Ltd.' };
    const links = { field: 'contacts', label: 'Contacts', from: 'Ann', to: null, one: 'contact', items: [{ from: 'Ann', to: null }] };
    expect(historySentence({ ...base, action: 'changed', changes: [into, links] })).toBe(
      'Mona Martin merged client Acme into Audit One Ltd.',
    );
  });

  it('tells of the things in a list one by one, and counts what are too many', () => {
    const list = { field: 'contacts', label: 'Contacts', from: 'Ann (Boss), Bob', to: 'Ann (Chief), Cid', one: 'contact' };
    const items = [
      { from: 'Ann (Boss)', to: 'Ann (Chief)' },
      { from: null, to: 'Cid' },
      { from: 'Bob', to: null },
    ];
    expect(historySentence({ ...base, action: 'changed', changes: [{ ...list, items }] })).toBe(
      'Mona Martin changed contact Ann (Boss) to Ann (Chief); added contact Cid and removed contact Bob.',
    );
    const only = { ...list, from: null, to: 'Ann' };
    expect(historySentence({ ...base, action: 'changed', changes: [only] })).toBe('Mona Martin added contact Ann.');
    const many = Array.from({ length: 8 }, (_, i) => ({ from: null, to: `P${i}` }));
    expect(historySentence({ ...base, action: 'changed', changes: [{ ...list, items: many, unsaid: 92 }] })).toBe(
      'Mona Martin added contacts P0, P1, P2, P3, P4 and 95 others.',
    );
  });

  it('keeps to one line, whatever was typed', () => {
    const changes = [{ field: 'note', label: 'Note', from: 'one', to: 'two\nthree\r\n\tfour' }];
    expect(historySentence({ ...base, action: 'changed', changes })).toBe('Mona Martin changed note from one to two three four.');
  });

  it('leaves what is spelled in capitals as it is', () => {
    const change = (label: string) => ({ field: 'x', label, from: null, to: '1' });
    expect(historySentence({ ...base, action: 'changed', changes: ['HRMS', 'Code ROCK', 'E-mail'].map(change) })).toBe(
      'Mona Martin set HRMS to 1; code ROCK to 1 and e-mail to 1.',
    );
  });

  it('does not put a stop after a stop', () => {
    expect(historySentence({ ...base, name: 'Acme Ltd.', action: 'created', changes: [] })).toBe('Mona Martin created client Acme Ltd.');
  });

  it('tells of a creation by the system', () => {
    expect(historySentence({ ...base, who: null, action: 'created', changes: [] })).toBe('The system created client Acme.');
  });
});
