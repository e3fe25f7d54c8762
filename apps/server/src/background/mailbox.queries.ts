import type { Cursor } from '../adapters/mail/inbound-imap.ts';
import type { Tx } from '../db/database.ts';

export async function findCursor(tx: Tx, mailbox: string): Promise<Cursor | null> {
  const row = await tx.selectFrom('mailbox_cursor').select(['uid_validity', 'last_uid']).where('mailbox', '=', mailbox).executeTakeFirst();
  return row ? { uid_validity: Number(row.uid_validity), last_uid: Number(row.last_uid) } : null;
}

export async function saveCursor(tx: Tx, mailbox: string, cursor: Cursor): Promise<void> {
  await tx
    .insertInto('mailbox_cursor')
    .values({ mailbox, ...cursor })
    .onConflict((on) => on.column('mailbox').doUpdateSet(cursor))
    .execute();
}
