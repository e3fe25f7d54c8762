import { describeLinks, foldLinks, isSameLink, type Link, type LinkSide } from '@dmse/domain/clients/link';
import type { Context } from '../../../call/context.ts';
import { invalid } from '../../../call/refusal.ts';
import type { Change } from '../../../records/history.ts';
import { noteChanges } from '../../../records/record-bulk.ts';
import * as links from './link.queries.ts';

type Wanted = { other: number; role?: string | undefined; is_billing?: boolean | undefined };
type End = { id: number; name: string };

const FIELD: Record<LinkSide, string> = { client: 'contacts', contact: 'clients' };

function nounOf(side: LinkSide) {
  return { noun: side, table: side, nameOf: (row: Record<string, unknown>) => String(row.name) } as const;
}

/**
 * Makes the links of one record what they should be, and answers the change for its history. It is as much a change of the records at
 * the other end: they get a version and a line in their own history, so that a form of theirs that is open does not undo it unseen.
 */
export async function setLinks(context: Context, side: LinkSide, end: End, wanted: readonly Wanted[]): Promise<Change[]> {
  const { tx } = context;
  const other = links.OTHER[side];
  const ids = wanted.map((link) => link.other);
  if (new Set(ids).size !== ids.length) throw invalid({ [FIELD[side]]: `The same ${other} is listed twice.` });
  await holdLinked(context, side, [end.id], ids);
  const before = (await links.listNamed(tx, side, [end.id])).get(end.id)!;
  const after = await validateWanted(context, side, wanted);
  const change = describeLinks(side, before, after);
  if (change.length === 0) return [];

  const stay = new Set(after.map((link) => link.id));
  const had = new Map(before.map((link) => [link.id, link]));
  const gone = before.filter((link) => !stay.has(link.id));
  const put = after.filter((link) => !isSameLink(link, had.get(link.id)));
  const touched = [...put, ...gone].map((link) => link.id);
  const theirs = await links.listNamed(tx, other, touched);
  const goneIds = gone.map((link) => link.id);
  await links.remove(tx, side, [end.id], goneIds);
  await links.put(tx, side, end.id, put);
  await noteOthers(context, side, theirs, (id, list) => {
    const link = put.find((one) => one.id === id);
    return [...list.filter((one) => one.id !== end.id), ...(link ? [{ ...link, ...end }] : [])];
  });
  return change;
}

/** Locks who is linked and who shall be; contacts are always locked after clients, so that two who save at once do not embrace. */
export async function holdLinked(context: Context, side: LinkSide, ids: readonly number[], wanted: readonly number[] = []): Promise<void> {
  const linked = await links.listOtherIds(context.tx, side, ids);
  await links.hold(context.tx, links.OTHER[side], [...new Set([...linked, ...wanted])]);
}

/** The links as they are to be. One to a record that was merged away meanwhile means the one that stayed. */
async function validateWanted({ tx }: Context, side: LinkSide, wanted: readonly Wanted[]): Promise<Link[]> {
  const other = links.OTHER[side];
  const ids = wanted.map((link) => link.other);
  const living = await links.findLiving(tx, other, ids);
  const unknownId = ids.find((one) => !living.has(one));
  if (unknownId !== undefined) throw invalid({ [FIELD[side]]: `There is no ${other} with the number ${unknownId}.` });
  const survivors = [...living].flatMap(([asked, { id }]) => (asked === id ? [] : [id]));
  await links.hold(tx, other, survivors);
  return foldAll(wanted.map(({ other: one, role = '', is_billing = false }) => ({ ...living.get(one)!, role, is_billing })));
}

/** Each record once. */
function foldAll(all: readonly Link[]): Link[] {
  const folded = new Map<number, Link>();
  for (const link of all) {
    const known = folded.get(link.id);
    folded.set(link.id, known ? foldLinks(known, link) : link);
  }
  return [...folded.values()];
}

/** Tells the records at the other end what became of their lists. */
async function noteOthers(
  context: Context,
  side: LinkSide,
  before: ReadonlyMap<number, Link[]>,
  after: (id: number, list: Link[]) => Link[],
): Promise<void> {
  const other = links.OTHER[side];
  const changes = new Map<number, Change[]>();
  for (const [id, list] of before) {
    const change = describeLinks(other, list, after(id, list));
    if (change.length > 0) changes.set(id, change);
  }
  await noteChanges(context, nounOf(other), changes);
}

/** The links of contacts that are being brought in or taken away, told to the clients: one entry each, however many contacts. */
export async function noteClients(
  context: Context,
  before: ReadonlyMap<number, Link[]>,
  contacts: { come?: ReadonlyMap<number, Link[]>; gone?: ReadonlySet<number> },
): Promise<void> {
  await noteOthers(context, 'contact', before, (id, list) => [
    ...list.filter((link) => !contacts.gone?.has(link.id)),
    ...(contacts.come?.get(id) ?? []),
  ]);
}

export type MovedLinks = { moved: number; folded: number; change: Change[]; gone: Map<number, Change[]> };

/**
 * Gives the links of merged records to the one that stays. Where both were linked to the same, the two become one that has what
 * either had. Answers what moved, the survivor's change, and those of the records that lose their links.
 */
export async function moveLinks(context: Context, side: LinkSide, merged: readonly number[], survivor: End): Promise<MovedLinks> {
  const { tx } = context;
  const lists = await links.listNamed(tx, side, [survivor.id, ...merged]);
  const before = lists.get(survivor.id)!;
  const fresh = merged.flatMap((id) => lists.get(id)!);
  const after = foldAll([...before, ...fresh]);
  const gone = new Map(merged.map((id) => [id, describeLinks(side, lists.get(id)!, [])]));
  const theirs = await links.listNamed(tx, links.OTHER[side], [...new Set(fresh.map((link) => link.id))]);
  await links.remove(tx, side, merged);
  await links.put(tx, side, survivor.id, after);
  await noteOthers(context, side, theirs, (id, list) => {
    const link = after.find((one) => one.id === id)!;
    return [...list.filter((one) => one.id !== survivor.id && !merged.includes(one.id)), { ...link, ...survivor }];
  });
  const moved = after.length - before.length;
  return { moved, folded: fresh.length - moved, change: describeLinks(side, before, after), gone };
}
