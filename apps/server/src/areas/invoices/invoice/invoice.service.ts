import type { Client } from '@dmse/contract/clients/client';
import type { RequestBody, RequestQuery } from '@dmse/contract/endpoint';
import type * as wire from '@dmse/contract/invoices/invoice';
import { type Invoice, InvoicePatch, type InvoiceRow, type MovedInvoice } from '@dmse/contract/invoices/invoice';
import { can } from '@dmse/domain/access/grants';
import { type BilledEntry, wholeAmount } from '@dmse/domain/invoices/billed-entry';
import { lineChanges } from '@dmse/domain/invoices/line-changes';
import { HOLDINGS_AFTER } from '@dmse/domain/invoices/wip-changes';
import { type Cents, sayCents } from '@dmse/domain/money/cents';
import { taxProvince } from '@dmse/domain/money/tax';
import { isInvoiceOverdue, isOpenInvoice, settlementOf, whyNotApproveDraft } from '@dmse/domain/states/invoice';
import { isEqual } from '@dmse/domain/values/is-equal';
import type { Reason } from '@dmse/domain/values/reason';
import type { WipPosition } from '@dmse/domain/wip/ledger';
import type { Context } from '../../../call/context.ts';
import { conflict, invalid, notFound, refuse } from '../../../call/refusal.ts';
import type { PageInput } from '../../../db/paging.ts';
import { type Change, listHistory } from '../../../records/history.ts';
import { type Changeable, changeRecord, createRecord, fieldsOf, openRecord, type RowOf, updateRecord } from '../../../records/record.ts';
import { findUploadMark } from '../../accounting/upload/upload.service.ts';
import { getClient } from '../../clients/client/client.service.ts';
import { getSection, getToday } from '../../settings/setting/setting.service.ts';
import { findSources } from '../../wip/item/sources.ts';
import { holdFamilies, refuseActedOn } from '../../wip/ledger/ledger.service.ts';
import * as invoices from './invoice.queries.ts';
import { listCredits } from './invoice-credit.queries.ts';
import { listManagers, listMoves, loadFacts } from './invoice-facts.service.ts';
import { type Billed, linesOfWork, planLines, sumLines } from './invoice-lines.service.ts';
import { billedEntry, changeHoldings, readHoldings } from './invoice-wip.service.ts';

export const invoiceNoun: Changeable<'invoice', Invoice> = {
  noun: 'invoice',
  table: 'invoice',
  nameOf: (row) => (row.num === null || row.num === undefined ? 'draft' : String(row.num)),
  fields: { client: { label: 'Client', words: (id, { tx }) => invoices.findClientName(tx, Number(id)) }, ...fieldsOf(InvoicePatch.shape) },
  get: (context, id) => getInvoice(context, id),
};

const derived = (row: Pick<invoices.FoundInvoice, 'state' | 'allocated' | 'balance' | 'due_date'>, today: string) => ({
  settlement: settlementOf(row),
  is_overdue: isInvoiceOverdue(row, today),
});

export async function listInvoices(context: Context, filter: invoices.InvoiceFilter): Promise<{ count: number; results: InvoiceRow[] }> {
  const today = await getToday(context);
  const { count, results } = await invoices.list(context.tx, filter, today);
  return { count, results: results.map(({ allocated, ...row }) => ({ ...row, ...derived({ ...row, allocated }, today) })) };
}

export const getInvoiceTotals = async (context: Context, filter: RequestQuery<typeof wire.getInvoiceTotals>) =>
  invoices.sum(context.tx, filter, await getToday(context));

/** The lines with the work on them: who did what, and at which rate; the oldest first. */
async function describeLines({ tx }: Context, { id, language }: invoices.FoundInvoice): Promise<Invoice['lines']> {
  const lines = await invoices.listLines(tx, id);
  const entries = await invoices.listBareEntries(tx, id);
  const sources = await findSources(
    tx,
    entries.map(({ item }) => item),
    language,
  );
  const described = entries.map((entry) => {
    const { date, task, who, what, role, priced } = sources.get(entry.item)!;
    const time = priced.kind === 'time' ? priced : null;
    const shown = { ...billedEntry(entry), date, who, what, task, role, minutes: time?.minutes ?? null, rate: time?.rate ?? null };
    return { line: entry.line, shown, place: `${date} ${entry.item}` };
  });
  const byLine = Map.groupBy(
    described.sort((a, b) => (a.place < b.place ? -1 : 1)),
    ({ line }) => line,
  );
  return lines.map((line) => ({ ...line, entries: (byLine.get(line.id) ?? []).map(({ shown }) => shown) }));
}

/** Who may change what stands on it now. */
function whyNotEdit({ actor }: Context, { state, editor }: Pick<invoices.FoundInvoice, 'state' | 'editor'>): Reason {
  if (!can(actor.groups, 'invoices.write')) return { code: 'FORBIDDEN', sentence: 'Only an Invoices User may do this.' };
  if (!isOpenInvoice(state)) return { code: 'WRONG_STATE', sentence: 'What was sent to the client is not changed; choose Edit first.' };
  return editor === null || editor.id === actor.id ? null : { code: 'LOCKED', sentence: `${editor.full_name} is editing this invoice.` };
}

export const billedOf = ({
  id,
  client,
  date,
  tax_province,
  is_tax_exempt,
}: Pick<invoices.FoundInvoice, 'id' | 'date' | 'tax_province' | 'is_tax_exempt'> & { client: number | { id: number } }): Billed => ({
  ...{ id, date, tax_province, is_tax_exempt },
  client: typeof client === 'number' ? client : client.id,
});

export const getInvoice = async (context: Context, id: number): Promise<Invoice> => (await loadInvoice(context, id)).shown;

/** The invoice as it is shown, with what its moves ask about. */
export const loadInvoice = (context: Context, id: number) => withLines(context, id, (row) => describeLines(context, row));

/** The same without the work on its lines, for whoever made or moved it. */
export const getMovedInvoice = async (context: Context, id: number): Promise<MovedInvoice> =>
  (await withLines(context, id, () => invoices.listLines(context.tx, id))).shown;

async function withLines<L extends invoices.LineRow>(
  context: Context,
  id: number,
  listLines: (row: invoices.FoundInvoice) => Promise<L[]>,
) {
  const { tx, actor } = context;
  const row = await invoices.find(tx, id);
  if (!row) throw notFound();
  const lines = await listLines(row);
  const issued = isOpenInvoice(row.state) ? null : await invoices.findLastTaxes(tx, id);
  const taxes = issued ?? (await sumLines(context, billedOf(row), lines)).taxes;
  const credits = await listCredits(tx, id);
  const facts = await loadFacts(context, { ...row, credits }, lines, taxes);
  const why_not_edit = whyNotEdit(context, row)?.sentence ?? null;
  const shown = {
    ...row,
    ...derived(row, facts.today),
    lines,
    taxes,
    credits,
    upload: await findUploadMark(context, id),
    retainer: facts.retainer.now,
    checklist: facts.checklist,
    moves: listMoves(facts),
    can_edit: why_not_edit === null,
    why_not_edit,
    can_approve: whyNotApproveDraft({ state: row.state, managers: facts.managers }, actor) === null,
  };
  return { shown, facts };
}

export const addressOf = (client: Client) =>
  [
    client.billing_street,
    [client.billing_city, client.billing_province, client.billing_postal_code].filter(Boolean).join(' '),
    client.billing_country,
  ]
    .filter(Boolean)
    .join('\n');

/** The draft begins as the client is kept; its work is claimed as a whole. */
export async function createInvoice(
  context: Context,
  { client: id, date, items = [] }: RequestBody<typeof wire.createInvoice>,
): Promise<MovedInvoice> {
  const { tx } = context;
  const client = await getClient(context, id).catch(() => {
    throw invalid({ client: 'There is no such client.' });
  });
  const { home_province } = await getSection(tx, 'region');
  const held = await holdFamilies(
    tx,
    items.map(({ item }) => item),
  );
  const positions = refuseActedOn(items, new Map(held.map((position) => [position.item, position])));
  const row = await createRecord(context, invoiceNoun, {
    client: id,
    date: date ?? (await getToday(context)),
    terms_days: client.payment_terms_days,
    language: client.language,
    billing_name: client.name,
    billing_address: addressOf(client),
    tax_province: taxProvince(client, home_province),
    is_tax_exempt: client.is_tax_exempt,
    tax_exempt_reason: client.tax_exempt_reason,
  });
  await writeLines(context, row, await linesOfWork(context, positions, client.language), held);
  return getMovedInvoice(context, row.id);
}

/** Writes the lines and what they come to; the work on them follows. `held` is that work where somebody holds it already. */
export async function writeLines(
  context: Context,
  row: RowOf<'invoice'>,
  written: readonly wire.WrittenLine[],
  held?: readonly WipPosition[],
  said: readonly Change[] = [],
): Promise<RowOf<'invoice'>> {
  const { tx } = context;
  const before = await readHoldings(context, row);
  const { lines, sums } = await planLines(context, billedOf(row), written);
  const entries = lines.flatMap((line) => line.entries);
  await refuseOtherWork(context, row.client, entries, await changeHoldings(context, before, HOLDINGS_AFTER.change(before, entries), held));
  await invoices.replaceLines(tx, row.id, lines);
  const { subtotal, tax, total } = sums;
  return updateRecord(context, invoiceNoun, row, { subtotal, tax, total }, [...sayTotal(row.total, total), ...said]);
}

export const sayTotal = (from: Cents, to: Cents): Change[] =>
  from === to ? [] : [{ field: 'total', label: 'Total', from: sayCents(from), to: sayCents(to) }];

/**
 * The work is the client's own. What is on a draft is worth what the invoice says, whole; what is billed is as it was billed. `held` is where
 * the work was before it came on the invoice.
 */
export async function refuseOtherWork(
  { tx }: Context,
  client: number,
  entries: readonly BilledEntry[],
  held: readonly WipPosition[],
): Promise<void> {
  const named = new Set(entries.map(({ item }) => item));
  const positions = new Map(held.filter(({ item }) => named.has(item)).map((position) => [position.item, position]));
  const jobs = await invoices.listJobs(tx, [...new Set([...positions.values()].map(({ job }) => job))]);
  const other = jobs.find((job) => job.client !== client);
  if (other) throw invalid({ lines: `Job ${other.num} is another client’s.` });
  for (const entry of entries) {
    const position = positions.get(entry.item);
    if (position?.state !== 'CLAIMED' || position.amount === wholeAmount(entry)) continue;
    throw conflict(`An entry is worth ${sayCents(position.amount)} now, not ${sayCents(wholeAmount(entry))}; look again.`, {
      item: entry.item,
    });
  }
}

async function openForEdit(context: Context, id: number): Promise<RowOf<'invoice'>> {
  const row = await openRecord(context, invoiceNoun, id);
  const found = await invoices.find(context.tx, id);
  refuse(whyNotEdit(context, found!));
  return row;
}

/** The day, the exemption and what else decides the tax are reckoned anew with every change. */
export async function updateInvoice(context: Context, id: number, patch: RequestBody<typeof wire.updateInvoice>): Promise<Invoice> {
  const before = await openForEdit(context, id);
  const row = await updateRecord(context, invoiceNoun, before, patch);
  if (row.version !== before.version) await writeLines(context, row, await readLines(context, id));
  return getInvoice(context, id);
}

export async function readLines({ tx }: Context, id: number): Promise<wire.WrittenLine[]> {
  const byLine = Map.groupBy(await invoices.listEntries(tx, id), ({ line }) => line);
  return (await invoices.listLines(tx, id)).map(({ id: line, tax: _, ...rest }) => ({
    ...rest,
    entries: (byLine.get(line) ?? []).map(billedEntry),
  }));
}

const MOST_TOLD = 50;

/** What became of each line, for the history. */
export function sayLineChanges(...[before, after]: Parameters<typeof lineChanges>): Change[] {
  const changes = lineChanges(before, after);
  const told = changes.slice(0, MOST_TOLD).map((change, at) => ({ field: `lines.${at}`, label: 'Line', one: 'line', ...change }));
  const more = changes.length - told.length;
  return more === 0 ? told : [...told, { field: 'lines', label: 'Lines', from: null, to: `${more} more changed` }];
}

export async function setInvoiceLines(context: Context, id: number, { lines }: RequestBody<typeof wire.setInvoiceLines>): Promise<Invoice> {
  const row = await openForEdit(context, id);
  const before = await readLines(context, id);
  if (isEqual(before, lines)) return getInvoice(context, id);
  const after = await writeLines(context, row, lines, undefined, sayLineChanges(before, lines));
  // Another order is a change too. Whoever approved the draft has not seen it.
  const said = [
    ...(after.version === row.version ? [{ field: 'lines', label: 'Lines', from: null, to: 'changed' }] : []),
    ...(row.approved_on === null ? [] : [{ field: 'approval', label: 'Approval', from: 'approved', to: null }]),
  ];
  if (said.length > 0)
    await updateRecord(context, invoiceNoun, after, { approved_on: null, approved_by: null, approval_comment: '' }, said);
  return getInvoice(context, id);
}

/** A fact beside the state: the project manager of its jobs has seen the draft. */
export function approveInvoice(
  context: Context,
  id: number,
  { is_approved, comment = '' }: RequestBody<typeof wire.approveInvoice>,
): Promise<Invoice> {
  const { tx, actor, now } = context;
  return changeRecord(context, invoiceNoun, id, async ({ state }) => {
    const row = (await invoices.find(tx, id))!;
    refuse(whyNotApproveDraft({ state, managers: await listManagers(context, row) }, actor));
    return {
      values: { approved_on: is_approved ? now : null, approved_by: is_approved ? actor.id : null, approval_comment: comment },
      extra: [
        {
          field: 'approval',
          label: 'Approval',
          from: null,
          to: `${is_approved ? 'approved' : 'taken back'}${comment ? `: ${comment}` : ''}`,
        },
      ],
    };
  });
}

export async function listInvoiceHistory(context: Context, id: number, page: PageInput) {
  if (!(await invoices.find(context.tx, id))) throw notFound();
  return listHistory(context, invoiceNoun.noun, id, [id], page, 'invoices.read');
}
