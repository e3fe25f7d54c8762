import { Readable } from 'node:stream';
import type { Quote, QuoteMailing, QuotePatch, QuoteRevision } from '@dmse/contract/jobs/quote';
import { quotedLines, whyNotFee } from '@dmse/domain/jobs/fee';
import { QUOTE_WORDS } from '@dmse/domain/jobs/quote-words';
import { subjectTag } from '@dmse/domain/memos/inbox-address';
import { sumCents } from '@dmse/domain/money/cents';
import { freezesRevision, isOut, type QuoteState, validUntil, whyNotPickQuoteState } from '@dmse/domain/states/quote';
import type { z } from 'zod';
import { storeMade } from '../areas/files/file/file.service.ts';
import { getInboxAddress } from '../areas/jobs/project/project.service.ts';
import { billingOf } from '../areas/jobs/project/project-validate.service.ts';
import {
  changeQuote,
  findPeople,
  findRevision,
  getQuote,
  getScope,
  keepQuoteMail,
  keepRevision,
  listAddresses,
  listQuoteRevisions,
  lockQuote,
  quoteNoun,
} from '../areas/jobs/quote/quote.service.ts';
import {
  collectQuote,
  findLanguage,
  freezeDocument,
  listQuotedTasks,
  type QuoteChoices,
} from '../areas/jobs/quote/quote-document.service.ts';
import { getSection, getToday } from '../areas/settings/setting/setting.service.ts';
import { queueMail } from '../areas/staff/mail/mail.service.ts';
import type { Context } from '../call/context.ts';
import { invalid, Refusal, refuse } from '../call/refusal.ts';
import { type RowOf, updateRecord } from '../records/record.ts';

type Patch = z.infer<typeof QuotePatch>;

const MOST_PDF_BYTES = 50 * 1024 * 1024;

/** Changes a quote. Submitting freezes what the client gets; rejecting asks why; any state can be picked back until it is a job. */
export async function updateQuote(context: Context, id: number, patch: Patch): Promise<Quote> {
  const before = await lockQuote(context, id);
  const { state, document, mail, ...fields } = patch;
  refuseLoneReason(before, patch);
  const from = before.state;
  if (!(state && freezesRevision(from, state))) refuseLoneMail(patch);
  if (state === undefined || state === from) {
    await changeQuote(context, before, fields);
    return getQuote(context, id);
  }
  await refuseState(context, before, state, patch);
  const isSubmitted = freezesRevision(from, state);
  const after = await changeQuote(context, before, fields, {
    state,
    ...decisionOf(context, state, patch),
    ...(isSubmitted ? await submissionOf(context, before, patch) : {}),
  });
  if (isSubmitted) await freezeRevision(context, after, document);
  if (isSubmitted && mail) await mailRevision(context, after, mail);
  return getQuote(context, id);
}

function refuseLoneReason(before: RowOf<'quote'>, { state = before.state, lost_reason, lost_note }: Patch): void {
  if (state === 'REJECTED') return;
  if (lost_reason) throw invalid({ lost_reason: 'Only a rejected quote has a lost reason.' });
  if (lost_note) throw invalid({ lost_note: 'Only a rejected quote has a lost note.' });
}

function refuseLoneMail({ document, mail }: Patch): void {
  if (mail) throw invalid({ mail: 'A quote is mailed along when it is submitted; later its revision is mailed by itself.' });
  if (document) throw invalid({ document: 'How the PDF looks is chosen when the quote is submitted.' });
}

export function refuseNoFee(billing: Parameters<typeof whyNotFee>[0]): void {
  const sentence = whyNotFee(billing);
  if (sentence) throw new Refusal('INCOMPLETE', sentence);
}

/** Judged by what the quote will be: a client chosen in the same breath counts. */
async function refuseState({ tx }: Context, before: RowOf<'quote'>, to: QuoteState, patch: Patch): Promise<void> {
  const { lost_reasons } = await getSection(tx, 'job_lists');
  const { client = before.client, project_manager = before.project_manager } = patch;
  const billing = billingOf(before, patch);
  const { task_count, total } = await getScope(tx, before.id);
  if (to === 'QUOTE SUBMITTED') refuseNoFee(billing);
  const facts = {
    state: before.state,
    promoted_to: null,
    can_edit: true,
    client,
    project_manager,
    task_count,
    total: sumCents(quotedLines(billing, [total])),
    lost_reason: patch.lost_reason,
    lost_reasons,
  };
  const why = whyNotPickQuoteState(facts, to);
  if (why?.code === 'REASON_NEEDED') throw invalid({ lost_reason: why.sentence });
  refuse(why);
}

/** When the client answered, and why not; both are empty again when the quote is taken up anew. */
export function decisionOf(
  { now }: Context,
  state: QuoteState,
  { lost_reason = '', lost_note = '' }: Pick<Patch, 'lost_reason' | 'lost_note'>,
) {
  const isDecided = state === 'ACCEPTED' || state === 'REJECTED';
  return {
    decided_on: isDecided ? now : null,
    lost_reason: state === 'REJECTED' ? lost_reason : '',
    lost_note: state === 'REJECTED' ? lost_note : '',
  };
}

async function submissionOf(context: Context, before: RowOf<'quote'>, { valid_until }: Patch) {
  const { valid_days } = await getSection(context.tx, 'quote_texts');
  return {
    submitted_on: context.now,
    valid_until: valid_until ?? validUntil(await getToday(context), valid_days),
    revision: before.revision + 1,
  };
}

/** The budget as it stands, the document and the PDF made of it, for ever. The bytes lie in the store before a row refers to them. */
async function freezeRevision(context: Context, quote: RowOf<'quote'>, choices: QuoteChoices = {}): Promise<void> {
  const { tx, actor, now, adapters } = context;
  const number = quote.revision;
  const valid_until = String(quote.valid_until);
  const { document, price } = await collectQuote(context, quote.id, choices, { revision: number, valid_until });
  const bytes = await adapters.documents.makeQuote(document);
  const stored = await adapters.files.put(Readable.from(bytes), MOST_PDF_BYTES);
  const words = QUOTE_WORDS[document.language ?? 'en'];
  const name = `${words.quote} ${quote.num} ${words.revision(number)}.pdf`;
  const pdf = await storeMade(context, { ...stored, name, mime_type: 'application/pdf' });
  await keepRevision(tx, {
    quote: quote.id,
    number,
    total: price,
    valid_until,
    budget: await listQuotedTasks(tx, quote.id),
    document: freezeDocument(document),
    pdf: pdf.id,
    created_on: now,
    created_by: actor.id,
  });
}

type Mailing = z.infer<typeof QuoteMailing>;

/** Mails the last revision once more, or to somebody else. */
export async function mailQuote(context: Context, id: number, mailing: Mailing): Promise<QuoteRevision> {
  const quote = await lockQuote(context, id);
  if (!isOut({ state: quote.state, submitted_on: quote.submitted_on }))
    throw new Refusal('WRONG_STATE', 'Submit the quote first: only what was submitted is mailed.');
  await mailRevision(context, quote, mailing);
  return (await listQuoteRevisions(context, id, { page_size: 1 })).results[0]!;
}

/** Writes the mails down with the frozen PDF; they leave once everything here has ended well. An answer to them becomes a memo. */
async function mailRevision(context: Context, quote: RowOf<'quote'>, { to, text }: Mailing): Promise<void> {
  const { tx } = context;
  const revision = await findRevision(tx, quote.id);
  if (!revision) throw new Refusal('WRONG_STATE', 'This quote has no PDF that could be mailed: submit it again.');
  const known = quote.client === null ? [] : await listAddresses(tx, quote.client);
  const stranger = to.find((address) => !known.some((one) => one.toLowerCase() === address.toLowerCase()));
  if (stranger) throw invalid({ to: `${stranger} is not an address of the client or one of its contacts.` });
  const { num } = quote;
  const word = QUOTE_WORDS[await findLanguage(tx, quote.id)].quote;
  const inbox = await getInboxAddress(tx, quote);
  const [sender] = await findPeople(tx, [context.actor.id]);
  const mails = await queueMail(context, {
    to,
    subject: `${subjectTag(num)} ${word} ${num}${word === 'Quote' ? '' : '\u00a0'}: ${quote.desc}`,
    text: `${text.trimEnd()}\n`,
    reply_to: inbox || (sender?.email ?? ''),
    attachments: [revision.pdf],
  });
  for (const mail of mails) await keepQuoteMail(tx, revision.id, mail);
  const said = { field: 'mailed', label: 'Mailed', from: null, to: `revision ${revision.number} to ${to.join(', ')}` };
  await updateRecord(context, quoteNoun, quote, {}, [said]);
}
