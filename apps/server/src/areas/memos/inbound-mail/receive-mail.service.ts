import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Writing } from '../../../call/context.ts';
import type { Database } from '../../../db/database.ts';
import { bounceMail } from '../../staff/mail/mail.service.ts';
import { classifyMail, type Verdict } from './classify-mail.service.ts';
import { fileMail, storeEml, storeParts, wordsOf } from './file-mail.service.ts';
import * as inbound from './inbound-mail.queries.ts';
import { plainLine, type ReadMail, readMail } from './read-mail.ts';

export type MailParts = { db: Database; adapters: Writing['adapters']; now: () => string };

/** How a mail came; an envelope where we were the ones it was handed to. */
export type Arrival = { source: 'imap' | 'smtp' | 'upload'; envelope?: { from: string; to: readonly string[] } };

export type Receipt = { id: number; state: inbound.InboundState; memo: number | null; is_duplicate: boolean };

const SYSTEM = { id: null, full_name: 'The system' };

/**
 * Takes in a mail. When this answers, the mail lies in the store and its row is committed, whatever became of it; when it fails, nothing
 * was kept and the mail must be handed in again, which is safe as often as it takes: a mail is known by its Message-ID.
 */
export async function receiveMail({ db, adapters, now }: MailParts, given: Buffer, arrival: Arrival): Promise<Receipt> {
  const sha256 = createHash('sha256').update(given).digest('hex');
  const bytes = withEnvelope(given, arrival);
  const mail = await readMail(bytes);
  const words = wordsOf(mail);
  const at = now();
  const seen = await db.read((tx) => findSeen(tx, mail, words, sha256));
  if ('known' in seen) return seen.known;
  const verdict = await db.read((tx) => classifyMail(tx, mail, at));
  const eml = await adapters.files.put(Readable.from([bytes]), bytes.length);
  const isFiled = verdict.state === 'filed' && seen.twin === null;
  const parts = isFiled ? await storeParts(adapters.files, mail) : [];
  return db.write(async (tx) => {
    await inbound.takeTurn(tx, seen.message_id);
    const known = await inbound.findByMessageId(tx, seen.message_id);
    if (known) return { id: known.id, state: known.state as inbound.InboundState, memo: known.memo, is_duplicate: true };
    const writing = { tx, adapters, now: at, request_id: randomUUID() };
    const { owner, author } = verdict;
    const memo = isFiled && owner ? await fileMail(writing, mail, { owner, author, parts, filed_by: null }) : null;
    if (verdict.bounced && seen.twin === null) await bounceMail(tx, verdict.bounced.id, verdict.bounced.answer);
    const { state, reason } = seen.twin === null ? verdict : { state: 'triage' as const, reason: seen.twin };
    const id = await inbound.insert(tx, {
      ...describe(mail, words, verdict),
      message_id: seen.message_id,
      source: arrival.source,
      eml: await storeEml({ ...writing, actor: SYSTEM }, eml, mail.subject),
      state,
      reason,
      memo,
      received_on: at,
    });
    return { id, state, memo, is_duplicate: false };
  });
}

type Seen = { known: Receipt } | { message_id: string; twin: string | null };

/**
 * A second copy of a mail is the same mail. Another text under the same id is not: somebody's program is broken, or somebody hopes that
 * it will not be noticed; it is kept under a name of its own.
 */
async function findSeen(tx: Writing['tx'], mail: ReadMail, words: string, sha256: string): Promise<Seen> {
  const own = `<${sha256}@no-message-id>`;
  if (mail.message_id === null) return asSeen(await inbound.findByMessageId(tx, own), own);
  const known = await inbound.findByMessageId(tx, mail.message_id);
  const isSame = known && known.from_address === (mail.from[0]?.address ?? '') && known.subject === mail.subject && known.words === words;
  if (!known || isSame) return asSeen(known, mail.message_id);
  const apart = `${mail.message_id} ${sha256}`;
  const seen = asSeen(await inbound.findByMessageId(tx, apart), apart);
  return 'known' in seen ? seen : { ...seen, twin: 'Another mail came under the same Message-ID.' };
}

function asSeen(known: Awaited<ReturnType<typeof inbound.findByMessageId>>, message_id: string): Seen {
  if (!known) return { message_id, twin: null };
  return { known: { id: known.id, state: known.state as inbound.InboundState, memo: known.memo, is_duplicate: true } };
}

function describe(mail: ReadMail, words: string, { owner }: Verdict) {
  return {
    from_address: mail.from[0]?.address ?? '',
    from_name: mail.from[0]?.name ?? '',
    recipients: mail.recipients,
    subject: mail.subject,
    words,
    suggested_job: owner?.of === 'job' ? owner.id : null,
    suggested_quote: owner?.of === 'quote' ? owner.id : null,
  };
}

/** What every server writes above a mail it takes for good: whom it came from and whom it was for, as it was told on the line. */
function withEnvelope(bytes: Buffer, { envelope }: Arrival): Buffer {
  if (!envelope) return bytes;
  const lines = [`Return-Path: <${plainLine(envelope.from, 254)}>`, ...envelope.to.map((to) => `Delivered-To: ${plainLine(to, 254)}`)];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n`), bytes]);
}
