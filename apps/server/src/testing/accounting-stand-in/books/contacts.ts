import { randomUUID } from 'node:crypto';
import { Refusal, refuseFor, refuseIf } from '../calls/refusal.ts';
import type { ContactInput, ContactReference } from '../calls/wire-input.ts';
import { type Books, type Contact, touch } from './books.ts';

const sameText = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
const MAX_NAME = 255;
const MAX_NUMBER = 50;

function findSent(books: Books, { ContactID, ContactNumber, Name }: ContactReference): Contact | undefined {
  if (ContactID !== undefined) return books.contacts.get(ContactID.toLowerCase());
  const active = [...books.contacts.values()].filter(({ status }) => status === 'ACTIVE');
  const byNumber = ContactNumber ? active.find(({ number }) => number === ContactNumber) : undefined;
  return byNumber ?? (Name ? active.find(({ name }) => sameText(name, Name)) : undefined);
}

function problemsOf(books: Books, contact: Contact): string[] {
  const problems: string[] = [];
  if (contact.name.trim() === '') problems.push('The contact name must not be empty.');
  if (contact.name.length > MAX_NAME) problems.push(`The contact name is longer than ${MAX_NAME} characters.`);
  if (contact.number.length > MAX_NUMBER) problems.push(`The contact number is longer than ${MAX_NUMBER} characters.`);
  const others = [...books.contacts.values()].filter(({ id, status }) => id !== contact.id && status === 'ACTIVE');
  if (contact.status === 'ACTIVE' && others.some(({ name }) => sameText(name, contact.name)))
    problems.push(
      `The contact name ${contact.name} is already assigned to another contact. The contact name must be unique across all active contacts.`,
    );
  const { SalesDefaultAccountCode: code, AccountsReceivableTaxType: tax } = contact.rest;
  if (code !== undefined && !books.accounts.some(({ Code }) => Code === code)) problems.push(`Account code '${code}' is not a valid code.`);
  if (tax !== undefined && !books.taxRates.some(({ TaxType }) => TaxType === tax))
    problems.push(`The TaxType code '${tax}' does not exist.`);
  return problems;
}

/** PUT makes a contact; POST changes the one with this id, number or name, or makes one. */
export function saveContact(books: Books, sent: ContactInput, mayUpdate: boolean): Contact {
  const known = mayUpdate ? findSent(books, sent) : undefined;
  refuseIf(
    sent.ContactID !== undefined && !known,
    `There is no contact ${sent.ContactID} to change; leave the ContactID away to make one.`,
  );
  const { ContactID: _, ContactNumber, Name, ContactStatus, ...rest } = sent;
  const contact: Contact = {
    id: known?.id ?? randomUUID(),
    number: ContactNumber ?? known?.number ?? '',
    name: (Name ?? known?.name ?? '').trim(),
    status: ContactStatus ?? known?.status ?? 'ACTIVE',
    mergedTo: known?.mergedTo ?? null,
    rest: { ...known?.rest, ...rest },
    updated: 0,
  };
  refuseIf(known !== undefined && known.mergedTo !== null, 'This contact was merged into another one and cannot be changed.');
  refuseFor(problemsOf(books, contact));
  return touch(books, contact, known ? 'UPDATE' : 'CREATE');
}

/** The contact that a document names. An id with another name renames the contact, as it does over there. */
export function useContact(books: Books, sent: ContactReference | undefined): Contact {
  if (!sent) throw new Refusal(['A Contact must be specified for this type of transaction.']);
  const contact = findSent(books, sent);
  if (!contact) throw new Refusal(['The contact does not exist; the stand-in makes none by its name.']);
  refuseIf(contact.status !== 'ACTIVE', `The contact ${contact.name} is archived. Restore it before it is used.`);
  if (sent.ContactID === undefined || sent.Name === undefined || sent.Name === contact.name) return contact;
  return saveContact(books, { ContactID: contact.id, Name: sent.Name }, true);
}
