import type { LedgerComparison } from '@dmse/contract/accounting/differences';
import {
  type ComparedDocument,
  type ComparedFigure,
  compareLedgers,
  type Difference,
  type LedgerSide,
} from '@dmse/domain/accounting-link/compare-ledgers';
import { sumCents } from '@dmse/domain/money/cents';
import type { Context } from '../../../call/context.ts';
import { Refusal } from '../../../call/refusal.ts';
import { callAccounting, type LinkParts } from '../link/access.service.ts';
import * as links from '../link/link.queries.ts';
import { dayOf, isOver, listIn, RemoteCredit, RemoteInvoice, toCents } from '../upload/remote-shapes.ts';
import * as differences from './differences.queries.ts';

type Stored = Pick<LedgerComparison, 'here' | 'there' | 'undeposited'> & { differences: Difference[] };
type Figures = LedgerComparison['here'];

const sum = <T>(list: readonly T[], of: (one: T) => number) => sumCents(list.map(of));
const add = <K>(map: Map<K, number>, key: K, amount: number) => map.set(key, sumCents([map.get(key) ?? 0, amount]));

function figuresOf({ documents, client_balances }: LedgerSide): Figures {
  const inForce = documents.filter(({ is_void }) => !is_void);
  return {
    documents: inForce.length,
    total: sum(inForce, ({ total }) => total),
    tax: sum(inForce, ({ tax }) => tax),
    owed: sum(client_balances, ({ amount }) => amount),
  };
}

const asFigures = (map: ReadonlyMap<string, number>, nameOf: (key: string) => string): ComparedFigure[] =>
  [...map].map(([key, amount]) => ({ key, name: nameOf(key), amount }));

/** All pages of a list, or null where one was not given. */
async function fetchAll<T>(
  parts: LinkParts,
  tenant: string,
  path: string,
  name: string,
  read: (json: unknown) => T[],
): Promise<T[] | null> {
  const all: T[] = [];
  for (let page = 1; ; page += 1) {
    const { status, json } = await callAccounting(parts, tenant, { method: 'GET', path, query: { page: String(page), pageSize: '1000' } });
    if (status !== 200) return null;
    const found = read(json ?? { [name]: [] });
    if (found.length === 0) return all;
    all.push(...found);
  }
}

/** What is over there, with clients by the numbers they have here. */
async function readThere(parts: LinkParts, { tenant, start_on }: links.LinkRow) {
  const list = <T>(name: string, shape: Parameters<typeof listIn<T>>[2]) =>
    fetchAll(parts, tenant, `/${name}`, name, (json) => listIn(json, name, shape));
  const [invoices, notes, overpayments] = [
    await list('Invoices', RemoteInvoice),
    await list('CreditNotes', RemoteCredit),
    await list('Overpayments', RemoteCredit),
  ];
  if (!invoices || !notes || !overpayments) return null;
  const contacts = new Map((await parts.db.read(differences.listContacts)).map((one) => [one.remote_id, one]));
  const names = new Map<string, string>();
  const clientOf = ({ ContactID, Name }: { ContactID: string; Name: string }) => {
    const key = String(contacts.get(ContactID)?.client ?? ContactID);
    names.set(key, contacts.get(ContactID)?.name ?? Name);
    return key;
  };
  const [balances, taxes] = [new Map<string, number>(), new Map<string, number>()];
  const documents: ComparedDocument[] = [];
  for (const one of invoices.filter(({ Type, Status }) => Type === 'ACCREC' && Status !== 'DRAFT')) {
    if ((dayOf(one) ?? '') < (start_on ?? '')) continue;
    const key = clientOf(one.Contact);
    const is_void = isOver(one);
    const [total, tax, balance] = [one.Total, one.TotalTax, one.AmountDue].map(toCents) as [number, number, number];
    documents.push({ number: one.InvoiceNumber, client: key, total, tax, balance, is_void });
    if (is_void) continue;
    add(balances, key, balance);
    for (const line of one.LineItems) if (line.TaxAmount) add(taxes, line.TaxType ?? '', toCents(line.TaxAmount));
  }
  for (const one of [
    ...notes.filter(({ Type }) => Type !== 'ACCPAYCREDIT'),
    ...overpayments.filter(({ Type }) => Type !== 'SPEND-OVERPAYMENT'),
  ])
    if (one.Contact && !isOver(one)) add(balances, clientOf(one.Contact), -toCents(one.RemainingCredit));
  let tax_on_credits = 0;
  for (const one of notes.filter((note) => note.Type !== 'ACCPAYCREDIT' && !isOver(note) && (dayOf(note) ?? '') >= (start_on ?? ''))) {
    tax_on_credits = sumCents([tax_on_credits, toCents(one.TotalTax)]);
    for (const line of one.LineItems) if (line.TaxAmount) add(taxes, line.TaxType ?? '', -toCents(line.TaxAmount));
  }
  return { documents, balances, taxes, names, tax_on_credits };
}

/** Compares both ledgers as they are at this moment. What is sent meanwhile may show as a difference that the next one has not. */
async function compare(parts: LinkParts, link: links.LinkRow): Promise<Stored | null> {
  const there = await readThere(parts, link);
  if (!there) return null;
  const from = link.start_on!;
  const { own, credits, taxes } = await parts.db.read(async (tx) => ({
    own: await differences.listOwn(tx, from),
    credits: await differences.listCredits(tx, from),
    taxes: await differences.listTaxes(tx, from),
  }));
  const [balances, taxed] = [new Map<string, number>(), new Map<string, number>()];
  for (const { client, balance, is_void } of own) if (!is_void) add(balances, String(client), balance);
  for (const { client, amount } of credits) add(balances, String(client), -amount);
  for (const { tax_type, amount } of taxes) if (amount !== 0) add(taxed, link.tax_types[tax_type] || tax_type, amount);
  const known = await parts.db.read((tx) => differences.listClientNames(tx, [...balances.keys()].map(Number)));
  const nameOf = (key: string) => known.find(({ id }) => String(id) === key)?.name ?? there.names.get(key) ?? key;
  const taxName = (key: string) => link.settings?.tax_types.find(({ code }) => code === key)?.name ?? key;
  const here = { documents: own, client_balances: asFigures(balances, nameOf), tax_totals: asFigures(taxed, taxName) };
  const other = {
    documents: there.documents,
    client_balances: asFigures(there.balances, nameOf),
    tax_totals: asFigures(there.taxes, taxName),
    tax_on_credits: there.tax_on_credits,
  };
  return {
    here: figuresOf(here),
    there: figuresOf(other),
    undeposited: sum(own, ({ undeposited }) => undeposited),
    differences: compareLedgers(here, other),
  };
}

const NOT_GIVEN = 'The accounting system did not give all of its documents. Try again later.';

/** The work of the queue: compares where somebody asked for it. Whoever asks meanwhile has another one. */
export async function compareWhenAsked(parts: LinkParts, link: links.LinkRow): Promise<void> {
  if (link.compare_asked_on === null) return;
  const comparison = await compare(parts, link);
  const made = comparison ? { comparison, compared_on: parts.now(), compare_failed: '' } : { compare_failed: NOT_GIVEN };
  await parts.db.write(async (tx) => {
    const { compare_asked_on: asked } = await links.hold(tx);
    await links.write(tx, { ...made, compare_asked_on: asked === link.compare_asked_on ? null : asked });
  });
}

const NOTHING: Figures = { documents: 0, total: 0, tax: 0, owed: 0 };

export async function getComparison({ tx }: Context): Promise<LedgerComparison> {
  const { comparison, compared_on, compare_asked_on, compare_failed, state } = await links.read(tx);
  const stored = (comparison ?? { here: NOTHING, there: NOTHING, undeposited: 0, differences: [] }) as Stored;
  const actions = new Map(
    (
      await differences.findActions(
        tx,
        stored.differences.map(({ subject }) => subject),
      )
    ).map((one) => [one.number, one]),
  );
  return {
    ...stored,
    compared_on,
    is_running: state === 'connected' && compare_asked_on !== null,
    failed: compare_failed,
    differences: stored.differences.map((one) => {
      const { invoice = null, upload = null, proposal = null } = actions.get(one.subject) ?? {};
      return { ...one, invoice, upload, proposal };
    }),
  };
}

export async function compareNow(context: Context): Promise<LedgerComparison> {
  const { tx, now, adapters } = context;
  if ((await links.hold(tx)).state !== 'connected') throw new Refusal('WRONG_STATE', 'The accounting system is not connected.');
  await links.write(tx, { compare_asked_on: now, compare_failed: '' });
  await adapters.queue.send(tx, 'accounting', {});
  return getComparison(context);
}
