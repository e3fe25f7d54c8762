import type { Job } from '@dmse/contract/jobs/job';
import { jobFromQuote } from '@dmse/domain/jobs/job-from-quote';
import { subjectTag } from '@dmse/domain/memos/inbox-address';
import { OPEN_QUOTE_STATES, type QuoteState, whyNotPromote, whyNotTheirQuote } from '@dmse/domain/states/quote';
import { endSentence } from '@dmse/domain/text/history-sentence';
import { getJob, insertJob } from '../areas/jobs/job/job.service.ts';
import { canEditQuote, findJobOf, findPeople, quoteNoun } from '../areas/jobs/quote/quote.service.ts';
import { getLocation, insertLocation } from '../areas/places/location/location.service.ts';
import { linkTo, queueMail } from '../areas/staff/mail/mail.service.ts';
import type { Context } from '../call/context.ts';
import { refuse } from '../call/refusal.ts';
import { lockRecord, type RowOf, updateRecord } from '../records/record.ts';
import { copyWorkToJob } from './promote-work.ts';
import { decisionOf, refuseNoFee } from './submit-quote.ts';

/**
 * Makes a job of an accepted quote, once. The lock on the quote lets a second call wait for the first and find its job. Memos are not
 * copied: the job names its quote, and through it they are the job's.
 */
export async function promoteQuote(context: Context, id: number, { accept = false }: { accept?: boolean | undefined } = {}): Promise<Job> {
  const { tx } = context;
  const quote = await lockRecord(context, quoteNoun, id);
  const can_edit = canEditQuote(context, quote);
  refuse(whyNotTheirQuote({ can_edit }));
  const known = await findJobOf(tx, id);
  if (known) return getJob(context, known.id);

  const accepted = accept ? await acceptQuote(context, quote) : quote;
  refuseNoFee({ billing_type: accepted.billing_type, fee_cap: accepted.fee_cap });
  refuse(whyNotPromote({ state: accepted.state, promoted_to: null, client: accepted.client, can_edit }));
  const { location, folder_url } = accepted;
  const fields = { ...jobFromQuote(accepted), folder_url, location: await copyLocation(context, location) };
  const job = await insertJob(context, fields);
  await copyWorkToJob(context, id, job.id);
  const change = { field: 'promoted_to', label: 'Job', from: null, to: String(job.num) };
  await updateRecord(context, quoteNoun, accepted, { is_promoted: true }, [change]);
  await tellManager(context, accepted, job);
  return getJob(context, job.id);
}

/** "Accept and promote" in one step: for a quote the client has not answered yet. */
async function acceptQuote(context: Context, quote: RowOf<'quote'>): Promise<RowOf<'quote'>> {
  const state: QuoteState = 'ACCEPTED';
  if (!OPEN_QUOTE_STATES.includes(quote.state)) return quote;
  return updateRecord(context, quoteNoun, quote, { state, ...decisionOf(context, state, {}) });
}

/** The job gets a place of its own: correcting it later leaves what was quoted as it was. */
async function copyLocation(context: Context, id: number | null): Promise<number | null> {
  if (id === null) return null;
  const { geometry, address, legal_description, pid } = await getLocation(context, id);
  return (await insertLocation(context, { geometry, address, legal_description, pid })).id;
}

/** Tells the project manager, unless it was they who did it. */
async function tellManager(context: Context, quote: RowOf<'quote'>, job: RowOf<'job'>): Promise<void> {
  const [manager] = await findPeople(
    context.tx,
    [quote.project_manager].filter((id) => typeof id === 'number'),
  );
  if (!manager || manager.id === context.actor.id) return;
  const { num, client_name, desc, inbox_address } = await getJob(context, job.id);
  const inbox = inbox_address ? `\nMails to ${inbox_address} become memos of the job.\n` : '';
  const what = `${desc}${client_name ? `, for ${client_name}` : ''}`;
  const made = endSentence(`${context.actor.full_name} made job ${num} of quote ${quote.num}: ${what}`);
  await queueMail(context, {
    to: [manager.email],
    subject: `${subjectTag(num)} Quote ${quote.num} is now job ${num}`,
    text: `Hello ${manager.full_name},\n\n${made}\nIts tasks, budget and place came along; its memos stay together.\n${inbox}\n${linkTo(context.adapters, `/app/job/${job.id}`)}\n`,
    ...(inbox_address ? { reply_to: inbox_address } : {}),
  });
}
