import type { LocalDate } from '../dates/local-date.ts';
import type { LineKind } from '../invoices/lines.ts';
import { type Cents, sayCents, subtractCents, sumCents } from '../money/cents.ts';
import type { TaxTotal } from '../money/tax.ts';
import type { Reason } from '../values/reason.ts';

export const LEDGER_ACCOUNTS = ['receivable', 'undeposited', 'bank', 'tax', 'retainer', 'revenue', 'write-off', 'bank charges'] as const;
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

/**
 * One line of a posting: a debit is above zero, a credit below. `code` tells accounts of one kind apart: of revenue and bank the code in the
 * chart, of tax the code of the tax; the others are one account each.
 */
export type JournalLine = { account: LedgerAccount; code: string; client: number | null; amount: Cents };

function debit(
  account: LedgerAccount,
  amount: Cents,
  { code = '', client = null }: { code?: string; client?: number | null } = {},
): JournalLine {
  return { account, code, client, amount };
}
function credit(account: LedgerAccount, amount: Cents, of: { code?: string; client?: number | null } = {}): JournalLine {
  return debit(account, subtractCents(0, amount), of);
}
/** What says nothing is left out. */
function posting(...lines: readonly JournalLine[]): JournalLine[] {
  return lines.filter(({ amount }) => amount !== 0);
}

type PostedInvoice = {
  client: number;
  lines: readonly { kind: LineKind; account_code: string; amount: Cents }[];
  taxes: readonly Pick<TaxTotal, 'code' | 'amount'>[];
  total: Cents;
};

/** An invoice: the client owes its total; work is earned, tax is owed on, a retainer is owed to the client until it is drawn down. */
export function postInvoice({ client, lines, taxes, total }: PostedInvoice): JournalLine[] {
  const sum = (some: PostedInvoice['lines']) => sumCents(some.map(({ amount }) => amount));
  const isRetainer = ({ kind }: PostedInvoice['lines'][number]) => kind === 'retainer';
  const revenue = Map.groupBy(
    lines.filter((line) => !isRetainer(line)),
    ({ account_code }) => account_code,
  );
  return posting(
    debit('receivable', total, { client }),
    credit('retainer', sum(lines.filter(isRetainer)), { client }),
    ...[...revenue].map(([code, some]) => credit('revenue', sum(some), { code, client })),
    ...taxes.map(({ code, amount }) => credit('tax', amount, { code, client })),
  );
}

/** What is given up of an invoice is no longer owed. Its revenue and tax stay as they were. */
export function postWriteOff({ client, amount }: { client: number; amount: Cents }): JournalLine[] {
  return posting(debit('write-off', amount, { client }), credit('receivable', amount, { client }));
}

/** Money comes in, all of it against what the client owes: what is on no invoice is credit. Putting credit on an invoice posts nothing. */
export function postPayment({ client, amount }: { client: number; amount: Cents }): JournalLine[] {
  return posting(debit('undeposited', amount), credit('receivable', amount, { client }));
}

export function postDeposit({ bank, amount }: { bank: string; amount: Cents }): JournalLine[] {
  return posting(debit('bank', amount, { code: bank }), credit('undeposited', amount));
}

/** The bank sends a deposited payment back and keeps its fee, which stands on a line of its own. */
export function postReturn({ client, bank, amount, fee }: { client: number; bank: string; amount: Cents; fee: Cents }): JournalLine[] {
  return posting(
    debit('receivable', amount, { client }),
    credit('bank', amount, { code: bank }),
    debit('bank charges', fee),
    credit('bank', fee, { code: bank }),
  );
}

/** Credit is paid back. */
export function postRefund({ client, bank, amount }: { client: number; bank: string; amount: Cents }): JournalLine[] {
  return posting(debit('receivable', amount, { client }), credit('bank', amount, { code: bank }));
}

/** The opposite of a posting: voids, restored write-offs, deposits that are undone, and the old version of an edited invoice. */
export function reversePosting(lines: readonly JournalLine[]): JournalLine[] {
  return lines.map((line) => ({ ...line, amount: subtractCents(0, line.amount) }));
}

/** Debits are credits, in every posting. The database keeps it too. */
export function whyUnbalanced(lines: readonly JournalLine[]): Reason {
  const sum = sumCents(lines.map(({ amount }) => amount));
  if (lines.length === 0) return { code: 'INVALID', sentence: 'A posting needs lines.' };
  return sum === 0 ? null : { code: 'INVALID', sentence: `Debits and credits differ by ${sayCents(Math.abs(sum))}.` };
}

/** What is still to come is not closed. */
export function whyNotCloseBooks(through: LocalDate | null, today: LocalDate): Reason {
  return through !== null && through > today ? { code: 'INVALID', sentence: 'Days that are still to come are not closed.' } : null;
}

export type TrialBalanceRow = { account: LedgerAccount; code: string; debit: Cents; credit: Cents; balance: Cents };

/** Every account with what was debited and credited; both columns come to the same. */
export function trialBalance(lines: readonly JournalLine[]): TrialBalanceRow[] {
  const groups = Map.groupBy(lines, ({ account, code }) => JSON.stringify([LEDGER_ACCOUNTS.indexOf(account), code]));
  return [...groups.values()]
    .map((group): TrialBalanceRow => {
      const { account, code } = group[0]!;
      const amounts = group.map(({ amount }) => amount);
      const debits = sumCents(amounts.filter((amount) => amount > 0));
      const balance = sumCents(amounts);
      return { account, code, debit: debits, credit: subtractCents(debits, balance), balance };
    })
    .toSorted((a, b) => LEDGER_ACCOUNTS.indexOf(a.account) - LEDGER_ACCOUNTS.indexOf(b.account) || a.code.localeCompare(b.code, 'en'));
}

/** What stands in an account; of one client where asked. */
export function balanceIn(lines: readonly JournalLine[], account: LedgerAccount, client?: number): Cents {
  const some = lines.filter((line) => line.account === account && (client === undefined || line.client === client));
  return sumCents(some.map(({ amount }) => amount));
}
