import { type Cents, subtractCents, sumCents } from '../money/cents.ts';
import { type InvoiceState, isPosted } from '../states/invoice.ts';

type InvoiceFacts = {
  num: string;
  state: InvoiceState;
  /** The version the client was sent last. */
  revision: number;
  /** How often it came back after it was void. */
  restored: number;
  total: Cents;
  /** All that was given up: credits for a part, and the write-off of the rest. */
  written_off: Cents;
  credits: readonly { id: number; amount: Cents }[];
};
/** What is to stand over there already. */
export type InvoiceMirror = {
  id: number;
  kind: 'invoice' | 'write-off';
  /** Of a write-off: the credit it stands for; null where it is the write-off of the rest. */
  credit: number | null;
  number: string;
  revision: number;
  amount: Cents;
  is_void: boolean;
};
type NewMirror = Pick<InvoiceMirror, 'kind' | 'credit' | 'number' | 'revision' | 'amount'>;
/** In the order in which it is done: a credit is taken off before its invoice is void. */
export type InvoicePlan = { voids: number[]; revises: { id: number; revision: number; amount: Cents }[]; creates: NewMirror[] };

/**
 * What has to change over there so that it says what the invoice says: one document for each time it was in force, since what is void there
 * stays void, and a credit note for each credit and for what is written off.
 */
export function planInvoice(
  { num, state, revision, restored, total, written_off, credits }: InvoiceFacts,
  mirrors: readonly InvoiceMirror[],
): InvoicePlan {
  const isInForce = isPosted(state);
  const number = restored === 0 ? num : `${num}-R${restored}`;
  const standing = mirrors.filter(({ is_void }) => !is_void);
  const own = standing.find((one) => one.kind === 'invoice' && one.number === number);
  const rest = subtractCents(written_off, sumCents(credits.map(({ amount }) => amount)));
  const isWanted = ({ kind, amount, credit, number: called }: InvoiceMirror) => {
    if (!isInForce) return false;
    if (kind === 'invoice') return called === number;
    return credit === null ? rest > 0 && amount === rest : credits.some(({ id }) => id === credit);
  };
  const kept = standing.filter(isWanted);
  const isThere = (wanted: number | null) => kept.some(({ kind, credit }) => kind === 'write-off' && credit === wanted);
  const given = [
    ...credits.map(({ id, amount }) => ({ credit: id, amount })),
    ...(rest > 0 ? [{ credit: null, amount: rest }] : []),
  ].filter(({ credit }) => isInForce && !isThere(credit));
  const count = mirrors.filter(({ kind }) => kind === 'write-off').length;
  const creates: NewMirror[] = [];
  if (isInForce && !own) creates.push({ kind: 'invoice', credit: null, number, revision, amount: total });
  for (const [at, one] of given.entries()) creates.push({ kind: 'write-off', number: `${num}-W${count + at + 1}`, revision: 1, ...one });
  const gone = standing.filter((one) => !isWanted(one));
  return {
    voids: gone.toSorted((a, b) => b.kind.localeCompare(a.kind, 'en')).map(({ id }) => id),
    revises: isInForce && own && own.revision !== revision ? [{ id: own.id, revision, amount: total }] : [],
    creates,
  };
}
