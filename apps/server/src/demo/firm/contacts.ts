import type { Change } from '../../records/history.ts';
import type { World } from './clients.ts';
import { daysBefore, workingMoment } from './days.ts';
import { LINK_ROLES, mailName, POSITIONS, PRIVATE_POSITIONS, PRIVATE_ROLES, personName, type Tongue, tongueOf } from './names.ts';
import type { Random } from './random.ts';
import type { Edit, HistoryRow, Life, Values } from './record-with-history.ts';

export type Link = { client: number; contact: number; role: string; is_billing: boolean };

/** A client as a contact's link sees it. */
export type LinkedClient = { id: number; name: string; phone: string; tongue: Tongue; since: string; is_person: boolean };

type ContactLife = Life & { values: Values & { name: string } };

function inWords(name: string, { role, is_billing }: Link): string {
  const more = [role, is_billing ? 'billing' : ''].filter(Boolean).join(', ');
  return more ? `${name} (${more})` : name;
}

/** The firm's own number with an extension, or one's own; some have two and some none. */
function phonesOf(random: Random, slot: number, clients: readonly LinkedClient[], world: World): string[] {
  if (!random.chance(0.92)) return [];
  const firm = clients[0];
  const hasDesk = firm && !firm.is_person && firm.phone !== '' && !/ext/.test(firm.phone) && random.chance(0.65);
  const own = !hasDesk || random.chance(0.2) ? [world.phone(slot, random)] : [];
  return hasDesk ? [`${firm.phone} ext. ${random.int(10, 499)}`, ...own] : own;
}

function makeValues(random: Random, slot: number, clients: readonly LinkedClient[], world: World): Values & { name: string } {
  const tongue = clients[0]?.tongue ?? tongueOf(random);
  const name = personName(random, tongue);
  const email = `${mailName(name)}${random.int(10, 9999)}@example.${random.chance(0.5) ? 'ca' : 'com'}`;
  return {
    name,
    position: random.pick((clients[0]?.is_person ? PRIVATE_POSITIONS : POSITIONS)[tongue]),
    phones: phonesOf(random, slot, clients, world),
    emails: random.chance(0.75) ? [email] : [],
    note: random.chance(0.08) ? (tongue === 'fr' ? 'Parle surtout français.' : 'Best reached by text message.') : '',
  };
}

/** A correction some time after: a position learnt, an address added. */
function makeEdits(random: Random, values: Values, since: string, world: World): Edit[] {
  const field = random.pick(['position', 'emails', 'phones', 'note']);
  const none = Array.isArray(values[field]) ? [] : '';
  if (!random.chance(0.3) || values[field] === '' || (values[field] as string[]).length === 0) return [];
  return [{ at: workingMoment(random, since, world.now), by: random.pick(world.editors), before: { [field]: none } }];
}

/**
 * The contact with this number and the clients it speaks for. It was entered after them, and the link was saved in the same breath;
 * the clients' own histories get a line each, as the product writes it.
 */
export function makeContact(
  random: Random,
  { id, slot, clients }: { id: number; slot: number; clients: readonly LinkedClient[] },
  world: World,
): { life: ContactLife; links: Link[]; notes: HistoryRow[] } {
  const own = random.fork(id);
  const values = makeValues(own, slot, clients, world);
  const since = [daysBefore(world.now, 3 * 365), ...clients.map((client) => client.since)].sort().at(-1)!;
  const at = workingMoment(own, since, daysBefore(world.now, 1));
  const by = own.pick(world.editors);
  const links = clients.map((client, i) => {
    return {
      client: client.id,
      contact: id,
      role: own.pick(client.is_person ? PRIVATE_ROLES : LINK_ROLES),
      is_billing: i === 0 && own.chance(0.3),
    };
  });
  const linked = clients.map((client, i) => inWords(client.name, links[i]!)).sort();
  const change: Change = { field: 'clients', label: 'Clients', from: null, to: linked.join(', ') };
  const linking: Edit[] = links.length > 0 ? [{ at, by, before: {}, extra: [change] }] : [];
  const notes = clients.map((client, i) => ({
    noun: 'client',
    record_id: String(client.id),
    record_name: client.name,
    version: null,
    action: 'changed',
    changes: [{ field: 'contacts', label: 'Contacts', from: null, to: inWords(values.name, links[i]!) }],
    at,
    by,
  }));
  return { life: { id, values, created: { at, by }, edits: [...linking, ...makeEdits(own, values, at, world)] }, links, notes };
}
