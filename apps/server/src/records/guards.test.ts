/**
 * Every trigger of the money tables, each with attempts that it stands against. An attempt is made twice: with the trigger it is refused, or
 * what is kept comes out right; without the trigger (in a transaction that is rolled back) it goes through. So each of these attempts fails
 * when its trigger is lost, and a trigger without an attempt fails too. The owner of the tables tries, who may do more than the server.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cloneDatabase, ownerUrlOf } from '../testing/test-database.ts';

/** Triggers on these tables are not about money; nor are those that tell the map (see map-notices.test.ts). */
const OTHER_TABLES = ['client', 'client_contact', 'job', 'memo', 'meta', 'milestone', 'quote'];

/** One invoice of $100.00 and $15.00 tax, posted, with a payment of $50.00 of which $20.00 are on it, work, and petty cash. */
const SCENE = `
  insert into app_user (id, username, email, full_name, initials, granted, password_hash, created_on, updated_on) overriding system value
    values (9001, 'guard', 'guard@example.ca', 'Guard', 'G', '{}', 'none', now(), now());
  insert into client (id, name, created_on, updated_on) overriding system value values (9001, 'Own', now(), now()), (9002, 'Other', now(), now());
  insert into job (id, num, "desc", client, inbox_token, created_on, updated_on) overriding system value
    values (9001, '26-9001', 'Survey', 9001, 'guard-inbox', now(), now());
  insert into time_batch (id, "user", first_day, number, created_on, updated_on) overriding system value values (9001, 9001, '2026-03-02', 1, now(), now());
  insert into invoice (id, state, num, client, date, terms_days, language, tax_province, subtotal, tax, total, created_on, updated_on) overriding system value
    values (9001, 'DRAFT', 'G1', 9001, '2026-03-02', 30, 'en', 'NB', 10000, 1500, 11500, now(), now()),
      (9002, 'SUBMITTED', 'G2', 9002, '2026-03-02', 30, 'en', 'NB', 0, 0, 0, now(), now());
  insert into invoice_line (id, invoice, position, kind, description, quantity, unit_price, amount, tax) overriding system value
    values (9001, 9001, 1, 'fixed fee', 'Survey', 2, 5000, 10000, 1500), (9002, 9001, 2, 'text', 'Thank you', 1, null, 0, 0);
  update invoice set state = 'SUBMITTED' where id = 9001;
  insert into invoice (id, state, num, client, date, terms_days, language, tax_province, subtotal, total, editor, edited_from, created_on, updated_on)
    overriding system value values (9003, 'EDITING', 'G4', 9001, '2026-03-02', 30, 'en', 'NB', 10000, 10000, 9001, 'SUBMITTED', now(), now());
  insert into invoice (id, state, client, date, terms_days, language, tax_province, created_on, updated_on) overriding system value
    values (9004, 'DRAFT', 9001, '2026-03-02', 30, 'en', 'NB', now(), now());
  insert into invoice_line (id, invoice, position, kind, description, quantity, unit_price, amount) overriding system value
    values (9003, 9003, 1, 'fixed fee', 'Survey', 2, 5000, 10000);
  insert into invoice_revision (id, date, invoice, revision, subtotal, tax, total, document, created_on) overriding system value
    values (9001, '2026-03-02', 9001, 1, 10000, 1500, 11500, '{}', now());
  insert into journal (id, posting, date, account, client, says, act, amount, created_on) overriding system value
    values (9001, 9001, '2026-03-02', 'receivable', 9001, 'Invoice G1', 'invoice', 10000, now()),
      (9002, 9001, '2026-03-02', 'revenue', null, 'Invoice G1', 'invoice', -10000, now());
  insert into deposit (id, state, date, account_code, created_on, updated_on) overriding system value
    values (9001, 'DEPOSITED', '2026-03-03', '1000', now(), now());
  insert into payment (id, client, received_on, method, amount, deposit, reversal, reversed_on, created_on, updated_on) overriding system value
    values (9001, 9001, '2026-03-03', 'Check', 5000, 9001, null, null, now(), now()),
      (9002, 9001, '2026-03-03', 'Check', 5000, null, 'delete', '2026-03-04', now(), now());
  insert into payment_allocation (id, date, payment, invoice, amount, created_on) overriding system value
    values (9001, '2026-03-03', 9001, 9001, 2000, now());
  insert into payment_refund (id, date, payment, account_code, amount, created_on) overriding system value
    values (9001, '2026-03-03', 9001, '1000', 1000, now());
  insert into invoice_credit (id, date, invoice, amount, created_on) overriding system value values (9001, '2026-03-03', 9001, 1500, now());
  insert into wip_line (id, item, turn, sign, act, job, state, amount, work_date, date, created_on) overriding system value
    values (9001, 'time/9001', 1, 1, 'enter', 9001, 'UNBILLED', 5000, '2026-03-02', '2026-03-02', now());
  insert into task_group (id, job, name, "order", created_on, updated_on) overriding system value values (9001, 9001, 'Survey', 'a', now(), now());
  insert into task (id, task_group, job, name, "order", created_on, updated_on) overriding system value
    values (9001, 9001, 9001, 'Fieldwork', 'a', now(), now());
  insert into reimbursement_run (id, number, date, total, created_on) overriding system value values (9001, 9001, '2026-03-03', 4000, now());
  insert into petty_cash_row (id, kind, date, amount, balance, created_on) overriding system value values (9001, 'top-up', '2026-03-03', 3000, 3000, now());
  insert into accounting_document (id, kind, invoice, number, revision, date, amount, upload_status, remote_id, is_void, created_on) overriding system value
    values (9001, 'invoice', 9001, 'G1', 1, '2026-03-02', 11500, 'VOIDED', 'there', true, now());
  update period_lock set locked_through = '2026-01-31' where ledger = 'accounting';
  set constraints all immediate; set constraints all deferred`;

/** `kept` is asked where the trigger refuses nothing but keeps something right. */
type Attempt = { does: string; kept?: string };

const copy = (table: string, from: number, changes: object) =>
  `insert into ${table} overriding system value select (jsonb_populate_record(old, '${JSON.stringify(changes)}')).* from ${table} old where id = ${from};`;

/** The three guards that every posted table has: its rows stay, all of them, and what is added is dated and reversed rightly. */
function posted(
  table: string,
  [closed, wrongReversal, ...more]: [closed: string, wrongReversal: string, ...string[]],
): [string, Attempt[]][] {
  return [
    [`${table}.posted_row`, [{ does: `update ${table} set created_on = now()` }, { does: `delete from ${table} where id >= 9001` }]],
    [`${table}.posted_table`, [{ does: `truncate ${table} cascade` }]],
    [`${table}.posting`, [closed, wrongReversal, ...more].map((does) => ({ does }))],
  ];
}
const onOne = (table: string, amount: string, more: object = {}): [string, string] => [
  copy(table, 9001, { id: 9100, date: '2026-01-31', ...more }),
  copy(table, 9001, { id: 9100, reverses: 9001, [amount]: -1, ...more }),
];
const bothSides = (changes: object, [debit, credit]: [number, number]) =>
  copy('journal', 9001, { id: 9100, posting: 9100, client: null, amount: debit, ...changes }) +
  copy('journal', 9002, { id: 9101, posting: 9100, amount: credit, ...changes, ...('reverses' in changes && { reverses: 9002 }) });

const workedLast = `select last_time_entry_date is not distinct from (select max(date) from time_entry where job = 9001) as kept from job_wip where job = 9001`;
const addTime = `
  insert into time_entry (id, "user", date, batch, job, task, minutes, is_billable, created_on, updated_on) overriding system value
  values (9100, 9001, '2026-03-03', 9001, 9001, 9001, 60, true, now(), now());`;

const addWriter = `
  insert into app_user (id, username, email, full_name, initials, granted, password_hash, created_on, updated_on) overriding system value
    values (9100, 'writer', 'writer@example.ca', 'Writer', 'W', '{}', 'none', now(), now());
  ${copy('wip_line', 9001, { id: 9100, item: 'time/9002', created_by: 9100 })}`;
const addEntry = `insert into invoice_entry (item, line, invoice, amount) values ('time/9001', 9003, 9003, 0);`;
const addInvoice = `
  insert into invoice (id, state, num, client, date, terms_days, language, tax_province, created_on, updated_on) overriding system value
  values (9100, 'SUBMITTED', 'G3', 9002, '2026-03-02', 30, 'en', 'NB', now(), now())`;
const unmark = 'delete from accounting_mark;';
const marked = (noun: string, record: number) =>
  `select exists (select from accounting_mark where noun = '${noun}' and record = ${record}) as kept`;

const GUARDS = new Map<string, Attempt[]>([
  ...posted('invoice_revision', [
    copy('invoice_revision', 9001, { id: 9100, date: '2026-01-31', revision: 2 }),
    copy('invoice_revision', 9001, { id: 9100, reverses: 9001, subtotal: -10000, tax: -1500, total: -1 }),
  ]),
  ...posted('journal', [bothSides({ date: '2026-01-31' }, [10000, -10000]), bothSides({ reverses: 9001 }, [-9999, 9999])]),
  ...posted('payment_allocation', onOne('payment_allocation', 'amount')),
  ...posted('payment_refund', onOne('payment_refund', 'amount')),
  ...posted('invoice_credit', onOne('invoice_credit', 'amount')),
  // What others have a foreign key for: who wrote it and what it reverses is there.
  ...posted('wip_line', [
    ...onOne('wip_line', 'amount', { item: 'time/9002' }),
    copy('wip_line', 9001, { id: 9100, item: 'time/9002', created_by: 99_999 }),
    copy('wip_line', 9001, { id: 9100, item: 'time/9002', reverses: 99_999, amount: -5000 }),
  ]),
  [
    'app_user.people_kept',
    [
      { does: `${addWriter} delete from app_user where id = 9100` },
      { does: `${addWriter} update app_user set id = default where id = 9100` },
    ],
  ],
  [
    'invoice_entry.entries_added',
    [
      { does: `insert into invoice_entry (item, line, invoice, amount) values ('time/9001', 9003, 9001, 0)` },
      { does: `insert into invoice_entry (item, line, invoice, amount) values ('time/9001', 99999, 9003, 0)` },
    ],
  ],
  ['invoice_entry.entries_changed', [{ does: `${addEntry} update invoice_entry set invoice = 9001 where line = 9003` }]],
  [
    'invoice_line.line_entries_removed',
    [
      {
        does: `${addEntry} update invoice set subtotal = 0, total = 0 where id = 9003; delete from invoice_line where id = 9003`,
        kept: 'select not exists (select from invoice_entry where line = 9003) as kept',
      },
    ],
  ],
  [
    'invoice_line.lines_kept',
    [
      {
        does: `insert into invoice_line (id, invoice, position, kind, description, amount) overriding system value values (9100, 9003, 2, 'text', 'x', 0);
          update invoice_line set invoice = 9004 where id = 9100`,
      },
    ],
  ],
  ...posted('reimbursement_run', onOne('reimbursement_run', 'total', { number: 9100 })),
  ...posted('petty_cash_row', onOne('petty_cash_row', 'amount')),
  [
    'invoice.sent_invoice',
    [
      { does: `update invoice set num = 'G9' where id = 9001` },
      { does: `update invoice set note = 'Other words' where id = 9001` },
      { does: `update invoice set date = '2026-03-03' where id = 9001` },
    ],
  ],
  [
    'invoice_line.sent_lines_added',
    [{ does: `insert into invoice_line (invoice, position, kind, description, amount) values (9001, 3, 'text', 'x', 0)` }],
  ],
  ['invoice_line.sent_lines_changed', [{ does: `update invoice_line set description = 'Other' where id = 9001` }]],
  ['invoice_line.sent_lines_removed', [{ does: 'delete from invoice_line where id = 9002' }]],
  ['invoice.invoice_sums', [{ does: `update invoice set subtotal = subtotal + 1, total = total + 1 where id = 9003` }]],
  [
    'invoice_line.invoice_line_sums',
    [
      { does: `update invoice_line set tax = tax + 1 where id = 9003` },
      { does: `update invoice_line set quantity = 3 where id = 9003` },
      { does: `delete from invoice_line where id = 9003` },
      {
        does: `insert into invoice_line (invoice, position, kind, description, amount) values (9003, 3, 'fixed fee', 'More', 1)`,
      },
    ],
  ],
  [
    'invoice_revision.issued_total',
    [
      {
        does: copy('invoice_revision', 9001, { id: 9100, revision: 2, subtotal: 100, tax: 15, total: 115 }),
        kept: 'select issued_total = 11615 and revision = 2 as kept from invoice where id = 9001',
      },
    ],
  ],
  ['journal.journal_balance', [{ does: copy('journal', 9001, { id: 9100, posting: 9100, client: null }) }]],
  [
    'journal.client_account_kept',
    [
      {
        does: copy('journal', 9001, { id: 9100, posting: 9100 }) + copy('journal', 9002, { id: 9101, posting: 9100 }),
        kept: 'select receivable = 20000 as kept from client_account where client = 9001',
      },
    ],
  ],
  [
    'payment.payment_facts',
    [
      { does: 'update payment set amount = amount + 1 where id = 9001' },
      { does: 'update payment set client = 9002 where id = 9001' },
      { does: `update payment set received_on = '2026-03-02' where id = 9001` },
      { does: 'update payment set reversal = null, reversed_on = null where id = 9002' },
      { does: 'update payment set deposit = null where id = 9001' },
    ],
  ],
  [
    'payment_allocation.allocated',
    [
      { does: copy('payment_allocation', 9001, { id: 9100, invoice: 9002 }) },
      { does: copy('payment_allocation', 9001, { id: 9100, amount: 4001 }) },
      {
        does: copy('payment_allocation', 9001, { id: 9100, amount: 500 }),
        kept: 'select p.allocated = 2500 and i.allocated = 2500 as kept from payment p, invoice i where p.id = 9001 and i.id = 9001',
      },
    ],
  ],
  [
    'invoice_credit.credited',
    [
      { does: copy('invoice_credit', 9001, { id: 9100, invoice: 9004, amount: 1 }) },
      { does: copy('invoice_credit', 9001, { id: 9100, amount: 8001 }) },
      {
        does: copy('invoice_credit', 9001, { id: 9100, amount: 500 }),
        kept: 'select written_off = 2000 and balance = 7500 as kept from invoice where id = 9001',
      },
    ],
  ],
  [
    'payment_refund.refunded',
    [
      { does: copy('payment_refund', 9001, { id: 9100, amount: 2001 }) },
      { does: copy('payment_refund', 9001, { id: 9100, amount: 2000 }), kept: 'select unapplied = 0 as kept from payment where id = 9001' },
    ],
  ],
  [
    'wip_line.wip_kept',
    [
      {
        does: copy('wip_line', 9001, { id: 9100, item: 'time/9002', amount: 700 }),
        kept: `select (select wip_cost from job_wip where job = 9001) = 5700 and exists (select from wip_item where item = 'time/9002') as kept`,
      },
      { does: copy('wip_line', 9001, { id: 9100, item: 'time/9002', job: 99_999 }) },
    ],
  ],
  ['invoice.accounting_mark_new', [{ does: addInvoice, kept: marked('invoice', 9100) }]],
  [
    'invoice.accounting_mark_changed',
    [
      { does: `${unmark} update invoice set state = 'DELETED' where id = 9002`, kept: marked('invoice', 9002) },
      { does: `${unmark} update invoice set written_off = 100 where id = 9001`, kept: marked('invoice', 9001) },
    ],
  ],
  [
    'payment.accounting_mark_changed',
    [{ does: `${unmark} ${copy('payment_allocation', 9001, { id: 9100, amount: 500 })}`, kept: marked('payment', 9001) }],
  ],
  [
    'deposit.accounting_mark_changed',
    [{ does: `${unmark} update deposit set state = 'OPEN' where id = 9001`, kept: marked('payment', 9001) }],
  ],
  ['accounting_document.upload_status', [{ does: `update accounting_document set upload_status = 'UPLOADED' where id = 9001` }]],
  ['time_entry.last_added', [{ does: addTime, kept: workedLast }]],
  ['time_entry.last_changed', [{ does: `${addTime} update time_entry set date = '2026-03-04' where id = 9100`, kept: workedLast }]],
  ['time_entry.last_removed', [{ does: `${addTime} delete from time_entry where id = 9100`, kept: workedLast }]],
  ['tax_rule.tax_rule_periods', [{ does: `update tax_rule set valid_to = null where province = 'NS' and code = 'HST'` }]],
  [
    'history.history_counted',
    [
      {
        does: `insert into history (noun, record_id, record_name, action, at) values ('guard', '1', 'Guard', 'posted', now())`,
        kept: 'select (select sum(rows) from history_count) = (select count(*) from history) as kept',
      },
    ],
  ],
]);

let owner: pg.Client;
beforeAll(async () => {
  owner = new pg.Client(ownerUrlOf(await cloneDatabase(`dmse_test_guards_${process.pid}`)));
  await owner.connect();
  await owner.query('begin');
  await owner.query(SCENE);
});
afterAll(() => owner.end());

/** Our own refusals, and the checks of a row that a trigger adds to. */
const OURS = ['DM001', 'DM002', 'DM003', 'DM004', '23503', '23514', '23P01'];

/** Whether the attempt comes to nothing. Everything it did is taken back. */
async function isHeld({ does, kept }: Attempt, before = ''): Promise<boolean> {
  await owner.query(`savepoint attempt; ${before}`);
  try {
    await owner.query(does);
    await owner.query('set constraints all immediate');
    return kept !== undefined && (await owner.query(kept)).rows[0]?.kept === true;
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string };
    if (!OURS.includes(code)) throw new Error(`${does}\n${code} ${message}`);
    return true;
  } finally {
    await owner.query('rollback to savepoint attempt');
  }
}

it('guards: every trigger of the money tables has an attempt that it stands against', async () => {
  const { rows } = await owner.query(
    `select c.relname || '.' || t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal and c.relnamespace = 'public'::regnamespace and c.relname <> all($1)
       and t.tgname not like 'map\\_%'`,
    [OTHER_TABLES],
  );
  expect([...GUARDS.keys()].sort()).toEqual(rows.map(({ name }) => name).sort());
});

it.each([...GUARDS].flatMap(([name, attempts]) => attempts.map((attempt, at) => ({ name, attempt, at: at + 1 }))))(
  'guard $name, attempt $at: held with the trigger, not without it',
  async ({ name, attempt }) => {
    const [table, trigger] = name.split('.');
    expect(await isHeld(attempt)).toBe(true);
    expect(await isHeld(attempt, `drop trigger ${trigger} on ${table}`)).toBe(false);
  },
);
