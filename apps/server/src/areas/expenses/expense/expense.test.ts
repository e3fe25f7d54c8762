import { getAccountingSettings } from '@dmse/contract/expenses/accounting';
import * as category from '@dmse/contract/expenses/category';
import * as expense from '@dmse/contract/expenses/expense';
import { getFile } from '@dmse/contract/files/upload';
import { listTaxRules, updateTaxRule } from '@dmse/contract/invoices/tax-rule';
import type { TestClient } from '@dmse/testkit/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { lockPeriod } from '../../../records/posted.ts';
import { categoryId, grant, supervise } from '../../../testing/fixtures/expense-fixture.ts';
import { addWork, userId } from '../../../testing/fixtures/job-fixture.ts';
import { uploadBytes } from '../../../testing/fixtures/upload-fixture.ts';
import { makeJob } from '../../../testing/fixtures/work-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();
let joe: TestClient;
let mona: TestClient;
let alice: TestClient;
let fuel: number;
let hotel: number;

beforeEach(async () => {
  await grant(app.tx(), 'joe', 'Expenses User');
  await supervise(app.tx(), 'mona', 'joe');
  [joe, mona, alice] = [await app.as('joe'), await app.as('mona'), await app.as('alice')];
  [fuel, hotel] = [await categoryId(app.tx(), 'Fuel'), await categoryId(app.tx(), 'Accommodation')];
});

const DAY = '2026-03-03';
const enter = (more: object = {}, who = joe) =>
  who.call(expense.createExpense, {}, { date: DAY, vendor: 'Irving', category: fuel, gross: 115_00, ...more });
const move = (who: TestClient, id: number, approval: 'DRAFT' | 'SUBMITTED' | 'APPROVED' | 'REJECTED', comment?: string) =>
  who.call(expense.updateExpense, { id }, comment === undefined ? { approval } : { approval, comment });

describe('expense', () => {
  it('expense: Joe enters one; account, tax type and tax follow from the category and the day', async () => {
    const made = await enter();
    expect(made).toMatchObject({
      ...{ gross: 115_00, tax: 15_00, net: 100_00, account_code: '6200', tax_type: 'HST', paid_from: null },
      ...{ approval: 'DRAFT', reimbursement: 'owed', billing: 'not billable', can_edit: true, duplicates: [] },
    });
    const [hst] = (await alice.call(listTaxRules, { province: 'NB' })).results;
    await alice.call(updateTaxRule, { id: hst!.id }, { valid_to: '2026-03-02' });
    expect((await enter({ vendor: 'Esso' })).tax).toBe(0);
    const kept = await joe.call(expense.updateExpense, { id: made.id }, { note: 'Truck 4' });
    expect(kept).toMatchObject({ tax: 15_00, version: 2 });
  });

  it('expense: the tax of the receipt may differ by a cent, not by two', async () => {
    expect((await enter({ tax: 14_99 })).net).toBe(100_01);
    const refused = await joe.refused(expense.createExpense, {}, { date: DAY, category: fuel, gross: 115_00, tax: 14_98 });
    expect(refused.body).toMatchObject({ tax: [expect.stringMatching(/may differ by \$0.01/)] });
  });

  it('expense: what is unknown, in the future or in a closed period is refused', async () => {
    const refused = async (more: object) =>
      (await joe.refused(expense.createExpense, {}, { date: DAY, gross: 100, category: fuel, ...more })).body;
    expect(await refused({ paid_from: '6200' })).toHaveProperty('paid_from');
    expect(await refused({ account_code: '1000' })).toHaveProperty('account_code');
    expect(await refused({ tax_type: 'VAT' })).toHaveProperty('tax_type');
    expect(await refused({ category: 2_000_000_000 })).toHaveProperty('category');
    expect(await refused({ date: '2026-03-05' })).toMatchObject({ detail: 'An expense is dated today or earlier.' });
    expect(await refused({ is_billable: true })).toMatchObject({ detail: expect.stringMatching(/Choose the job/) });
    expect(await refused({ gross: 0 })).toMatchObject({ detail: 'Enter what was paid.' });
    expect(await refused({ user: await userId(app.tx(), 'mona') })).toMatchObject({ code: 'FORBIDDEN' });
    const closed = await makeJob(app.tx(), { state: 'CLOSED' });
    expect(await refused({ job: closed })).toMatchObject({ code: 'LOCKED' });
    const actor = { id: await userId(app.tx(), 'alice'), full_name: 'Alice' };
    await lockPeriod({ tx: app.tx(), now: app.clock.now, request_id: 'x', actor }, 'accounting', DAY);
    expect(await refused({})).toMatchObject({ code: 'LOCKED', detail: expect.stringMatching(/is closed/) });
  });

  it('expense: what the client is charged is told to whoever sees amounts, and to nobody else', async () => {
    const job = await makeJob(app.tx());
    const made = await enter({ category: hotel, job, is_billable: true });
    expect(made).not.toHaveProperty('charge');
    expect(made).not.toHaveProperty('markup_pct');
    expect(made).toMatchObject({ billing: 'unbilled', gross: 115_00 });
    expect(await mona.call(expense.getExpense, { id: made.id })).toMatchObject({ charge: 105_00, markup_pct: 5 });
    const agent = await alice.call(expense.updateExpense, { id: made.id }, { as_agent: true });
    expect(agent).toMatchObject({ charge: 115_00, markup_pct: 0 });
    const history = await joe.call(expense.listExpenseHistory, { id: made.id });
    expect(history.results[0]!.sentence).toMatch(/paid as agent of the client/);
    expect(JSON.stringify(history.results)).not.toContain('markup_pct');
  });

  it('expense: a task belongs to its job, and goes with it', async () => {
    const [job, other] = [await makeJob(app.tx()), await makeJob(app.tx())];
    await addWork(app.tx(), { job });
    const task = (await app.tx().selectFrom('task').select('id').where('job', '=', job).executeTakeFirstOrThrow()).id;
    expect((await joe.refused(expense.createExpense, {}, { date: DAY, gross: 1, job: other, task })).body).toHaveProperty('task');
    const made = await enter({ job, task });
    expect(made.task).toMatchObject({ id: task });
    expect((await joe.call(expense.updateExpense, { id: made.id }, { job: other })).task).toBeNull();
  });

  it('expense: a duplicate names the other one, also by the bytes of its receipt', async () => {
    const first = await enter();
    const again = await enter({ vendor: 'IRVING.' });
    expect(again.duplicates).toEqual([
      { id: first.id, is_same_receipt: false, says: expect.stringMatching(/Irving, \$115.00 on 3 Mar 2026, entered by Joe Jardine/) },
    ]);
    const upload = () => uploadBytes(joe, 'receipt.pdf', '%PDF-1.4 receipt');
    const one = await enter({ vendor: 'Hotel', gross: 50_00, receipts: [await upload()] });
    const two = await enter({ vendor: 'Motel', gross: 60_00, receipts: [await upload()] });
    expect(two.duplicates).toMatchObject([{ id: one.id, is_same_receipt: true }]);
  });

  it('expense: receipts are pictures and PDFs, read by the person, the supervisor and the admin', async () => {
    const receipt = await uploadBytes(joe, 'fuel.pdf', '%PDF-1.4 fuel');
    const note = await uploadBytes(joe, 'note.txt', 'just words');
    expect((await joe.refused(expense.createExpense, {}, { date: DAY, gross: 1, receipts: [note] })).body).toHaveProperty('receipts');
    const made = await enter({ receipts: [receipt] });
    expect(made.receipts).toMatchObject([
      { id: receipt, name: 'fuel.pdf', sha256: expect.stringMatching(/^[0-9a-f]{64}$/), mime_type: 'application/pdf' },
    ]);
    for (const who of [joe, mona, alice]) expect((await who.send(getFile, { id: receipt })).status).toBe(200);
    const fern = await app.as('fern');
    expect((await fern.send(getFile, { id: receipt })).status).toBe(404);
    expect((await joe.call(expense.updateExpense, { id: made.id }, { receipts: [] })).receipts).toEqual([]);
  });
});

describe('expense approval', () => {
  it('expense: Joe submits, Mona rejects with a comment, Joe mends it, Mona approves; nobody their own', async () => {
    const { id } = await enter({ category: null });
    expect((await joe.refused(expense.updateExpense, { id }, { approval: 'SUBMITTED' })).body).toMatchObject({
      code: 'INCOMPLETE',
      detail: 'Enter the category.',
    });
    const submitted = await joe.call(expense.updateExpense, { id }, { category: fuel, approval: 'SUBMITTED' });
    expect(submitted).toMatchObject({ approval: 'SUBMITTED', can_edit: false, why_not_edit: expect.stringMatching(/take it back/) });
    expect((await joe.refused(expense.updateExpense, { id }, { note: 'x' })).body.code).toBe('LOCKED');
    expect((await joe.refused(expense.updateExpense, { id }, { approval: 'APPROVED' })).body.detail).toMatch(/own expenses/);
    expect((await mona.refused(expense.updateExpense, { id }, { approval: 'REJECTED' })).body.code).toBe('REASON_NEEDED');
    expect((await move(mona, id, 'REJECTED', 'Which truck?')).comment).toBe('Which truck?');
    const again = await joe.call(expense.updateExpense, { id }, { note: 'Truck 4', approval: 'SUBMITTED' });
    expect(again).toMatchObject({ approval: 'SUBMITTED', comment: '' });
    const [waiting] = (await mona.call(expense.listExpenses, { to_approve: true })).results;
    expect(waiting).toMatchObject({ id, can_approve: true });
    expect((await move(mona, id, 'APPROVED')).approval).toBe('APPROVED');
    expect((await mona.call(expense.listExpenses, { to_approve: true })).count).toBe(0);
    expect((await move(mona, id, 'SUBMITTED')).approval).toBe('SUBMITTED');
    const { results } = await joe.call(expense.listExpenseHistory, { id });
    expect(results.map(({ sentence }) => sentence).join(' ')).toMatch(/approval from SUBMITTED to REJECTED/);
  });

  it('expense: Mona approves many at once and takes them back; her own, drafts and changed ones are named', async () => {
    await grant(app.tx(), 'mona', 'Expenses User');
    const job = await makeJob(app.tx());
    const submit = async (more: object, who = joe) => {
      const { id } = await enter(more, who);
      return move(who, id, 'SUBMITTED');
    };
    const [one, two] = [await submit({ job, is_billable: true }), await submit({ vendor: 'Esso' })];
    const [own, draft] = [await submit({ vendor: 'Motel' }, mona), await enter({ vendor: 'Shell' })];
    const named = ({ id, version }: { id: number; version: number }) => ({ id, version });
    const approve = (all: { id: number; version: number }[], approval: 'APPROVED' | 'SUBMITTED' = 'APPROVED') =>
      mona.call(expense.approveExpenses, {}, { approval, expenses: all.map(named) });
    const answer = await approve([two, draft, one, own, { id: 2_000_000_000, version: 1 }]);
    expect(answer.changed).toEqual([one, two].map(({ id, version }) => ({ id, version: version + 1 })));
    expect(answer.refused).toEqual([
      { id: own.id, sentence: 'Nobody approves their own expenses.' },
      { id: draft.id, sentence: 'What is DRAFT does not become APPROVED.' },
      { id: 2_000_000_000, sentence: expect.any(String) },
    ]);
    expect((await approve([one], 'SUBMITTED')).refused).toMatchObject([{ id: one.id }]);
    expect((await approve(answer.changed, 'SUBMITTED')).changed).toHaveLength(2);
    expect((await joe.call(expense.getExpense, { id: two.id })).approval).toBe('SUBMITTED');
  });

  it('expense: others are not there; a supervisor needs no role, and whoever supervises nobody sees nothing', async () => {
    const { id } = await enter();
    const chelsea = await app.as('chelsea');
    expect((await chelsea.call(expense.listExpenses, {})).count).toBe(0);
    expect((await chelsea.refused(expense.getExpense, { id })).status).toBe(404);
    expect((await chelsea.refused(expense.createExpense, {}, { date: DAY, gross: 1 })).status).toBe(403);
    expect((await mona.call(expense.listExpenses, {})).count).toBe(1);
    expect((await mona.refused(expense.updateExpense, { id }, { note: 'mine' })).status).toBe(403);
    expect((await mona.refused(expense.removeExpense, { id })).status).toBe(403);
    await joe.call(expense.removeExpense, { id });
    expect((await joe.refused(expense.getExpense, { id })).status).toBe(404);
  });

  it('expense: the list is filtered by words, state, job, days and person', async () => {
    const job = await makeJob(app.tx());
    const a = await enter({ vendor: 'Café Rivière', note: 'lunch', job });
    await enter({ date: '2026-01-10', vendor: 'Esso', paid_from: '2100' });
    const find = async (filter: object) => (await joe.call(expense.listExpenses, filter)).results.map(({ vendor }) => vendor);
    expect(await find({ query: 'riviere lunch' })).toEqual(['Café Rivière']);
    expect(await find({ job })).toEqual(['Café Rivière']);
    expect(await find({ date_to: '2026-01-31' })).toEqual(['Esso']);
    expect(await find({ reimbursement: ['owed'], mine: true })).toEqual(['Café Rivière']);
    await move(joe, a.id, 'SUBMITTED');
    expect(await find({ approval: ['DRAFT'] })).toEqual(['Esso']);
    expect(await find({ ordering: 'date' })).toEqual(['Esso', 'Café Rivière']);
    const { num } = (await joe.call(expense.getExpense, { id: a.id })).job!;
    expect(await find({ job_num: num, category: [fuel] })).toEqual(['Café Rivière']);
    await enter({ vendor: 'Hotel', job, is_billable: true });
    expect(await find({ billing: ['unbilled'] })).toEqual(['Hotel']);
    expect(await find({ billing: ['not billable', 'billed'] })).toEqual(['Café Rivière', 'Esso']);
    expect(await find({ user: await userId(app.tx(), 'mona') })).toEqual([]);
  });
});

describe('accounting settings', () => {
  it('accounting: the accounts with their flags, Awaiting Payment last, and the tax types', async () => {
    const { accounts, tax_types, division_tracking_options } = await (await app.as('chelsea')).call(getAccountingSettings, {});
    expect(accounts.at(-1)).toMatchObject({ name: 'Awaiting Payment', code: null, is_expense_payments: true, is_expense: false });
    expect(accounts.find(({ is_preferred_petty_cash }) => is_preferred_petty_cash)?.code).toBe('1050');
    expect(tax_types.map(({ code }) => code)).toEqual(['HST', 'GST', 'GST+QST', 'EXEMPT']);
    expect(division_tracking_options).toContain('Surveying');
    const settings = await joe.call(expense.getExpenseSettings, { date: DAY });
    expect(settings.paid_from.map(({ code }) => code)).toEqual(['1000', '1050', '2100', null]);
    expect(settings.tax_types[0]).toMatchObject({ code: 'HST', rules: [{ rate: 15 }] });
    expect(settings.accounts.every(({ code }) => code !== '4000')).toBe(true);
  });

  it('expense category: Alice adds one; codes that are unknown are refused, and Mona may not', async () => {
    const made = await alice.call(category.createExpenseCategory, {}, { name: 'Courier', account_code: '6300', tax_type: 'HST' });
    expect(made).toMatchObject({ is_active: true, version: 1 });
    const refused = (body: object) => alice.refused(category.updateExpenseCategory, { id: made.id }, body);
    expect((await refused({ account_code: '1000' })).body).toHaveProperty('account_code');
    expect((await refused({ tax_type: 'VAT' })).body).toHaveProperty('tax_type');
    expect((await alice.refused(category.createExpenseCategory, {}, { name: 'COURIER' })).body).toHaveProperty('name');
    expect((await mona.refused(category.listExpenseCategories, {})).status).toBe(403);
    await alice.call(category.updateExpenseCategory, { id: made.id }, { is_active: false });
    expect((await joe.refused(expense.createExpense, {}, { date: DAY, gross: 1, category: made.id })).body).toHaveProperty('category');
  });
});
