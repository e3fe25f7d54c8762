import { Readable } from 'node:stream';
import type { Quote, QuotePatch } from '@dmse/contract/jobs/quote';
import { sumCents } from '@dmse/domain/money/cents';
import { freezesRevision, type QuoteState, validUntil, whyNotPickQuoteState, whyNotReject } from '@dmse/domain/states/quote';
import type { z } from 'zod';
import { storeMade } from '../areas/files/file.service.ts';
import { getToday } from '../areas/jobs/number.service.ts';
import { changeQuote, getQuote, getScope, keepRevision, lockQuote } from '../areas/jobs/quote.service.ts';
import { collectQuote, listQuotedTasks } from '../areas/jobs/quote-document.service.ts';
import { getSection } from '../areas/settings/setting.service.ts';
import type { Row } from '../db/record.ts';
import type { Context } from '../http/context.ts';
import { invalid, refuse } from '../http/refusal.ts';

type Patch = z.infer<typeof QuotePatch>;

const MOST_PDF_BYTES = 50 * 1024 * 1024;

/** Changes a quote. Submitting freezes what the client gets; rejecting asks why; any state can be picked back until it is a job. */
export async function updateQuote(context: Context, id: number, patch: Patch): Promise<Quote> {
  const before = await lockQuote(context, id);
  const { state, ...fields } = patch;
  refuseLoneReason(before, patch);
  const from = before.state as QuoteState;
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
  if (isSubmitted) await freezeRevision(context, after);
  return getQuote(context, id);
}

function refuseLoneReason(before: Row, { state = before.state as QuoteState, lost_reason, lost_note }: Patch): void {
  if (state === 'REJECTED') return;
  if (lost_reason) throw invalid({ lost_reason: 'Only a rejected quote has a lost reason.' });
  if (lost_note) throw invalid({ lost_note: 'Only a rejected quote has a lost note.' });
}

/** Judged by what the quote will be: a client chosen in the same breath counts. */
async function refuseState({ tx }: Context, before: Row, to: QuoteState, patch: Patch): Promise<void> {
  const { lost_reasons } = await getSection(tx, 'job_lists');
  if (to === 'REJECTED') {
    const unsaid = whyNotReject(patch.lost_reason, lost_reasons);
    if (unsaid) throw invalid({ lost_reason: unsaid });
  }
  const { client = before.client, project_manager = before.project_manager } = patch;
  const facts = {
    state: before.state as QuoteState,
    promoted_to: null,
    can_edit: true,
    client,
    project_manager,
    ...(await getScope(tx, before.id)),
  };
  refuse(whyNotPickQuoteState(facts, to, patch.lost_reason, lost_reasons));
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

async function submissionOf(context: Context, before: Row, { valid_until }: Patch) {
  const { valid_days } = await getSection(context.tx, 'quote_texts');
  return {
    submitted_on: context.now,
    valid_until: valid_until ?? validUntil(await getToday(context), valid_days),
    revision: Number(before.revision) + 1,
  };
}

/** The budget as it stands and the PDF made of it, for ever. The bytes lie in the store before a row refers to them. */
async function freezeRevision(context: Context, quote: Row): Promise<void> {
  const { tx, actor, now, outside } = context;
  const number = Number(quote.revision);
  const valid_until = String(quote.valid_until);
  const bytes = await outside.documents.makeQuote(await collectQuote(context, quote.id, {}, { revision: number, valid_until }));
  const stored = await outside.files.put(Readable.from(bytes), MOST_PDF_BYTES);
  const name = `Quote ${quote.num} revision ${number}.pdf`;
  const pdf = await storeMade(context, { ...stored, name, mime_type: 'application/pdf' });
  const budget = await listQuotedTasks(tx, quote.id);
  const total = sumCents(budget.flatMap((task) => task.entries.map((entry) => entry.amount)));
  await keepRevision(tx, { quote: quote.id, number, total, valid_until, budget, pdf: pdf.id, created_on: now, created_by: actor.id });
}
