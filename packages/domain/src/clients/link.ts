/** Who speaks for whom, seen from one end: the record at the other end, and in what capacity. */
export type Link = { id: number; name: string; role: string; is_billing: boolean };

export type LinkSide = 'client' | 'contact';

type Capacity = Pick<Link, 'role' | 'is_billing'>;

/** The longest role that is kept. */
export const ROLE_LENGTH = 200;

/** A list is told name by name up to here; an import may bring thousands. */
const TOLD = 200;

/** The same person linked twice: billing if either was, and both roles where they differ. */
export function foldLinks<L extends Capacity>(kept: L, other: Capacity): L {
  return { ...kept, role: joinRoles(kept.role, other.role), is_billing: kept.is_billing || other.is_billing };
}

function joinRoles(kept: string, other: string): string {
  const known = kept.split(', ').map((role) => role.toLowerCase());
  const fresh = other.split(', ').filter((role) => role !== '' && !known.includes(role.toLowerCase()));
  const joined = [kept, ...fresh].filter(Boolean).join(', ');
  return joined.length > ROLE_LENGTH ? kept : joined;
}

export function isSameLink(a: Capacity, b: Capacity | undefined): boolean {
  return b !== undefined && a.role === b.role && a.is_billing === b.is_billing;
}

function inWords({ name, role, is_billing }: Link): string {
  const more = [role, is_billing ? 'billing' : ''].filter(Boolean).join(', ');
  return more ? `${name} (${more})` : name;
}

function listWords(links: readonly Link[]): string | null {
  if (links.length === 0) return null;
  const words = links.slice(0, TOLD).map(inWords).sort();
  const more = links.length - words.length;
  return more > 0 ? `${words.join(', ')} and ${more} more` : words.join(', ');
}

type Told = { from: string | null; to: string | null };
type LinkChange = Told & { field: string; label: string; one: string; items?: Told[]; unsaid?: number };

const ENDS = {
  client: { field: 'contacts', label: 'Contacts', one: 'contact' },
  contact: { field: 'clients', label: 'Clients', one: 'client' },
};

/** What became of a record's links, for its history: the whole list before and after, and each link that came, went or changed. */
export function describeLinks(side: LinkSide, before: readonly Link[], after: readonly Link[]): LinkChange[] {
  const had = new Map(before.map((link) => [link.id, link]));
  const has = new Map(after.map((link) => [link.id, link]));
  const come = after.filter((link) => !isSameLink(link, had.get(link.id)));
  const gone = before.filter((link) => !has.has(link.id));
  if (come.length + gone.length === 0) return [];
  const told = [
    ...come.map((link) => ({ from: had.has(link.id) ? inWords(had.get(link.id)!) : null, to: inWords(link) })),
    ...gone.map((link) => ({ from: inWords(link), to: null })),
  ];
  const change = { ...ENDS[side], from: listWords(before), to: listWords(after) };
  // The first link and the last say no more than the lists do; an import brings thousands of such.
  if (before.length + after.length === 1) return [change];
  const unsaid = told.length - TOLD;
  return [{ ...change, items: told.slice(0, TOLD), ...(unsaid > 0 ? { unsaid } : {}) }];
}
