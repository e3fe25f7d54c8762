import type { RequestBody } from '@dmse/contract/endpoint';
import type { Reimbursement, createReimbursement as Wire } from '@dmse/contract/expenses/reimbursement';
import { groupByPerson, whyNotRun } from '@dmse/domain/expenses/reimbursement';
import { sumCents, typedCents } from '@dmse/domain/money/cents';
import { whyNotReverseReimbursement } from '@dmse/domain/states/expense';
import { csv } from '@dmse/domain/text/csv';
import type { Context } from '../../../call/context.ts';
import type { FileAnswer } from '../../../call/file-answer.ts';
import { invalid, notFound, refuse } from '../../../call/refusal.ts';
import type { PageInput } from '../../../db/paging.ts';
import { type PostedNoun, postRecord, reverseRecord } from '../../../records/posted.ts';
import { getToday } from '../../settings/setting/setting.service.ts';
import { holdExpenses, setReimbursement } from '../expense/expense-payment.service.ts';
import * as runs from './reimbursement.queries.ts';

const runNoun: PostedNoun = {
  noun: 'reimbursement',
  table: 'reimbursement_run',
  ledger: 'accounting',
  series: 'reimbursement',
  amounts: ['total'],
};

export const listReimbursements = ({ tx }: Context, page: PageInput) => runs.list(tx, page);

async function findRun({ tx }: Context, id: number) {
  const run = await runs.find(tx, id);
  if (!run) throw notFound();
  return { run, lines: await runs.listLines(tx, run.reverses ?? run.id) };
}

export async function getReimbursement(context: Context, id: number): Promise<Reimbursement> {
  const { run, lines } = await findRun(context, id);
  const people = [...Map.groupBy(lines, ({ user }) => user)].map(([user, own]) => ({
    user: { id: user, full_name: own[0]!.full_name },
    total: sumCents(own.map(({ gross }) => gross)),
    expenses: own.map(({ id: expense, date, vendor, gross }) => ({ id: expense, date, vendor, gross })),
  }));
  return { ...run, people };
}

/** Pays back all of these or none. The expenses are held, so that two runs never pay the same one. */
export async function createReimbursement(context: Context, { expenses, note = '' }: RequestBody<typeof Wire>): Promise<Reimbursement> {
  const { tx, actor } = context;
  const ids = [...new Set(expenses)];
  const held = await holdExpenses(context, ids);
  if (held.length !== ids.length) throw invalid({ expenses: 'One of these expenses is not there any more; choose again.' });
  refuse(whyNotRun(held, actor));
  const total = sumCents(groupByPerson(held).map((person) => person.total));
  const { id, number } = await postRecord(context, runNoun, { date: await getToday(context), total, note });
  await runs.insertLines(
    tx,
    held.map(({ id: expense, user, gross }) => ({ run: id, expense, user, gross })),
  );
  await setReimbursement(context, ids, 'reimbursed', `run ${number}`);
  return getReimbursement(context, id);
}

export async function reverseReimbursement(context: Context, id: number): Promise<Reimbursement> {
  const { run, lines } = await findRun(context, id);
  const ids = lines.map((line) => line.id);
  const held = await holdExpenses(context, ids);
  const reversal = await reverseRecord(context, runNoun, id, await getToday(context));
  for (const expense of held) refuse(whyNotReverseReimbursement(expense, context.actor));
  await setReimbursement(context, ids, 'owed', `run ${run.number} reversed`);
  return getReimbursement(context, reversal.id);
}

const CSV_HEAD = ['Run', 'Date', 'Person', 'Expense', 'Expense date', 'Vendor', 'Category', 'Job', 'Total'];

export async function exportReimbursement(context: Context, id: number): Promise<FileAnswer> {
  const { run, lines } = await findRun(context, id);
  const sign = run.reverses === null ? 1 : -1;
  const rows = lines.map((line) => {
    const { full_name, id: expense, date, vendor, category, job, gross } = line;
    return [String(run.number), run.date, full_name, String(expense), date, vendor, category, job, typedCents(sign * gross)];
  });
  return { stream: csv([CSV_HEAD, ...rows]), name: `reimbursement-${run.number}.csv`, mime_type: 'text/csv; charset=utf-8' };
}
