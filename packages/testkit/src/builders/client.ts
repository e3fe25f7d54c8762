import type { Client, ClientRow } from '@dmse/contract/clients/client';
import { STAMP, STAMPS } from './stamps.ts';

export function buildClientRow({ id = 5, ...change }: Partial<ClientRow> = {}): ClientRow {
  return {
    ...{ id, name: `Client ${id}`, party_type: 'Organization', classification: 'A', risk_level: null, phone: '', billing_city: '' },
    ...{ created_on: STAMP, ...change },
  };
}

/** A client as whoever sees no amounts gets it. */
export function buildClient({ id = 5, ...change }: Partial<Client> = {}): Client {
  return {
    ...{ ...buildClientRow({ id }), email: '', website: '', billing_street: '', billing_province: '', billing_postal_code: '' },
    ...{ billing_country: '', payment_terms_days: 30, tax_province: null, is_tax_exempt: false, tax_exempt_reason: '', language: 'en' },
    ...{ note: '', contacts: [], ...STAMPS, ...change },
  };
}

/** A client that invoices can be sent to, as it is typed. */
export function newBilledClient(name: string) {
  return { name, billing_street: '1 Water St', billing_city: 'Sussex', payment_terms_days: 30 };
}
