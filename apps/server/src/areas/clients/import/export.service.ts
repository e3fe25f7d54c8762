import { localDate } from '@dmse/domain/dates/local-date';
import { csv } from '@dmse/domain/text/csv';
import type { Context } from '../../../call/context.ts';
import type { FileAnswer } from '../../../call/file-answer.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import * as clients from '../client/client.queries.ts';
import * as contacts from '../contact/contact.queries.ts';

const CLIENT_COLUMNS = [
  ['Name', 'name'],
  ['Party type', 'party_type'],
  ['Classification', 'classification'],
  ['Risk level', 'risk_level'],
  ['Phone', 'phone'],
  ['E-mail', 'email'],
  ['Website', 'website'],
  ['Billing street', 'billing_street'],
  ['Billing city', 'billing_city'],
  ['Billing province', 'billing_province'],
  ['Billing postal code', 'billing_postal_code'],
  ['Billing country', 'billing_country'],
  ['Payment terms (days)', 'payment_terms_days'],
  ['Tax province', 'tax_province'],
  ['Tax exempt', 'is_tax_exempt'],
  ['Tax exemption reason', 'tax_exempt_reason'],
  ['Note', 'note'],
  ['Date added', 'created_on'],
] as const;

const CONTACT_COLUMNS = [
  ['Name', 'name'],
  ['Position', 'position'],
  ['Phones', 'phones'],
  ['E-mails', 'emails'],
  ['Clients', 'clients_summary'],
  ['Note', 'note'],
  ['Date added', 'created_on'],
] as const;

function inCell(value: unknown, timeZone: string): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.join('; ');
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? localDate(value, timeZone) : String(value);
}

async function toFile(
  { tx, now }: Context,
  noun: string,
  columns: readonly (readonly [string, string])[],
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
