import { INVOICE_MOVES, type Invoice, type InvoiceMove } from '@dmse/contract/invoices/invoice';
import { laterOf } from '@dmse/domain/dates/local-date';
import { type CheckItem, craChecklist } from '@dmse/domain/invoices/cra-checklist';
import { hasAmount } from '@dmse/domain/invoices/lines';
import { asksRetainer, retainerChange } from '@dmse/domain/invoices/retainer';
import { sumCents } from '@dmse/domain/money/cents';
import { type InvoiceFacts, whyNotDiscard, whyNotMoveInvoice } from '@dmse/domain/states/invoice';
import type { Reason } from '@dmse/domain/values/reason';
import type { Context } from '../../../call/context.ts';
import { getLockedThrough } from '../../../records/posted.ts';
import { getSection, getToday } from '../../settings/setting/setting.service.ts';
import { wipStates } from '../../wip/ledger/ledger.service.ts';
import { getClientAccount } from '../journal/journal.service.ts';
import * as invoices from './invoice.queries.ts';
import { readLastEntries } from './invoice-wip.service.ts';

type Lines = Pick<Invoice['lines'][number], 'kind' | 'amount' | 'account_code' | 'tax_type' | 'description'>[];
/** What the moves of an invoice ask about, and what is shown of it. */
export type Facts = Omit<InvoiceFacts, 'retainer_after' | 'reason'> & {
  checklist: CheckItem[];
  managers: number[];
  /** What the client has given in advance, what the lines do to it, and what the version in force did. */
  retainer: { now: number; lines: number; issued: number };
};

export async function listManagers({ tx }: Context, { jobs }: Pick<invoices.FoundInvoice, 'jobs'>): Promise<number[]> {
  const found = await invoices.listJobs(
    tx,
    jobs.map(({ id }) => id),
  );
  return found.flatMap(({ manager }) => manager?.id ?? []);
}

/** By the code of a tax, the number the firm is registered under. HST and GST have the same. */
export async function loadRegistrationNumbers({ tx }: Context): Promise<Record<string, string>> {
  const { hst_number } = await getSection(tx, 'firm');
  const { registration_numbers } = await getSection(tx, 'invoicing');
  return { HST: hst_number, GST: hst_number, ...Object.fromEntries(registration_numbers.map(({ tax, number }) => [tax, number])) };
}

export async function loadFacts(
  context: Context,
  row: invoices.FoundInvoice & Pick<Invoice, 'credits'>,
  lines: Lines,
  taxes: Invoice['taxes'],
): Promise<Facts> {
  const { tx, actor } = context;
  const { needs_approval } = await getSection(tx, 'invoicing');
  const { firm_name, legal_name } = await getSection(tx, 'firm');
  const issued = await invoices.findIssuedLines(tx, row.id);
  const jobs = await invoices.listJobs(
    tx,
    row.jobs.map(({ id }) => id),
  );
  const managers = jobs.flatMap(({ manager }) => manager ?? []);
  const checklist = craChecklist({
    supplier_name: legal_name || firm_name,
    date: row.date,
    total: row.total,
    taxes,
    registration_numbers: await loadRegistrationNumbers(context),
    buyer_name: row.billing_name,
    descriptions: lines.map(({ description }) => description),
    terms: `${row.terms_days} days`,
    exemption: row.is_tax_exempt ? { reason: row.tax_exempt_reason } : null,
  });
  const last = row.state === 'DELETED' ? await readLastEntries(context, row.id) : [];
  const states = await wipStates(
    tx,
    last.map(({ item }) => item),
  );
  const { retainer } = await getClientAccount(tx, row.client.id);
  return {
    state: row.state,
    who: actor,
    lines: lines.map(({ kind, account_code, tax_type }) => ({ has_amount: hasAmount(kind), account_code, tax_type })),
    billing_address: row.billing_address,
    total: row.total,
    date: row.date,
    missing: checklist.filter(({ is_met }) => !is_met).map(({ says }) => says),
    waits_for: needs_approval && row.approved_on === null ? [...new Set(managers.map(({ full_name }) => full_name))] : [],
    issued_date: issued?.date ?? null,
    allocated: row.allocated,
    credited: sumCents(row.credits.map(({ amount }) => amount)),
    balance: row.balance,
    asks_retainer: asksRetainer(lines),
    editor: row.editor,
    number: row.num,
    taken_entries: last.filter(({ item }) => states.get(item) !== 'UNBILLED').length,
    today: laterOf(await getToday(context), issued?.date ?? ''),
    closed_through: await getLockedThrough(tx, 'accounting'),
    checklist,
    managers: managers.map(({ id }) => id),
    retainer: {
      now: retainer,
      lines: retainerChange(lines),
      issued: issued ? retainerChange(issued.lines) : 0,
    },
  };
}

/** What the retainer of the client would be after a move. */
function retainerAfter(to: InvoiceMove, { retainer, state }: Facts): number {
  if (to === 'SUBMITTED') return sumCents([retainer.now, retainer.lines, -retainer.issued]);
  if (to === 'DELETED') return sumCents([retainer.now, -retainer.issued]);
  return to === 'RESTORED' && state === 'DELETED' ? sumCents([retainer.now, retainer.lines]) : retainer.now;
}

export function whyNot(to: InvoiceMove, facts: Facts, reason?: string | undefined): Reason {
  if (to === 'discard') return whyNotDiscard(facts);
  // Staying where it is is no move, and nothing anybody asks for.
  if (to === facts.state && to !== 'EDITING') return { code: 'WRONG_STATE', sentence: `This invoice is ${to} already.` };
  return whyNotMoveInvoice(to, { ...facts, retainer_after: retainerAfter(to, facts), reason });
}

/** Every move with the sentence that refuses it. A reason is asked for when the move is made. */
export function listMoves(facts: Facts): Invoice['moves'] {
  return Object.fromEntries(INVOICE_MOVES.map((to) => [to, whyNot(to, facts, 'to be said')?.sentence ?? null])) as Invoice['moves'];
}
