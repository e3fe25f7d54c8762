import * as disbursement from '@dmse/contract/expenses/disbursement';
import { createExpense, getExpense, updateExpense } from '@dmse/contract/expenses/expense';
import { actOnWip, getLedgerHealth, listWipItems, moveWip } from '@dmse/contract/wip/wip';
import { createBudgetEntry } from '@dmse/contract/work/budget';
import { updateDisbursementType } from '@dmse/contract/work/template';
import type { TestClient } from '@dmse/testkit/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { categoryId, grant, typeId } from '../../../testing/fixtures/expense-fixture.ts';
import { addWork } from '../../../testing/fixtures/job-fixture.ts';
import { makeJob } from '../../../testing/fixtures/work-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();
let [joe, mona, alice]: TestClient[] = [];
let [job, mileage, monuments, hotel]: number[] = [];
const DAY = '2026-03-03';

beforeEach(async () => {
  await grant(app.tx(), 'joe', 'Expenses User');
  await grant(app.tx(), 'mona', 'Expenses User');
  [joe, mona, alice] = [await app.as('joe'), await app.as('mona'), await app.as('alice')];
  job = await makeJob(app.tx());
  [mileage, monuments, hotel] = [
    await typeId(app.tx(), 'Mileage'),
    await typeId(app.tx(), 'Monuments'),
    await categoryId(app.tx(), 'Accommodation'),
  ];
});

const drive = (more: object = {}) =>
  joe!.call(disbursement.createItem, {}, { job: job!, date: DAY, disbursement_type: mileage!, quantity: 142, ...more });

describe('internal item', () => {
  it('internal item: 142 km at the rate of the day, which stays when the rate changes', async () => {
    const made = await drive();
    expect(made).toMatchObject({ quantity: 142, disbursement_type: { name: 'Mileage', unit: 'km' }, billing: 'unbilled', version: 1 });
    expect(made).not.toHaveProperty('charge');
    const costs = [
      { valid_from: '2026-03-03', unit_cost: 72, markup_pct: 10 },
      { valid_from: null, unit_cost: 68, markup_pct: 0 },
    ];
    await alice!.call(updateDisbursementType, { id: mileage! }, { costs });
    const seen = (id: number) => mona!.call(disbursement.getItem, { id });
    expect(await seen(made.id)).toMatchObject({ unit_cost: 68, cost: 96_56, charge: 96_56 });
    await joe!.call(disbursement.updateItem, { id: made.id }, { quantity: 100 });
    expect(await seen(made.id)).toMatchObject({ unit_cost: 68, charge: 68_00 });
    expect(await seen((await drive()).id)).toMatchObject({ unit_cost: 72, markup_pct: 10, cost: 102_24, charge: 112_46 });
    expect(await seen((await drive({ date: '2026-03-02' })).id)).toMatchObject({ unit_cost: 68 });
    expect(await seen((await drive({ is_billable: false })).id)).toMatchObject({ billing: 'not billable', charge: 0, cost: 102_24 });
  });

  it('internal item: what cannot be is refused; the item is its person’s, and the manager’s of the job', async () => {
    const refused = async (more: object) =>
      (await joe!.refused(disbursement.createItem, {}, { job, date: DAY, disbursement_type: mileage, quantity: 1, ...more })).body;
    expect(await refused({ quantity: 0 })).toHaveProperty('quantity');
    expect(await refused({ date: '2026-03-05' })).toMatchObject({ detail: 'A disbursement is dated today or earlier.' });
    expect(await refused({ disbursement_type: 2_000_000_000 })).toHaveProperty('disbursement_type');
    expect(await refused({ job: await makeJob(app.tx(), { state: 'CLOSED' }) })).toMatchObject({ code: 'LOCKED' });
    const { id } = await drive();
    await grant(app.tx(), 'fern', 'Expenses User');
    const fern = await app.as('fern');
    expect((await fern.refused(disbursement.updateItem, { id }, { quantity: 1 })).status).toBe(404);
    await mona!.call(disbursement.updateItem, { id }, { quantity: 5 });
    const { results } = await joe!.call(disbursement.listItemHistory, { id });
    expect(results[0]!.sentence).toMatch(/quantity from 142 to 5/);
    await joe!.call(disbursement.removeItem, { id });
    expect((await joe!.refused(disbursement.getItem, { id })).status).toBe(404);
  });
});

describe('disbursements of a job', () => {
  it('disbursements: expenses and items in one list, against the budget by type; amounts only for who may see them', async () => {
    const { milestones } = await addWork(app.tx(), { job: job! });
    await mona!.call(createBudgetEntry, {}, { milestone: milestones[0]!, disbursement_type: mileage!, quantity: 200 });
    await mona!.call(createBudgetEntry, {}, { milestone: milestones[0]!, disbursement_type: monuments!, quantity: 2 });
    await drive();
    await joe!.call(createExpense, {}, { date: DAY, vendor: 'Motel', category: hotel!, gross: 115_00, job: job!, is_billable: true });
    await joe!.call(createExpense, {}, { date: '2026-03-01', vendor: 'Lunch', gross: 20_00, job: job! });

    const list = await mona!.call(disbursement.listDisbursements, { job: job! });
    expect(list.results.map(({ kind, what, billing, charge, charge_rule }) => [kind, what, billing, charge, charge_rule])).toEqual([
      ['expense', 'Motel', 'unbilled', 105_00, '$100.00 before tax + 5 %.'],
      ['item', 'Mileage', 'unbilled', 96_56, '142 km at $0.68.'],
      ['expense', 'Lunch', 'not billable', 0, 'Not billable.'],
    ]);
    expect((await mona!.call(disbursement.listDisbursements, { job: job!, disbursement_type: mileage! })).count).toBe(1);
    expect((await joe!.call(disbursement.listDisbursements, { job: job! })).results[0]).not.toHaveProperty('charge');

    const { types } = await mona!.call(disbursement.getDisbursementSummary, { job: job! });
    expect(
      types.map((type) => [
        type.disbursement_type?.name ?? null,
        type.budget_amount,
        type.charge,
        type.budget_quantity,
        type.actual_quantity,
      ]),
    ).toEqual([
      ['Mileage', 136_00, 96_56, 200, 142],
      ['Monuments', 99_00, 0, 2, 0],
      ['Accommodation', 0, 105_00, 0, 0],
      [null, 0, 0, 0, 0],
    ]);
    expect(types.at(-1)).toMatchObject({ count: 1, cost: 20_00 });
  });

  it('disbursements: the ledger says what they say, through change, move and deletion', async () => {
    const { milestones } = await addWork(app.tx(), { job: job! });
    const task = (await app.tx().selectFrom('milestone').select('task').where('id', '=', milestones[0]!).executeTakeFirstOrThrow()).task;
    const health = async () => (await alice!.call(getLedgerHealth, {})).differences;
    const made = await drive();
    const body = { date: DAY, vendor: 'Motel', category: hotel!, gross: 115_00, job: job!, is_billable: true };
    const motel = await joe!.call(createExpense, {}, body);
    const { results } = await mona!.call(listWipItems, { job: job! });
    expect(results.map(({ item, amount, who, what, says }) => [item, amount, who, what, says])).toEqual([
      [`expense/${motel.id}`, 105_00, 'Joe Jardine', 'Motel', '$100.00 before tax + 5 %.'],
      [`item/${made.id}`, 96_56, 'Joe Jardine', 'Mileage', '142 km at $0.68.'],
    ]);
    const items = results.map(({ item, turn }) => ({ item, turn }));
    await mona!.call(moveWip, {}, { job: job!, items, to_job: job!, to_task: task });
    expect((await joe!.call(getExpense, { id: motel.id })).task).toMatchObject({ id: task });
    expect(await health()).toEqual([]);
    const [held] = (await mona!.call(listWipItems, { job: job! })).results;
    await mona!.call(actOnWip, {}, { job: job!, act: 'write off', reason: 'Courtesy', items: [{ item: held!.item, turn: held!.turn }] });
    expect((await joe!.call(getExpense, { id: motel.id })).billing).toBe('written off');
    expect((await joe!.refused(updateExpense, { id: motel.id }, { gross: 1_00 })).body.code).toBe('LOCKED');
    await joe!.call(disbursement.updateItem, { id: made.id }, { is_billable: false });
    await joe!.call(disbursement.removeItem, { id: made.id });
    expect(await health()).toEqual([]);
  });
});
