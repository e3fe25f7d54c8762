import * as budget from '@dmse/contract/work/budget';
import * as task from '@dmse/contract/work/task';
import type { TestClient } from '@dmse/testkit/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { countStatements } from '../../../testing/count-statements.ts';
import { makeJob, makeQuote, sentencesOf } from '../../../testing/fixtures/work-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();
let mona: TestClient;
let quote: number;
let milestones: number[];
let chief: number;
let surveyor: number;
let mileage: number;
let monuments: number;

async function idOf(table: 'job_role' | 'disbursement_type', name: string): Promise<number> {
  return (await app.tx().selectFrom(table).select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;
}

beforeEach(async () => {
  mona = await app.as('mona');
  quote = await makeQuote(app.tx(), { num: 'Q26-0003' });
  const made = await mona.call(task.createTask, {}, { quote, name: 'Survey', milestones: [{ name: 'A' }, { name: 'B' }, { name: 'C' }] });
  milestones = made.milestones.map(({ id }) => id);
  [chief, surveyor] = [await idOf('job_role', 'Party chief'), await idOf('job_role', 'Land surveyor')];
  [mileage, monuments] = [await idOf('disbursement_type', 'Mileage'), await idOf('disbursement_type', 'Monuments')];
});

describe('a budget row', () => {
  it('of a role is time at the rate that holds, rounded half-up, with the rule that chose it', async () => {
    const made = await mona.call(budget.createBudgetEntry, {}, { milestone: milestones[0]!, job_role: chief, minutes: 125 });
    expect(made).toMatchObject({
      minutes: 125,
      rate: 12500,
      amount: 26042,
      rate_rule: 'Rate of the role since 1 Jan 2024',
      is_scaled: false,
    });
    const changed = await mona.call(budget.updateBudgetEntry, { id: made.id }, { minutes: 60 }, { ifMatch: 1 });
    expect(changed).toMatchObject({ minutes: 60, amount: 12500, version: 2 });
    expect(await sentencesOf(app.tx(), 'quote', quote)).toEqual([
      'Mona Martin added task Survey to quote Q26-0003.',
      'Mona Martin budgeted Party chief for milestone A of task Survey in quote Q26-0003.',
      'Mona Martin changed the budget of Party chief for milestone A of task Survey (time from 2 h 5 min to 1 h) in quote Q26-0003.',
    ]);
  });

  it('takes the rate agreed for the job before the one agreed with the client before the role at its date', async () => {
    const tx = app.tx();
    const stamp = { created_on: app.clock.now, updated_on: app.clock.now };
    const { id: client } = await tx
      .insertInto('client')
      .values({ name: 'Acme', ...stamp })
      .returning('id')
      .executeTakeFirstOrThrow();
    const job = await makeJob(tx, { client });
    const made = await mona.call(task.createTask, {}, { job, name: 'Survey', milestones: [{ name: 'A' }, { name: 'B' }, { name: 'C' }] });
    const price = async (at: number) => {
      const values = { milestone: made.milestones[at]!.id, job_role: chief, minutes: 60 };
      const { rate, rate_rule } = await mona.call(budget.createBudgetEntry, {}, values);
      return [rate, rate_rule];
    };
    const later = [
      { job_role: chief, valid_from: '2026-03-01', charge_rate: 13000, cost_rate: 1 },
      { job_role: chief, valid_from: '2026-03-05', charge_rate: 14000, cost_rate: 1 },
    ];
    await tx.insertInto('job_role_rate').values(later).execute();
    expect(await price(0)).toEqual([13000, 'Rate of the role since 1 Mar 2026']);
    await tx.insertInto('agreed_rate').values({ client, job_role: chief, charge_rate: 11000 }).execute();
    expect(await price(1)).toEqual([11000, 'Rate agreed with the client']);
    await tx.insertInto('agreed_rate').values({ job, job_role: chief, charge_rate: 9000 }).execute();
    expect(await price(2)).toEqual([9000, 'Rate agreed for this job']);
  });

  it('of a disbursement is quantity at cost with markup', async () => {
    const made = await mona.call(budget.createBudgetEntry, {}, { milestone: milestones[0]!, disbursement_type: monuments, quantity: 2.5 });
    expect(made).toMatchObject({ quantity: 2.5, unit_cost: 4500, markup_pct: 10, amount: 12375, minutes: null, rate: null });
    const changed = await mona.call(budget.updateBudgetEntry, { id: made.id }, { markup_pct: 0, unit_cost: 4000 });
    expect(changed).toMatchObject({ amount: 10000, version: 2 });
    expect((await sentencesOf(app.tx(), 'quote', quote)).at(-1)).toBe(
      'Mona Martin changed the budget of Monuments for milestone A of task Survey in quote Q26-0003.',
    );
  });

  it('refuses a second row of the same kind, time for a disbursement, and roles that are no longer used', async () => {
    const line = { milestone: milestones[0]!, job_role: chief };
    await mona.call(budget.createBudgetEntry, {}, line);
    expect((await mona.refused(budget.createBudgetEntry, {}, line)).body).toMatchObject({
      job_role: ['This milestone has a row for this role already.'],
    });
    const wrong = { milestone: milestones[0]!, disbursement_type: mileage, minutes: 5 };
    expect((await mona.refused(budget.createBudgetEntry, {}, wrong)).body).toHaveProperty('minutes');
    await app.tx().updateTable('job_role').set({ is_active: false }).where('id', '=', surveyor).execute();
    expect((await mona.refused(budget.createBudgetEntry, {}, { ...line, job_role: surveyor })).body).toHaveProperty('job_role');
  });

  it('is deleted, and Joe sees time but neither rates nor amounts', async () => {
    const made = await mona.call(budget.createBudgetEntry, {}, { milestone: milestones[0]!, job_role: chief, minutes: 90 });
    const joe = await app.as('joe');
    const [seen] = (await joe.call(budget.listBudget, { quote })).results;
    expect(seen).toMatchObject({ minutes: 90, job_role: chief });
    for (const field of ['rate', 'rate_rule', 'unit_cost', 'markup_pct', 'amount', 'actual']) expect(seen).not.toHaveProperty(field);
    await mona.call(budget.removeBudgetEntry, { id: made.id });
    expect((await mona.call(budget.listBudget, { quote })).count).toBe(0);
  });
});

describe('cells', () => {
  it('are set, changed and emptied at once; the answer is every row of their milestones', async () => {
    const first = await mona.call(
      budget.setBudgetCells,
      {},
      {
        quote,
        cells: [
          { milestone: milestones[1]!, job_role: chief, minutes: 60 },
          { milestone: milestones[0]!, job_role: chief, minutes: 120 },
          { milestone: milestones[0]!, disbursement_type: mileage, quantity: 100 },
        ],
      },
    );
    expect(first.entries.map(({ milestone, minutes, quantity, amount }) => [milestone, minutes, quantity, amount])).toEqual([
      [milestones[0], 120, null, 25000],
      [milestones[0], null, 100, 6800],
      [milestones[1], 60, null, 12500],
    ]);
    const second = await mona.call(
      budget.setBudgetCells,
      {},
      {
        quote,
        cells: [
          { milestone: milestones[0]!, job_role: chief, minutes: null },
          { milestone: milestones[0]!, disbursement_type: mileage, quantity: 50 },
          { milestone: milestones[1]!, job_role: chief, minutes: 60 },
          { milestone: milestones[2]!, job_role: chief, minutes: null },
        ],
      },
    );
    expect(second.entries.map(({ quantity, minutes, version }) => [quantity, minutes, version])).toEqual([
      [50, null, 2],
      [null, 60, 1],
    ]);
    expect((await sentencesOf(app.tx(), 'quote', quote)).slice(1)).toEqual([
      'Mona Martin changed 3 cells of the budget in quote Q26-0003.',
      'Mona Martin changed 2 cells of the budget in quote Q26-0003.',
    ]);
    const { id } = second.entries[0]!;
    expect((await mona.refused(budget.updateBudgetEntry, { id }, { quantity: 1 }, { ifMatch: 1 })).body).toMatchObject({
      changed: ['quantity'],
    });
  });

  it('take a unit cost and a lock too, and tell neither amounts nor ids', async () => {
    const line = { milestone: milestones[0]!, disbursement_type: monuments };
    const [made] = (await mona.call(budget.setBudgetCells, {}, { quote, cells: [{ ...line, unit_cost: 123450 }] })).entries;
    expect(made).toMatchObject({ quantity: 0, unit_cost: 123450, amount: 0 });
    const cells = [{ ...line, quantity: 2, markup_pct: 10, is_locked: true }];
    const [changed] = (await mona.call(budget.setBudgetCells, {}, { quote, cells })).entries;
    expect(changed).toMatchObject({ quantity: 2, unit_cost: 123450, markup_pct: 10, amount: 271590, is_locked: true });
    const [usual] = (await mona.call(budget.setBudgetCells, {}, { quote, cells: [{ ...line, unit_cost: null }] })).entries;
    expect(usual!.unit_cost).not.toBe(123450);
    expect((await sentencesOf(app.tx(), 'quote', quote)).slice(1)).toEqual([
      'Mona Martin changed the budget of Monuments, A of task Survey (to 0) in quote Q26-0003.',
      'Mona Martin changed the budget of Monuments, A of task Survey (to 2) in quote Q26-0003.',
      'Mona Martin changed the unit cost of Monuments, A of task Survey in quote Q26-0003.',
    ]);
    const nothing = [{ milestone: milestones[1]!, job_role: chief, is_locked: true }];
    expect((await mona.call(budget.setBudgetCells, {}, { quote, cells: nothing })).entries).toEqual([]);
    expect((await mona.call(budget.listBudget, { quote })).count).toBe(1);
    const huge = [{ ...line, quantity: 99_999_999, unit_cost: 1e12 }];
    expect((await mona.refused(budget.setBudgetCells, {}, { quote, cells: huge })).body).toHaveProperty('cells');
  });

  it('are put back as they were: at the old rate, scaled and locked, also for a role that is no longer used', async () => {
    const line = { milestone: milestones[0]!, job_role: chief };
    await mona.call(budget.setBudgetCells, {}, { quote, cells: [{ ...line, minutes: 480 }] });
    await app.tx().updateTable('budget_entry').set({ rate: 9900, rate_rule: 'Agreed in 2019', amount: 79200 }).execute();
    await mona.call(budget.scaleBudget, {}, { quote, total: 100000 });
    await mona.call(budget.setBudgetCells, {}, { quote, cells: [{ ...line, is_locked: true }] });
    const [before] = (await mona.call(budget.listBudget, { quote })).results;
    expect((await mona.call(budget.setBudgetCells, {}, { quote, cells: [{ ...line, minutes: null }] })).entries).toEqual([]);
    await app.tx().updateTable('job_role').set({ is_active: false }).where('id', '=', chief).execute();
    const { rate, rate_rule, unit_cost, markup_pct, amount, is_scaled, is_locked } = before as Required<typeof before & object>;
    const held = { rate, rate_rule, unit_cost, markup_pct, amount, is_scaled, is_locked };
    const [back] = (await mona.call(budget.setBudgetCells, {}, { quote, cells: [{ ...line, minutes: before!.minutes, held }] })).entries;
    expect(back).toMatchObject({ minutes: 606, rate: 9900, rate_rule: 'Agreed in 2019', amount: 100000, is_scaled: true, is_locked: true });
    const plain = { ...held, is_scaled: false, amount: 7 };
    const [unscaled] = (await mona.call(budget.setBudgetCells, {}, { quote, cells: [{ ...line, minutes: 60, held: plain }] })).entries;
    expect(unscaled).toMatchObject({ amount: 9900, is_scaled: false });
  });

  it('all or none: one strange milestone, and nothing is written', async () => {
    const cells = [
      { milestone: milestones[0]!, job_role: chief, minutes: 60 },
      { milestone: 2_000_000_000, job_role: chief, minutes: 60 },
    ];
    expect((await mona.refused(budget.setBudgetCells, {}, { quote, cells })).body).toHaveProperty('cells');
    expect((await mona.call(budget.listBudget, { quote })).count).toBe(0);
  });

  it('made against a row that somebody has changed since are refused, all of them', async () => {
    const line = { milestone: milestones[0]!, job_role: chief };
    const other = { milestone: milestones[1]!, job_role: chief, minutes: 60, version: null };
    await mona.call(budget.setBudgetCells, {}, { quote, cells: [{ ...line, minutes: 60, version: null }] });
    for (const version of [null, 2]) {
      const refused = await mona.refused(budget.setBudgetCells, {}, { quote, cells: [{ ...line, minutes: 90, version }, other] });
      expect(refused).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT', detail: 'Somebody else changed a cell meanwhile; nothing was written.' },
      });
    }
    const { entries } = await mona.call(budget.setBudgetCells, {}, { quote, cells: [{ ...line, minutes: 90, version: 1 }, other] });
    expect(entries.map(({ minutes, version }) => [minutes, version])).toEqual([
      [90, 2],
      [60, 1],
    ]);
  });

  it('1500 of them are written in as many statements as a few', async () => {
    const rows = Array.from({ length: 150 }, (_, at) => ({ name: `M${at}` }));
    const made = await mona.call(task.createTask, {}, { quote, name: 'Long', milestones: rows });
    const roles = (await app.tx().selectFrom('job_role').select('id').execute()).map(({ id }) => id);
    const cells = made.milestones.flatMap(({ id }) => roles.map((job_role) => ({ milestone: id, job_role, minutes: 30 })));
    const few = await countStatements(() => mona.call(budget.setBudgetCells, {}, { quote, cells: cells.slice(0, 3) }));
    const many = await countStatements(() => mona.call(budget.setBudgetCells, {}, { quote, cells: cells.slice(3) }));
    expect([few, many].map(({ answer }) => answer.entries.length)).toEqual([3, 1500]);
    expect(many.statements).toBeLessThan(few.statements + 10);
  });
});

describe('scaling', () => {
  async function fill(): Promise<void> {
    // 1000.00, 2000.00 and 3333.00 at the surveyor's 175.00 and the chief's 125.00
    const cells = [
      { milestone: milestones[0]!, job_role: chief, minutes: 480 },
      { milestone: milestones[1]!, job_role: chief, minutes: 960 },
      { milestone: milestones[2]!, disbursement_type: mileage, quantity: 1 },
    ];
    const { entries } = await mona.call(budget.setBudgetCells, {}, { quote, cells });
    await mona.call(budget.updateBudgetEntry, { id: entries[2]!.id }, { unit_cost: 333300 });
  }
  const amounts = (entries: { amount?: number }[]) => entries.map(({ amount }) => amount);

  it('brings the budget to a total, shows it before, and takes it back', async () => {
    await fill();
    const preview = await mona.call(budget.previewScale, {}, { quote, total: 500000 });
    expect(preview).toMatchObject({ from: 633300, to: 500000 });
    expect(preview.rows.map(({ before, after }) => [before, after])).toEqual([
      [100000, 78952],
      [200000, 157903],
      [333300, 263145],
    ]);
    expect(amounts((await mona.call(budget.listBudget, { quote })).results)).toEqual([100000, 200000, 333300]);
    const scaled = await mona.call(budget.scaleBudget, {}, { quote, total: 500000 });
    expect(amounts(scaled.entries)).toEqual([78952, 157903, 263145]);
    expect(scaled.entries.map(({ minutes, is_scaled }) => [minutes, is_scaled])).toEqual([
      [379, true],
      [758, true],
      [null, true],
    ]);
    const again = await mona.call(budget.scaleBudget, {}, { quote, total: 100000 });
    expect(amounts(again.entries).reduce<number>((sum, amount) => sum + (amount ?? 0), 0)).toBe(100000);
    expect(amounts((await mona.call(budget.undoScale, {}, { quote })).entries)).toEqual([78952, 157903, 263145]);
    const back = await mona.call(budget.undoScale, {}, { quote });
    expect(back.entries.map(({ minutes, amount, is_scaled }) => [minutes, amount, is_scaled])).toEqual([
      [480, 100000, false],
      [960, 200000, false],
      [null, 333300, false],
    ]);
    expect((await mona.refused(budget.undoScale, {}, { quote })).status).toBe(409);
    expect((await mona.call(budget.listScalings, { quote })).results.map(({ undone_on }) => undone_on)).toEqual([
      app.clock.now,
      app.clock.now,
    ]);
  });

  it('keeps what was typed since when it is taken back, and typing drops the mark', async () => {
    await fill();
    const { entries } = await mona.call(budget.scaleBudget, {}, { quote, total: 500000 });
    const typed = await mona.call(budget.updateBudgetEntry, { id: entries[0]!.id }, { minutes: 379 });
    expect(typed).toMatchObject({ minutes: 379, amount: 78958, is_scaled: false });
    expect(amounts((await mona.call(budget.undoScale, {}, { quote })).entries)).toEqual([78958, 200000, 333300]);
  });

  it('leaves locked rows alone, and refuses with a sentence what cannot be', async () => {
    expect((await mona.refused(budget.scaleBudget, {}, { quote, total: 100 })).body.detail).toBe(
      'Nothing that is not locked has an amount to scale.',
    );
    await fill();
    const [first] = (await mona.call(budget.listBudget, { quote })).results;
    await mona.call(budget.updateBudgetEntry, { id: first!.id }, { is_locked: true });
    expect(amounts((await mona.call(budget.scaleBudget, {}, { quote, total: 200000 })).entries)[0]).toBe(100000);
    const refused = await mona.refused(budget.previewScale, {}, { quote, total: 99999 });
    expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining('The locked rows alone come to $1,000.00') } });
  });

  it('is told to everybody without the amounts', async () => {
    await fill();
    await mona.call(budget.scaleBudget, {}, { quote, total: 500000 });
    expect((await sentencesOf(app.tx(), 'quote', quote)).at(-1)).toBe('Mona Martin scaled the budget of quote Q26-0003.');
    const row = await app
      .tx()
      .selectFrom('history')
      .select('changes')
      .where('action', '=', 'scaled the budget of')
      .executeTakeFirstOrThrow();
    expect(row.changes).toMatchObject([{ field: 'total', from: '$6,333.00', to: '$5,000.00' }]);
  });
});
