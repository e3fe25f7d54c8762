import type { RequestQuery } from '@dmse/contract/endpoint';
import type { listInboundMails } from '@dmse/contract/memos/inbound-mail';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { matchesWords, newestFirst, pageOf } from '../../../db/paging.ts';
import { personRef } from '../../../db/person-ref.ts';

export type InboundState = 'triage' | 'filed' | 'ignored' | 'bounce' | 'discarded';
type Filter = RequestQuery<typeof listInboundMails>;

function numRef(of: 'job' | 'quote') {
  return sql<{
    id: number;
    num: string;
  } | null>`(select jsonb_build_object('id', p.id, 'num', p.num) from ${sql.table(of)} p where p.id = ${sql.ref(`inbound_mail.suggested_${of}`)})`;
}

function rows(tx: Tx) {
  return tx
    .selectFrom('inbound_mail')
    .select([
      'id',
      'from_address',
      'from_name',
      'recipients',
      'subject',
      'words',
      'state',
      'reason',
      'memo',
      'eml',
      'received_on',
      'settled_on',
    ])
    .select([numRef('job').as('suggested_job'), numRef('quote').as('suggested_quote')])
    .select(personRef('inbound_mail.settled_by').as('settled_by'));
}

export function page(tx: Tx, { query, state, ...paging }: Filter) {
  let found = rows(tx);
  const words = query ? matchesWords(sql`inbound_mail.search`, query) : null;
  if (words) found = found.where(words);
  if (state && state.length > 0) found = found.where('state', 'in', state);
  return pageOf(found, paging, newestFirst(sql`inbound_mail.id`));
}

export function find(tx: Tx, id: number) {
  return rows(tx).where('id', '=', id).executeTakeFirst();
}

/** The mail a memo came from. */
export function findOfMemo(tx: Tx, memo: number) {
  return tx.selectFrom('inbound_mail').select(['id', 'eml']).where('memo', '=', memo).orderBy('id', 'desc').executeTakeFirst();
}

export function lock(tx: Tx, id: number) {
  return tx.selectFrom('inbound_mail').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Two deliveries of one mail wait for each other here, whichever process they came to. */
export async function takeTurn(tx: Tx, messageId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`inbound_mail ${messageId}`}, 0))`.execute(tx);
}

export function findByMessageId(tx: Tx, messageId: string) {
  return tx
    .selectFrom('inbound_mail')
    .select(['id', 'state', 'memo', 'from_address', 'subject', 'words'])
    .where('message_id', '=', messageId)
    .executeTakeFirst();
}

export type NewInbound = {
  message_id: string;
  source: 'imap' | 'smtp' | 'upload';
  from_address: string;
  from_name: string;
  recipients: string[];
  subject: string;
  words: string;
  eml: number;
  state: InboundState;
  reason: string;
  memo: number | null;
  suggested_job: number | null;
  suggested_quote: number | null;
  received_on: string;
};

export async function insert(tx: Tx, row: NewInbound): Promise<number> {
  return (await tx.insertInto('inbound_mail').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

export async function settle(
  tx: Tx,
  id: number,
  change: { state: InboundState; memo?: number; settled_on: string | null; settled_by: number | null },
): Promise<number> {
  const row = await tx
    .updateTable('inbound_mail')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return row.version;
}

/** Mails of one sender that became memos by themselves since an instant. */
export async function countFiled(tx: Tx, address: string, since: string): Promise<number> {
  const row = await tx
    .selectFrom('inbound_mail')
    .select(sql<number>`count(*)`.as('count'))
    .where('from_address', '=', address)
    .where('state', '=', 'filed')
    .where('received_on', '>', since)
    .executeTakeFirstOrThrow();
  return row.count;
}

export function findUser(tx: Tx, address: string) {
  return tx
    .selectFrom('app_user')
    .select(['id', 'full_name'])
    .where(sql<boolean>`lower(email) = ${address}`)
    .where('is_active', '=', true)
    .executeTakeFirst();
}

/** An address in the address book. The search text narrows it down by its index; then the address itself must be there. */
export async function isInAddressBook(tx: Tx, address: string): Promise<boolean> {
  const contact = await tx
    .selectFrom('contact')
    .select('id')
    .where(matchesWords(sql`contact.search`, address) ?? sql<boolean>`false`)
    .where(sql<boolean>`exists (select from unnest(emails) one where lower(one) = ${address})`)
    .limit(1)
    .executeTakeFirst();
  if (contact) return true;
  const client = await tx
    .selectFrom('client')
    .select('id')
    .where(matchesWords(sql`client.search`, address) ?? sql<boolean>`false`)
    .where(sql<boolean>`lower(email) = ${address}`)
    .limit(1)
    .executeTakeFirst();
  return client !== undefined;
}
