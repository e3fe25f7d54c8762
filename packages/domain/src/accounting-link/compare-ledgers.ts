import { type Cents, sayCents, subtractCents, sumCents } from '../money/cents.ts';
import type { UploadStatus } from '../states/upload.ts';

/** A document on either side, by the number it has over there; whoever is no client here, by the id there. What is void counts for nothing. */
export type ComparedDocument = { number: string; client: number | string; total: Cents; tax: Cents; balance: Cents; is_void: boolean };
type Sent = { upload_status: UploadStatus; upload_error: string };
/** `money`: a payment or credit on it that is not there yet, if there is one. `undeposited`: what was paid on it here and is not at the bank. */
export type OwnDocument = ComparedDocument & Sent & { money?: Sent | null; undeposited?: Cents };
/** A figure both sides know: what a client owes, or a tax that was collected. */
export type ComparedFigure = { key: string; name: string; amount: Cents };

export type LedgerSide<D extends ComparedDocument = ComparedDocument> = {
  documents: readonly D[];
  client_balances: readonly ComparedFigure[];
  tax_totals: readonly ComparedFigure[];
  /** Tax that credit notes over there take back. */
  tax_on_credits?: Cents;
};

export const DIFFERENCE_KINDS = [
  'document missing there',
  'document missing here',
  'void on one side',
  'amount differs',
  'tax differs',
  'balance differs',
  'client balance differs',
  'tax total differs',
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** What is offered: send ours again, take over what was done there, wait for the queue, or look at it oneself. */
export type DifferenceAction = 'send' | 'accept' | 'wait' | 'look';
export type Difference = {
  kind: DifferenceKind;
  /** The number of the document, the name of the client or of the tax. */
  subject: string;
  here: Cents | null;
  there: Cents | null;
  cause: string;
  action: DifferenceAction;
};

/** Why the other side may not say what we say, as far as the queue knows. */
function whyNotSent({ upload_status, upload_error }: Sent): { cause: string; action: DifferenceAction } | null {
  if (upload_status === 'NOT_UPLOADED') return { cause: 'It waits in the queue.', action: 'wait' };
  if (upload_status === 'UPLOADED' || upload_status === 'VOIDED') return null;
  return { cause: `The accounting system refused it: ${upload_error}`, action: 'send' };
}

function compareDocument(own: OwnDocument, other: ComparedDocument | undefined): Difference[] {
  const subject = own.number;
  const sent = whyNotSent(own);
  if (!other) {
    if (own.is_void) return [];
    const { cause, action } = sent ?? { cause: 'It was deleted over there.', action: 'look' as const };
    return [{ kind: 'document missing there', subject, here: own.total, there: null, cause, action }];
  }
  if (own.is_void && other.is_void) return [];
  if (own.is_void !== other.is_void) {
    const { cause, action } = own.is_void
      ? (sent ?? { cause: 'It was deleted here.', action: 'send' as const })
      : { cause: 'It was voided over there.', action: 'accept' as const };
    return [
      { kind: 'void on one side', subject, here: own.is_void ? 0 : own.total, there: other.is_void ? 0 : other.total, cause, action },
    ];
  }
  const edited = sent ?? { cause: 'It was changed over there.', action: 'send' as const };
  const paid =
    other.balance < own.balance
      ? (own.undeposited ?? 0) > 0
        ? { cause: 'A payment is over there; one here is not deposited yet, and may be the same.', action: 'look' as const }
        : { cause: 'A payment or credit over there is not here.', action: 'accept' as const }
      : ((own.money && whyNotSent(own.money)) ?? { cause: 'A payment or credit here is not over there.', action: 'send' as const });
  const of = (kind: DifferenceKind, here: Cents, there: Cents, why: { cause: string; action: DifferenceAction }): Difference[] =>
    here === there ? [] : [{ kind, subject, here, there, ...why }];
  // Where the totals differ the balances do for that alone; what is more than that is a payment.
  const unpaid = subtractCents(own.balance, own.total);
  const unpaidThere = subtractCents(other.balance, other.total);
  return [
    ...of('amount differs', own.total, other.total, edited),
    ...of('tax differs', own.tax, other.tax, edited),
    ...(unpaid === unpaidThere ? [] : of('balance differs', own.balance, other.balance, paid)),
  ];
}

/** By key, what one side has less what the other has. */
function gapsOf<T>(here: readonly T[], there: readonly T[], of: (one: T) => { key: string; amount: Cents }): Map<string, Cents> {
  const gaps = new Map<string, Cents>();
  const add = (one: T, sign: 1 | -1) => {
    const { key, amount } = of(one);
    gaps.set(key, sumCents([gaps.get(key) ?? 0, sign === 1 ? amount : subtractCents(0, amount)]));
  };
  for (const one of here) add(one, 1);
  for (const one of there) add(one, -1);
  return gaps;
}

/** `unexplained`: how much of the gap of a key is on no document that differs. */
function compareFigures(
  kind: 'client balance differs' | 'tax total differs',
  here: readonly ComparedFigure[],
  there: readonly ComparedFigure[],
  unexplained: (key: string, gap: Cents) => Cents,
  say = (left: Cents) => `${sayCents(Math.abs(left))} is on no document that differs.`,
): Difference[] {
  const amounts = (figures: readonly ComparedFigure[]) => new Map(figures.map(({ key, amount }) => [key, amount]));
  const names = new Map([...there, ...here].map(({ key, name }) => [key, name]));
  const [own, others] = [amounts(here), amounts(there)];
  return [...gapsOf(here, there, (figure) => figure)].flatMap(([key, gap]): Difference[] => {
    if (gap === 0) return [];
    const left = unexplained(key, gap);
    const cause = left === 0 ? 'The documents named above explain it.' : say(left);
    return [{ kind, subject: names.get(key)!, here: own.get(key) ?? 0, there: others.get(key) ?? 0, cause, action: 'look' }];
  });
}

/** Every difference between both ledgers, with its cause and what to do. None means equal to the cent. */
export function compareLedgers(here: LedgerSide<OwnDocument>, there: LedgerSide): Difference[] {
  const others = new Map(there.documents.map((document) => [document.number, document]));
  const numbers = new Set(here.documents.map(({ number }) => number));
  const unknown = there.documents.filter(({ number, is_void }) => !numbers.has(number) && !is_void);
  const inForce = (documents: readonly ComparedDocument[]) => documents.filter(({ is_void }) => !is_void);
  const gaps = (of: (document: ComparedDocument) => { key: string; amount: Cents }) =>
    gapsOf(inForce(here.documents), inForce(there.documents), of);
  const owed = gaps(({ client, balance }) => ({ key: String(client), amount: balance }));
  // A document has one figure for all its taxes, so that they are explained together.
  const all = (figures: readonly ComparedFigure[]) => sumCents(figures.map(({ amount }) => amount));
  const taxed = gaps(({ tax }) => ({ key: '', amount: tax })).get('') ?? 0;
  const untaxed = subtractCents(subtractCents(all(here.tax_totals), all(there.tax_totals)), taxed);
  const credited = there.tax_on_credits ?? 0;
  const sayTax = (left: Cents) => {
    const rest = subtractCents(left, credited);
    const unknown = rest === 0 ? '' : ` ${sayCents(Math.abs(rest))} is on no document that differs.`;
    return `${credited === 0 ? '' : `Credit notes over there take back ${sayCents(credited)} of tax; a credit here leaves tax as it is.`}${unknown}`.trim();
  };
  return [
    ...here.documents.flatMap((document) => compareDocument(document, others.get(document.number))),
    ...unknown.map(({ number, total }): Difference => {
      const what = { cause: 'It was made over there.', action: 'look' } as const;
      return { kind: 'document missing here', subject: number, here: null, there: total, ...what };
    }),
    ...compareFigures('client balance differs', here.client_balances, there.client_balances, (client, gap) =>
      subtractCents(gap, owed.get(client) ?? 0),
    ),
    ...compareFigures('tax total differs', here.tax_totals, there.tax_totals, () => untaxed, sayTax),
  ];
}
