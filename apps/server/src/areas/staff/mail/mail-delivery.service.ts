import type { Seal } from '../../../adapters/accounting/seal.ts';
import type { FileStore } from '../../../adapters/files/file-store.ts';
import type { Mailer } from '../../../adapters/mail/mailer.ts';
import type { Queue } from '../../../adapters/queue.ts';
import type { Database, Tx } from '../../../db/database.ts';
import * as mails from './mail.queries.ts';
import { composeMail, LINK_PLACE, readAttachments } from './mail.service.ts';

type Parts = { db: Database; mailer: Mailer; files: FileStore; seal: Seal; now: () => string };

/**
 * One try at one mail. No transaction is open while the mail server is spoken to. Should this process die between the answer and the
 * row, the mail goes out a second time with the same Message-ID: at least once, and known for the same by whoever receives it.
 */
export async function deliverMail({ db, mailer, files, seal, now }: Parts, id: number): Promise<void> {
  const composed = await db.write(async (tx) => {
    const row = await mails.beginTry(tx, id);
    return row ? { ...(await composeMail(tx, row)), sealed_link: row.sealed_link } : null;
  });
  if (!composed) return;
  try {
    const attachments = await readAttachments(files, composed.attached);
    const text = openLink(seal, composed.message.text, composed.sealed_link);
    const { state, answer } = await mailer.deliver({ ...composed.message, text, attachments });
    await db.write((tx) => mails.finish(tx, id, state, answer, now()));
  } catch (error) {
    await db.write((tx) => mails.noteAnswer(tx, id, (error as Error).message.slice(0, 500)));
    throw error;
  }
}

function openLink(seal: Seal, text: string, sealed: string | null): string {
  if (sealed === null) return text;
  const link = seal.open(sealed);
  if (link === null) throw new Error('The link of this mail was sealed with a key this server does not have.');
  return text.replace(LINK_PLACE, () => link);
}

/** Every try is used up. The last answer stays, for whoever looks. */
export async function giveUpMail(db: Database, id: number): Promise<void> {
  await db.write((tx) => mails.giveUp(tx, id));
}

/** A mail that waits must have a job that sends it; one that lost it (a restored backup has no jobs) gets another. */
export async function requeueMails(tx: Tx, queue: Queue, createdBefore: string): Promise<number> {
  const waiting = await mails.listWaiting(tx, createdBefore);
  for (const id of waiting) await queue.send(tx, 'mail', { mail: id }, String(id));
  return waiting.length;
}
