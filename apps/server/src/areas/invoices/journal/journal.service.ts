import type { RequestQuery } from '@dmse/contract/endpoint';
import type * as wire from '@dmse/contract/invoices/invoice';
import { type JournalLine, LEDGER_ACCOUNTS, reversePosting, whyUnbalanced } from '@dmse/domain/ledger/journal';
import { isEqual } from '@dmse/domain/values/is-equal';
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

async function takeBack({ tx, now, actor }: Context, posted: journal.Posted, standing: readonly journal.StandingLine[]): Promise<void> {
  const lines = reversePosting(standing).map((line, at) => ({ ...line, reverses: standing[at]!.id }));
  await journal.insertPosting(tx, posted, lines, { created_on: now, created_by: actor.id });
}

/** Takes back what stands of an act on a record. */
export async function reverse(context: Context, posted: journal.Posted): Promise<void> {
  const standing = await journal.listStanding(context.tx, posted);
  if (standing.length > 0) await takeBack(context, posted, standing);
}

/** Takes back one of several postings of an act on a record: the first of that day with these lines. */
export async function reverseOne(
  context: Context,
  posted: journal.Posted,
  { date, lines }: { date: string; lines: readonly JournalLine[] },
): Promise<void> {
  const postings = Map.groupBy(await journal.listStanding(context.tx, posted), ({ posting }) => posting);
  const found = [...postings.values()].find((some) =>
    isEqual(
      some,
      some.map(({ id, posting }, at) => ({ id, posting, date, ...lines[at] })),
    ),
  );
  if (!found) throw new Error(`${posted.says}: there is no such posting to take back.`);
  await takeBack(context, posted, found);
}

export const listJournal = ({ tx }: Context, filter: RequestQuery<typeof wire.listJournal>) => journal.list(tx, filter);

export async function getTrialBalance({ tx }: Context, period: RequestQuery<typeof wire.getTrialBalance>) {
  const rows = await journal.listTrialBalance(tx, period);
  return { rows: rows.toSorted((a, b) => LEDGER_ACCOUNTS.indexOf(a.account) - LEDGER_ACCOUNTS.indexOf(b.account)) };
}
