import type { LocalDate } from '../dates/local-date.ts';
import { type Cents, divideHalfUp, sayCents, subtractCents } from '../money/cents.ts';

export const PROPOSAL_KINDS = ['payment', 'credit note', 'void', 'removed'] as const;
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];

type RemoteMoney = { id: string; kind: 'payment' | 'credit note'; date: LocalDate; amount: Cents };
/** An invoice as it is over there, with what is allocated to it. */
export type RemoteInvoice = { number: string; is_void: boolean; money: readonly RemoteMoney[] };
/** What we know of it: whether it counts, and the ids over there of what we have sent, accepted or turned down. */
export type KnownInvoice = { is_void: boolean; sent: ReadonlySet<string>; decided: ReadonlySet<string> };

/** Something done over there that somebody here accepts or turns down. `key` is there once. */
export type Proposal = { key: string; kind: ProposalKind; amount: Cents; date: LocalDate | null; says: string };

/** How much of a part of a credit note is tax. */
export function creditTax(part: Cents, { total, tax }: { total: Cents; tax: Cents }): Cents {
  return divideHalfUp(BigInt(part) * BigInt(tax), BigInt(total));
}

/** What accepting it does here, in words. `balance`: what is owed here. */
export function sayEffect(kind: ProposalKind, { amount, tax, balance }: { amount: Cents; tax: Cents; balance: Cents }): string {
  if (kind === 'payment') return 'The payment is entered here, on this invoice, in a deposit of its own.';
  if (kind === 'void') return 'The invoice is deleted here; its work is free again.';
  if (kind === 'removed') return 'The payment or credit is taken back here, and the invoice is owed again.';
  const untaxed =
    tax === 0
      ? ''
      : ` Revenue and tax stay as they are here; the ${sayCents(tax)} of tax on the credit note is taken back over there only.`;
  if (amount > balance) return `Only ${sayCents(balance)} is owed here: take a payment off the invoice first.`;
  if (amount === balance) return `What is owed on the invoice is written off.${untaxed}`;
  return `${sayCents(amount)} of the invoice is credited here; ${sayCents(subtractCents(balance, amount))} is still owed.${untaxed}`;
}

/** What was done over there and is not here: payments, credit notes, a void, and what we had sent and is gone. */
export function findProposals(known: KnownInvoice, remote: RemoteInvoice): Proposal[] {
  const of = (key: string, kind: ProposalKind, amount: Cents, date: LocalDate | null, says: string): Proposal[] =>
    known.decided.has(key) ? [] : [{ key, kind, amount, date, says }];
  if (known.is_void) return [];
  if (remote.is_void) return of(`void ${remote.number}`, 'void', 0, null, `Invoice ${remote.number} was voided over there.`);
  const there = new Set(remote.money.map(({ id }) => id));
  return [
    ...remote.money
      .filter(({ id }) => !known.sent.has(id))
      .flatMap(({ id, kind, amount, date }) =>
        of(id, kind, amount, date, `A ${kind} of ${sayCents(amount)} was put on invoice ${remote.number} over there.`),
      ),
    ...[...known.sent]
      .filter((id) => !there.has(id))
      .flatMap((id) => of(`removed ${id}`, 'removed', 0, null, `A payment or credit on invoice ${remote.number} was removed over there.`)),
  ];
}
