import { amountsOf, chargeOf } from '@dmse/domain/expenses/expense-amounts';
import { type DatedUnitCost, priceItem } from '@dmse/domain/expenses/internal-items';
import { runningBalance } from '@dmse/domain/expenses/petty-cash';
import type { TaxRule } from '@dmse/domain/money/tax';
import { type ApprovalState, isOpenExpense, reimbursementFor } from '@dmse/domain/states/expense';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadAccounting, loadTaxRules } from '../../areas/expenses/accounting/accounting.service.ts';
import { listUnitCosts } from '../../areas/work/staff-list/staff-list.service.ts';
import type { Context } from '../../call/context.ts';
import { openDatabase, openPool } from '../../db/database.ts';
import { cloneDemo } from '../../testing/demo-database.ts';
import { ask } from '../../testing/empty-database.ts';
import { createRandom } from '../firm/random.ts';
import { drawReceipt, splitGoods } from '../plans/receipt.ts';

type ExpenseRow = {
  id: number;
  user: number;
  date: string;
  tax_type: string;
  gross: number;
  tax: number;
  net: number;
  paid_from: string | null;
  is_billable: boolean;
  as_agent: boolean;
  markup_pct: number;
  charge: number;
  approval: ApprovalState;
  reimbursement: string;
  comment: string;
  version: number;
};

let ownerUrl: string;
let expenses: ExpenseRow[];
/** The rules of each day there is an expense on, as the product would take them. */
let rulesOn: Map<string, Map<string, TaxRule[]>>;
let costs: DatedUnitCost[];

beforeAll(async () => {
  const demo = await cloneDemo('demo_expenses');
  await demo.removeFiles();
  ownerUrl = demo.ownerUrl;
  expenses = await ask<ExpenseRow>(ownerUrl, 'select * from expense order by id');
  const db = openDatabase(openPool(ownerUrl, 2, null));
  await db.read(async (tx) => {
    const accounting = await loadAccounting({ tx });
    rulesOn = new Map();
    for (const date of new Set(expenses.map((expense) => expense.date))) rulesOn.set(date, await loadTaxRules({ tx }, accounting, date));
    costs = await listUnitCosts({ tx } as Context);
  });
  await db.close();
});

describe('the expenses of the demo firm', () => {
  test('the newest have receipts, pictures and PDFs, each a file of its own; some are missing', async () => {
    const receipts = await ask<{ expense: number; mime_type: string; sha256: string; comment: string }>(
      ownerUrl,
      'select r.expense, f.mime_type, f.sha256, e.comment from expense_receipt r join file f on f.id = r.file join expense e on e.id = r.expense',
    );
    expect(receipts.length).toBeGreaterThan(20);
    expect(receipts.length).toBeLessThan(50);
    expect(new Set(receipts.map(({ mime_type }) => mime_type))).toEqual(new Set(['image/jpeg', 'application/pdf']));
    expect(new Set(receipts.map(({ sha256 }) => sha256)).size).toBe(receipts.length);
    expect(receipts.filter(({ comment }) => comment !== '')).toEqual([]);
    const newest = Math.max(...expenses.map(({ id }) => id));
    expect(receipts.every(({ expense }) => expense > newest - 60)).toBe(true);
  });

  test('a receipt says vendor, day, tax and total as the expense does, and its lines add up', () => {
    for (const { id, date, gross, tax } of expenses.slice(-40)) {
      const facts = { id, vendor: 'Fundy Fuels, Sussex', category: 'Meals', date, gross, tax, tax_name: 'HST 15%' };
      const texts = drawReceipt(createRandom(`r${id}`), facts).marks.flatMap((mark) => ('text' in mark ? [mark.text] : []));
      const money = (cents: number) => `${cents < 0 ? '-' : ''}${(Math.abs(cents) / 100).toFixed(2)}`;
      for (const words of ['Fundy Fuels', 'Sussex', money(gross), money(gross - tax)]) expect(texts).toContain(words);
      expect(texts.some((text) => text.startsWith(date))).toBe(true);
      const sum = splitGoods(createRandom(`r${id}`), 'Meals', gross - tax).reduce((all, { cents }) => all + cents, 0);
      expect(sum).toBe(gross - tax);
    }
  });

  test('are many, of every kind and state', () => {
    expect(expenses.length).toBeGreaterThanOrEqual(600);
    for (const approval of ['DRAFT', 'SUBMITTED', 'APPROVED', 'REJECTED'])
      expect(expenses.filter((expense) => expense.approval === approval).length, approval).toBeGreaterThan(3);
    for (const paid of [null, '1000', '1050', '2100'])
      expect(expenses.filter((expense) => expense.paid_from === paid).length, String(paid)).toBeGreaterThan(3);
    expect(expenses.filter((expense) => expense.is_billable && expense.markup_pct > 0).length).toBeGreaterThan(30);
    expect(expenses.filter((expense) => expense.as_agent).length).toBeGreaterThan(3);
    expect(expenses.filter((expense) => expense.gross < 0).length).toBeGreaterThan(0);
    for (const { approval, comment } of expenses) expect(comment !== '').toBe(approval === 'REJECTED');
  });

  test('have the tax of their day and the charge the product would work out', () => {
    for (const { id, date, tax_type, gross, tax, net, is_billable, as_agent, markup_pct, charge } of expenses) {
      const amounts = amountsOf(gross, rulesOn.get(date)!.get(tax_type) ?? []);
      expect({ id, gross, tax, net }).toEqual({ id, ...amounts });
      expect({ id, charge }).toEqual({ id, charge: chargeOf({ ...amounts, is_billable, as_agent, markup_pct }) });
    }
    expect(new Set(expenses.map(({ tax }) => tax === 0))).toEqual(new Set([true, false]));
  });

  test('what was used of the firm costs what its price list says', async () => {
    type Item = { disbursement_type: number; date: string; quantity: number; is_billable: boolean; cost: number; charge: number };
    const items = await ask<Item>(ownerUrl, 'select * from disbursement_item');
    expect(items.length).toBeGreaterThan(200);
    for (const { cost, charge, ...item } of items) expect({ cost, amount: charge }).toEqual(pickPrice(priceItem(item, costs)));
  });

  test('are paid back once, on a day after they were approved, and the runs are numbered without a gap', async () => {
    const lines = await ask<{ run: number; expense: number; user: number; gross: number; date: string; late: boolean }>(
      ownerUrl,
      `select l.*, r.date, exists (select from history h where h.noun = 'expense' and h.record_id = l.expense::text and h.version = 3
        and h.at > r.created_on) as late from reimbursement_line l join reimbursement_run r on r.id = l.run`,
    );
    const paid = expenses.filter(({ reimbursement }) => reimbursement === 'reimbursed');
    expect(lines.map(({ expense }) => expense).sort((a, b) => a - b)).toEqual(paid.map(({ id }) => id));
    expect(lines.filter(({ late }) => late)).toEqual([]);
    for (const { id, paid_from, reimbursement, approval } of expenses) {
      if (reimbursement === 'reimbursed') expect([id, paid_from, approval]).toEqual([id, null, 'APPROVED']);
      else expect([id, reimbursement]).toEqual([id, reimbursementFor(paid_from)]);
    }
    const runs = await ask<{ id: number; number: number; total: number }>(ownerUrl, 'select * from reimbursement_run order by number');
    expect(runs.map(({ number }) => number)).toEqual(runs.map((_, at) => at + 1));
    for (const { id, total } of runs)
      expect(
        lines.filter(({ run }) => run === id).reduce((sum, { gross }) => sum + gross, 0),
        `run ${id}`,
      ).toBe(total);
    expect(await ask(ownerUrl, `select last::int from posting_number where series = 'reimbursement'`)).toEqual([{ last: runs.length }]);
  });

  test('petty cash holds what its rows say, never less than nothing, and a row for each expense that is out of it', async () => {
    const rows = await ask<{ id: number; amount: number; balance: number; expense: number | null; date: string }>(
      ownerUrl,
      'select * from petty_cash_row order by id',
    );
    expect(rows.map(({ balance }) => balance)).toEqual(runningBalance(rows).map(({ balance }) => balance));
    expect(Math.min(...rows.map(({ balance }) => balance))).toBeGreaterThanOrEqual(0);
    expect(rows.map(({ date }) => date)).toEqual(rows.map(({ date }) => date).sort());
    const out = expenses.filter((expense) => expense.paid_from === '1050' && !isOpenExpense(expense)).map(({ id, gross }) => [id, -gross]);
    expect(rows.flatMap(({ expense, amount }) => (expense === null ? [] : [[expense, amount]])).sort((a, b) => a[0]! - b[0]!)).toEqual(out);
    expect(await ask(ownerUrl, 'select balance from petty_cash_box')).toEqual([{ balance: rows.at(-1)!.balance }]);
  });

  test('tell what happened to them, save by save, and nobody approved their own', async () => {
    const told = await ask<{ id: number; versions: number[]; last: string; updated_on: string; self: boolean }>(
      ownerUrl,
      `select e.id, array_agg(h.version order by h.id) as versions, max(h.at) as last, max(e.updated_on) as updated_on,
        bool_or(h.by = e."user" and h.version > 2) as self
      from expense e join history h on h.noun = 'expense' and h.record_id = e.id::text group by e.id order by e.id`,
    );
    expect(told.map(({ id }) => id)).toEqual(expenses.map(({ id }) => id));
    told.forEach(({ versions, last, updated_on, self }, at) => {
      expect(versions).toEqual(Array.from({ length: expenses[at]!.version }, (_, i) => i + 1));
      expect([last, self]).toEqual([updated_on, false]);
    });
  });
});

function pickPrice(priced: ReturnType<typeof priceItem>) {
  return { cost: priced?.cost, amount: priced?.amount };
}
