import type { RequestQuery } from '@dmse/contract/endpoint';
import type { listMails, MailState } from '@dmse/contract/staff/mail';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { matchesWords, newestFirst, pageOf } from '../../../db/paging.ts';

type NewMail = {
  message_id: string;
  to: string;
  reply_to: string | null;
  subject: string;
  body: string;
  state: MailState;
  answer: string;
  sealed_link: string | null;
  created_on: string;
  created_by: number | null;
};

export function insert(tx: Tx, { to, ...row }: NewMail) {
  return tx
    .insertInto('mail')
    .values({ ...row, recipients: [to] })
    .returning('id')
    .executeTakeFirstOrThrow();
}

export function find(tx: Tx, id: number) {
  return tx.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function attach(tx: Tx, mail: number, files: readonly number[]): Promise<void> {
  if (files.length === 0) return;
  await tx
    .insertInto('mail_attachment')
    .values(files.map((file) => ({ mail, file })))
    .execute();
}

export function listAttachments(tx: Tx, mail: number) {
  return tx
    .selectFrom('mail_attachment')
    .innerJoin('file', 'file.id', 'mail_attachment.file')
    .select(['file.id', 'file.name', 'file.mime_type', 'file.sha256'])
    .where('mail', '=', mail)
    .orderBy('file.id')
    .execute();
}

type Filter = RequestQuery<typeof listMails>;

export function page(tx: Tx, { query, state, ...paging }: Filter) {
  let rows = tx.selectFrom('mail').select(['id', 'recipients', 'subject', 'state', 'answer', 'tries', 'created_on', 'sent_on']);
  const words = query ? matchesWords(sql`mail.search`, query) : null;
  if (words) rows = rows.where(words);
  if (state && state.length > 0) rows = rows.where('state', 'in', state);
  return pageOf(rows, paging, newestFirst(sql`mail.id`));
}

/** Counts a try, unless the mail has reached its end already. A mail that was given up may be taken up again. */
export function beginTry(tx: Tx, id: number) {
  return tx
    .updateTable('mail')
    .set((eb) => ({ tries: eb('tries', '+', 1), state: 'queued' }))
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'failed'])
    .returningAll()
    .executeTakeFirst();
}

export async function noteAnswer(tx: Tx, id: number, answer: string): Promise<void> {
  await tx.updateTable('mail').set({ answer }).where('id', '=', id).execute();
}

export async function finish(tx: Tx, id: number, state: MailState, answer: string, at: string): Promise<void> {
  await tx
    .updateTable('mail')
    .set({ state, answer, sealed_link: null, sent_on: state === 'sent' || state === 'kept' ? at : null })
    .where('id', '=', id)
    .execute();
}

export async function giveUp(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('mail').set({ state: 'failed' }).where('id', '=', id).where('state', '=', 'queued').execute();
}

/** Of these Message-IDs, the mail of ours that has one of them, the first named first. */
export async function findByMessageId(tx: Tx, ids: readonly string[]) {
  if (ids.length === 0) return undefined;
  const rows = await tx.selectFrom('mail').select(['id', 'message_id']).where('message_id', 'in', ids).execute();
  return ids.flatMap((id) => rows.filter((row) => row.message_id === id))[0];
}

/** What the mail server took can come back. What was never taken, or has come back already, stays what it is. */
export async function bounce(tx: Tx, id: number, answer: string): Promise<void> {
  await tx.updateTable('mail').set({ state: 'bounced', answer }).where('id', '=', id).where('state', 'in', ['sent', 'failed']).execute();
}

export async function listWaiting(tx: Tx, createdBefore: string): Promise<number[]> {
  const rows = await tx
    .selectFrom('mail')
    .select('id')
    .where('state', '=', 'queued')
    .where('created_on', '<', createdBefore)
    .orderBy('id')
    .limit(10_000)
    .execute();
  return rows.map((row) => row.id);
}

export function findAddress(tx: Tx, user: number) {
  return tx.selectFrom('app_user').select(['email', 'full_name']).where('id', '=', user).executeTakeFirstOrThrow();
}
