import type { RequestBody } from '@dmse/contract/endpoint';
import type { Invoice, MovedInvoice, moveInvoice as Wire } from '@dmse/contract/invoices/invoice';
import { type LocalDate, laterOf } from '@dmse/domain/dates/local-date';
import { invoiceNumber, invoiceSeries } from '@dmse/domain/invoices/numbering';
import { HOLDINGS_AFTER, NO_HOLDINGS } from '@dmse/domain/invoices/wip-changes';
import { postInvoice, postWriteOff } from '@dmse/domain/ledger/journal';
import { sumCents } from '@dmse/domain/money/cents';
import { isOpenInvoice, stateOnDiscard } from '@dmse/domain/states/invoice';
import type { Context } from '../../../call/context.ts';
import { refuse } from '../../../call/refusal.ts';
import { type PostedNoun, postRecord, reverseRecord, takeNextNumber } from '../../../records/posted.ts';
import { openRecord, type RowOf, updateRecord } from '../../../records/record.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import { post, reverse } from '../journal/journal.service.ts';
import { collectDocument } from './collect-document.service.ts';
import * as invoices from './invoice.queries.ts';
import {
  billedOf,
  getMovedInvoice,
  invoiceNoun,
  loadInvoice,
  readLines,
  refuseOtherWork,
  sayLineChanges,
  sayTotal,
  writeLines,
} from './invoice.service.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { type Facts, whyNot } from './invoice-facts.service.ts';
import { planLines } from './invoice-lines.service.ts';
import { changeHoldings, readHoldings, readLastEntries } from './invoice-wip.service.ts';

const revisionNoun: PostedNoun = {
  noun: 'invoice revision',
  table: 'invoice_revision',
  ledger: 'accounting',
  series: null,
  amounts: ['subtotal', 'tax', 'total'],
};

type Move = { context: Context; before: RowOf<'invoice'>; shown: Invoice; facts: Facts };

/**
 * Posts a version: what the client is told, and what the books say of it. The version before is taken back after it. It counts from its own
 * date; one that was void counts for nothing between the void and the day it came back, so its versions count from that day on.
 */
async function postRevision(context: Context, id: number, document: InvoiceDocument, back: LocalDate | null, says: string): Promise<void> {
  const { revision, subtotal, tax, total, num, client, lines, taxes } = document;
  const date = laterOf(document.date, back ?? document.date);
  const former = await invoices.findIssued(context.tx, id);
  const posted = { date, invoice: id, revision, subtotal, tax, total, document: JSON.stringify(document) };
  const { id: version } = await postRecord(context, revisionNoun, posted);
  await context.adapters.queue.send(context.tx, 'invoice-pdf', { revision: version }, String(version));
  if (former) {
    await reverseRecord(context, revisionNoun, former.id, former.date);
    await reverse(context, { date: former.date, says: `Invoice ${num}, replaced`, act: 'invoice', of: { invoice: id } });
  }
  await post(context, { date, says, act: 'invoice', of: { invoice: id } }, postInvoice({ client: client.id, lines, taxes, total }));
}

async function giveNumber({ tx }: Context, { id, num, date }: RowOf<'invoice'>): Promise<string> {
  if (num !== null) return num;
  const { number: pattern } = await getSection(tx, 'invoicing');
  const made = invoiceNumber(pattern, date, await takeNextNumber(tx, invoiceSeries(pattern, date)));
  await invoices.setNumber(tx, id, made);
  return made;
}

async function submit({ context, before, shown }: Move) {
  const held = await readHoldings(context, shown);
  await refuseOtherWork(context, shown.client.id, held.working, await changeHoldings(context, held, HOLDINGS_AFTER.submit(held)));
  // Everybody else who submits waits from here on, so it comes after the work.
  const num = await giveNumber(context, before);
  const says = before.revision === 0 ? `Invoice ${num}` : `Invoice ${num}, revised`;
  const back = await invoices.findDayItCameBack(context.tx, shown.id);
  await postRevision(context, shown.id, await collectDocument(context, shown, num, before.revision + 1), back, says);
  return { num, editor: null, edited_from: null };
}

/** Nothing of the version in force counts any more; its work is free, its number is kept. */
async function remove({ context, shown, facts }: Move) {
  const { tx } = context;
  const held = await readHoldings(context, shown);
  const issued = await invoices.findIssued(tx, shown.id);
  if (issued) {
    await reverseRecord(context, revisionNoun, issued.id, facts.today);
    await reverse(context, { date: facts.today, says: `Invoice ${shown.num}, void`, act: 'invoice', of: { invoice: shown.id } });
  }
  await changeHoldings(context, held, HOLDINGS_AFTER.delete());
  await invoices.releaseEntries(tx, shown.id);
  return {};
}

async function writeOff({ context, shown, facts }: Move) {
  const { id, num, balance, written_off, client } = shown;
  await post(
    context,
    { date: facts.today, says: `Write-off of invoice ${num}`, act: 'write-off', of: { invoice: id } },
    postWriteOff({ client: client.id, amount: balance }),
  );
  await invoices.setWrittenOff(context.tx, id, sumCents([written_off, balance]));
  return {};
}

async function restore({ context, before, shown, facts }: Move) {
  const { id, num } = shown;
  if (shown.state === 'WRITTEN_OFF') {
    await invoices.setWrittenOff(context.tx, id, facts.credited);
    await reverse(context, { date: facts.today, says: `Write-off of invoice ${num}, taken back`, act: 'write-off', of: { invoice: id } });
    return {};
  }
  const entries = await readLastEntries(context, id);
  await changeHoldings(context, NO_HOLDINGS, HOLDINGS_AFTER.restore(NO_HOLDINGS, entries));
  const last = (await invoices.findLastDocument(context.tx, id))!;
  await invoices.replaceLines(context.tx, id, last.lines);
  await postRevision(context, id, { ...last, revision: before.revision + 1 }, facts.today, `Invoice ${num}, restored`);
  return { restored: before.restored + 1 };
}

/** The edit is given up: lines and words are those of the version in force. */
async function discard({ context, before, shown }: Move) {
  const held = await readHoldings(context, shown);
  await changeHoldings(context, held, HOLDINGS_AFTER.discard(held));
  const last = (await invoices.findLastDocument(context.tx, shown.id))!;
  await invoices.replaceLines(context.tx, shown.id, last.lines);
  const { date, terms_days, language, reference, billing_name, billing_address, note, is_tax_exempt, tax_exempt_reason } = last;
  const { roll_up, has_annex, subtotal, tax, total } = last;
  return {
    ...{ date, terms_days, language, reference, billing_name, billing_address, note, is_tax_exempt, tax_exempt_reason, roll_up, has_annex },
    ...{ subtotal, tax, total, editor: null, edited_from: null, state: stateOnDiscard(before.edited_from ?? before.state) },
  };
}

const edit = async ({ context, shown }: Move) => ({ editor: context.actor.id, edited_from: shown.state });

const MOVES = { SUBMITTED: submit, EDITING: edit, WRITTEN_OFF: writeOff, RESTORED: restore, DELETED: remove, discard } as const;
const ACTIONS = {
  SUBMITTED: 'submitted',
  EDITING: 'began to edit',
  WRITTEN_OFF: 'wrote off',
  RESTORED: 'restored',
  DELETED: 'deleted',
  discard: 'gave up the edit of',
} as const;

/** The tax is that of the day it is submitted, whatever the rules were when it was typed: where it differs, the lines are written anew. */
async function loadMoved(context: Context, before: RowOf<'invoice'>, to: RequestBody<typeof Wire>['to']) {
  const loaded = await loadInvoice(context, before.id);
  if (to !== 'SUBMITTED' || !isOpenInvoice(before.state)) return { ...loaded, current: before };
  const { lines, sums } = await planLines(context, billedOf(before), loaded.shown.lines);
  const isSame = lines.every(({ tax, amount }, at) => tax === loaded.shown.lines[at]!.tax && amount === loaded.shown.lines[at]!.amount);
  if (isSame && sums.total === before.total) return { ...loaded, current: before };
  const current = await writeLines(context, before, await readLines(context, before.id));
  return { ...(await loadInvoice(context, before.id)), current };
}

export async function moveInvoice(context: Context, id: number, { to, reason = '' }: RequestBody<typeof Wire>): Promise<MovedInvoice> {
  const before = await openRecord(context, invoiceNoun, id);
  const { current, shown, facts } = await loadMoved(context, before, to);
  refuse(whyNot(to, facts, reason));
  // A revision is told against the version the client has.
  const replaced = to === 'SUBMITTED' && before.state === 'EDITING' ? await invoices.findLastDocument(context.tx, id) : null;
  const values = await MOVES[to]({ context, before: current, shown, facts });
  const said = reason === '' ? [] : [{ field: 'reason', label: 'Reason', from: null, to: reason }];
  const moved = [
    { field: 'state', label: 'State', from: before.state, to: to === 'discard' ? stateOnDiscard(before.edited_from ?? before.state) : to },
  ];
  const revised = replaced ? [...sayTotal(replaced.total, shown.total), ...sayLineChanges(replaced.lines, shown.lines)] : [];
  await updateRecord(
    context,
    invoiceNoun,
    current,
    { state: to === 'discard' ? current.state : to, ...values, reason },
    [...moved, ...revised, ...said],
    ACTIONS[to],
  );
  return getMovedInvoice(context, id);
}
