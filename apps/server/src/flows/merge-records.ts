import type { LinkSide } from '@dmse/domain/clients/link';
import { mergedValues } from '@dmse/domain/clients/merge-values';
import { sql } from 'kysely';
import { holdLinked, moveLinks } from '../areas/clients/link/link.service.ts';
import { describeRateChanges } from '../areas/jobs/project/project.service.ts';
import type { Context } from '../call/context.ts';
import { invalid, Refusal } from '../call/refusal.ts';
import { type Change, recordHistory } from '../records/history.ts';
import { lockRecord, type Noun, type Row, type RowOf, updateRecord, type Writable } from '../records/record.ts';
import { moveRows } from './merge-move.ts';
import { listReferringTables, nameRows } from './references.ts';

export type MergeWish = { others: readonly number[]; keep: Record<string, number>; field: string };
type Moved = { what: string; count: number };
export type MergeOutcome = { moved: Moved[]; merged: number[] };

/** A noun that can be merged: the two kinds of parties, which are linked to each other. */
export type PartyNoun = Noun<LinkSide> & { noun: LinkSide };

/**
 * Makes several records one. Every reference found in the catalogue moves to the survivor, and the record that held it gets a version
 * and a line in its history; two links to the same person become one that has what either had. The others remain as tombstones that
 * point at it. The survivor is locked first, then all in the order of their ids; two merges that embrace are told to try again.
 */
export async function mergeRecords(context: Context, noun: PartyNoun, id: number, wish: MergeWish): Promise<MergeOutcome> {
  const { others, keep, field } = wish;
  if (others.includes(id)) throw invalid({ [field]: `A ${noun.noun} cannot be merged into itself.` });
  // Clients are locked before contacts, as everywhere.
  if (noun.noun === 'contact') await holdLinked(context, 'contact', [id, ...others]);
  await lockRecord(context, noun, id);
  const rows = new Map<number, RowOf<LinkSide>>();
  for (const one of [...new Set([id, ...others])].sort((a, b) => a - b)) rows.set(one, await lockOrRefuse(context, noun, one, field));
  const survivor = rows.get(id)!;
  const merged = [...new Set(others)].map((one) => rows.get(one)!);
  if (noun.noun === 'client') await holdLinked(context, 'client', [...rows.keys()]);

  if (noun.noun === 'client') await refusePosted(context, merged, noun);

  const patch = chooseValues(noun, rows, [survivor, ...merged], keep);
  const name = noun.nameOf({ ...survivor, ...patch });
  const ids = merged.map((row) => row.id);
  const links = await moveLinks(context, noun.noun, ids, { id, name });
  const move = () => moveReferences(context, noun, merged, { id, name });
  const { answer, changes } =
    noun.noun === 'client' ? await moveWithRates(context, id, ids, move) : { answer: await move(), changes: null };
  const moved = [...sayLinks(noun.noun, links), ...answer];
  for (const row of merged) {
    const gone = [...(links.gone.get(row.id) ?? []), ...(changes?.get(row.id) ?? [])];
    await bury(context, noun, row, survivor, gone);
  }
  const change = { field: 'merged', label: 'Merged', from: null, to: merged.map(noun.nameOf).join(', ') };
  await updateRecord(context, noun, survivor, patch, [change, ...links.change, ...(changes?.get(id) ?? [])]);
  return { merged: ids, moved };
}

async function lockOrRefuse(context: Context, noun: PartyNoun, id: number, field: string): Promise<RowOf<LinkSide>> {
  try {
    const row = await lockRecord(context, noun, id);
    if (row.merged_into === null) return row;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  throw invalid({ [field]: `There is no ${noun.noun} with the number ${id}.` });
}

/** The values that win: `keep` says whose, by the number of the record. */
function chooseValues(noun: PartyNoun, rows: Map<number, Row>, all: readonly [Row, ...Row[]], keep: Record<string, number>) {
  const chosen: Record<string, Row> = {};
  for (const [field, from] of Object.entries(keep)) {
    const row = rows.get(from);
    if (!(field in noun.fields)) throw invalid({ keep: `There is no field called ${field}.` });
    if (!row) throw invalid({ keep: `${field} names a ${noun.noun} that is not part of this merge.` });
    chosen[field] = row;
  }
  return mergedValues(noun.noun, Object.keys(noun.fields), all, chosen) as Writable<LinkSide>;
}

function sayLinks(side: LinkSide, { moved, folded }: { moved: number; folded: number }): Moved[] {
  const both = { what: `${nameRows('client_contact', folded, side)} that both had, put together`, count: folded };
  return [{ what: nameRows('client_contact', moved, side), count: moved }, both].filter(({ count }) => count > 0);
}

/** What stands in the books stays under the client it was posted for. */
const POSTED = ['journal', 'client_account', 'payment'];

/** Whoever is in the books stays: the others are merged into it. */
async function refusePosted({ tx }: Context, merged: readonly Row[], noun: PartyNoun): Promise<void> {
  const { rows } = await sql<{ client: number }>`
    select client from client_account where client = any(${merged.map(({ id }) => id)}::int[]) limit 1`.execute(tx);
  const posted = merged.find(({ id }) => id === rows[0]?.client);
  if (posted) throw new Refusal('IN_USE', `Invoices were sent to ${noun.nameOf(posted)}: merge the others into it.`);
}

/** Everything else that points at the records merged away. */
async function moveReferences(
  context: Context,
  noun: PartyNoun,
  merged: readonly Row[],
  to: { id: number; name: string },
): Promise<Moved[]> {
  const moved: Moved[] = [];
  for (const [table, columns] of await listReferringTables(context.tx, noun.table)) {
    if (table === 'client_contact' || table === noun.table || POSTED.includes(table)) continue;
    const count = await moveRows(context, { table, columns }, new Map(merged.map((row) => [row.id, noun.nameOf(row)])), to);
    if (count > 0) moved.push({ what: nameRows(table, count, noun.noun), count });
  }
  return moved;
}

/**
 * Where both have a rate for a role, the survivor's holds and the other is dropped: a tombstone with a rate would hinder deleting the
 * survivor. Each history tells what became of the rates.
 */
function moveWithRates({ tx }: Context, id: number, merged: readonly number[], move: () => Promise<Moved[]>) {
  return describeRateChanges(tx, 'client', [id, ...merged], async () => {
    const moved = await move();
    const { numDeletedRows } = await tx.deleteFrom('agreed_rate').where('client', 'in', merged).executeTakeFirstOrThrow();
    const count = Number(numDeletedRows);
    if (count === 0) return moved;
    return [...moved, { what: `${nameRows('agreed_rate', count, 'client')} for a role that both had, kept as it was`, count }];
  });
}

/** A tombstone's history keeps what was linked to it, since that is another's now. */
async function bury(context: Context, noun: Noun, row: Row, survivor: Row, links: Change[]): Promise<void> {
  const { tx, now, actor } = context;
  await sql`
    update ${sql.table(noun.table)} set merged_into = ${survivor.id}, version = version + 1, updated_on = ${now}, updated_by = ${actor.id}
    where id = ${row.id}`.execute(tx);
  await sql`update ${sql.table(noun.table)} set merged_into = ${survivor.id} where merged_into = ${row.id}`.execute(tx);
  const change = { field: 'merged_into', label: 'Merged into', from: null, to: noun.nameOf(survivor) };
  await recordHistory(context, {
    noun: noun.noun,
    record_id: row.id,
    record_name: noun.nameOf(row),
    version: row.version + 1,
    action: 'changed',
    changes: [change, ...links],
  });
}

/** Runs something to see what would come of it, and takes it back. */
export async function onlyLook<T>({ tx }: Context, work: () => Promise<T>): Promise<T> {
  await sql`savepoint only_look`.execute(tx);
  const outcome = await work();
  await sql`rollback to savepoint only_look`.execute(tx);
  return outcome;
}
