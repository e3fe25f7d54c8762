import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';

const STAMP = { created_on: '2026-03-04T14:00:00.000Z', updated_on: '2026-03-04T14:00:00.000Z' };
export const INBOX_DOMAIN = 'inbox.example.ca';
export const JOB_INBOX = `job-26-9001-abcdefgh1@${INBOX_DOMAIN}`;

async function idOf(tx: Tx, username: string): Promise<number> {
  return (await tx.selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id;
}

/** Writes settings of the inbox over those that are there. */
export async function setInbox(tx: Tx, values: Record<string, unknown>): Promise<void> {
  await sql`update setting set value = value || ${JSON.stringify(values)}::jsonb where section = 'inbox'`.execute(tx);
}

/**
 * A firm that takes in mail: job 26-9001 (Mona manages, Pia leads), job 26-9002 and quote Q26-9001 (nobody does), Carla and the Harbour
 * Authority in the address book, somebody who has left, and a memo on 26-9001 that Mona was mailed under `<memo-1@example.ca>`.
 */
export async function prepareInbox(tx: Tx): Promise<{ job: number; mail: number; memo: number }> {
  await setInbox(tx, { domain: INBOX_DOMAIN });
  const leaders = { project_manager: await idOf(tx, 'mona'), project_leads: [await idOf(tx, 'pia')] };
  const { id: job } = await tx
    .insertInto('job')
    .values({ num: '26-9001', desc: 'Wharf', inbox_token: 'abcdefgh1', ...leaders, ...STAMP })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('job')
    .values({ num: '26-9002', desc: 'Gate', inbox_token: 'abcdefgh2', ...STAMP })
    .execute();
  await tx
    .insertInto('quote')
    .values({ num: 'Q26-9001', desc: 'Quay', inbox_token: 'abcdefgh3', ...STAMP })
    .execute();
  await tx
    .insertInto('contact')
    .values({ name: 'Carla Client', emails: ['old@acme.example', 'Carla@Acme.example'], ...STAMP })
    .execute();
  await tx
    .insertInto('client')
    .values({ name: 'Harbour Authority', email: 'office@harbour.example', ...STAMP })
    .execute();
  const gone = { username: 'gone', email: 'gone@example.ca', full_name: 'Gone', initials: 'G', password_hash: 'x', is_active: false };
  await tx
    .insertInto('app_user')
    .values({ ...gone, ...STAMP })
    .execute();
  const { id: memo } = await tx
    .insertInto('memo')
    .values({ job, title: 'Culvert', text: '{"type":"doc"}', words: 'The culvert is blocked.', ...STAMP })
    .returning('id')
    .executeTakeFirstOrThrow();
  const sent = { recipients: ['mona@example.ca'], subject: '[26-9001] Culvert', body: 'The culvert is blocked.', state: 'sent' };
  const { id: mail } = await tx
    .insertInto('mail')
    .values({ message_id: '<memo-1@example.ca>', ...sent, created_on: STAMP.created_on })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('memo_recipient')
    .values({ memo, mail, person: await idOf(tx, 'mona') })
    .execute();
  return { job, mail, memo };
}
