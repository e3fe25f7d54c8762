import type { Cents } from '../money/cents.ts';
import { type InvoiceState, isPosted } from '../states/invoice.ts';

type InvoiceFacts = {
  num: string;
  state: InvoiceState;
  /** The version the client was sent last. */
  revision: number;
  /** How often it came back after it was void. */
  restored: number;
  total: Cents;
  written_off: Cents;
};
/** What is to stand over there already. */
export type InvoiceMirror = {
  id: number;
  kind: 'invoice' | 'write-off';
  number: string;
  revision: number;
  amount: Cents;
  is_void: boolean;
};
type NewMirror = Pick<InvoiceMirror, 'kind' | 'number' | 'revision' | 'amount'>;
/** In the order in which it is done: a credit is taken off before its invoice is void. */
export type InvoicePlan = { voids: number[]; revises: { id: number; revision: number; amount: Cents }[]; creates: NewMirror[] };

/**
 * What has to change over there so that it says what the invoice says: one document for each time it was in force, since what is void there
 * stays void, and a credit note for what is written off.
 */
export function planInvoice(
  { num, state, revision, restored, total, written_off }: InvoiceFacts,
  mirrors: readonly InvoiceMirror[],
): InvoicePlan {
  const isInForce = isPosted(state);
  const number = restored === 0 ? num : `${num}-R${restored}`;
  const standing = mirrors.filter(({ is_void }) => !is_void);
  const own = standing.find((one) => one.kind === 'invoice' && one.number === number);
  const isWanted = ({ kind, amount, number: called }: InvoiceMirror) =>
    kind === 'invoice' ? isInForce && called === number : written_off > 0 && amount === written_off;
  const kept = standing.filter(isWanted);
  const count = mirrors.filter(({ kind }) => kind === 'write-off').length;
  const creates: NewMirror[] = [];
  if (isInForce && !own) creates.push({ kind: 'invoice', number, revision, amount: total });
  if (isInForce && written_off > 0 && !kept.some(({ kind }) => kind === 'write-off'))
    creates.push({ kind: 'write-off', number: `${num}-W${count + 1}`, revision: 1, amount: written_off });
  const gone = standing.filter((one) => !isWanted(one) || (one.kind === 'write-off' && !isInForce));
  return {
    voids: gone.toSorted((a, b) => b.kind.localeCompare(a.kind, 'en')).map(({ id }) => id),
    revises: isInForce && own && own.revision !== revision ? [{ id: own.id, revision, amount: total }] : [],
    creates,
  };
}
