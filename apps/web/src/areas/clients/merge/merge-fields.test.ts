import { describe, expect, it } from 'vitest';
import { CLIENT } from '../../../parts/form/form-fixture.tsx';
import { chosenOption, differingFields, filledFields } from './merge-fields.ts';

const BLANK = { ...CLIENT, classification: null, phone: '', email: '', billing_city: '', billing_province: '' };
const client = (id: number, change: Partial<Record<keyof typeof BLANK, unknown>>) => ({ ...BLANK, ...change, id });

describe('three clients that are one', () => {
  it('leave the one that stays its own value, also when an earlier one has the same', () => {
    const records = [client(1, { phone: '1' }), client(2, { phone: '2' }), client(3, { phone: '2' })];
    const [phone] = differingFields('client', records, 3);
    expect(phone?.options).toEqual([
      { id: 1, words: '1' },
      { id: 3, words: '2' },
    ]);
    expect(chosenOption(phone!, undefined, 3)).toBe(3);
    expect(chosenOption(phone!, '1', 3)).toBe(1);
  });

  it('keep what was chosen when another is to stay', () => {
    const records = [client(1, { phone: '1' }), client(2, { phone: '2' }), client(3, { phone: '1' })];
    for (const survivor of [1, 2, 3]) {
      const [phone] = differingFields('client', records, survivor);
      expect(records.find(({ id }) => id === chosenOption(phone!, '1', survivor))?.phone).toBe('1');
    }
  });
});

describe('what is asked', () => {
  it('takes an address and an exemption as one, and "as the firm" for an answer', () => {
    const other = client(2, {
      billing_street: '1 King St',
      billing_city: 'Sussex',
      billing_country: 'Canada',
      tax_province: 'ON',
      is_tax_exempt: true,
      tax_exempt_reason: 'Card 12',
    });
    const asked = differingFields('client', [client(1, { billing_city: 'Moncton' }), other], 1);
    expect(asked.map(({ label, fields, options }) => [label, fields.length, options.map(({ words }) => words)])).toEqual([
      ['Billing address', 5, ['Moncton', '1 King St\nSussex\nCanada']],
      ['Tax province', 1, ['As the firm', 'ON']],
      ['Tax exempt', 2, ['No', 'Yes: Card 12']],
    ]);
  });

  it('is not what is filled in; that is told with its value', () => {
    const [survivor, other] = [
      client(1, { billing_country: 'Canada' }),
      client(2, { name: 'Acme Ltd.', phone: '2', billing_city: 'Sussex' }),
    ];
    const asked = differingFields('client', [survivor, other], 1);
    const outcome = { ...survivor, name: 'Acme Ltd.', phone: '2', billing_city: 'Sussex', billing_country: '' };
    expect(asked.map(({ label }) => label)).toEqual(['Name']);
    expect(filledFields('client', survivor, outcome, asked)).toEqual([
      { field: 'phone', label: 'Phone', words: '2' },
      { field: 'billing_street', label: 'Billing address', words: 'Sussex' },
    ]);
    const contact = { id: 1, name: 'Ann', position: '', phones: ['1'], emails: [], note: '' };
    expect(filledFields('contact', contact, { ...contact, phones: ['1', '2'] }, [])).toEqual([
      { field: 'phones', label: 'Phones', words: '1, 2' },
    ]);
  });
});
