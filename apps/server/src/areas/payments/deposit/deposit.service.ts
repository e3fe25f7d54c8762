import type { RequestBody } from '@dmse/contract/endpoint';
import type * as wire from '@dmse/contract/payments/deposit';
import { type Deposit, depositFields } from '@dmse/contract/payments/deposit';
import { postDeposit } from '@dmse/domain/ledger/journal';
import { depositSums, whyNotDeposit } from '@dmse/domain/payments/deposit';
import { type DepositFacts, type DepositState, isOpenDeposit, whyNotMoveDeposit } from '@dmse/domain/states/deposit';
import { sayCount } from '@dmse/domain/text/counts';
import { isEqual } from '@dmse/domain/values/is-equal';
import type { Reason } from '@dmse/domain/values/reason';
import type { Context } from '../../../call/context.ts';
import { notFound, refuse } from '../../../call/refusal.ts';
import type { PageInput } from '../../../db/paging.ts';
import { listHistory } from '../../../records/history.ts';
import { getLockedThrough } from '../../../records/posted.ts';
import { type Changeable, createRecord, fieldsOf, openRecord, removeRecord, updateRecord } from '../../../records/record.ts';
import { isMoneyThere } from '../../accounting/upload/upload.service.ts';
import { loadAccounting } from '../../expenses/accounting/accounting.service.ts';
import { post, reverse } from '../../invoices/journal/journal.service.ts';
import * as payments from '../payment/payment.queries.ts';
import { refuseBankAccount } from '../payment/payment.service.ts';
import * as deposits from './deposit.queries.ts';

export const depositNoun: Changeable<'deposit', Deposit> = {
  noun: 'deposit',
  table: 'deposit',
  nameOf: ({ id }) => String(id),
  fields: fieldsOf(depositFields),
  get: (context, id) => getDeposit(context, id),
};

const namesOf = async (context: Context) => {
  const { accounts } = await loadAccounting(context);
  return (code: string) => accounts.find((account) => account.code === code)?.name ?? code;
};

export async function listDeposits(context: Context, filter: deposits.DepositFilter) {
  const nameOf = await namesOf(context);
  const { count, results } = await deposits.list(context.tx, filter);
  return { count, results: results.map((row) => ({ ...row, account_name: nameOf(row.account_code) })) };
}

export const listUndeposited = async ({ tx }: Context) => ({ payments: await payments.listTicked(tx, null) });

const byNumber = (a: number, b: number) => a - b;
type Ticked = Awaited<ReturnType<typeof payments.listTicked>>;
type Row = { id: number; state: DepositState; date: string };

const asTicked = (ticked: Ticked, deposit: number) =>
  ticked.map(({ is_returned, ...payment }) => ({ ...payment, deposit, is_reversed: false, is_returned }));

async function loadFacts({ tx, actor }: Context, { id, state, date }: Row, ticked: Ticked): Promise<DepositFacts> {
  const ids = ticked.map((payment) => payment.id);
  return {
    state,
    who: actor,
    date,
    closed_through: await getLockedThrough(tx, 'accounting'),
    upload_status: (await isMoneyThere({ tx }, ids)) ? 'UPLOADED' : 'NOT_UPLOADED',
    why_not_ready: whyNotDeposit(asTicked(ticked, id), { id, date }),
    returned: ticked.filter(({ is_returned }) => is_returned).length,
  };
}

const whyClosed = (state: DepositState): Reason =>
  isOpenDeposit(state) ? null : { code: 'LOCKED', sentence: 'This has been deposited; undo that to change it.' };
/** What was once in the books keeps its number. */
const whyNotRemove = (state: DepositState, isInBooks: boolean): Reason =>
  whyClosed(state) ?? (isInBooks ? { code: 'IN_USE', sentence: 'This deposit stands in the books; change what is in it instead.' } : null);

export async function getDeposit(context: Context, id: number): Promise<Deposit> {
  const { tx } = context;
  const row = await deposits.find(tx, id);
  if (!row) throw notFound();
  const ticked = await payments.listTicked(tx, id);
  const facts = await loadFacts(context, row, ticked);
  return {
    ...row,
    account_name: (await namesOf(context))(row.account_code),
    payments: ticked,
    methods: depositSums(ticked).methods,
    why_not: {
      change: whyClosed(row.state)?.sentence ?? null,
      DEPOSITED: whyNotMoveDeposit('DEPOSITED', facts)?.sentence ?? null,
      OPEN: whyNotMoveDeposit('OPEN', facts)?.sentence ?? null,
      remove: whyNotRemove(row.state, await deposits.isInBooks(tx, id))?.sentence ?? null,
    },
  };
}

/** Exactly these payments are in the deposit. They are held, so that none is in two. */
async function tick(
  context: Context,
  { id, date }: { id: number; date: string },
  wanted: readonly number[],
  former: readonly number[],
): Promise<void> {
  const { tx, now, actor } = context;
  const held = await payments.hold(tx, [...new Set([...wanted, ...former])]);
  const named = wanted.map((one) => {
    const payment = held.find((other) => other.id === one);
    if (!payment) throw notFound();
    return { ...payment, is_reversed: payment.reversal !== null };
  });
  refuse(whyNotDeposit(named, { id, date }));
  const stamp = { now, by: actor.id };
  const set = async (ids: readonly number[], deposit: number | null) => {
    if (ids.length > 0) await payments.setDeposit(tx, ids, deposit, stamp);
  };
  await set(
    former.filter((one) => !wanted.includes(one)),
    null,
  );
  await set(
    wanted.filter((one) => !former.includes(one)),
    id,
  );
}

export async function createDeposit(context: Context, body: RequestBody<typeof wire.createDeposit>): Promise<Deposit> {
  const { payments: wanted, ...values } = body;
  await refuseBankAccount(context, values.account_code);
  const { id } = await createRecord(context, depositNoun, values, [
    { field: 'payments', label: 'Payments', from: null, to: sayCount(wanted.length, 'payment') },
  ]);
  await tick(context, { id, date: values.date }, wanted, []);
  return getDeposit(context, id);
}

export async function updateDeposit(context: Context, id: number, body: RequestBody<typeof wire.updateDeposit>): Promise<Deposit> {
  const { payments: wanted, ...patch } = body;
  const before = await openRecord(context, depositNoun, id);
  refuse(whyClosed(before.state));
  if (patch.account_code !== undefined) await refuseBankAccount(context, patch.account_code);
  const former = (await payments.listTicked(context.tx, id)).map((payment) => payment.id);
  const ticked = wanted ?? former;
  const isOther = !isEqual(ticked.toSorted(byNumber), former.toSorted(byNumber));
  if (isOther || patch.date !== undefined) await tick(context, { id, date: patch.date ?? before.date }, ticked, former);
  const said = { field: 'payments', label: 'Payments', from: sayCount(former.length, 'payment'), to: sayCount(ticked.length, 'payment') };
  await updateRecord(context, depositNoun, before, patch, isOther ? [said] : []);
  return getDeposit(context, id);
}

export async function moveDeposit(context: Context, id: number, { to }: RequestBody<typeof wire.moveDeposit>): Promise<Deposit> {
  const { tx } = context;
  const before = await openRecord(context, depositNoun, id);
  const ids = (await payments.listTicked(tx, id)).map((payment) => payment.id);
  await payments.hold(tx, ids);
  const ticked = await payments.listTicked(tx, id);
  refuse(whyNotMoveDeposit(to, await loadFacts(context, before, ticked)));
  const { date, account_code } = before;
  const about = { act: 'deposit', of: { deposit: id } } as const;
  if (to === 'DEPOSITED') {
    const { total } = depositSums(ticked);
    await post(context, { ...about, date, says: `Deposit ${id}` }, postDeposit({ bank: account_code, amount: total }));
  } else await reverse(context, { ...about, date, says: `Deposit ${id}, undone` });
  const said = { field: 'state', label: 'State', from: before.state, to };
  await updateRecord(context, depositNoun, before, { state: to }, [said], to === 'DEPOSITED' ? 'deposited' : 'opened again');
  return getDeposit(context, id);
}

export async function removeDeposit(context: Context, id: number): Promise<void> {
  const { tx, now, actor } = context;
  const row = await openRecord(context, depositNoun, id);
  refuse(whyNotRemove(row.state, await deposits.isInBooks(tx, id)));
  const ids = (await payments.listTicked(tx, id)).map((payment) => payment.id);
  await payments.hold(tx, ids);
  await payments.setDeposit(tx, ids, null, { now, by: actor.id });
  await removeRecord(context, depositNoun, row);
}

/** For whoever takes a payment back: the deposit stays as it is until the end. */
export async function holdDeposit({ tx }: Context, id: number): Promise<{ account_code: string }> {
  return (await deposits.holdShared(tx, id))!;
}

export async function listDepositHistory(context: Context, id: number, page: PageInput) {
  if (!(await deposits.find(context.tx, id))) throw notFound();
  return listHistory(context, depositNoun.noun, id, [id], page, 'payments.read');
}
