import type { RequestQuery } from '@dmse/contract/endpoint';
import type { exportJournal as Wire } from '@dmse/contract/invoices/books';
import { whyNotCloseBooks } from '@dmse/domain/ledger/journal';
import { typedCents } from '@dmse/domain/money/cents';
import { csv } from '@dmse/domain/text/csv';
import type { Context } from '../../../call/context.ts';
import type { FileAnswer } from '../../../call/file-answer.ts';
import { invalid, refuse } from '../../../call/refusal.ts';
import { getLock, lockPeriod } from '../../../records/posted.ts';
import { getToday } from '../../settings/setting/setting.service.ts';
import * as journal from './journal.queries.ts';
import { getTrialBalance } from './journal.service.ts';

type Period = RequestQuery<typeof Wire>;
const MOST_LINES = 300_000;

const asFile = (name: string, { date_from, date_to }: Period, rows: readonly (readonly string[])[]): FileAnswer => ({
  stream: csv(rows),
  name: `${[name, date_from, date_to].filter(Boolean).join('-')}.csv`,
  mime_type: 'text/csv; charset=utf-8',
});
const sides = (amount: number) => [amount > 0 ? typedCents(amount) : '', amount < 0 ? typedCents(-amount) : ''];

export async function exportJournal({ tx }: Context, period: Period): Promise<FileAnswer> {
  const rows = await journal.listAll(tx, period, MOST_LINES + 1);
  if (rows.length > MOST_LINES) throw invalid({ date_from: 'Choose a shorter period: this is too much for one file.' });
  const head = ['Posting', 'Date', 'What', 'Account', 'Code', 'Client', 'Debit', 'Credit'];
  const lines = rows.map((row) => [
    ...[String(row.posting), row.date, row.says, row.account, row.code, row.client?.name ?? ''],
    ...sides(row.amount),
  ]);
  return asFile('journal', period, [head, ...lines]);
}

export async function exportTrialBalance(context: Context, period: Period): Promise<FileAnswer> {
  const { rows } = await getTrialBalance(context, period);
  const lines = rows.map(({ account, code, debit, credit, balance }) => [account, code, ...[debit, credit, balance].map(typedCents)]);
  return asFile('trial-balance', period, [['Account', 'Code', 'Debit', 'Credit', 'Balance'], ...lines]);
}

export const getAccountingLock = ({ tx }: Context) => getLock(tx, 'accounting');

export async function setAccountingLock(context: Context, through: string | null) {
  refuse(whyNotCloseBooks(through, await getToday(context)));
  await lockPeriod(context, 'accounting', through);
  return getLock(context.tx, 'accounting');
}
