import type { LocalDate } from '../dates/local-date.ts';
import { type Cents, sayCents } from '../money/cents.ts';

export const PROPOSAL_KINDS = ['payment', 'credit note', 'void', 'removed'] as const;
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];

type RemoteMoney = { id: string; kind: 'payment' | 'credit note'; date: LocalDate; amount: Cents };
/** An invoice as it is over there, with what is allocated to it. */
export type RemoteInvoice = { number: string; is_void: boolean; money: readonly RemoteMoney[] };
/** What we know of it: whether it counts, and the ids over there of what we have sent, accepted or turned down. */
export type KnownInvoice = { is_void: boolean; sent: ReadonlySet<string>; decided: ReadonlySet<string> };

/** Something done over there that somebody here accepts or turns down. `key` is there once. */
export type Proposal = { key: string; kind: ProposalKind; amount: Cents; date: LocalDate | null; says: string };

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
      .flatMap((id) => of(`removed ${id}`, 'removed', 0, null, `A payment on invoice ${remote.number} was removed over there.`)),
  ];
}
