import { isListMail, whyAutomatic, whyDoubtSender } from '@dmse/domain/memos/mail-signs';
import type { Tx } from '../../../db/database.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import { findOwnMail } from '../../staff/mail/mail.service.ts';
import { readDeliveryReport } from './delivery-report.ts';
import * as inbound from './inbound-mail.queries.ts';
import type { OwnerKey } from './mail-owner.queries.ts';
import { matchMail } from './match-mail.service.ts';
import type { ReadMail } from './read-mail.ts';

export type Author = { id: number | null; full_name: string };

/** What becomes of a mail, and why; for a person to read. */
export type Verdict = {
  state: Exclude<inbound.InboundState, 'discarded'>;
  reason: string;
  /** Where it goes, or where somebody might put it. */
  owner: OwnerKey | null;
  author: Author;
  /** The mail of ours that came back. */
  bounced: { id: number; answer: string } | null;
};

const HOUR = 3_600_000;

/** More than a person writes in an hour: two machines that answer each other are stopped here at the latest. */
const MOST_IN_AN_HOUR = 30;

const FOUND = {
  address: 'By the inbox address.',
  answer: 'As an answer to a memo.',
  subject: 'By the number in the subject.',
} as const;

/** Whom a mail says it is from: an account where there is one, else name and address. */
export async function findAuthor(tx: Tx, mail: ReadMail): Promise<Author & { is_known: boolean }> {
  const [from] = mail.from;
  if (!from) return { id: null, full_name: 'An unknown sender', is_known: false };
  const user = await inbound.findUser(tx, from.address);
  if (user) return { ...user, is_known: true };
  const full_name = from.name && from.name.toLowerCase() !== from.address ? `${from.name} <${from.address}>` : from.address;
  return { id: null, full_name, is_known: await inbound.isInAddressBook(tx, from.address) };
}

/** Why the sender may not be who the mail says. */
export async function doubtSender(tx: Tx, mail: ReadMail): Promise<string | null> {
  const { authserv_id = '' } = await getSection(tx, 'inbox');
  return whyDoubtSender(
    mail.headers,
    mail.from.map(({ address }) => address),
    authserv_id,
  );
}

/**
 * Decides about a mail without changing anything. Machines are not answered and make no memos; people the firm knows write straight to a
 * job; everything else waits for somebody to look at it.
 */
export async function classifyMail(tx: Tx, mail: ReadMail, now: string): Promise<Verdict> {
  const author = await findAuthor(tx, mail);
  const nothing = { owner: null, author, bounced: null };
  if (mail.message_id && (await findOwnMail(tx, [mail.message_id])))
    return { ...nothing, state: 'ignored', reason: 'It is one of our own mails, come back.' };
  const report = await classifyReport(tx, mail);
  if (report) return { ...nothing, ...report };
  const automatic = whyAutomatic(mail.headers, mail.subject);
  if (automatic) return { ...nothing, state: 'ignored', reason: automatic };
  const { owner, by, doubt } = await matchMail(tx, mail);
  if (isListMail(mail.headers) && by !== 'address') return { ...nothing, state: 'ignored', reason: 'It was sent to a mailing list.' };
  const why =
    mail.problem ??
    (isListMail(mail.headers) ? 'It came through a mailing list.' : null) ??
    (author.is_known ? null : 'Its sender is neither a user nor a contact.') ??
    (await doubtSender(tx, mail)) ??
    doubt ??
    (owner ? null : 'It names no job or quote.') ??
    (await tooMany(tx, mail, now));
  if (why || by === null) return { ...nothing, owner, state: 'triage', reason: why ?? '' };
  return { ...nothing, owner, state: 'filed', reason: FOUND[by] };
}

async function tooMany(tx: Tx, { from }: ReadMail, now: string): Promise<string | null> {
  const since = new Date(Date.parse(now) - HOUR).toISOString();
  const filed = await inbound.countFiled(tx, from[0]?.address ?? '', since);
  return filed >= MOST_IN_AN_HOUR ? 'Its sender has written more mails within an hour than a person does.' : null;
}

async function classifyReport(tx: Tx, mail: ReadMail): Promise<Pick<Verdict, 'state' | 'reason' | 'bounced'> | null> {
  const report = readDeliveryReport(mail);
  if (!report) return null;
  const { action, answer, message_ids } = report;
  const ours = await findOwnMail(tx, message_ids);
  if (action !== 'failed') {
    const reason = action === 'delayed' ? 'A mail server says that a mail is late.' : 'A mail server says that a mail was delivered.';
    return { state: 'bounce', reason, bounced: null };
  }
  if (!ours) return { state: 'bounce', reason: 'A mail came back that is not one of ours.', bounced: null };
  return { state: 'bounce', reason: 'A mail of ours came back.', bounced: { id: ours.id, answer } };
}
