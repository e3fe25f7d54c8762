import { planInvoice } from '@dmse/domain/accounting-link/plan-invoice';
import { planPayment } from '@dmse/domain/accounting-link/plan-payment';
import { laterOf } from '@dmse/domain/dates/local-date';
import { subtractCents, sumCents } from '@dmse/domain/money/cents';
import { operationFor } from '@dmse/domain/states/upload';
import type { Database, Tx } from '../../../db/database.ts';
import * as documents from './document.queries.ts';
import * as plans from './plan.queries.ts';

/**
 * What a document needs now is put in the queue. What was sent and not heard of is left to end first. What was refused, and may be there all the
 * same, is looked for before anything else, and even when it is not wanted any more.
 */
export async function queueUpload(tx: Tx, id: number, now: string): Promise<void> {
  const { upload_status, is_void, revision, sent_revision } = (await documents.findDocument(tx, id))!;
  const waiting = await documents.findWaiting(tx, id);
  if (waiting && waiting.attempts > 0) return;
  if (waiting) await documents.updateUpload(tx, waiting.id, { state: 'replaced', ended_on: now });
  const wanted = operationFor(upload_status, is_void);
  if (wanted === 'update' && revision === sent_revision) return;
  const is_unknown = await documents.replaceRefused(tx, id);
  const operation = wanted ?? (is_unknown && upload_status === 'UPLOAD_FAILED' ? 'create' : null);
  if (operation) await documents.insertUpload(tx, { document: id, operation, revision, is_unknown, now });
}

async function voidAll(tx: Tx, ids: readonly number[], now: string): Promise<void> {
  for (const id of ids) {
    await documents.updateDocument(tx, id, { is_void: true });
    await queueUpload(tx, id, now);
  }
}

async function planInvoiceDocuments(tx: Tx, id: number, from: string, now: string): Promise<void> {
  const facts = await plans.findInvoice(tx, id);
  if (!facts) return;
  const mirrors = await plans.listInvoiceMirrors(tx, id);
  if (mirrors.length === 0 && facts.date < from) return;
  const { voids, revises, creates } = planInvoice(facts, mirrors);
  await voidAll(tx, voids, now);
  for (const { id: document, revision, amount } of revises) {
    await documents.updateDocument(tx, document, { revision, amount, date: facts.date });
    await queueUpload(tx, document, now);
  }
  for (const made of creates) {
    const credited = facts.credits.find(({ id: one }) => one === made.credit)?.date;
    const date = made.kind === 'write-off' ? (credited ?? facts.written_off_on ?? facts.date) : facts.date;
    await queueUpload(tx, await documents.insertDocument(tx, { ...made, invoice: id, date, created_on: now }), now);
  }
}

async function planPaymentDocuments(tx: Tx, id: number, from: string, now: string): Promise<void> {
  const standing = await plans.listMoneyMirrors(tx, id);
  const facts = await plans.findPayment(tx, id);
  if (standing.length === 0 && (!facts?.is_banked || facts.banked_on < from)) return;
  const all = await plans.listAllocations(tx, id, from);
  const [allocations, old] = [all.filter(({ is_sent }) => is_sent), all.filter(({ is_sent }) => !is_sent)];
  const refunds = await plans.listRefunds(tx, id);
  // What is on invoices from before the link is no matter of the link.
  const amount = facts ? subtractCents(facts.amount, sumCents(old.map((one) => one.amount))) : 0;
  const { voids, creates } = planPayment({ amount, is_banked: facts?.is_banked ?? false, allocations, refunds }, standing);
  await voidAll(tx, voids, now);
  if (!facts) return;
  const { banked_on, account_code, reference: says } = facts;
  let fresh: number | null = null;
  for (const { source, ...made } of creates) {
    const allocation = allocations.find((one) => one.id === made.allocation);
    const refund = refunds.find((one) => one.id === made.refund);
    const date = refund?.date ?? laterOf(banked_on, allocation?.date ?? banked_on);
    const values = { ...made, payment: id, invoice: allocation?.invoice ?? null, source: source === 'new' ? fresh : source };
    const kept = { ...values, date, says, account_code: refund?.account_code ?? account_code, revision: 1, created_on: now };
    const document = await documents.insertDocument(tx, kept);
    if (made.kind === 'overpayment') fresh = document;
    await queueUpload(tx, document, now);
  }
}

const isHeld = (error: unknown) => ['55P03', '40P01'].includes((error as { code?: string }).code ?? '');

/** Turns what has changed here into what has to change over there. What somebody is at just now is left for the next time. */
export async function planMarks(db: Database, from: string, now: string): Promise<void> {
  const plan = async (tx: Tx, mark: plans.Mark) => {
    if (await plans.takeMark(tx, mark))
      await (mark.noun === 'invoice' ? planInvoiceDocuments : planPaymentDocuments)(tx, mark.record, from, now);
  };
  for (const mark of await db.read(plans.listMarks))
    await db
      .write((tx) => plan(tx, mark))
      .catch((error: unknown) => {
        if (!isHeld(error)) throw error;
      });
}
