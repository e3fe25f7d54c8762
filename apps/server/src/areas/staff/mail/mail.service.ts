import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Adapters } from '../../../adapters/adapters.ts';
import type { FileStore } from '../../../adapters/files/file-store.ts';
import {
  buildEml,
  isPlainAddress,
  type MailAttachment,
  type MailMessage,
  type MailParty,
  oneLine,
} from '../../../adapters/mail/mail-message.ts';
import type { Context, Writing } from '../../../call/context.ts';
import type { FileAnswer } from '../../../call/file-answer.ts';
import { notFound } from '../../../call/refusal.ts';
import type { Tx } from '../../../db/database.ts';
import { mayReadFile } from '../../files/file/file.service.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import * as mails from './mail.queries.ts';

type MailRow = NonNullable<Awaited<ReturnType<typeof mails.find>>>;
type Mail = {
  to: readonly string[];
  subject: string;
  text: string;
  reply_to?: string /** Ids of files. */;
  attachments?: readonly number[];
  /** A link only the reader may know, sealed; it goes where the text says LINK_PLACE. */
  sealed_link?: string;
};

/** What stands in the stored text instead of a link that only the reader of the mail may know. */
export const LINK_PLACE = '[a link that only this mail shows]';

/**
 * Writes mails down and queues them, in the transaction of whatever they tell of. One row for each recipient, since each gets an answer
 * of its own. A stored address that cannot be one is refused here instead of failing what was being done.
 */
export async function queueMail(context: Omit<Writing, 'request_id'>, mail: Mail): Promise<number[]> {
  const { tx, now, actor, adapters } = context;
  const { footer } = await getSection(tx, 'mail');
  const { address } = await findSender(tx);
  const body = footer.trim() ? `${mail.text.trimEnd()}\n\n${footer.trim()}\n` : mail.text;
  const ids: number[] = [];
  for (const to of new Set(mail.to)) {
    const isGood = isPlainAddress(to);
    const { id } = await mails.insert(tx, {
      message_id: `<${randomUUID()}@${address.split('@')[1]}>`,
      to,
      reply_to: mail.reply_to ?? null,
      subject: oneLine(mail.subject),
      body,
      state: isGood ? 'queued' : 'refused',
      answer: isGood ? '' : 'This is not an e-mail address.',
      sealed_link: isGood ? (mail.sealed_link ?? null) : null,
      created_on: now,
      created_by: actor.id,
    });
    await mails.attach(tx, id, mail.attachments ?? []);
    if (isGood) await adapters.queue.send(tx, 'mail', { mail: id }, String(id));
    ids.push(id);
  }
  return ids;
}

/** The address of a page of the app, for whoever reads of it in a mail. */
export function linkTo({ publicOrigin }: Pick<Adapters, 'publicOrigin'>, path: string): string {
  return `${publicOrigin}${path}`;
}

/** Who mails come from: the mail settings, else the firm itself. */
async function findSender(tx: Tx): Promise<MailParty> {
  const { from_name, from_address } = await getSection(tx, 'mail');
  const { firm_name, email } = await getSection(tx, 'firm');
  return { name: from_name || firm_name, address: [from_address, email].find(isPlainAddress) ?? 'dmse@localhost' };
}

type Attached = Awaited<ReturnType<typeof mails.listAttachments>>;

/** The mail as it goes out. The same row gives the same Message-ID and date, however often it is tried. */
export async function composeMail(tx: Tx, row: MailRow): Promise<{ message: MailMessage; attached: Attached }> {
  const { message_id, reply_to, subject, body, created_on } = row;
  const message = { message_id, from: await findSender(tx), to: row.recipients[0]!, reply_to, subject, text: body, date: created_on };
  return { message, attached: await mails.listAttachments(tx, row.id) };
}

/** Reads what a mail carries; nothing of the database is held meanwhile. */
export async function readAttachments(files: FileStore, attached: Attached): Promise<MailAttachment[]> {
  return Promise.all(attached.map(async ({ name, mime_type, sha256 }) => ({ name, mime_type, content: await buffer(files.open(sha256)) })));
}

/** The mail of ours that one of these Message-IDs names. */
export function findOwnMail(tx: Tx, ids: readonly string[]) {
  return mails.findByMessageId(tx, ids);
}

/** A mail came back: its recipient did not get it, and the memo says so. */
export async function bounceMail(tx: Tx, id: number, answer: string): Promise<void> {
  await mails.bounce(tx, id, oneLine(answer).slice(0, 500));
}

export async function listMails({ tx }: Context, filter: Parameters<typeof mails.page>[1]) {
  const { count, results } = await mails.page(tx, filter);
  return { count, results: results.map(toSentMail) };
}

function toSentMail(row: Pick<MailRow, 'id' | 'recipients' | 'subject' | 'state' | 'answer' | 'tries' | 'created_on' | 'sent_on'>) {
  const { id, recipients, subject, answer, tries, created_on, sent_on } = row;
  return { id, to: recipients, subject, state: row.state, answer, tries, created_on, sent_on };
}

export async function getMail({ tx }: Context, id: number) {
  const row = await mails.find(tx, id);
  if (!row) throw notFound();
  return { ...toSentMail(row), text: row.body, message_id: row.message_id };
}

/** What the mail carries is in it only for whoever may read those files. */
export async function getMailSource(context: Context, id: number): Promise<FileAnswer> {
  const { tx, adapters } = context;
  const row = await mails.find(tx, id);
  if (!row) throw notFound();
  const { message, attached } = await composeMail(tx, row);
  const readable = await Promise.all(attached.map((file) => mayReadFile(context, file.id)));
  const attachments = await readAttachments(
    adapters.files,
    attached.filter((_, place) => readable[place]),
  );
  const eml = await buildEml({ ...message, attachments });
  return { stream: eml, name: `mail-${id}.eml`, mime_type: 'message/rfc822', bytes: eml.length };
}

export async function sendTestMail(context: Context): Promise<{ id: number }> {
  const { email, full_name } = await mails.findAddress(context.tx, context.actor.id);
  const { firm_name } = await getSection(context.tx, 'firm');
  const text = `Hello ${full_name},\n\nThis is the test mail you asked for. When you read it in your inbox, mail from ${firm_name} works.\n`;
  const [id] = await queueMail(context, { to: [email], subject: `Test mail from ${firm_name}`, text });
  return { id: id! };
}
