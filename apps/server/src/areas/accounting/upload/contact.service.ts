import type { AccountingAnswer, AccountingCall } from '../../../adapters/accounting/accounting-system.ts';
import type { Database } from '../../../db/database.ts';
import * as documents from './document.queries.ts';
import { listIn, RemoteContact } from './remote-shapes.ts';

type Parts = { db: Database; call(call: AccountingCall): Promise<AccountingAnswer> };
type Ensured = { id: string } | { answer: AccountingAnswer };

const isWell = ({ status, messages }: AccountingAnswer) => status !== null && status < 300 && messages.length === 0;

/** The client over there: the one with its number, else one of its name that is nobody else's, else a new one. */
export async function ensureContact({ db, call }: Parts, { client, client_name, email }: documents.Place): Promise<Ensured> {
  const kept = await db.read((tx) => documents.findContact(tx, client));
  if (kept) return { id: kept };
  const keep = async (id: string): Promise<Ensured> => {
    await db.write((tx) => documents.keepContact(tx, client, id));
    return { id };
  };
  const look = (where: string) => call({ method: 'GET', path: '/Contacts', query: { where } });
  const numbered = await look(`ContactNumber=="${client}"`);
  if (!isWell(numbered)) return { answer: numbered };
  const own = listIn(numbered.json, 'Contacts', RemoteContact)[0];
  if (own) return keep(own.MergedToContactID ?? own.ContactID);
  const Name = client_name.slice(0, 255);
  if (!Name.includes('"')) {
    const named = await look(`Name=="${Name}"`);
    if (!isWell(named)) return { answer: named };
    const free = listIn(named.json, 'Contacts', RemoteContact).find(({ ContactNumber }) => !ContactNumber);
    if (free) return keep(free.ContactID);
  }
  const EmailAddress = email === '' ? {} : { EmailAddress: email };
  const body = { Contacts: [{ Name, ContactNumber: String(client), ...EmailAddress }] };
  const made = await call({
    method: 'PUT',
    path: '/Contacts',
    body,
    key: `client:${client}:${Buffer.from(Name).toString('base64url').slice(0, 80)}`,
  });
  const contact = isWell(made) ? listIn(made.json, 'Contacts', RemoteContact)[0] : undefined;
  return contact ? keep(contact.ContactID) : { answer: made };
}
