import type { Contact, ContactRow } from '@dmse/contract/clients/contact';
import { STAMP, STAMPS } from './stamps.ts';

export function buildContactRow({ id = 9, ...change }: Partial<ContactRow> = {}): ContactRow {
  return { id, name: `Person ${id}`, position: '', phones: [], emails: [], clients_summary: '', created_on: STAMP, ...change };
}

export function buildContact({ id = 9, ...change }: Partial<Contact> = {}): Contact {
  return { ...buildContactRow({ id }), note: '', clients: [], ...STAMPS, ...change };
}
