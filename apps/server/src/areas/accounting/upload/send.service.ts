import { createHash } from 'node:crypto';
import { stepAfter } from '@dmse/domain/accounting-link/after-answer';
import { idempotencyKey, stepAfterLookUp } from '@dmse/domain/accounting-link/after-look-up';
import { statusAfter } from '@dmse/domain/states/upload';
import type { AccountingAnswer } from '../../../adapters/accounting/accounting-system.ts';
import { callAccounting, type LinkParts } from '../link/access.service.ts';
import * as links from '../link/link.queries.ts';
import { ensureContact } from './contact.service.ts';
import * as documents from './document.queries.ts';
import { keepLate } from './late.service.ts';
import { queueUpload } from './plan.service.ts';
import { type Known, type Sending, WAYS } from './remote-documents.ts';

export type SendParts = LinkParts & { origin: string };
type Claimed = { upload: documents.UploadRow; document: documents.DocumentRow; wasUnknown: boolean };

const inSeconds = (now: string, seconds: number) => new Date(Date.parse(now) + seconds * 1000).toISOString();
/** So long nobody else takes what is being sent: longer than all of its calls. */
const LEASE = 300;

/** Takes the next one, and writes down that it is being sent before anything leaves. */
async function claim({ db, now }: SendParts): Promise<Claimed | null> {
  return db.write(async (tx) => {
    const next = await documents.claimNext(tx, now());
    if (!next) return null;
    const upload = await documents.findUpload(tx, next.id);
    const document = (await documents.findDocument(tx, next.document))!;
    if (document.payment !== null) await documents.holdPayment(tx, document.payment);
    const taken = { attempts: upload.attempts + 1, is_unknown: true, says: '', next_on: inSeconds(now(), LEASE) };
    await documents.updateUpload(tx, upload.id, taken);
    return { upload: { ...upload, attempts: upload.attempts + 1 }, document, wasUnknown: upload.is_unknown };
  });
}

type Outcome =
  | { dropped: true }
  | { answer: AccountingAnswer; known?: Known | undefined }
  | { done: Known }
  | { failed: string; remedy: string };

const NEEDS_CONTACT = ['invoice', 'write-off', 'overpayment'];

async function prepare(
  parts: SendParts,
  link: links.LinkRow,
  { upload, document }: Claimed,
): Promise<Sending | { answer: AccountingAnswer }> {
  const { db, origin } = parts;
  const call = (asked: Parameters<Sending['call']>[0]) => callAccounting(parts, link.tenant, asked);
  const place = await db.read((tx) => documents.findPlace(tx, document));
  const text = document.kind === 'invoice' ? await db.read((tx) => documents.findText(tx, document.invoice!, upload.revision)) : null;
  const isMade = upload.operation !== 'void' && NEEDS_CONTACT.includes(document.kind);
  const contact = isMade ? await ensureContact({ db, call }, place) : { id: '' };
  if ('answer' in contact) return contact;
  const { settings, tax_types, write_off_account } = link;
  const told = { contact: contact.id, settings, tax_types, write_off_account, origin };
  const name = `${document.kind}:${document.id}-${Date.parse(document.created_on).toString(36)}`;
  const key = (step: string, body?: object) => {
    const digest = body ? `:${createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 12)}` : '';
    return `${idempotencyKey(name, upload.revision, upload.operation)}:${upload.round}:${step}${digest}`;
  };
  return { document, place, told, text, call, key };
}

/** What may have taken effect already is looked for before it is sent again; a credit note is made in two steps. */
async function send(parts: SendParts, link: links.LinkRow, claimed: Claimed): Promise<Outcome> {
  const { upload, document, wasUnknown } = claimed;
  const { operation } = upload;
  const isUnwanted = operation === 'create' && document.is_void;
  if (isUnwanted && !wasUnknown) return { dropped: true };
  if (document.kind === 'write-off' && operation === 'create' && link.write_off_account === '')
    return { failed: 'No account is chosen for write-offs.', remedy: 'Choose it on the page of the accounting link, then press Retry.' };
  const sending = await prepare(parts, link, claimed);
  if ('answer' in sending) return sending;
  const way = WAYS[document.kind];
  let found: Awaited<ReturnType<typeof way.find>>['found'] = null;
  if (wasUnknown || operation === 'void' || document.kind === 'write-off') {
    const looked = await way.find(sending, operation);
    if (looked.answer.status === null || looked.answer.status >= 300) return { answer: looked.answer };
    found = looked.found;
    if (isUnwanted) return found && !found.is_void && found.is_ours ? { done: found.known } : { dropped: true };
    // The invoice may have been changed here since; what was sent is the version of that time.
    const step = stepAfterLookUp(operation, sending.text?.total ?? document.amount, found);
    if (step.step === 'failed') return { failed: step.says, remedy: 'Look at it over there, then press Retry.' };
    if (step.step === 'done' && !found?.isPartial) return { done: found?.known ?? {} };
  }
  const sent =
    operation === 'update' ? await way.update!(sending) : operation === 'void' ? await way.void(sending) : await way.create(sending, found);
  return { answer: sent, known: sent.known };
}

const knownColumns = ({ remote_id, remote_lines }: Known) => ({
  ...(remote_id ? { remote_id } : {}),
  ...(remote_lines ? { remote_lines: JSON.stringify(remote_lines) } : {}),
});

/** Writes down what came of it. What was wanted meanwhile is queued. */
async function record({ db, now: clock }: SendParts, { upload, document, wasUnknown }: Claimed, outcome: Outcome): Promise<void> {
  const now = clock();
  const { id, operation, attempts, revision } = upload;
  const step =
    'done' in outcome || 'dropped' in outcome
      ? ({ step: 'done' } as const)
      : 'failed' in outcome
        ? ({ step: 'failed', says: outcome.failed, remedy: outcome.remedy } as const)
        : stepAfter(outcome.answer, { attempts, has_refreshed: true, spread: Math.random() });
  const isRefusedConnection = 'answer' in outcome && outcome.answer.status === 403;
  const known: Known = ('done' in outcome ? outcome.done : 'answer' in outcome ? outcome.known : null) ?? {};
  // Something of it may be there, or half of it is: a credit note that could not be put on its invoice.
  const isUnanswered = 'answer' in outcome && (outcome.answer.status ?? 500) >= 500;
  const isUnknown = wasUnknown || isUnanswered || step.step === 'look up' || Boolean(known.remote_id);
  await db.write(async (tx) => {
    // Another process took it over, and may have given it up.
    if (!(await documents.holdClaimed(tx, upload))) return keepLate(tx, document.id, known, now);
    if ('dropped' in outcome) return documents.updateUpload(tx, id, { state: 'replaced', is_unknown: false, ended_on: now });
    if (isRefusedConnection) {
      // Nothing is wrong with the document: it waits for the connection.
      await documents.updateUpload(tx, id, { is_unknown: isUnknown, attempts: attempts - 1, next_on: inSeconds(now, 60) });
      await links.write(tx, { state: 'broken', says: 'The accounting system no longer accepts the connection. Connect it again.' });
      return;
    }
    if (step.step === 'retry' || step.step === 'look up' || step.step === 'refresh') {
      const wait = step.step === 'refresh' ? 60 : step.wait;
      const says = isUnknown ? 'There was no answer; it is looked for before it is sent again.' : 'The accounting system asked to wait.';
      await documents.updateUpload(tx, id, { is_unknown: isUnknown, next_on: inSeconds(now, wait), says });
      if (step.step === 'retry') await links.write(tx, { paused_until: inSeconds(now, wait) });
      return;
    }
    const isDone = step.step === 'done';
    await documents.updateDocument(tx, document.id, {
      ...{ upload_status: statusAfter(operation, isDone), ...knownColumns(known) },
      ...(isDone ? { sent_revision: revision } : {}),
    });
    const { says, remedy } = step.step === 'failed' ? step : { says: '', remedy: '' };
    const ended = { state: isDone ? 'done' : 'failed', is_unknown: !isDone && isUnknown, ended_on: now } as const;
    await documents.updateUpload(tx, id, { ...ended, says, remedy });
    const wanted = (await documents.findDocument(tx, document.id))!;
    const isOther = wanted.revision !== revision || (wanted.is_void && operation !== 'void');
    if (isOther) await queueUpload(tx, document.id, now);
  });
}

/** Sends the next document that is due. Answers whether there was one. */
export async function sendNext(parts: SendParts): Promise<boolean> {
  const link = await parts.db.read(links.read);
  const isPaused = link.paused_until !== null && link.paused_until > parts.now();
  if (link.state !== 'connected' || isPaused) return false;
  const claimed = await claim(parts);
  if (!claimed) return false;
  await record(parts, claimed, await send(parts, link, claimed));
  return true;
}
