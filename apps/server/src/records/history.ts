import type { HistoryEntry } from '@dmse/contract/common/history';
import type { Action } from '@dmse/domain/access/grants';
import { historySentence } from '@dmse/domain/text/history-sentence';
import { sql } from 'kysely';
import { hiddenFields } from '../call/amounts.ts';
import type { Actor, Writing } from '../call/context.ts';
import { notFound } from '../call/refusal.ts';
import type { Tx } from '../db/database.ts';
import { type PageInput, pageOf } from '../db/paging.ts';

export type Change = {
  field: string;
  label: string;
  from: string | null;
  to: string | null;
  /** For a list of named things: how one is called, and what came, went or changed; for the sentence. */
  one?: string;
  items?: { from: string | null; to: string | null }[];
  unsaid?: number;
};

type NewEntry = {
  noun: string;
  record_id: number | string;
  record_name: string;
  version: number | null;
  action: string;
  changes: Change[];
};

/** Appends to the one history there is. Nobody may change it afterwards, the server included. */
export async function recordHistory(context: Omit<Writing, 'adapters'>, entry: NewEntry): Promise<void> {
  await context.tx
    .insertInto('history')
    .values({
      ...entry,
      record_id: String(entry.record_id),
      changes: JSON.stringify(entry.changes),
      at: context.now,
      by: context.actor.id,
      request_id: context.request_id,
    })
    .execute();
}

/** The fields others have changed since the version somebody was looking at. */
export async function changedSince(tx: Tx, noun: string, id: number | string, version: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('history')
    .select('changes')
    .where('noun', '=', noun)
    .where('record_id', '=', String(id))
    .where('version', '>', version)
    .execute();
  return [...new Set(rows.flatMap((row) => (row.changes as Change[]).map((change) => change.field)))];
}

type Stored = {
  id: number;
  at: string;
  by: number | null;
  by_name: string | null;
  action: string;
  changes: unknown;
  noun: string;
  record_id: string;
  record_name: string;
};

export function toEntry(row: Stored): HistoryEntry & { noun: string; record_id: string; record_name: string } {
  const changes = row.changes as Change[];
  const { noun, record_id, record_name, action, at, id } = row;
  const by = row.by === null ? null : { id: row.by, full_name: row.by_name ?? '' };
  const sentence = historySentence({ who: row.by_name, action, noun, name: record_name, changes });
  return { id, at, by, action, sentence, changes, noun, record_id, record_name };
}

/** Looked up for the rows that are shown: a join would be part of counting them too. */
export const BY_NAME = sql<string | null>`(select full_name from app_user where app_user.id = history.by)`;

/**
 * A record's history, newest first. `family` is the record and those merged into it, empty when it is gone: a deleted record keeps its
 * history, and one that never was has none to show. Whoever sees no amounts is not told of them; `needs` is the action of a call whose
 * holders see them all the same.
 */
export async function listHistory(
  { tx, actor }: { tx: Tx; actor: Pick<Actor, 'groups'> },
  noun: string,
  id: number | string,
  family: readonly (number | string)[],
  page: PageInput,
  needs?: Action,
) {
  const hidden = hiddenFields(actor.groups, needs);
  const rows = tx
    .selectFrom('history')
    .select(['history.id', 'history.at', 'history.by', BY_NAME.as('by_name'), 'action', 'changes', 'noun', 'record_id', 'record_name'])
    .where('noun', '=', noun)
    .where('record_id', 'in', (family.length > 0 ? family : [id]).map(String));
  const shown = hidden.length > 0 ? rows.where(tellsMoreThan(hidden)) : rows;
  const found = await pageOf(shown, page, [sql`history.id desc`]);
  if (found.count === 0 && family.length === 0) throw notFound();
  return { count: found.count, results: found.results.map((row) => toEntry(withoutFields(row, hidden))) };
}

/** An entry that would be empty without these fields is not there for whoever may not see them. */
export function tellsMoreThan(hidden: readonly string[]) {
  return sql<boolean>`(action <> 'changed' or changes = '[]' or exists (
    select from jsonb_array_elements(changes) change where not change ->> 'field' = any(${hidden})))`;
}

export function withoutFields<R extends { changes: unknown }>(row: R, hidden: readonly string[]): R {
  return { ...row, changes: (row.changes as Change[]).filter(({ field }) => !hidden.includes(field)) };
}
