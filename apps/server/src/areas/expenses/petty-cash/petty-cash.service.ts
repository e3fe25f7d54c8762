import type { RequestBody } from '@dmse/contract/endpoint';
import * as wire from '@dmse/contract/expenses/petty-cash';
import { countDifference, type PettyCashKind, topUpTo, whyNotCount, whyNotPost, whyNotReverse } from '@dmse/domain/expenses/petty-cash';
import { subtractCents, sumCents } from '@dmse/domain/money/cents';
import { type ApprovalState, isOpenExpense } from '@dmse/domain/states/expense';
import type { Context } from '../../../call/context.ts';
import { notFound, Refusal, refuse } from '../../../call/refusal.ts';
import type { PageInput } from '../../../db/paging.ts';
import { type PostedNoun, postRecord } from '../../../records/posted.ts';
import { type Changeable, changeRecord, fieldsOf, type RowOf } from '../../../records/record.ts';
import { getToday } from '../../settings/setting/setting.service.ts';
import { loadAccounting } from '../accounting/accounting.service.ts';
import * as cash from './petty-cash.queries.ts';

const BOX = 1;
const boxNoun: Changeable<'petty_cash_box', wire.PettyCash> = {
  noun: 'petty cash',
  table: 'petty_cash_box',
  nameOf: () => 'box',
  fields: fieldsOf(wire.pettyCashFields),
  get: getPettyCash,
};
const rowNoun: PostedNoun = { noun: 'petty cash row', table: 'petty_cash_row', ledger: 'accounting', series: null, amounts: ['amount'] };

export async function getPettyCash({ tx }: Context): Promise<wire.PettyCash> {
  const box = await cash.findBox(tx);
  return { ...box, top_up_amount: topUpTo(box.float, box.balance) };
}

export const listPettyCashRows = ({ tx }: Context, page: PageInput) => cash.list(tx, page);

export const updatePettyCash = (context: Context, patch: RequestBody<typeof wire.updatePettyCash>) =>
  changeRecord(context, boxNoun, BOX, () => ({ values: patch }));

type NewRow = { kind: PettyCashKind; date: string; amount: number; note: string; expense?: number | null; reverses?: number };

/** The box is held, so that its balance is the sum of its rows whoever else writes. */
async function post(context: Context, row: NewRow, balance: number): Promise<void> {
  const after = sumCents([balance, row.amount]);
  await cash.setBalance(context.tx, after);
  await postRecord(context, rowNoun, { ...row, balance: after });
}

export async function topUpPettyCash(context: Context, { amount, date, note = '' }: RequestBody<typeof wire.topUpPettyCash>) {
  const balance = await cash.lockBalance(context.tx);
  refuse(whyNotPost(amount, balance));
  await post(context, { kind: 'top-up', date: date ?? (await getToday(context)), amount, note }, balance);
  return getPettyCash(context);
}

export async function countPettyCash(context: Context, { counted, date, note = '' }: RequestBody<typeof wire.countPettyCash>) {
  const balance = await cash.lockBalance(context.tx);
  refuse(whyNotCount(counted, balance, note));
  const amount = countDifference(counted, balance);
  await post(context, { kind: 'count', date: date ?? (await getToday(context)), amount, note }, balance);
  return getPettyCash(context);
}

type Posted = NonNullable<Awaited<ReturnType<typeof cash.find>>>;

async function takeBack(context: Context, { id, kind, amount, expense, reverses, reversed_by }: Posted, note: string): Promise<void> {
  const balance = await cash.lockBalance(context.tx);
  refuse(whyNotReverse({ amount, reverses }, { is_reversed: reversed_by !== null, balance }));
  const date = await getToday(context);
  await post(context, { kind, date, amount: subtractCents(0, amount), note, expense, reverses: id }, balance);
}

export async function reversePettyCashRow(context: Context, id: number) {
  // Before the row is read: what another has just reversed is then seen.
  await cash.lockBalance(context.tx);
  const row = await cash.find(context.tx, id);
  if (!row) throw notFound();
  if (row.expense !== null) throw new Refusal('WRONG_STATE', 'This row follows its expense; take the expense back instead.');
  await takeBack(context, row, 'Reversed');
  return getPettyCash(context);
}

/** An expense that was paid from petty cash is out of the box from the moment it is submitted until it goes back to its person. */
export async function followExpense(context: Context, expense: RowOf<'expense'>): Promise<void> {
  const { id, gross, date, vendor, paid_from } = expense;
  const isOut = paid_from !== null && !isOpenExpense({ approval: expense.approval as ApprovalState });
  const { accounts } = isOut ? await loadAccounting(context) : { accounts: [] };
  const isFromBox = accounts.some(({ code, is_preferred_petty_cash }) => is_preferred_petty_cash && code === paid_from);
  const wanted = isFromBox ? subtractCents(0, gross) : 0;
  const posted = await cash.findOfExpense(context.tx, id);
  if ((posted?.amount ?? 0) === wanted) return;
  if (posted) await takeBack(context, posted, `${vendor}, taken back`);
  if (wanted === 0) return;
  const balance = await cash.lockBalance(context.tx);
  refuse(whyNotPost(wanted, balance));
  await post(context, { kind: 'expense', date, amount: wanted, note: vendor, expense: id }, balance);
}
