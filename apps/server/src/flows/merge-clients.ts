import { clientNoun, getClient } from '../areas/clients/client/client.service.ts';
import { contactNoun, getContact } from '../areas/clients/contact/contact.service.ts';
import type { Context } from '../call/context.ts';
import { mergeRecords, onlyLook } from './merge-records.ts';

type Wish = { keep?: Record<string, number> | undefined };

export async function mergeContacts(context: Context, id: number, { contacts, keep = {} }: Wish & { contacts: number[] }, preview = false) {
  const work = async () => {
    const outcome = await mergeRecords(context, contactNoun, id, { others: contacts, keep, field: 'contacts' });
    return { ...outcome, preview, contact: await getContact(context, id) };
  };
  return preview ? onlyLook(context, work) : work();
}

export async function mergeClients(context: Context, id: number, { clients, keep = {} }: Wish & { clients: number[] }, preview = false) {
  const work = async () => {
    const outcome = await mergeRecords(context, clientNoun, id, { others: clients, keep, field: 'clients' });
    return { ...outcome, preview, client: await getClient(context, id) };
  };
  return preview ? onlyLook(context, work) : work();
}
