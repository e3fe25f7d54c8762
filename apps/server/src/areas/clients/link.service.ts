import type { Change } from '../../db/history.ts';
import { recordHistory } from '../../db/history.ts';
import type { Context } from '../../http/context.ts';
import { invalid } from '../../http/refusal.ts';
import * as links from './link.queries.ts';

type Side = 'client' | 'contact';
type Wanted = { other: number; role?: string | undefined; is_billing?: boolean | undefined };

const OTHER: Record<Side, Side> = { client: 'contact', contact: 'client' };
const LABEL: Record<Side, string> = { client: 'Contacts', contact: 'Clients' };
const FIELD: Record<Side, string> = { client: 'contacts', contact: 'clients' };

function inWords(link: { name: string; role: string; is_billing: boolean }): string {
  const more = [link.role, link.is_billing ? 'billing' : ''].filter(Boolean).join(', ');
  return more ? `${link.name} (${more})` : link.name;
}

function listWords(all: { name: string; role: string; is_billing: boolean }[]): string | null {
  return all.length > 0 ? all.map(inWords).sort().join(', ') : null;
}

/**
 * Makes the links of one record what they should be, and answers the change for its history. The records at the other end get a line
 * in their own history too, since it is as much their change.
 */
export async function setLinks(context: Context, side: Side, id: number, name: string, wanted: readonly Wanted[]): Promise<Change[]> {
  const { tx } = context;
  const other = OTHER[side];
  const before = await links.listOf(tx, side, id);
  const ids = wanted.map((link) => link.other);
  if (new Set(ids).size !== ids.length) throw invalid({ [FIELD[side]]: `The same ${other} is listed twice.` });
  const names = await links.namesOf(tx, other, [...ids, ...before.map((link) => link[other])]);
  const stranger = ids.find((one) => !names.has(one));
  if (stranger !== undefined) throw invalid({ [FIELD[side]]: `There is no ${other} with the number ${stranger}.` });

  const after = wanted.map(
    ({ other: one, role = '', is_billing = false }) => ({ [side]: id, [other]: one, role, is_billing }) as links.Link,
  );
  const had = new Map(before.map((link) => [link[other], link]));
  const gets = new Map(after.map((link) => [link[other], link]));
  const gone = before.filter((link) => !gets.has(link[other]));
  const fresh = after.filter((link) => !had.has(link[other]));
  const changed = after.filter((link) => {
    const old = had.get(link[other]);
    return old && (old.role !== link.role || old.is_billing !== link.is_billing);
  });
  if (gone.length + fresh.length + changed.length === 0) return [];
  for (const link of gone) await links.remove(tx, link);
  for (const link of changed) await links.update(tx, link);
  await links.insert(tx, fresh);

  const named = (link: links.Link) => ({ ...link, name: names.get(link[other]) ?? '' });
  for (const link of [...fresh, ...changed]) await noteOnOther(context, side, link, names, null, inWords({ ...link, name }));
  for (const link of gone) await noteOnOther(context, side, link, names, inWords({ ...link, name }), null);
  return [{ field: FIELD[side], label: LABEL[side], from: listWords(before.map(named)), to: listWords(after.map(named)) }];
}

async function noteOnOther(
  context: Context,
  side: Side,
  link: links.Link,
  names: Map<number, string>,
  from: string | null,
  to: string | null,
): Promise<void> {
  const other = OTHER[side];
  const change = { field: FIELD[other], label: LABEL[other], from, to };
  await recordHistory(context, {
    noun: other,
    record_id: link[other],
    record_name: names.get(link[other]) ?? '',
    version: null,
    action: 'changed',
    changes: [change],
  });
}
