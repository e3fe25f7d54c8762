import {
  type Client,
  type ClientPatch,
  type ClientRates,
  type ClientRatesBody,
  type ClientRow,
  clientFields,
} from '@dmse/contract/clients/client';
import type { z } from 'zod';
import type { Context } from '../../../call/context.ts';
import { invalid, notFound } from '../../../call/refusal.ts';
import type { PageInput } from '../../../db/paging.ts';
import { listHistory } from '../../../records/history.ts';
import { type Changeable, changeRecord, createRecord, fieldsOf } from '../../../records/record.ts';
import { listAgreedRates, setRates } from '../../jobs/project/project.service.ts';
import { validateRates } from '../../jobs/project/project-validate.service.ts';
import { getToday } from '../../settings/setting/setting.service.ts';
import { setLinks } from '../link/link.service.ts';
import { removeParty } from '../link/remove-party.service.ts';
import { refuseTombstone, sendToSurvivor } from '../link/tombstone.ts';
import * as clients from './client.queries.ts';

type Patch = z.infer<typeof ClientPatch>;

export const clientNoun: Changeable<'client', Client> & { noun: 'client' } = {
  noun: 'client',
  table: 'client',
  nameOf: (row) => String(row.name),
  fields: fieldsOf(clientFields),
  get: getClient,
  refuse: (_, row) => refuseTombstone('client', row.merged_into),
};

export async function getClient(context: Context, id: number): Promise<Client> {
  const { tx } = context;
  const row = await clients.find(tx, id);
  if (!row) throw notFound();
  sendToSurvivor('client', row.merged_into);
  return { ...row, ...(await clients.sumAccount(tx, id, await getToday(context))) };
}

export function listClients({ tx }: Context, filter: clients.ClientFilter) {
  return clients.list(tx, filter) as Promise<{ count: number; results: ClientRow[] }>;
}

function linksIn(patch: Patch) {
  return patch.contacts?.map(({ contact, ...rest }) => ({ other: contact, ...rest }));
}

export async function createClient(context: Context, values: Patch & { name: string }): Promise<Client> {
  const { contacts: _, ...fields } = values;
  const links = linksIn(values) ?? [];
  const row = await createRecord(context, clientNoun, fields, ({ id }) => setLinks(context, 'client', { id, name: fields.name }, links));
  return getClient(context, row.id);
}

export function updateClient(context: Context, id: number, patch: Patch): Promise<Client> {
  const { contacts: _, ...values } = patch;
  const links = linksIn(patch);
  return changeRecord(context, clientNoun, id, async (before) => {
    const end = { id, name: values.name ?? before.name };
    return { values, extra: links ? await setLinks(context, 'client', end, links) : [] };
  });
}

export function removeClient(context: Context, id: number): Promise<void> {
  return removeParty(context, clientNoun, id, clients.listMerged);
}

export async function getClientRates(context: Context, id: number): Promise<ClientRates> {
  const { id: found, version } = await getClient(context, id);
  return { id: found, version, rates: await listAgreedRates(context.tx, 'client', id) };
}

/** A change of the rates is a change of the client: it raises its version and stands in its history. */
export function updateClientRates(context: Context, id: number, { rates }: z.infer<typeof ClientRatesBody>): Promise<ClientRates> {
  const noun: Changeable<'client', ClientRates> = { ...clientNoun, get: getClientRates };
  return changeRecord(context, noun, id, async () => {
    const errors = await validateRates(context.tx, { rates });
    if (Object.keys(errors).length > 0) throw invalid(errors);
    return { values: {}, extra: await setRates(context, 'client', id, rates) };
  });
}

export async function listClientHistory(context: Context, id: number, page: PageInput) {
  return listHistory(context, 'client', id, await clients.listMerged(context.tx, id), page);
}
