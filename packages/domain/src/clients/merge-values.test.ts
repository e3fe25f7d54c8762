import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinLists, MERGE_RULES, mergedValues } from './merge-values.ts';

const ADDRESS = { billing_street: '', billing_city: '', billing_province: '', billing_postal_code: '', billing_country: '' };
const CLIENT = { name: 'A', phone: '', risk_level: null, tax_province: null, is_tax_exempt: false, tax_exempt_reason: '', ...ADDRESS };
type Client = { [Field in keyof typeof CLIENT]: (typeof CLIENT)[Field] | string | boolean };

const client = (change: Partial<Client>): Client => ({ ...CLIENT, ...change });
const merge = (rows: [Client, ...Client[]], keep: Record<string, Client> = {}) => mergedValues('client', Object.keys(CLIENT), rows, keep);

describe('merged values', () => {
  it('fill in what is missing and change nothing else of the one that stays', () => {
    const outcome = merge([client({ name: 'A' }), client({ name: 'B', phone: '1' }), client({ name: 'C', phone: '2', risk_level: 'C' })]);
    expect(outcome).toEqual({ ...CLIENT, name: 'A', phone: '1', risk_level: 'C' });
  });

  it('do not take "as the firm" for a gap', () => {
    expect(merge([client({}), client({ tax_province: 'ON' })]).tax_province).toBeNull();
    const other = client({ tax_province: 'ON' });
    expect(merge([client({}), other], { tax_province: other }).tax_province).toBe('ON');
  });

  it('take an exemption with its reason, or neither', () => {
    const exempt = client({ is_tax_exempt: true, tax_exempt_reason: 'Card 12' });
    expect(merge([client({}), exempt])).toMatchObject({ is_tax_exempt: false, tax_exempt_reason: '' });
    expect(merge([client({}), exempt], { is_tax_exempt: exempt })).toMatchObject({ is_tax_exempt: true, tax_exempt_reason: 'Card 12' });
  });

  it('take an address whole, where there is none but for the country', () => {
    const here = client({ billing_street: '1 King St', billing_city: 'Sussex', billing_country: 'USA' });
    expect(merge([client({ billing_country: 'Canada' }), here])).toMatchObject({ billing_street: '1 King St', billing_country: 'USA' });
    const town = client({ billing_city: 'Moncton', billing_country: 'Canada' });
    expect(merge([town, here])).toMatchObject({ billing_street: '', billing_city: 'Moncton', billing_country: 'Canada' });
    expect(merge([town, here], { billing_city: here })).toMatchObject({ billing_street: '1 King St', billing_country: 'USA' });
  });

  it('are the survivor’s own wherever it has any, whoever else is merged', () => {
    const text = fc.constantFrom('', 'x', 'y');
    const row = fc.record({ name: text, phone: text, tax_province: fc.constantFrom(null, 'NB', 'ON') }).map(client);
    fc.assert(
      fc.property(row, fc.array(row, { maxLength: 4 }), (survivor, others) => {
        const outcome = merge([survivor, ...others]);
        for (const field of ['name', 'phone'] as const) if (survivor[field] !== '') expect(outcome[field]).toBe(survivor[field]);
        expect(outcome.tax_province).toBe(survivor.tax_province);
      }),
    );
  });
});

describe('joined lists', () => {
  const { phones, emails } = MERGE_RULES.contact.keys;

  it('have a phone once, in whatever notation, but every extension', () => {
    const lists = [
      ['(506) 555-0101', '506 555-0102 ext 5'],
      ['+1 506.555.0101', '5065550102 ext. 6', '506-555-0103'],
    ];
    expect(joinLists(lists, phones)).toEqual(['(506) 555-0101', '506 555-0102 ext 5', '5065550102 ext. 6', '506-555-0103']);
  });

  it('have an e-mail once, whatever its case', () => {
    expect(joinLists([['Jean@Example.ca'], ['jean@example.ca', 'roy@example.ca']], emails)).toEqual(['Jean@Example.ca', 'roy@example.ca']);
  });
});
