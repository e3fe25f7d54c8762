import type { Books, Contact } from '../books/books.ts';
import { saveContact } from '../books/contacts.ts';
import { wireDay } from '../books/days.ts';
import { ORGANISATION } from '../books/seed.ts';
import { type ApiCall, found, notAllowed, saveEach, showList, withPathId, wrapped } from './api-call.ts';
import type { ListOf } from './lists.ts';
import { type Answer, badRequest } from './refusal.ts';
import { showContact } from './show.ts';
import { ContactInput, readInput } from './wire-input.ts';

function contactList({ books, query }: ApiCall): ListOf<Contact> {
  const isWanted = ({ status }: Contact) => status === 'ACTIVE' || query.get('includeArchived') === 'true';
  return {
    records: [...books.contacts.values()].filter(isWanted),
    updated: ({ updated }) => updated,
    fields: new Map([
      ['ContactID', ({ id }) => id],
      ['ContactNumber', ({ number }) => number],
      ['Name', ({ name }) => name],
      ['ContactStatus', ({ status }) => status],
      ['EmailAddress', ({ rest }) => String(rest.EmailAddress ?? '')],
    ]),
    oneOf: new Map([['IDs', ({ id }) => id]]),
  };
}

export function contactCalls(call: ApiCall): Answer {
  const { books, method, path } = call;
  const [id] = path;
  const find = (asked: string) =>
    books.contacts.get(asked.toLowerCase()) ?? [...books.contacts.values()].find(({ number }) => number === asked);
  if (method === 'GET' && id === undefined) return showList(call, 'Contacts', contactList(call), showContact);
  if (method === 'GET') return wrapped(books, 'Contacts', [showContact(found(find(id!), `contact ${id}`))]);
  if (method !== 'POST' && (method !== 'PUT' || id !== undefined)) throw notAllowed(method);
  const save = (sent: unknown) =>
    saveContact(books, readInput(ContactInput, withPathId(sent, 'ContactID', id), 'Contact'), method === 'POST');
  return saveEach(call, 'Contacts', save, showContact);
}

export function organisationCall({ books, method }: ApiCall): Answer {
  if (method !== 'GET') throw notAllowed(method);
  const shown = {
    OrganisationID: ORGANISATION.tenant,
    Name: ORGANISATION.name,
    LegalName: ORGANISATION.name,
    CountryCode: 'CA',
    Version: 'GLOBAL',
    BaseCurrency: 'CAD',
    OrganisationStatus: 'ACTIVE',
    OrganisationType: 'COMPANY',
    IsDemoCompany: true,
    Timezone: 'ATLANTICSTANDARDTIME',
    ShortCode: '!stand',
    ...(books.lockDate && { PeriodLockDate: wireDay(books.lockDate) }),
  };
  return wrapped(books, 'Organisations', [shown]);
}

/** Lists that people keep over there and nobody writes from here. */
export function settingsCall({ books, method, query }: ApiCall, name: string, pick: (books: Books) => object[]): Answer {
  if (method !== 'GET') throw notAllowed(method);
  for (const asked of query.keys()) throw badRequest(`The stand-in knows no parameter ${asked} here.`);
  return wrapped(books, name, pick(books));
}
