import type { BilledEntry } from '@dmse/domain/invoices/billed-entry';
import { type Holdings, wipChanges } from '@dmse/domain/invoices/wip-changes';
import { isOpenInvoice, isPosted } from '@dmse/domain/states/invoice';
import type { WipPosition } from '@dmse/domain/wip/ledger';
import type { Context } from '../../../call/context.ts';
import { refuse } from '../../../call/refusal.ts';
import { getToday } from '../../settings/setting/setting.service.ts';
import { addLines, holdFamilies } from '../../wip/ledger/ledger.service.ts';
import * as invoices from './invoice.queries.ts';
import type { InvoiceDocument } from './invoice-document.ts';

export function billedEntry({ item, amount, rest_amount, rest_act, rest_reason }: Omit<invoices.EntryRow, 'line'>): BilledEntry {
  return { item, amount, rest: rest_act === null ? null : { amount: rest_amount, act: rest_act, reason: rest_reason } };
}

const entriesIn = ({ lines }: Pick<InvoiceDocument, 'lines'>) =>
  lines.flatMap(({ entries }) => entries.map(({ item, amount, rest }): BilledEntry => ({ item, amount, rest })));

type Held = Pick<invoices.FoundInvoice, 'id' | 'state'> & { lines?: InvoiceDocument['lines'] };

/** The entries of the version in force, which are billed, and of the draft or edit, which are claimed. Its lines need not be read again. */
export async function readHoldings({ tx }: Context, { id, state, lines }: Held): Promise<Holdings> {
  const issued = isPosted(state) ? await invoices.findIssued(tx, id) : null;
  const readWorking = async () => (lines ? entriesIn({ lines }) : (await invoices.listEntries(tx, id)).map(billedEntry));
  return { issued: issued ? entriesIn(issued.document) : [], working: isOpenInvoice(state) ? await readWorking() : [] };
}

/** What a void invoice would bill again. */
export async function readLastEntries({ tx }: Context, id: number): Promise<BilledEntry[]> {
  const document = await invoices.findLastDocument(tx, id);
  return document ? entriesIn(document) : [];
}

/**
 * Takes the work of an invoice from what it had to what it has, as a whole or not at all. `held` is the work with its parts where somebody
 * holds it already. Answers where the work was before.
 */
export async function changeHoldings(
  context: Context,
  before: Holdings,
  after: Holdings,
  held?: readonly WipPosition[],
): Promise<readonly WipPosition[]> {
  const items = [...new Set([before, after].flatMap(({ issued, working }) => [...issued, ...working]).map(({ item }) => item))];
  if (items.length === 0) return [];
  const positions = held ?? (await holdFamilies(context.tx, items));
  const changes = wipChanges(before, after, positions, await getToday(context));
  if ('refused' in changes) refuse(changes.refused);
  else await addLines(context, changes.lines);
  return positions;
}
