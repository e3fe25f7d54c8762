import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { translateDatabaseError } from '../call/database-complaint.ts';
import type { Tx } from '../db/database.ts';
import { type CommittedApp, startCommittedApp } from '../testing/test-app.ts';
import { getLockedThrough, lockPeriod, type PostedNoun, postRecord, reverseRecord, takeNextNumber } from './posted.ts';

/** A table of this test's own: what is true of it is true of every posted noun. */
const RECEIPT: PostedNoun = { noun: 'receipt', table: 'receipt', ledger: 'accounting', series: 'receipt', amounts: ['amount', 'tax'] };

let app: CommittedApp;
let owner: pg.Client;

beforeAll(async () => {
  app = await startCommittedApp('posted');
  owner = new pg.Client(app.ownerUrl);
  await owner.connect();
  await owner.query(`
    create table receipt (
      id int generated always as identity primary key,
      number bigint not null unique,
      date date not null,
      reverses int references receipt,
      payer text not null,
      amount bigint not null,
      tax bigint not null,
      created_on timestamptz not null,
      created_by int references app_user
    );
    call make_posted('receipt', 'accounting', array['amount', 'tax']);`);
});
afterAll(async () => {
  await owner.end();
  await app.close();
});
beforeEach(async () => {
  await owner.query(`
    alter table receipt disable trigger user;
    truncate receipt restart identity; delete from posting_number; update period_lock set locked_through = null;
    alter table receipt enable trigger user;`);
});

const NOW = '2026-03-04T15:00:00.000Z';
const writes = (tx: Tx) => ({ tx, now: NOW, request_id: 'test', actor: { id: null, full_name: 'the server' } });
const post = (amount: number, date = '2026-03-04') =>
  app.db.write((tx) => postRecord(writes(tx), RECEIPT, { date, payer: 'Acme', amount, tax: Math.round(amount * 0.15) }));
const reverse = (id: number, date = '2026-03-05') => app.db.write((tx) => reverseRecord(writes(tx), RECEIPT, id, date));
const list = async () => (await owner.query('select number::int, amount::int, tax::int, reverses from receipt order by number')).rows;
const refusalOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => expect.fail('It was not refused.'),
    (thrown: unknown) => thrown,
  );
  const { status, body } = (translateDatabaseError(error) ?? error) as { status: number; body: object };
  return { status, ...body };
};

describe('posted records', () => {
  it('posted record: it is numbered, it stands in history, and it cannot be changed or deleted, by the server or by the owner', async () => {
    const { id, number } = await post(10_000);
    expect(number).toBe(1);
    for (const change of ['update receipt set amount = 1', 'delete from receipt', 'truncate receipt']) {
      await expect(app.db.write((tx) => sql.raw(change).execute(tx))).rejects.toThrow(/permission denied/);
      await expect(owner.query(change)).rejects.toThrow(/not changed or deleted/);
    }
    const { rows } = await owner.query("select action from history where noun = 'receipt' and record_id = $1", [String(id)]);
    expect(rows).toEqual([{ action: 'posted' }]);
  });

  it('posted record: a reversal has the opposite amounts, and together they come to nothing', async () => {
    const { id } = await post(10_001);
    await reverse(id);
    expect(await list()).toEqual([
      { number: 1, amount: 10_001, tax: 1500, reverses: null },
      { number: 2, amount: -10_001, tax: -1500, reverses: id },
    ]);
  });

  it('posted record: it is reversed once, also when several try at the same moment; a reversal is not reversed', async () => {
    const { id } = await post(5000);
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => reverse(id)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await refusalOf(reverse(id))).toEqual({ status: 409, code: 'CONFLICT', detail: 'This has been reversed already.' });
    const [, reversal] = (await owner.query('select id from receipt order by id')).rows;
    expect(await refusalOf(reverse(reversal.id))).toMatchObject({ status: 409 });
    expect(await refusalOf(reverse(999_999))).toMatchObject({ status: 404 });
  });

  it('posted record: the database itself refuses a reversal with other amounts, or of what is not there', async () => {
    const { id } = await post(5000);
    const insert = (amount: number, reverses: number) =>
      owner.query('insert into receipt (number, date, reverses, payer, amount, tax, created_on) values (9, $1, $2, $3, $4, -750, now())', [
        '2026-03-05',
        reverses,
        'Acme',
        amount,
      ]);
    await expect(insert(-4999, id)).rejects.toThrow(/with the other sign/);
    await expect(insert(-5000, id + 1)).rejects.toThrow(/receipt_reverses_fkey/);
  });

  it('posted record law: fifty at once, a third of them given up, leave the numbers 1 to k without a gap (INT-I4)', async () => {
    const isGivenUp = (at: number) => at % 3 === 1;
    const works = Array.from({ length: 50 }, (_, at) =>
      app.db.write(async (tx) => {
        await postRecord(writes(tx), RECEIPT, { date: '2026-03-04', payer: `Payer ${at}`, amount: at, tax: 0 });
        if (isGivenUp(at)) throw new Error('given up');
      }),
    );
    const ended = await Promise.allSettled(works);
    const kept = ended.filter(({ status }) => status === 'fulfilled').length;
    expect(kept).toBe(33);
    expect((await list()).map(({ number }) => number)).toEqual(Array.from({ length: kept }, (_, at) => at + 1));
    expect(await app.db.write((tx) => takeNextNumber(tx, 'receipt'))).toBe(kept + 1);
  });
});

describe('closed period', () => {
  const close = (through: string | null) => app.db.write((tx) => lockPeriod(writes(tx), 'accounting', through));

  it('closed period: the last closed day takes nothing, the day after does; reversals too (INT-I17)', async () => {
    const { id } = await post(5000, '2026-02-28');
    await close('2026-02-28');
    expect(await refusalOf(post(5000, '2026-02-28'))).toEqual({
      status: 409,
      code: 'LOCKED',
      detail: 'The period is closed through 2026-02-28.',
    });
    expect(await refusalOf(reverse(id, '2026-02-15'))).toMatchObject({ code: 'LOCKED' });
    await reverse(id, '2026-03-01');
    expect((await list()).map(({ number }) => number)).toEqual([1, 2]);
    await close(null);
    await post(5000, '2026-02-28');
  });

  it('closed period: whoever closes it waits for what is being posted, and nothing slips in', async () => {
    let letGo = () => {};
    const isHeld = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let isPosted = () => {};
    const posted = new Promise<void>((resolve) => {
      isPosted = resolve;
    });
    const posting = app.db.write(async (tx) => {
      await postRecord(writes(tx), RECEIPT, { date: '2026-02-01', payer: 'Acme', amount: 1, tax: 0 });
      isPosted();
      await isHeld;
    });
    await posted;
    const closing = close('2026-02-28');
    // The one who closes waits: for a lock that is not granted.
    const waiting = 'select 1 from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()';
    const isWaiting = async () => (await owner.query(waiting)).rowCount;
    await expect.poll(isWaiting, { timeout: 15_000 }).toBe(1);
    expect(await app.db.read((tx) => getLockedThrough(tx, 'accounting'))).toBeNull();
    letGo();
    await Promise.all([posting, closing]);
    expect(await list()).toHaveLength(1);
    expect(await refusalOf(post(1, '2026-02-02'))).toMatchObject({ code: 'LOCKED' });
  });

  it('closed period: the other ledger stays open, and closing stands in history', async () => {
    await close('2026-02-28');
    expect(await app.db.read((tx) => getLockedThrough(tx, 'time'))).toBeNull();
    const { rows } = await owner.query("select changes from history where noun = 'period lock' order by id desc limit 1");
    expect(rows[0].changes).toEqual([{ field: 'locked_through', label: 'locked through', from: null, to: '2026-02-28' }]);
  });
});
