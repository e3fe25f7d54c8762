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
      'Mona Martin changed phone from 506 555-0101 to 506 555-0102 and risk level to C (high).',
    );
  });

  it('does not repeat a long text, and says what was cleared', () => {
    const changes = [{ field: 'note', label: 'Note', from: 'x'.repeat(200), to: null }];
    expect(historySentence({ ...base, action: 'changed', changes })).toBe('Mona Martin changed note (cleared).');
  });

  it('leaves what is spelled in capitals as it is', () => {
    const change = (label: string) => ({ field: 'x', label, from: null, to: '1' });
    expect(historySentence({ ...base, action: 'changed', changes: ['HRMS', 'Code ROCK', 'E-mail'].map(change) })).toBe(
      'Mona Martin changed HRMS to 1; code ROCK to 1 and e-mail to 1.',
    );
  });

  it('does not put a stop after a stop', () => {
    expect(historySentence({ ...base, name: 'Acme Ltd.', action: 'created', changes: [] })).toBe('Mona Martin created client Acme Ltd.');
  });

  it('tells of a creation by the system', () => {
    expect(historySentence({ ...base, who: null, action: 'created', changes: [] })).toBe('The system created client Acme.');
  });
});
