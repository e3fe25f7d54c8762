import { clientNoun } from '../../areas/clients/client/client.service.ts';
import { contactNoun } from '../../areas/clients/contact/contact.service.ts';
import { createLoader, type Loading } from '../bulk-load.ts';
import { makeClient, type World } from '../firm/clients.ts';
import { type LinkedClient, makeContact } from '../firm/contacts.ts';
import type { Random } from '../firm/random.ts';
import { type HistoryRow, makeRecordWithHistory } from '../firm/record-with-history.ts';
import { CROWDED_CLIENT, SPECIAL_CLIENTS, takesContacts } from '../firm/special-clients.ts';
import type { Scale } from '../sizes.ts';

type Add = (rows: HistoryRow[]) => Promise<void>;

const STAMPS = ['version', 'created_on', 'created_by', 'updated_on', 'updated_by'];

export async function loadClients(context: Loading, random: Random, { clients }: Scale, world: World, add: Add): Promise<LinkedClient[]> {
  const rows = createLoader(context, 'client', ['id', ...Object.keys(clientNoun.fields), 'merged_into', ...STAMPS]);
  const made: LinkedClient[] = [];
  for (let id = 1; id <= clients; id++) {
    const life = makeClient(random, id, world);
    const { row, history } = await makeRecordWithHistory(context, clientNoun, life);
    await rows.add(row);
    await add(history);
    const { name, phone, party_type } = life.values;
    const is_person = party_type === 'Individual';
    made.push({ id, name, phone: String(phone ?? ''), tongue: life.tongue, since: life.created.at, is_person });
  }
  await rows.flush();
  return made;
}

/** The first contacts all speak for one town; of the others most for one client, some for two and some for none. */
function clientsFor(random: Random, id: number, clients: readonly LinkedClient[]): LinkedClient[] {
  const crowd = SPECIAL_CLIENTS[CROWDED_CLIENT - 1]!.contacts!;
  if (id <= crowd) return [clients[CROWDED_CLIENT - 1]!];
  const count = random.pick([0, 1, 1, 1, 1, 1, 1, 1, 1, 2]);
  const found = Array.from({ length: count }, () => random.pick(clients)).filter((client) => takesContacts(client.id));
  return [...new Set(found)];
}

export async function loadContacts(
  context: Loading,
  random: Random,
  { clients: before, contacts }: Scale,
  { clients, world }: { clients: readonly LinkedClient[]; world: World },
  add: Add,
): Promise<void> {
  const people = createLoader(context, 'contact', ['id', ...Object.keys(contactNoun.fields), 'clients_summary', ...STAMPS]);
  const between = createLoader(context, 'client_contact', ['client', 'contact', 'role', 'is_billing']);
  const choose = random.fork('links');
  const linked = [];
  for (let id = 1; id <= contacts; id++) {
    const theirs = clientsFor(choose, id, clients);
    const { life, links, notes } = makeContact(random, { id, slot: before + id, clients: theirs }, world);
    const { row, history } = await makeRecordWithHistory(context, contactNoun, life);
    // For one client the summary is its name; for several the database puts it together when the links come.
    await people.add({ ...row, clients_summary: theirs.length === 1 ? theirs[0]!.name : '' });
    await add([...history, ...notes]);
    linked.push(...links);
  }
  await people.flush();
  for (const link of linked) await between.add(link);
  await between.flush();
}
