import { sql } from 'kysely';
import { recordHistory } from '../db/history.ts';
import { lockRecord, type Noun, type Row, updateRecord } from '../db/record.ts';
import type { Context } from '../http/context.ts';
import { invalid, Refusal } from '../http/refusal.ts';
import { countWords, listReferences, type Reference } from './references.ts';

export type MergeWish = { others: readonly number[]; keep: Record<string, number>; field: string };
export type MergeOutcome = { moved: { what: string; count: number }[]; merged: number[] };

/**
 * Makes several records one. Every reference found in the catalogue moves to the survivor; where that would say the same thing twice
 * (the same contact linked to both clients) the survivor's own stays. The others remain as tombstones that point at it. The survivor
 * is locked first, then all in the order of their ids; two merges that embrace are told to try again.
 */
export async function mergeRecords(context: Context, noun: Noun, id: number, { others, keep, field }: MergeWish): Promise<MergeOutcome> {
  const { tx } = context;
  if (others.includes(id)) throw invalid({ [field]: `A ${noun.noun} cannot be merged into itself.` });
  await lockRecord(context, noun, id);
  const rows = new Map<number, Row>();
  for (const one of [...new Set([id, ...others])].sort((a, b) => a - b)) rows.set(one, await lockOrRefuse(context, noun, one, field));
  const survivor = rows.get(id)!;
  const merged = [...rows.keys()].filter((one) => one !== id);

  const patch = keptValues(noun, rows, survivor, keep);
  const moved = new Map<string, number>();
  for (const reference of await listReferences(tx, noun.table)) {
    if (reference.table === noun.table && reference.column === 'merged_into') continue;
    for (const one of merged) {
      const count = await moveReference(context, reference, one, id);
      if (count > 0) moved.set(reference.table, (moved.get(reference.table) ?? 0) + count);
    }
  }
  const names = merged.map((one) => noun.nameOf(rows.get(one)!));
  for (const one of merged) await bury(context, noun, rows.get(one)!, survivor);
  const change = { field: 'merged', label: 'Merged', from: null, to: names.join(', ') };
  await updateRecord(context, noun, survivor, patch, [change]);
  return { merged, moved: [...moved].map(([table, count]) => ({ what: countWords(table, count).replace(/^\d+ /, ''), count })) };
}

async function lockOrRefuse(context: Context, noun: Noun, id: number, field: string): Promise<Row> {
  try {
    const row = await lockRecord(context, noun, id);
    if (row.merged_into === null) return row;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  throw invalid({ [field]: `There is no ${noun.noun} with the number ${id}.` });
}

/** The values that win: `keep` says whose; lists are joined and what is empty is filled from the first that has it. */
function keptValues(noun: Noun, rows: Map<number, Row>, survivor: Row, keep: Record<string, number>): Record<string, unknown> {
  const patch: Record<string, unknown> = {};
  for (const [field, from] of Object.entries(keep)) {
    const row = rows.get(from);
    if (!(field in noun.fields)) throw invalid({ keep: `There is no field called ${field}.` });
    if (!row) throw invalid({ keep: `${field} names a ${noun.noun} that is not part of this merge.` });
    patch[field] = row[field];
  }
  const others = [...rows.values()].filter((row) => row !== survivor);
  for (const field of Object.keys(noun.fields)) {
    if (field in patch) continue;
    if (Array.isArray(survivor[field])) patch[field] = [...new Set([survivor, ...others].flatMap((row) => row[field] as string[]))];
    else if (survivor[field] === '' || survivor[field] === null)
      patch[field] = others.map((row) => row[field]).find((value) => value !== '' && value !== null) ?? survivor[field];
  }
  return patch;
}

/** Moves what points at one record to another; a row that cannot move because its twin is there already is dropped. */
async function moveReference({ tx }: Context, { table, column }: Reference, from: number, to: number): Promise<number> {
  const { rows: keys } = await sql<{
    ctid: string;
  }>`select ctid::text as ctid from ${sql.table(table)} where ${sql.ref(column)} = ${from}`.execute(tx);
  for (const { ctid } of keys) {
    await sql`savepoint move_reference`.execute(tx);
    try {
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to} where ctid = ${ctid}::tid`.execute(tx);
    } catch (error) {
      if ((error as { code?: string }).code !== '23505') throw error;
      await sql`rollback to savepoint move_reference`.execute(tx);
      await sql`delete from ${sql.table(table)} where ctid = ${ctid}::tid`.execute(tx);
    }
    await sql`release savepoint move_reference`.execute(tx);
  }
  return keys.length;
}

async function bury(context: Context, noun: Noun, row: Row, survivor: Row): Promise<void> {
  const { tx, now, actor } = context;
  await sql`update ${sql.table(noun.table)} set merged_into = ${survivor.id}, version = version + 1, updated_on = ${now}, updated_by = ${actor.id} where id = ${row.id}`.execute(
    tx,
  );
  await sql`update ${sql.table(noun.table)} set merged_into = ${survivor.id} where merged_into = ${row.id}`.execute(tx);
  const change = { field: 'merged_into', label: 'Merged into', from: null, to: noun.nameOf(survivor) };
  await recordHistory(context, {
    noun: noun.noun,
    record_id: row.id,
    record_name: noun.nameOf(row),
    version: row.version + 1,
    action: 'changed',
    changes: [change],
  });
}

/** Runs something to see what would come of it, and takes it back. */
export async function onlyLook<T>({ tx }: Context, work: () => Promise<T>): Promise<T> {
  await sql`savepoint only_look`.execute(tx);
  const outcome = await work();
  await sql`rollback to savepoint only_look`.execute(tx);
  return outcome;
}
