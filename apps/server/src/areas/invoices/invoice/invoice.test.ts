import { createClient } from '@dmse/contract/clients/client';
import { mergeClients } from '@dmse/contract/clients/merge';
import { setAccountingLock } from '@dmse/contract/invoices/books';
import * as invoice from '@dmse/contract/invoices/invoice';
import { getStatement } from '@dmse/contract/invoices/statement';
import { updateSettingSection } from '@dmse/contract/settings/core';
import * as time from '@dmse/contract/time/entry';
import { getBillableWork, listBillableClients } from '@dmse/contract/wip/billable';
import * as wip from '@dmse/contract/wip/wip';
import { AGE_BUCKETS, ageBucket } from '@dmse/domain/invoices/age';
import { SETTLEMENTS } from '@dmse/domain/states/invoice';
import { newBilledClient } from '@dmse/testkit/builders/client';
import { newFeeLine } from '@dmse/testkit/builders/invoice';
import { onTask } from '@dmse/testkit/builders/time-entry';
import type { TestClient } from '@dmse/testkit/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '../../../db/database.ts';
import { makeBilledClient, makeIssued } from '../../../testing/fixtures/invoice-fixture.ts';
import { employ, makeTimedJob } from '../../../testing/fixtures/time-fixture.ts';
import { type CommittedApp, startCommittedApp, useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();
const EACH = 12_500;

/** A client with a job, and hours of Joe on it at $125.00. */
async function prepare(tx: Tx, as: (name: string) => Promise<TestClient>, { hours = 2, num = '26-9001' } = {}) {
  const alice = await as('alice');
  const { id: client } = await alice.call(createClient, {}, newBilledClient('Riverbend Farms'));
  await sql`update setting set value = value || '{"hst_number": "123456789 RT0001"}' where section = 'firm'`.execute(tx);
  const { job, task, other } = await makeTimedJob(tx, { client, num });
  await employ(tx, 'joe');
  const joe = await as('joe');
  for (let at = 0; at < hours; at += 1)
    await joe.call(
      time.createTimeEntry,
      {},
      { ...onTask(job, at % 2 ? other : task), date: '2026-03-02', minutes: 60, note: `Calcs ${at}` },
    );
  const ready = async () =>
    (await alice.call(wip.listWipItems, { job, state: ['UNBILLED'], page_size: 200 })).results.map(({ item, turn }) => ({ item, turn }));
  return { alice, mona: await as('mona'), joe, client, job, task, other, ready };
}
const scene = (options = {}) => prepare(app.tx(), (name) => app.as(name), options);
type Scene = Awaited<ReturnType<typeof scene>>;

const draft = async ({ alice, client, ready }: Scene) => {
  const { id } = await alice.call(invoice.createInvoice, {}, { client, items: await ready() });
  return alice.call(invoice.getInvoice, { id });
};
const move = async ({ alice }: Scene, id: number, to: invoice.InvoiceMove, reason?: string) => {
  await alice.call(invoice.moveInvoice, { id }, { to, ...(reason ? { reason } : {}) });
  return alice.call(invoice.getInvoice, { id });
};
const total = async ({ alice, job }: Scene) => (await alice.call(wip.getJobWip, { id: job })).total;
const written = (lines: invoice.Invoice['lines']): invoice.WrittenLine[] =>
  lines.map(({ id: _, tax: __, entries, ...line }) => ({
    ...line,
    entries: entries.map(({ item, amount, rest }) => ({ item, amount, rest })),
  }));
/** What the deferred checks of the database would say at the end. */
const settle = () => sql`set constraints all immediate`.execute(app.tx());
const sound = async ({ alice }: Scene) => {
  await settle();
  expect((await alice.call(wip.getLedgerHealth, {})).differences).toEqual([]);
  const { rows } = await alice.call(invoice.getTrialBalance, {});
  expect(rows.reduce((sum, row) => sum + row.balance, 0)).toBe(0);
};

describe('invoice', () => {
  it('is drafted from work, which it claims; the tax is that of the client’s province', async () => {
    const it = await scene();
    const made = await draft(it);
    expect(made).toMatchObject({
      num: null,
      state: 'DRAFT',
      subtotal: 2 * EACH,
      tax: 3750,
      total: 28_750,
      balance: 0,
      due_date: '2026-04-03',
    });
    expect(made.lines.map(({ kind, amount, tax, account_code, entries }) => [kind, amount, tax, account_code, entries.length])).toEqual([
      ['time', EACH, 1875, '4000', 1],
      ['time', EACH, 1875, '4000', 1],
    ]);
    expect(await total(it)).toMatchObject({ wip: 2 * EACH, on_draft: 2 * EACH, ready: 0 });
    expect(made.moves).toMatchObject({ SUBMITTED: null, DELETED: null, EDITING: expect.stringMatching(/does not become/) });
    await sound(it);
  });

  it('begins with who can be billed for what: the client with the most ready work first', async () => {
    const it = await scene();
    const ivan = await app.as('ivan');
    expect((await ivan.call(listBillableClients, {})).results[0]).toMatchObject({ id: it.client, jobs: 1, ready: 2 * EACH });
    const { jobs } = await ivan.call(getBillableWork, { id: it.client });
    expect(jobs).toMatchObject([{ id: it.job, items: [{ amount: EACH, turn: 1 }, { amount: EACH }] }]);
    const { id } = await draft(it);
    expect((await ivan.call(getBillableWork, { id: it.client })).jobs).toEqual([]);
    const choices = await ivan.call(invoice.getInvoiceChoices, { id });
    expect(choices.jobs).toMatchObject([{ id: it.job, billed: 0, fee_cap: null, tasks: [{ id: it.task, previous: 0 }, { id: it.other }] }]);
    expect(choices.tax_types.find(({ code }) => code === 'HST')?.rules).toMatchObject([{ code: 'HST', rate: 15, base_fraction: 1 }]);
    expect(choices.line_defaults.time).toMatchObject({ account_code: '4000' });
    expect((await it.mona.refused(getBillableWork, { id: it.client })).status).toBe(403);
  });

  it('is submitted under a number: its work is billed, the client owes it, the books balance; nothing on it changes any more', async () => {
    const it = await scene();
    const { id } = await draft(it);
    const sent = await move(it, id, 'SUBMITTED');
    expect(sent).toMatchObject({ num: '00001', state: 'SUBMITTED', balance: 28_750, settlement: 'unpaid', revision: 1 });
    expect(await total(it)).toMatchObject({ wip: 0, billed: 2 * EACH });
    const { results } = await it.alice.call(invoice.listJournal, { invoice: id });
    expect(results.map(({ account, code, amount }) => [account, code, amount])).toEqual([
      ['receivable', '', 28_750],
      ['revenue', '4000', -2 * EACH],
      ['tax', 'HST', -3750],
    ]);
    for (const refused of [
      it.alice.refused(invoice.updateInvoice, { id }, { note: 'x' }),
      it.alice.refused(invoice.setInvoiceLines, { id }, { lines: [] }),
    ])
      expect((await refused).body.detail).toMatch(/choose Edit first/);
    expect((await it.alice.call(invoice.listInvoices, { query: '00001' })).results[0]).toMatchObject({
      id,
      balance: 28_750,
      is_overdue: false,
    });
    expect(await it.alice.call(invoice.getInvoiceTotals, {})).toMatchObject({ count: 1, total: 28_750, balance: 28_750, overdue: 0 });
    await sound(it);
  });

  it('is found by how long it has been owed, each under one age', async () => {
    const alice = await app.as('alice');
    const client = await makeBilledClient(alice);
    const dates = [
      '2026-03-02',
      '2026-02-02',
      '2026-02-01',
      '2026-01-03',
      '2026-01-02',
      '2025-12-04',
      '2025-12-03',
      '2025-11-04',
      '2025-11-03',
      '2025-06-01',
    ];
    const ids = [];
    for (const date of dates) ids.push(await makeIssued(alice, client, 10_00, date));
    await alice.call(invoice.moveInvoice, { id: ids[1]! }, { to: 'WRITTEN_OFF', reason: 'Bankrupt' });
    const { results } = await alice.call(invoice.listInvoices, { client, page_size: 200 });
    const today = app.clock.now.slice(0, 10);
    let found = 0;
    for (const age of AGE_BUCKETS) {
      const listed = await alice.call(invoice.listInvoices, { client, age: [age], page_size: 200 });
      const wanted = results.filter(({ balance, due_date }) => balance > 0 && ageBucket(due_date, today) === age);
      expect([age, listed.results.map(({ id }) => id)]).toEqual([age, wanted.map(({ id }) => id)]);
      expect((await alice.call(invoice.getInvoiceTotals, { client, age: [age] })).balance).toBe(10_00 * wanted.length);
      found += wanted.length;
    }
    expect(found).toBe(dates.length - 1);
  });

  it('whoever makes or moves it is told its lines, without the work on them', async () => {
    const it = await scene();
    const made = await it.alice.call(invoice.createInvoice, {}, { client: it.client, items: await it.ready() });
    const sent = await it.alice.call(invoice.moveInvoice, { id: made.id }, { to: 'SUBMITTED' });
    for (const told of [made, sent])
      expect(told.lines.map((line) => [line.amount, 'entries' in line])).toEqual(Array(2).fill([EACH, false]));
    const { lines } = await it.alice.call(invoice.getInvoice, { id: made.id });
    expect(lines.map(({ entries }) => entries.map(({ date, who, what }) => [date, who, what]))).toEqual([
      [['2026-03-02', expect.stringMatching(/Joe/), 'Calcs 0']],
      [['2026-03-02', expect.stringMatching(/Joe/), 'Calcs 1']],
    ]);
  });

  it('is edited: the version in force stays until the next is submitted, which replaces it in the books', async () => {
    const it = await scene();
    const { id, lines } = await draft(it);
    await move(it, id, 'SUBMITTED');
    await move(it, id, 'EDITING');
    const edited = await it.alice.call(invoice.setInvoiceLines, { id }, { lines: written(lines).slice(0, 1) });
    expect(edited).toMatchObject({ state: 'EDITING', total: 14_375, issued_total: 28_750, balance: 28_750 });
    expect(await total(it)).toMatchObject({ billed: 2 * EACH });
    const again = await move(it, id, 'SUBMITTED');
    expect(again).toMatchObject({ num: '00001', revision: 2, balance: 14_375 });
    expect(await total(it)).toMatchObject({ billed: EACH, ready: EACH });
    const { results } = await it.alice.call(invoice.listInvoiceHistory, { id });
    const gone = { label: 'Line', from: expect.stringMatching(/, \$125\.00$/), to: null };
    const less = { label: 'Total', from: '$287.50', to: '$143.75' };
    expect(results[0]).toMatchObject({ action: 'submitted', changes: [{ label: 'State' }, less, gone] });
    expect(results[1]).toMatchObject({ action: 'changed', changes: [less, gone] });
    await sound(it);
  });

  it('an edit that is given up leaves everything as it was sent', async () => {
    const it = await scene();
    const { id } = await draft(it);
    const sent = await move(it, id, 'SUBMITTED');
    await move(it, id, 'EDITING');
    await it.alice.call(invoice.updateInvoice, { id }, { note: 'Thank you', date: '2026-03-05' });
    await it.alice.call(invoice.setInvoiceLines, { id }, { lines: [] });
    const back = await move(it, id, 'discard');
    expect(back).toMatchObject({ state: 'SUBMITTED', note: '', date: sent.date, total: 28_750 });
    expect(back.lines.map(({ amount, entries }) => [amount, entries.length])).toEqual(
      sent.lines.map(({ amount, entries }) => [amount, entries.length]),
    );
    expect(await total(it)).toMatchObject({ billed: 2 * EACH, ready: 0 });
    await sound(it);
  });

  it('is written off with a reason and restored; deleted, its number stays and its work is free; restored, it is billed again', async () => {
    const it = await scene();
    const { id } = await draft(it);
    await move(it, id, 'SUBMITTED');
    expect((await it.alice.refused(invoice.moveInvoice, { id }, { to: 'WRITTEN_OFF' })).body.detail).toMatch(/Say why/);
    expect(await move(it, id, 'WRITTEN_OFF', 'Bankrupt')).toMatchObject({ balance: 0, written_off: 28_750, settlement: 'none' });
    await sound(it);
    expect(await move(it, id, 'RESTORED')).toMatchObject({ balance: 28_750, written_off: 0 });
    expect(await move(it, id, 'DELETED')).toMatchObject({ num: '00001', state: 'DELETED', balance: 0 });
    expect(await total(it)).toMatchObject({ ready: 2 * EACH, billed: 0 });
    await sound(it);
    expect(await move(it, id, 'RESTORED')).toMatchObject({ num: '00001', state: 'RESTORED', balance: 28_750 });
    expect(await total(it)).toMatchObject({ billed: 2 * EACH });
    await sound(it);
    const { results } = await it.alice.call(invoice.listInvoiceHistory, { id });
    expect(results.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['created', 'submitted', 'wrote off', 'restored', 'deleted']),
    );
  });

  it('what was void and came back counts from the day it came back, in an open period, and so does what replaces it', async () => {
    const alice = await app.as('alice');
    const client = await makeBilledClient(alice);
    const id = await makeIssued(alice, client, 100_00, '2026-01-15');
    const today = app.clock.now.slice(0, 10);
    const owedOn = async (as_of: string) => (await alice.call(getStatement, { client, as_of })).balance;
    const move = (to: invoice.InvoiceMove) => alice.call(invoice.moveInvoice, { id }, { to });
    await move('DELETED');
    await alice.call(setAccountingLock, {}, { locked_through: '2026-01-31' });
    expect((await alice.call(invoice.getInvoice, { id })).moves.RESTORED).toBeNull();
    expect(await move('RESTORED')).toMatchObject({ date: '2026-01-15', balance: 100_00 });
    expect([await owedOn('2026-02-01'), await owedOn(today)]).toEqual([100_00, 100_00]);
    expect((await alice.call(getStatement, { client, as_of: today })).open).toMatchObject([{ date: '2026-01-15', due_date: '2026-02-14' }]);
    await alice.call(setAccountingLock, {}, { locked_through: null });
    await move('EDITING');
    await alice.call(invoice.setInvoiceLines, { id }, { lines: [newFeeLine(80_00)] });
    await move('SUBMITTED');
    await move('EDITING');
    await move('SUBMITTED');
    expect([await owedOn('2026-02-01'), await owedOn(today)]).toEqual([100_00, 80_00]);
    const { results } = await alice.call(invoice.listJournal, { invoice: id, page_size: 200 });
    expect(results.filter(({ date }) => date !== today).map(({ date, amount }) => [date, amount])).toEqual([
      ['2026-01-15', 100_00],
      ['2026-01-15', -100_00],
    ]);
    await settle();
  });

  it('an invoice of a day to come is not void, nor written off, before it counts', async () => {
    const alice = await app.as('alice');
    const client = await makeBilledClient(alice);
    const id = await makeIssued(alice, client, 100_00, '2026-04-30');
    const owedOn = async (as_of: string) => (await alice.call(getStatement, { client, as_of })).balance;
    const days = async () => [await owedOn(app.clock.now.slice(0, 10)), await owedOn('2026-04-30')];
    expect(await days()).toEqual([0, 100_00]);
    await alice.call(invoice.moveInvoice, { id }, { to: 'WRITTEN_OFF', reason: 'Bankrupt' });
    expect(await days()).toEqual([0, 0]);
    await alice.call(invoice.moveInvoice, { id }, { to: 'RESTORED' });
    expect(await days()).toEqual([0, 100_00]);
    await alice.call(invoice.moveInvoice, { id }, { to: 'DELETED' });
    expect(await days()).toEqual([0, 0]);
    await alice.call(invoice.moveInvoice, { id }, { to: 'RESTORED' });
    expect(await days()).toEqual([0, 100_00]);
    await settle();
  });

  it('an entry is billed in part, the rest written off; when the invoice is deleted it is whole again', async () => {
    const it = await scene({ hours: 1 });
    const { id, lines } = await draft(it);
    const [line] = written(lines);
    const part = {
      item: line!.entries[0]!.item,
      amount: 10_000,
      rest: { amount: 2500, act: 'write off' as const, reason: 'Agreed price' },
    };
    const changed = await it.alice.call(invoice.setInvoiceLines, { id }, { lines: [{ ...line!, amount: 10_000, entries: [part] }] });
    expect(changed.subtotal).toBe(10_000);
    await move(it, id, 'SUBMITTED');
    expect(await total(it)).toMatchObject({ billed: 10_000, written_off: 2500, wip: 0 });
    await sound(it);
    const [rest] = (await it.alice.call(wip.listWipItems, { job: it.job, state: ['WRITTEN_OFF'] })).results;
    expect(rest).toMatchObject({ amount: 2500, who: expect.stringMatching(/Joe/), what: 'Calcs 0' });
    const one = { job: it.job, items: [{ item: rest!.item, turn: rest!.turn }] };
    await it.alice.call(wip.actOnWip, {}, { ...one, act: 'restore' });
    const place = { job: it.job, items: [{ item: rest!.item, turn: rest!.turn + 1 }], to_job: it.job, to_task: it.other };
    expect((await it.alice.refused(wip.moveWip, {}, place)).body.detail).toMatch(/billed in part/);
    await move(it, id, 'DELETED');
    expect(await total(it)).toMatchObject({ billed: 0, written_off: 0, ready: EACH });
    await sound(it);
  });

  it('what cannot be is refused in words, at its line', async () => {
    const it = await scene({ hours: 1 });
    const { id, lines } = await draft(it);
    const [line] = written(lines);
    const say = async (change: object) =>
      (await it.alice.refused(invoice.setInvoiceLines, { id }, { lines: [{ ...line!, ...change }] })).body;
    expect(await say({ account_code: '9999' })).toHaveProperty(['lines.0.account_code']);
    expect(await say({ tax_type: 'VAT' })).toHaveProperty(['lines.0.tax_type']);
    expect(await say({ kind: 'discount', entries: [], amount: 5 })).toHaveProperty(['lines.0.amount']);
    expect(await say({ entries: [{ ...line!.entries[0]!, amount: 1 }] })).toMatchObject({ code: 'CONFLICT' });
    await it.alice.call(invoice.setInvoiceLines, { id }, { lines: [{ ...line!, account_code: '' }] });
    expect((await it.alice.refused(invoice.moveInvoice, { id }, { to: 'SUBMITTED' })).body.detail).toMatch(
      /account and the tax type of 1 line/,
    );
  });

  it('a retainer is asked for, drawn down, and never below nothing', async () => {
    const it = await scene({ hours: 0 });
    const retainer = (amount: number): invoice.WrittenLine => ({
      ...{ kind: 'retainer', job: null, task: null, description: 'Retainer', quantity: 1, unit: '', unit_price: null, amount, entries: [] },
      ...{ account_code: '2200', tax_type: 'EXEMPT', division: '', activity: '', percent: null, fee: null },
    });
    const ask = async (...lines: invoice.WrittenLine[]) => {
      const { id } = await it.alice.call(invoice.createInvoice, {}, { client: it.client });
      await it.alice.call(invoice.setInvoiceLines, { id }, { lines });
      return id;
    };
    await move(it, await ask(retainer(500_00)), 'SUBMITTED');
    const fee = { ...retainer(800_00), kind: 'fixed fee' as const, account_code: '4000' };
    const drawn = await ask(fee, retainer(-600_00));
    expect((await it.alice.refused(invoice.moveInvoice, { id: drawn }, { to: 'SUBMITTED' })).body.detail).toMatch(/\$100.00 short/);
    await it.alice.call(invoice.setInvoiceLines, { id: drawn }, { lines: [fee, retainer(-500_00)] });
    expect(await move(it, drawn, 'SUBMITTED')).toMatchObject({ total: 300_00, retainer: 0 });
    await sound(it);
  });

  it('the project manager sees and approves, and posts nothing; whoever has no part in it is refused', async () => {
    const it = await scene();
    const { id } = await draft(it);
    expect(await it.mona.call(invoice.getInvoice, { id })).toMatchObject({ can_edit: false, can_approve: true });
    expect((await it.mona.refused(invoice.moveInvoice, { id }, { to: 'SUBMITTED' })).status).toBe(403);
    await sql`update setting set value = value || '{"needs_approval": true}' where section = 'invoicing'`.execute(app.tx());
    expect((await it.alice.refused(invoice.moveInvoice, { id }, { to: 'SUBMITTED' })).body.detail).toMatch(/still to approve/);
    await it.mona.call(invoice.approveInvoice, { id }, { is_approved: true, comment: 'As agreed' });
    expect(await move(it, id, 'SUBMITTED')).toMatchObject({ state: 'SUBMITTED', approval_comment: 'As agreed' });
    expect((await it.joe.refused(invoice.listInvoices, {})).status).toBe(403);
  });

  it('progress bills what is done less what was billed, and never more than the fee', async () => {
    const it = await scene({ hours: 0 });
    const bill = async (percent: number) => {
      const { id } = await it.alice.call(invoice.createInvoice, {}, { client: it.client });
      const line = {
        kind: 'progress',
        job: it.job,
        task: it.task,
        description: 'Survey',
        quantity: 1,
        unit: '',
        unit_price: null,
      } as const;
      const more = { account_code: '4000', tax_type: 'HST', division: '', activity: '', fee: 1000_00, entries: [] };
      return { id, answer: await it.alice.send(invoice.setInvoiceLines, { id }, { lines: [{ ...line, ...more, percent, amount: 0 }] }) };
    };
    const first = await bill(25);
    expect(await move(it, first.id, 'SUBMITTED')).toMatchObject({ subtotal: 250_00 });
    expect(await move(it, (await bill(60)).id, 'SUBMITTED')).toMatchObject({ subtotal: 350_00 });
    for (const percent of [59, 101]) expect((await bill(percent)).answer.status).toBe(400);
    await sound(it);
  });

  it('work of another client is not billed; lines that change after the approval ask for it again', async () => {
    const it = await scene();
    const { id, lines } = await draft(it);
    await it.mona.call(invoice.approveInvoice, { id }, { is_approved: true });
    const [line] = written(lines);
    expect(await it.alice.call(invoice.setInvoiceLines, { id }, { lines: [line!] })).toMatchObject({
      approved_on: null,
      approved_by: null,
    });
    const { id: other } = await it.alice.call(createClient, {}, { name: 'Somebody else' });
    const { id: theirs } = await it.alice.call(invoice.createInvoice, {}, { client: other });
    const [free] = await it.ready();
    const entries = [{ item: free!.item, amount: EACH, rest: null }];
    const said = await it.alice.refused(invoice.setInvoiceLines, { id: theirs }, { lines: [{ ...line!, job: null, task: null, entries }] });
    expect(said.body).toHaveProperty('lines');
  });

  it('every settlement that is asked for finds the invoices that have it', async () => {
    const it = await scene();
    const ids = [(await draft(it)).id, (await it.alice.call(invoice.createInvoice, {}, { client: it.client })).id];
    await move(it, ids[0]!, 'SUBMITTED');
    for (const settlement of SETTLEMENTS)
      for (const row of (await it.alice.call(invoice.listInvoices, { settlement: [settlement] })).results) {
        expect(row.settlement).toBe(settlement);
        ids.splice(ids.indexOf(row.id), 1);
      }
    expect(ids).toEqual([]);
  });

  it('a client who was invoiced is not merged away; others are merged into it, and a draft goes along', async () => {
    const it = await scene();
    await move(it, (await draft(it)).id, 'SUBMITTED');
    const { id: other } = await it.alice.call(createClient, {}, { name: 'Riverbend Farm' });
    const { id } = await it.alice.call(invoice.createInvoice, {}, { client: other });
    expect((await it.alice.refused(mergeClients, { id: other }, { clients: [it.client] })).body.detail).toMatch(/merge the others into it/);
    await it.alice.call(mergeClients, { id: it.client }, { clients: [other] });
    expect((await it.alice.call(invoice.getInvoice, { id })).client.id).toBe(it.client);
  });

  it('the number follows the setting', async () => {
    const it = await scene();
    const ivan = await app.as('alice');
    await ivan.call(updateSettingSection, { section: 'invoicing' }, { number: 'YY-NNN' });
    expect(await move(it, (await draft(it)).id, 'SUBMITTED')).toMatchObject({ num: '26-001' });
  });
});

describe('with real commits', () => {
  let firm: CommittedApp;
  beforeAll(async () => {
    firm = await startCommittedApp('invoice');
  });
  afterAll(() => firm.close());

  it('two people bill the same work at once: it is claimed once, and none of it is lost', async () => {
    const it = await firm.db.write((tx) => prepare(tx, (name) => firm.as(name), { hours: 0 }));
    for (let at = 0; at < 6; at += 1)
      await it.joe.call(time.createTimeEntry, {}, { ...onTask(it.job, it.task), date: '2026-03-02', minutes: 60, note: `Calcs ${at}` });
    const items = await it.ready();
    const tries = await Promise.all(
      Array.from({ length: 6 }, () => it.alice.send(invoice.createInvoice, {}, { client: it.client, items })),
    );
    expect(tries.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    expect((await it.alice.call(wip.getJobWip, { id: it.job })).total).toMatchObject({ on_draft: 6 * EACH, ready: 0 });
  });

  it('many are submitted at once, some refused: the numbers have no gap, and the books balance', async () => {
    const { alice, client } = await firm.db.write((tx) => prepare(tx, (name) => firm.as(name), { hours: 0, num: '26-9002' }));
    const ids: number[] = [];
    for (let at = 0; at < 20; at += 1) {
      const { id } = await alice.call(invoice.createInvoice, {}, { client });
      const line = newFeeLine(25_06 + at, { account_code: at % 4 === 3 ? '' : '4000', tax_type: 'HST' });
      await alice.call(invoice.setInvoiceLines, { id }, { lines: [line] });
      ids.push(id);
    }
    const tries = await Promise.all(ids.map((id) => alice.send(invoice.moveInvoice, { id }, { to: 'SUBMITTED' })));
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(15);
    const { results } = await alice.call(invoice.listInvoices, { state: ['SUBMITTED'], page_size: 200, ordering: 'num' });
    expect(results.map(({ num }) => num)).toEqual(Array.from({ length: 15 }, (_, at) => `${String(at + 1).padStart(5, '0')}`));
    const balance = await alice.call(invoice.getTrialBalance, {});
    expect(balance.rows.reduce((sum, row) => sum + row.balance, 0)).toBe(0);
  });
});
