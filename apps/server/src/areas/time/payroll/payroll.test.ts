import { updateSettingSection } from '@dmse/contract/settings/core';
import * as wire from '@dmse/contract/time/payroll';
import { getWeek, updateTimeBatch } from '@dmse/contract/time/week';
import { startOfWeek } from '@dmse/domain/dates/week';
import { TIME_BATCH_STATES } from '@dmse/domain/states/time-batch';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { readZip } from '../../../adapters/files/zip-reader.ts';
import type { Tx } from '../../../db/database.ts';
import { startCommittedApp, useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();

const STAMPS = { created_on: '2026-03-01T12:00:00.000Z', updated_on: '2026-03-01T12:00:00.000Z' };
const FEBRUARY = { from: '2026-02-16', to: '2026-03-01' };

async function idOf(username: string, tx: Tx): Promise<number> {
  return (await tx.selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id;
}

async function codeOf(code: string, tx = app.tx()): Promise<number> {
  return (await tx.selectFrom('overhead_code').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id;
}

type Day = { user?: string; date?: string; minutes?: number; note?: string; code?: string; state?: (typeof TIME_BATCH_STATES)[number] };

/** An entry of overhead, approved unless the story says otherwise. A further one is a supplement. */
async function enter(
  { user = 'joe', date = '2026-02-24', minutes = 480, note = '', code = 'ADM', state = 'APPROVED' }: Day = {},
  tx: Tx = app.tx(),
) {
  const person = await idOf(user, tx);
  const first_day = startOfWeek(date, 'Monday');
  const { rows } = await sql<{ id: number }>`
    insert into time_batch ("user", first_day, number, state, created_on, updated_on)
    select ${person}, ${first_day}, coalesce(max(number), 0) + 1, ${state}, ${STAMPS.created_on}, ${STAMPS.updated_on}
    from time_batch where "user" = ${person} and first_day = ${first_day} returning id`.execute(tx);
  const batch = rows[0]!.id;
  const values = { user: person, date, batch, minutes, is_billable: false, note, overhead_code: await codeOf(code, tx), ...STAMPS };
  const { id } = await tx.insertInto('time_entry').values(values).returning('id').executeTakeFirstOrThrow();
  return { id, batch };
}

async function fileOf(id: number, format: 'csv' | 'xlsx') {
  const tess = await app.as('tess');
  const { headers, body } = await tess.send(wire.getPayrollFile, { id, format });
  return { headers, bytes: body, text: body.toString() };
}

describe('payroll export', () => {
  it('holds what is approved, says what is left out, and marks the batches for good', async () => {
    const tess = await app.as('tess');
    const joe = await app.as('joe');
    const { batch } = await enter();
    await enter({ user: 'fern', minutes: 120 });
    await enter({ user: 'mona', minutes: 60, state: 'SUBMITTED' });
    await enter({ date: '2026-02-15', minutes: 15 });
    const sums = { lines: 2, people: 2, minutes: 600 };
    expect(await tess.call(wire.previewPayrollExport, FEBRUARY)).toEqual({
      ...sums,
      waiting: expect.objectContaining({ people: 1, minutes: 60 }),
      changed: 0,
      changes: [],
    });
    const made = await tess.call(wire.createPayrollExport, {}, FEBRUARY);
    expect(made).toMatchObject({ ...FEBRUARY, ...sums, changed: 0, created_by: { full_name: 'Tess Thériault' } });
    expect((await tess.call(wire.listPayrollExports, {})).results).toEqual([made]);
    const week = await joe.call(getWeek, { date: '2026-02-24' });
    expect(week.batches).toMatchObject([{ id: batch, is_exported: true, version: 2 }]);
    const back = await (await app.as('tess')).refused(updateTimeBatch, { id: batch }, { state: 'SUBMITTED' });
    expect(back.body).toMatchObject({ code: 'LOCKED', detail: 'This time has been exported for payroll; enter a correction instead.' });
  });

  it('again: shows what came since, tells it once, and leaves the first export as it was', async () => {
    const tess = await app.as('tess');
    const first = await enter({ code: 'VAC' });
    const old = await tess.call(wire.createPayrollExport, {}, FEBRUARY);
    const more = await enter({ minutes: 30, code: 'SICK' });
    await sql`update time_entry set minutes = 450 where id = ${first.id}`.execute(app.tx());
    const vacation = expect.objectContaining({ name: 'Vacation' });
    const changes = [
      {
        entry: first.id,
        user: expect.objectContaining({ full_name: 'Joe Jardine' }),
        before: { date: '2026-02-24', minutes: 480, overhead_code: vacation },
        after: { date: '2026-02-24', minutes: 450, overhead_code: vacation },
      },
      expect.objectContaining({ entry: more.id, before: null, after: expect.objectContaining({ minutes: 30 }) }),
    ];
    expect(await tess.call(wire.getPayrollExport, { id: old.id })).toEqual({ ...old, changed: 2, changes });
    expect(await tess.call(wire.previewPayrollExport, FEBRUARY)).toMatchObject({ lines: 2, minutes: 480, changed: 2 });
    // Only its last week is exported again: the days of the first that nobody covers since stay its own.
    const again = await tess.call(wire.createPayrollExport, {}, { from: '2026-02-23', to: '2026-03-01' });
    expect(again).toMatchObject({ lines: 2, minutes: 480 });
    expect((await tess.call(wire.listPayrollExports, {})).results).toEqual([again, old]);
    await enter({ date: '2026-02-17', minutes: 45 });
    expect((await tess.call(wire.listPayrollExports, {})).results.map(({ changed }) => changed)).toEqual([0, 1]);
    expect((await fileOf(old.id, 'csv')).text).toContain('Joe Jardine,2026-02-24,8.00,VAC,,');
  });

  it('the file has the columns of the setting, in CSV and as a workbook, and no formula', async () => {
    const tess = await app.as('tess');
    const { id: entry } = await enter({ note: '=HYPERLINK("http://x")', minutes: 90 });
    await enter({ user: 'alice', minutes: 15, date: '2026-02-25' });
    const { id } = await tess.call(wire.createPayrollExport, {}, FEBRUARY);
    const payroll_columns = ['username', 'date', 'hours', 'overhead_code', 'overhead_name', 'job', 'is_billable', 'note', 'entry'];
    await tess.call(updateSettingSection, { section: 'timesheet' }, { payroll_columns });
    const csv = await fileOf(id, 'csv');
    expect(csv.headers['content-disposition']).toContain(`payroll-2026-02-16-to-2026-03-01-export-${id}.csv`);
    const [head, alice, joe] = csv.text.slice(1).split('\r\n');
    expect(head).toBe('Username,Date,Hours,Payroll code,Overhead,Job,Billable,Note,Entry number');
    expect(alice).toMatch(/^alice,2026-02-25,0\.25,ADM,Office and administration,,no,,\d+$/);
    expect(joe).toBe(`joe,2026-02-24,1.50,ADM,Office and administration,,no,"'=HYPERLINK(""http://x"")",${entry}`);
    const book = await fileOf(id, 'xlsx');
    expect(book.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    const sheet = readZip(book.bytes, { entries: 20, bytes: 1_000_000, ratio: 1000 })
      .find(({ name }) => name === 'xl/worksheets/sheet1.xml')!
      .read()
      .toString();
    expect(sheet).toContain('<c r="C3" s="6"><v>1.5</v></c>');
    expect(sheet).toContain('=HYPERLINK(&quot;http://x&quot;)</t>');
    expect(sheet).not.toContain('<f>');
  });

  it('the file of a long export has each line once, by person, day and entry', async () => {
    const tess = await app.as('tess');
    await enter();
    const { id } = await tess.call(wire.createPayrollExport, {}, FEBRUARY);
    await sql`
      insert into payroll_export_line (export, entry, "user", date, minutes, note)
      select ${id}, 1000000 + u.id * 10000 + i, u.id, date '2026-02-16' + i % 14, 15, '' from generate_series(1, 2000) i,
        (select id from app_user where username in ('joe', 'fern', 'mona', 'pia', 'ivan', 'tess')) u`.execute(app.tx());
    const payroll_columns = ['employee', 'date', 'entry'];
    await tess.call(updateSettingSection, { section: 'timesheet' }, { payroll_columns });
    const lines = (await fileOf(id, 'csv')).text.trim().split('\r\n').slice(1);
    const isInOrder = (a: string[], b: string[]) =>
      a[0]!.localeCompare(b[0]!) < 0 || (a[0] === b[0] && (a[1]! < b[1]! || (a[1] === b[1] && Number(a[2]) < Number(b[2]))));
    const cells = lines.map((line) => line.split(','));
    expect(cells.slice(1).every((line, at) => isInOrder(cells[at]!, line))).toBe(true);
    expect(lines).toHaveLength(12_001);
  });

  it('what an entry was stays in the file once it is gone or moved', async () => {
    const tess = await app.as('tess');
    const { id: entry } = await enter({ note: 'Filing' });
    const { id } = await tess.call(wire.createPayrollExport, {}, FEBRUARY);
    await sql`delete from time_entry where id = ${entry}`.execute(app.tx());
    expect((await fileOf(id, 'csv')).text).toContain('Joe Jardine,2026-02-24,8.00,ADM,,Filing');
    expect((await tess.call(wire.getPayrollExport, { id })).changes).toMatchObject([{ entry, before: { minutes: 480 }, after: null }]);
  });

  it('nothing approved, days to come and days in the wrong order are refused in words', async () => {
    const tess = await app.as('tess');
    const refused = async (from: string, to: string) => (await tess.refused(wire.createPayrollExport, {}, { from, to })).body.detail;
    expect(await refused('2026-02-16', '2026-03-01')).toBe('There is no approved time from 16 Feb 2026 to 1 Mar 2026.');
    expect(await refused('2026-03-01', '2026-02-16')).toBe('The last day comes before the first.');
    expect(await refused('2026-03-01', '2026-03-05')).toBe('Time that is still to come is not exported.');
    expect((await tess.call(wire.listPayrollExports, {})).count).toBe(0);
  });

  it('is for Timesheet Admins alone', async () => {
    await enter();
    for (const name of ['joe', 'mona', 'chelsea'] as const) {
      const person = await app.as(name);
      expect((await person.refused(wire.createPayrollExport, {}, FEBRUARY)).status, name).toBe(403);
      expect((await person.refused(wire.listPayrollExports, {})).status, name).toBe(403);
    }
  });

  it('exported and taken back at once: what is in the export is approved for good, what was taken back is not in it', async () => {
    const committed = await startCommittedApp('payroll');
    try {
      const batches = await committed.db.write(async (tx) => {
        const made: number[] = [];
        for (const user of ['joe', 'fern', 'mona', 'pia', 'ivan', 'alice']) made.push((await enter({ user }, tx)).batch);
        return made;
      });
      const tess = await committed.as('tess');
      const takeBack = (id: number) => tess.send(updateTimeBatch, { id }, { state: 'SUBMITTED' });
      const half = batches.map(takeBack);
      const made = await tess.send(wire.createPayrollExport, {}, FEBRUARY);
      const statuses = (await Promise.all(half)).map(({ status }) => status);
      const { rows } = await committed.db.read((tx) =>
        sql<{ state: string; is_exported: boolean; is_told: boolean }>`
          select b.state, b.is_exported, exists (
            select from payroll_export_line l join time_entry e on e.id = l.entry where e.batch = b.id) as is_told
          from time_batch b order by b.id`.execute(tx),
      );
      for (const { state, is_exported, is_told } of rows) expect([is_exported, is_told]).toEqual(Array(2).fill(state === 'APPROVED'));
      expect(statuses.filter((status) => status === 200)).toHaveLength(rows.filter(({ state }) => state === 'SUBMITTED').length);
      expect([201, 409]).toContain(made.status);
      if (made.status === 409) return;
      const { id } = JSON.parse(made.body.toString()) as { id: number };
      const file = await tess.send(wire.getPayrollFile, { id, format: 'csv' });
      expect(file.body.toString().trim().split('\r\n')).toHaveLength(1 + rows.filter(({ is_told }) => is_told).length);
    } finally {
      await committed.close();
    }
  });

  it('law: the count in SQL is the number of changes the rule names, whatever happened since', async () => {
    const tess = await app.as('tess');
    let seen = 0;
    const day = fc.integer({ min: 16, max: 21 }).map((date) => `2026-02-${date}`);
    const period = fc.tuple(day, day).map(([a, b]) => (a < b ? { from: a, to: b } : { from: b, to: a }));
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ kind: fc.constant('enter' as const), date: day, state: fc.constantFrom(...TIME_BATCH_STATES) }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('export' as const), period }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('longer', 'moved', 'gone', 'other code'), at: fc.nat() }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async (steps) => {
        await sql`savepoint before_story`.execute(app.tx());
        const made: number[] = [];
        for (const one of steps) {
          if (one.kind === 'enter') made.push((await enter({ date: one.date, state: one.state })).id);
          else if (one.kind === 'export') await tess.send(wire.createPayrollExport, {}, one.period);
          else if (made.length > 0) await CHANGES[one.kind]!(made[one.at % made.length]!);
        }
        for (const { id, changed } of (await tess.call(wire.listPayrollExports, { page_size: 200 })).results) {
          expect((await tess.call(wire.getPayrollExport, { id })).changed).toBe(changed);
          seen += changed;
        }
        await sql`rollback to savepoint before_story`.execute(app.tx());
      }),
      { numRuns: 25, seed: 20260304 },
    );
    expect(seen).toBeGreaterThan(10);
  });

  const CHANGES: Record<string, (entry: number) => Promise<unknown>> = {
    longer: (entry) => sql`update time_entry set minutes = minutes + 15 where id = ${entry}`.execute(app.tx()),
    moved: (entry) => sql`update time_entry set date = '2026-02-18' where id = ${entry}`.execute(app.tx()),
    gone: (entry) => sql`delete from time_entry where id = ${entry}`.execute(app.tx()),
    'other code': async (entry) => sql`update time_entry set overhead_code = ${await codeOf('SICK')} where id = ${entry}`.execute(app.tx()),
  };
});
