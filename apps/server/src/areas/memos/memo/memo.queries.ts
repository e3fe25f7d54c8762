import type { RequestQuery } from '@dmse/contract/endpoint';
import type { listMemos } from '@dmse/contract/memos/memo';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { matchesWords, newestFirst, pageOf } from '../../../db/paging.ts';
import { personRef } from '../../../db/person-ref.ts';

export type MemoFilter = RequestQuery<typeof listMemos>;

const taskRef = sql<{
  id: number;
  name: string;
} | null>`(select jsonb_build_object('id', t.id, 'name', t.name) from task t where t.id = memo.task)`;
function numRef(of: 'job' | 'quote') {
  return sql<{
    id: number;
    num: string;
  } | null>`(select jsonb_build_object('id', p.id, 'num', p.num) from ${sql.table(of)} p where p.id = ${sql.ref(`memo.${of}`)})`;
}

/** Those of a job come with those of the quote it was made from: they were linked, not copied. */
export function list(tx: Tx, { job, quote, query, is_issue, is_resolved, ...page }: MemoFilter) {
  let rows = tx
    .selectFrom('memo')
    .select(['memo.id', 'memo.title', 'memo.words', 'memo.job', 'memo.quote', 'memo.is_issue', 'memo.is_resolved', 'memo.sender'])
    .select(['memo.created_on', 'memo.updated_on', taskRef.as('task'), personRef('memo.created_by').as('created_by')])
    .select([
      sql<number>`(select count(*) from memo_attachment a where a.memo = memo.id)`.as('attachment_count'),
      sql<number>`(select count(*) from memo_recipient r join mail m on m.id = r.mail
        where r.memo = memo.id and m.state in ('refused', 'failed', 'bounced'))`.as('undelivered'),
    ]);
  if (job !== undefined)
    rows = rows.where(sql<boolean>`(memo.job = ${job} or memo.quote = (select j.quote from job j where j.id = ${job}))`);
  if (quote !== undefined) rows = rows.where('memo.quote', '=', quote);
  if (is_issue !== undefined) rows = rows.where('memo.is_issue', '=', is_issue);
  if (is_resolved !== undefined) rows = rows.where('memo.is_resolved', '=', is_resolved);
  const words = query ? matchesWords(sql`memo.search`, query) : null;
  if (words) rows = rows.where(words);
  return pageOf(rows, page, newestFirst(sql`memo.created_on`, sql`memo.id`));
}

export function find(tx: Tx, id: number) {
  return tx
    .selectFrom('memo')
    .selectAll('memo')
    .select([numRef('job').as('job'), numRef('quote').as('quote'), taskRef.as('task')])
    .select([
      personRef('memo.created_by').as('created_by'),
      personRef('memo.updated_by').as('updated_by'),
      personRef('memo.resolved_by').as('resolved_by'),
      sql<number | null>`(select max(i.id) from inbound_mail i where i.memo = memo.id)`.as('inbound'),
      sql<number | null>`memo.created_by`.as('author'),
    ])
    .where('memo.id', '=', id)
    .executeTakeFirst();
}

export async function listAttachments(tx: Tx, memo: number): Promise<number[]> {
  const rows = await tx.selectFrom('memo_attachment').select('file').where('memo', '=', memo).orderBy('position').orderBy('file').execute();
  return rows.map((row) => row.file);
}

export async function setAttachments(tx: Tx, memo: number, files: readonly number[]): Promise<void> {
  await tx.deleteFrom('memo_attachment').where('memo', '=', memo).execute();
  if (files.length > 0)
    await tx
      .insertInto('memo_attachment')
      .values(files.map((file, position) => ({ memo, file, position })))
      .execute();
}

export function listRecipients(tx: Tx, memo: number) {
  return tx
    .selectFrom('memo_recipient')
    .innerJoin('mail', 'mail.id', 'memo_recipient.mail')
    .select([personRef('memo_recipient.person').as('person'), 'mail.recipients', 'mail.state', 'mail.answer', 'mail.tries'])
    .where('memo_recipient.memo', '=', memo)
    .orderBy('mail.id')
    .execute();
}

export async function insertRecipient(tx: Tx, row: { memo: number; mail: number; person: number }): Promise<void> {
  await tx.insertInto('memo_recipient').values(row).execute();
}

const PERSON = ['id', 'email', 'full_name', 'is_active', 'granted'] as const;

export async function listPeople(tx: Tx, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return tx.selectFrom('app_user').select(PERSON).where('id', 'in', ids).execute();
}

/** Everybody who can sign in and holds one of these roles. */
export function listHolders(tx: Tx, roles: readonly string[]) {
  return tx
    .selectFrom('app_user')
    .select(['id', 'full_name'])
    .where('is_active', '=', true)
    .where(sql<boolean>`granted && ${roles}::text[]`)
    .orderBy(sql`norm(full_name)`)
    .orderBy('id')
    .execute();
}

/** The job or quote a memo is about: what its mail and its rights need. */
export function findOwner(tx: Tx, of: 'job' | 'quote', id: number) {
  return tx
    .selectFrom(of as 'job')
    .select(['id', 'num', 'desc', 'project_manager', 'project_leads', 'inbox_token'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export function findTask(tx: Tx, id: number) {
  return tx.selectFrom('task').select(['id', 'job', 'quote', 'name']).where('id', '=', id).executeTakeFirst();
}
