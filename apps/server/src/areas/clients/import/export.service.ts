import { clientFields } from '@dmse/contract/clients/client';
import { contactFields } from '@dmse/contract/clients/contact';
import { headingOf } from '@dmse/contract/common/field';
import { localDate } from '@dmse/domain/dates/local-date';
import { csv } from '@dmse/domain/text/csv';
import type { z } from 'zod';
import type { Context } from '../../../call/context.ts';
import type { FileAnswer } from '../../../call/file-answer.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import * as clients from '../client/client.queries.ts';
import * as contacts from '../contact/contact.queries.ts';

type Column = readonly [heading: string, field: string];

const columnsOf = (fields: Record<string, z.ZodType>): Column[] =>
  Object.entries(fields).map(([name, schema]) => [headingOf(schema), name]);
const DATE_ADDED: Column = ['Date added', 'created_on'];

const CLIENT_COLUMNS = [...columnsOf(clientFields), DATE_ADDED];
const { note, ...aboutContact } = contactFields;
const CONTACT_COLUMNS: Column[] = [...columnsOf(aboutContact), ['Clients', 'clients_summary'], ...columnsOf({ note }), DATE_ADDED];

function inCell(value: unknown, timeZone: string): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.join('; ');
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? localDate(value, timeZone) : String(value);
}

async function toFile(
  { tx, now }: Context,
  noun: string,
  columns: readonly Column[],
  rows: Record<string, unknown>[],
): Promise<FileAnswer> {
  const { time_zone } = await getSection(tx, 'region');
  const lines = rows.map((row) => columns.map(([, field]) => inCell(row[field], time_zone)));
  return {
    stream: csv([columns.map(([title]) => title), ...lines]),
    name: `${noun}-${localDate(now, time_zone)}.csv`,
    mime_type: 'text/csv; charset=utf-8',
  };
}

export async function exportClients(context: Context, filter: clients.ClientFilter): Promise<FileAnswer> {
  return toFile(context, 'clients', CLIENT_COLUMNS, await clients.listAll(context.tx, filter));
}

export async function exportContacts(context: Context, filter: contacts.ContactFilter): Promise<FileAnswer> {
  return toFile(context, 'contacts', CONTACT_COLUMNS, await contacts.listAll(context.tx, filter));
}
