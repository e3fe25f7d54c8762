import type { RequestQuery } from '@dmse/contract/endpoint';
import type * as wire from '@dmse/contract/invoices/invoice';
import { type JournalLine, LEDGER_ACCOUNTS, reversePosting, whyUnbalanced } from '@dmse/domain/ledger/journal';
import type { Context } from '../../../call/context.ts';
import { refuse } from '../../../call/refusal.ts';
import * as journal from './journal.queries.ts';

export const getClientAccount = journal.getAccount;

/** Writes a posting. One that says nothing, an invoice of nothing, leaves no line. */
export async function post(context: Context, posted: journal.Posted, lines: readonly JournalLine[]): Promise<void> {
  if (lines.length === 0) return;
  refuse(whyUnbalanced(lines));
  const { tx, now, actor } = context;
  await journal.insertPosting(tx, posted, lines, { created_on: now, created_by: actor.id });
}

/** Takes back what stands of an act on a record. */
export async function reverse(context: Context, posted: journal.Posted): Promise<void> {
  const { tx, now, actor } = context;
  const standing = await journal.listStanding(tx, posted);
  if (standing.length === 0) return;
  const lines = reversePosting(standing).map((line, at) => ({ ...line, reverses: standing[at]!.id }));
  await journal.insertPosting(tx, posted, lines, { created_on: now, created_by: actor.id });
}

export const listJournal = ({ tx }: Context, filter: RequestQuery<typeof wire.listJournal>) => journal.list(tx, filter);

export async function getTrialBalance({ tx }: Context, period: RequestQuery<typeof wire.getTrialBalance>) {
  const rows = await journal.listTrialBalance(tx, period);
  return { rows: rows.toSorted((a, b) => LEDGER_ACCOUNTS.indexOf(a.account) - LEDGER_ACCOUNTS.indexOf(b.account)) };
}
