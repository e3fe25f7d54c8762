import { type NewQuote, Quote, QuotePatch, type QuoteRevision, type QuoteRow } from '@dmse/contract/jobs/quote';
import { canEditJob, isEditableQuote } from '@dmse/domain/access/job-access';
import { isExpired, whyNotTheirQuote, whyQuoteLocked } from '@dmse/domain/states/quote';
import type { z } from 'zod';
import type { Context } from '../../../call/context.ts';
import { notFound, refuse } from '../../../call/refusal.ts';
import type { PageInput } from '../../../db/paging.ts';
import { type Change, listHistory } from '../../../records/history.ts';
import { type Changeable, createRecord, fieldsOf, openRecord, type RowOf, updateRecord, type Writable } from '../../../records/record.ts';
import { fileUrl } from '../../files/file/file.service.ts';
import { getToday } from '../../settings/setting/setting.service.ts';
import { findByQuote } from '../job/job.queries.ts';
import { makeInboxToken, takeNumber } from '../project/number.service.ts';
import { listPeople } from '../project/project.queries.ts';
import { getInboxAddress, leadersOf, rowFields, setRates } from '../project/project.service.ts';
import { projectWords } from '../project/project-text.ts';
import { validateProject } from '../project/project-validate.service.ts';
import * as quotes from './quote.queries.ts';

const { folder_url, revision } = Quote.shape;
export const quoteNoun: Changeable<'quote', Quote> = {
  noun: 'quote',
  table: 'quote',
  nameOf: (row) => String(row.num),
  fields: fieldsOf({ ...QuotePatch.shape, folder_url, revision }, projectWords),
  get: getQuote,
  refuse: refuseOthers,
};

export async function getQuote(context: Context, id: number): Promise<Quote> {
  const { tx, actor } = context;
  const found = await quotes.find(tx, id);
  if (!found) throw notFound();
  const state = found.state;
  return {
    ...found,
    inbox_address: await getInboxAddress(tx, found),
    is_expired: isExpired({ state, valid_until: found.valid_until }, await getToday(context)),
    is_editable: isEditableQuote(found),
    can_edit: canEditJob(actor, leadersOf({ project_manager: found.manager, project_leads: found.leads })),
  };
}

export async function listQuotes(context: Context, filter: quotes.QuoteFilter): Promise<{ count: number; results: QuoteRow[] }> {
  const { tx, actor } = context;
  const today = await getToday(context);
  const { count, results } = await quotes.list(tx, filter);
  return {
    count,
    results: results.map(({ manager, project_leads, is_promoted, valid_until, ...row }) => {
      const state = row.state;
      return {
        ...row,
        state,
        is_expired: isExpired({ state, valid_until }, today),
        is_editable: !is_promoted,
        can_edit: canEditJob(actor, leadersOf({ project_manager: manager, project_leads })),
      };
    }),
  };
}

export async function createQuote(context: Context, values: z.infer<typeof NewQuote>): Promise<Quote> {
  await validateProject(context, null, values);
  const num = await takeNumber(context, 'quote');
  const row = await createRecord(context, quoteNoun, { ...rowFields(values), num, inbox_token: makeInboxToken() });
  const extra = await setRates(context, 'quote', row.id, values.rates);
  if (extra.length > 0) await updateRecord(context, quoteNoun, row, {}, extra);
  return getQuote(context, row.id);
}

export function canEditQuote({ actor }: Context, row: RowOf<'quote'>): boolean {
  return canEditJob(actor, leadersOf(row));
}

/** A quote that has become a job takes no more changes. */
async function refuseOthers(context: Context, row: RowOf<'quote'>): Promise<void> {
  refuse(whyNotTheirQuote({ can_edit: canEditQuote(context, row) }));
  refuse(whyQuoteLocked({ promoted_to: await findByQuote(context.tx, row.id) }));
}

export function lockQuote(context: Context, id: number): Promise<RowOf<'quote'>> {
  return openRecord(context, quoteNoun, id);
}

type Patch = Omit<z.infer<typeof QuotePatch>, 'state' | 'document' | 'mail'>;

/** Changes a quote that is locked. What a new state brings comes along as `moved`. */
export async function changeQuote(
  context: Context,
  before: RowOf<'quote'>,
  patch: Patch,
  moved: Writable<'quote'> = {},
  more: Change[] = [],
): Promise<RowOf<'quote'>> {
  await validateProject(context, before, patch);
  const extra = await setRates(context, 'quote', before.id, patch.rates);
  return updateRecord(context, quoteNoun, before, { ...rowFields(patch), ...moved }, [...extra, ...more]);
}

export async function listQuoteHistory(context: Context, id: number, page: PageInput) {
  if (!(await quotes.exists(context.tx, id))) throw notFound();
  return listHistory(context, quoteNoun.noun, id, [id], page);
}

export async function listQuoteRevisions(
  { tx }: Context,
  id: number,
  page: PageInput,
): Promise<{ count: number; results: QuoteRevision[] }> {
  if (!(await quotes.exists(tx, id))) throw notFound();
  const { count, results } = await quotes.listRevisions(tx, id, page);
  return {
    count,
    results: results.map(({ pdf, ...row }) => ({ ...row, pdf_url: fileUrl(pdf) })),
  };
}

export const getScope = quotes.findScope;
export const keepRevision = quotes.insertRevision;
export const findRevision = quotes.findLastRevision;
export const keepQuoteMail = quotes.insertMail;
export const listAddresses = quotes.listAddresses;
export const findJobOf = findByQuote;
export const findPeople = listPeople;
