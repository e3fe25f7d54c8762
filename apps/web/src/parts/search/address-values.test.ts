import { listClients } from '@dmse/contract/clients/client';
import { describe, expect, it } from 'vitest';
import { dropRefused, nextOrdering } from './address-values.ts';
import type { SearchFilter } from './search-filter.ts';

const FILTERS: SearchFilter[] = [{ kind: 'multi', name: 'classification', label: 'Classification', choices: [] }];
const drop = (address: Record<string, unknown>) => dropRefused(address, FILTERS, listClients.declaration.query);

describe('an address somebody has typed', () => {
  it('loses what the list would refuse, and keeps what is right and what is none of its business', () => {
    expect(drop({ tab: 'clients', ordering: 'foo', classification: 'Z' })).toEqual({ tab: 'clients' });
    expect(drop({ classification: ['Z', 'A'], ordering: '-name' })).toEqual({ classification: ['A'], ordering: '-name' });
    expect(drop({ query: 'x'.repeat(201), page: '9999999' })).toEqual({});
  });
  it('loses an order that the columns do not offer this person, though the list knows it', () => {
    const among = (ordering: string, orders: string[]) =>
      dropRefused({ tab: 'clients', ordering }, FILTERS, listClients.declaration.query, orders);
    expect(among('-created_on', ['name', 'created_on'])).toEqual({ tab: 'clients', ordering: '-created_on' });
    expect(among('-created_on', ['name'])).toEqual({ tab: 'clients' });
    expect(among('name,-created_on', ['name'])).toEqual({ tab: 'clients' });
  });
  it('is left alone when there is nothing wrong with it', () => {
    const address = { query: '', classification: ['A', 'B'], page: '2', advancedSearch: 'true' };
    expect(drop(address)).toEqual(address);
  });
});

describe('a click on a header', () => {
  const walk = (column: string, usual: string) => {
    const seen = [''];
    do seen.push(nextOrdering(seen.at(-1)!, column, usual));
    while (seen.at(-1) !== '');
    return seen;
  };
  it('goes up, down, and back to the usual order', () => {
    expect(walk('name', '')).toEqual(['', 'name', '-name', '']);
    expect(walk('created_on', 'name')).toEqual(['', 'created_on', '-created_on', '']);
  });
  it('turns the usual order round at once', () => {
    expect(walk('name', 'name')).toEqual(['', '-name', '']);
    expect(walk('num', '-num')).toEqual(['', 'num', '']);
  });
});
