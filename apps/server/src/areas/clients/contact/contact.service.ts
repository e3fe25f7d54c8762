import { type Contact, type ContactPatch, type ContactRow, contactFields } from '@dmse/contract/clients/contact';
import type { z } from 'zod';
import type { Context } from '../../../call/context.ts';
import { notFound } from '../../../call/refusal.ts';
import type { PageInput } from '../../../db/paging.ts';
import { listHistory } from '../../../records/history.ts';
import { type Changeable, changeRecord, createRecord, fieldsOf } from '../../../records/record.ts';
import { holdLinked, setLinks } from '../link/link.service.ts';
import { removeParty } from '../link/remove-party.service.ts';
import { refuseTombstone, sendToSurvivor } from '../link/tombstone.ts';
import * as contacts from './contact.queries.ts';

type Patch = z.infer<typeof ContactPatch>;

export const contactNoun: Changeable<'contact', Contact> & { noun: 'contact' } = {
  noun: 'contact',
  table: 'contact',
  nameOf: (row) => String(row.name),
  fields: fieldsOf(contactFields),
  get: getContact,
  refuse: (_, row) => refuseTombstone('contact', row.merged_into),
};

export async function getContact(context: Context, id: number): Promise<Contact> {
  const { tx } = context;
  const row = await contacts.find(tx, id);
  if (!row) throw notFound();
  sendToSurvivor('contact', row.merged_into);
  return row;
}

export function listContacts({ tx }: Context, filter: contacts.ContactFilter): Promise<{ count: number; results: ContactRow[] }> {
  return contacts.list(tx, filter);
}

function linksIn(patch: Patch) {
  return patch.clients?.map(({ client, ...rest }) => ({ other: client, ...rest }));
}

export async function createContact(context: Context, values: Patch & { name: string }): Promise<Contact> {
  const { clients: _, ...fields } = values;
  const links = linksIn(values) ?? [];
  const row = await createRecord(context, contactNoun, fields, ({ id }) => setLinks(context, 'contact', { id, name: fields.name }, links));
  return getContact(context, row.id);
}

export async function updateContact(context: Context, id: number, patch: Patch): Promise<Contact> {
  const links = linksIn(patch);
  const wanted = links?.map((link) => link.other);
  if (wanted) await holdLinked(context, 'contact', [id], wanted);
  const { clients: _, ...values } = patch;
  return changeRecord(context, contactNoun, id, async (before) => {
    const end = { id, name: values.name ?? before.name };
    return { values, extra: links ? await setLinks(context, 'contact', end, links) : [] };
  });
}

export function removeContact(context: Context, id: number): Promise<void> {
  return removeParty(context, contactNoun, id, contacts.listMerged);
}

export async function listContactHistory(context: Context, id: number, page: PageInput) {
  return listHistory(context, 'contact', id, await contacts.listMerged(context.tx, id), page);
}
