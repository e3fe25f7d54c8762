import * as time from '@dmse/contract/time/entry';
import * as week from '@dmse/contract/time/week';
import { onTask } from '@dmse/testkit/builders/time-entry';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Actor, Context } from '../../../call/context.ts';
import { employ, makeTimedJob, OVERHEAD } from '../../../testing/fixtures/time-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';
import { getWeek } from './week.service.ts';

const app = useTestApp();
const DATE = '2026-03-03';

async function scene() {
  const tx = app.tx();
  const place = await makeTimedJob(tx);
  const joe = await employ(tx, 'joe', { supervisor: 'mona' });
  const { id: overhead_code } = await tx.selectFrom('overhead_code').select('id').orderBy('id').executeTakeFirstOrThrow();
  const cell = (date: string, minutes: number | null, more: object = {}) => ({
    ...onTask(place.job, place.task),
    date,
    minutes,
    note: 'Field',
    ...more,
  });
  const office = (date: string, minutes: number | null) => ({ ...OVERHEAD, overhead_code, date, minutes });
  return { ...place, joe, overhead_code, cell, office, as: await app.as('joe'), mona: await app.as('mona'), tess: await app.as('tess') };
}

describe('the week grid', () => {
  it('many cells are one request, all or none; empty cells are deleted', async () => {
    const { as, cell, office } = await scene();
    const filled = await as.call(
      week.setWeekCells,
      {},
      { date: DATE, cells: [cell('2026-03-02', 480), cell(DATE, 450), office(DATE, 30)] },
    );
    expect(filled.entries.map(({ date, minutes }) => [date, minutes])).toEqual([
      ['2026-03-02', 480],
      [DATE, 450],
      [DATE, 30],
    ]);
    expect(filled).toMatchObject({ state: 'OPEN', weekly_minutes: 2400, can_edit: true, can_approve: false, first_day: '2026-03-02' });
    const refused = await as.refused(week.setWeekCells, {}, { date: DATE, cells: [cell('2026-03-02', 60), cell(DATE, 7)] });
    expect(refused.body.detail).toMatch(/^3 Mar 2026: /);
    expect((await as.call(week.getWeek, { date: DATE })).entries[0]!.minutes).toBe(480);
    const less = await as.call(week.setWeekCells, {}, { date: DATE, cells: [cell('2026-03-02', null), cell(DATE, 460 - 10)] });
    expect(less.entries.map(({ minutes }) => minutes)).toEqual([450, 30]);
  });

  it('is read in few statements: who, entries, batches, what is known of the days, their tasks', async () => {
    const { as, cell, joe } = await scene();
    await as.call(week.setWeekCells, {}, { date: DATE, cells: [cell(DATE, 60)] });
    let statements = 0;
    const counted = app.tx().withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        statements += 1;
        return result;
      },
    });
    const asker: Pick<Context, 'tx' | 'now'> & { actor: Pick<Actor, 'id' | 'groups'> } = {
      tx: counted,
      now: app.clock.now,
      actor: { id: joe, groups: [] },
    };
    const answer = await getWeek(asker as Context, undefined, DATE);
    expect([answer.entries.length, statements]).toEqual([1, 5]);
  });

  it('what somebody typed in another window is not overwritten unseen', async () => {
    const { as, cell } = await scene();
    await as.call(week.setWeekCells, {}, { date: DATE, cells: [cell(DATE, 60, { was: null })] });
    const refused = await as.refused(week.setWeekCells, {}, { date: DATE, cells: [cell(DATE, 120, { was: null })] });
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'CONFLICT', present: 60 }]);
    // The same again, whose answer was lost, is no conflict.
    await as.call(week.setWeekCells, {}, { date: DATE, cells: [cell(DATE, 60, { was: null })] });
    expect((await as.call(week.setWeekCells, {}, { date: DATE, cells: [cell(DATE, 120, { was: 60 })] })).entries[0]!.minutes).toBe(120);
  });

  it('goes to the supervisor and back: submit, decline, submit, approve, a supplement, lock', async () => {
    const { as, mona, cell } = await scene();
    const noNote = await as.call(week.setWeekCells, {}, { date: DATE, cells: [cell(DATE, 60, { note: '' })] });
    const { id } = noNote.batches[0]!;
    expect((await as.refused(week.updateTimeBatch, { id }, { state: 'SUBMITTED' })).body).toMatchObject({
      code: 'INCOMPLETE',
      detail: '1 billable entry has no note.',
    });
    await as.call(week.setWeekCells, {}, { date: DATE, cells: [cell(DATE, 60, { note: 'Topo' })] });
    expect((await as.call(week.updateTimeBatch, { id }, { state: 'SUBMITTED' })).state).toBe('SUBMITTED');
    expect((await as.refused(week.setWeekCells, {}, { date: DATE, cells: [cell(DATE, 120)] })).body.code).toBe('LOCKED');
    expect((await as.refused(week.updateTimeBatch, { id }, { state: 'APPROVED' })).body.detail).toBe('Nobody approves their own time.');
    expect((await mona.refused(week.updateTimeBatch, { id }, { state: 'OPEN' })).body.code).toBe('REASON_NEEDED');
    expect(await mona.call(week.updateTimeBatch, { id }, { state: 'OPEN', comment: 'Which lot?' })).toMatchObject({
      state: 'OPEN',
      comment: 'Which lot?',
    });
    await as.call(week.updateTimeBatch, { id }, { state: 'SUBMITTED' });
    const sheets = await mona.call(week.listSheets, { date: DATE, supervised: true });
    const joes = sheets.results[0]!;
    expect([sheets.count, joes.user.full_name, joes.can_approve]).toEqual([1, 'Joe Jardine', true]);
    const { approved, refused } = await mona.call(
      week.approveTimeBatches,
      {},
      { batches: joes.batches.map(({ id: batch, version }) => ({ id: batch, version })) },
    );
    expect([approved.map(({ state }) => state), refused]).toEqual([['APPROVED'], []]);

    const late = await as.call(week.setWeekCells, {}, { date: DATE, cells: [cell('2026-03-02', 60)] });
    expect(late.batches.map(({ number, state }) => [number, state])).toEqual([
      [1, 'APPROVED'],
      [2, 'OPEN'],
    ]);
    expect(late.state).toBe('OPEN');

    expect((await mona.refused(week.setTimeLock, {}, { locked_through: '2026-03-03' })).status).toBe(403);
    app.clock.now = '2026-03-20T15:00:00.000Z';
    await (await app.as('tess')).call(week.setTimeLock, {}, { locked_through: '2026-03-08' });
    const locked = await (await app.as('joe')).call(week.getWeek, { date: DATE });
    expect(locked.batches.map(({ state }) => state)).toEqual(['LOCKED', 'OPEN']);
    expect(locked.can_edit).toBe(false);
    expect((await (await app.as('joe')).refused(week.setWeekCells, {}, { date: DATE, cells: [cell(DATE, 30)] })).body.detail).toBe(
      'Time through 8 Mar 2026 is locked.',
    );
    await (await app.as('tess')).call(week.setTimeLock, {}, { locked_through: null });
    expect((await (await app.as('joe')).call(week.getWeek, { date: DATE })).batches[0]!.state).toBe('APPROVED');
  });

  it('a supervisor sees their own people, an admin everybody, others nobody but themselves', async () => {
    const { joe, mona, tess } = await scene();
    const fern = await app.as('fern');
    expect((await fern.refused(week.getWeek, { user: joe })).status).toBe(404);
    expect((await mona.call(week.getWeek, { user: joe })).can_approve).toBe(true);
    expect((await fern.call(week.listSheets, {})).count).toBe(0);
    expect((await tess.call(week.listSheets, { page_size: 200 })).count).toBeGreaterThan(5);
    expect((await (await app.as('chelsea')).call(week.getWeek, {})).can_edit).toBe(false);
  });

  it('last week is copied: rows, or rows with hours until today', async () => {
    const { as, cell, office } = await scene();
    await as.call(week.setWeekCells, {}, { date: '2026-02-24', cells: [cell('2026-02-23', 480), office('2026-02-27', 60)] });
    const rows = await as.call(week.copyWeek, {}, { date: DATE, from: '2026-02-24', mode: 'rows' });
    expect([rows.rows.length, rows.week.entries.length]).toEqual([2, 0]);
    const hours = await as.call(week.copyWeek, {}, { date: DATE, from: '2026-02-24', mode: 'hours' });
    expect(hours.week.entries.map(({ date, minutes, note }) => [date, minutes, note])).toEqual([['2026-03-02', 480, '']]);
    expect(hours.left_out).toEqual(['Nothing is copied to days after 4 Mar 2026.']);
  });

  it('knows the runs somebody crewed and the milestones they finished, and enters nothing by itself', async () => {
    const { as, joe, job, task } = await scene();
    const tx = app.tx();
    const run = {
      id: crypto.randomUUID(),
      name: 'Topo',
      job,
      task,
      state: 'Processing' as const,
      crew: [joe],
      started_on: '2026-03-03T12:00:00.000Z',
      imported_on: '2026-03-03T15:20:00.000Z',
    };
    const stamps = {
      received_at: '2026-03-03T12:00:00.000Z',
      created_on: '2026-03-03T12:00:00.000Z',
      updated_on: '2026-03-03T12:00:00.000Z',
    };
    await tx
      .insertInto('field_run')
      .values({ ...run, ...stamps })
      .execute();
    await sql`update milestone set state = 'done', done_by = ${joe}, done_on = '2026-03-04T13:00:00Z' where id = (select min(id) from milestone where task = ${task})`.execute(
      tx,
    );
    const { suggestions, entries } = await as.call(week.getWeek, { date: DATE });
    expect(entries).toEqual([]);
    expect(suggestions.map(({ date, minutes, says }) => [date, minutes, says])).toEqual([
      [DATE, 195, 'Field run Topo, 08:00 to 11:20'],
      ['2026-03-04', null, 'You finished Field work'],
    ]);
    const taken = { ...onTask(job, task), date: DATE, minutes: 195, field_run: run.id };
    expect((await as.call(week.setWeekCells, {}, { date: DATE, cells: [taken] })).suggestions.length).toBe(1);
    // A closed job takes no time.
    await sql`update job set state = 'CLOSED' where id = ${job}`.execute(tx);
    expect((await as.call(week.getWeek, { date: DATE })).suggestions).toEqual([]);
  });

  it('somebody is reminded of a missing sheet once per week, by mail', async () => {
    const { joe, tess } = await scene();
    const first = await tess.call(week.remindTimesheets, {}, { date: '2026-02-25', users: [joe] });
    expect(first.reminded.map(({ full_name }) => full_name)).toEqual(['Joe Jardine']);
    const again = await tess.call(week.remindTimesheets, {}, { date: '2026-02-25', users: [joe] });
    expect([again.reminded, again.left_out[0]!.sentence]).toEqual([[], 'Reminded of this week before.']);
    const mails = await app.tx().selectFrom('mail').select(['recipients', 'subject']).execute();
    expect(mails).toEqual([{ recipients: ['joe@example.ca'], subject: 'Timesheet for the week of 23 Feb 2026' }]);
    expect((await tess.call(week.listSheets, { date: '2026-02-25', query: 'joe j' })).results[0]).toMatchObject({
      is_missing: true,
      reminded_on: expect.any(String),
    });
  });

  it('who may not enter time has no sheet, and none is missing', async () => {
    const { joe, tess } = await scene();
    await employ(app.tx(), 'chelsea');
    const { results } = await tess.call(week.listSheets, { date: '2026-02-25' });
    expect(results.map(({ user }) => user.id)).toContain(joe);
    expect(results.map(({ user }) => user.full_name)).not.toContain('Chelsea Chiasson');
  });
});

describe('the timer', () => {
  it('becomes an entry in steps, and a second one stops the first', async () => {
    const { as, job, task, overhead_code } = await scene();
    await as.call(week.startTimer, {}, { ...onTask(job, task), note: 'Office calcs' });
    app.clock.now = '2026-03-04T15:52:00.000Z';
    expect((await as.call(week.getTimer, {})).timer).toMatchObject({ task: { id: task }, started_on: '2026-03-04T15:00:00.000Z' });
    await as.call(week.startTimer, {}, { ...OVERHEAD, overhead_code });
    const [entry] = (await as.call(time.listTimeEntries, {})).results;
    expect(entry).toMatchObject({ minutes: 45, note: 'Office calcs', date: '2026-03-04' });
    await as.call(week.dropTimer, {});
    expect((await as.call(week.getTimer, {})).timer).toBeNull();
    expect((await as.refused(week.stopTimer, {}, {})).status).toBe(404);
  });

  it('over midnight it is split by day; a stop that is refused leaves it running', async () => {
    const { as, job, task } = await scene();
    await as.call(week.startTimer, {}, onTask(job, task));
    app.clock.now = '2026-03-05T05:30:00.000Z';
    await app.tx().updateTable('job').set({ state: 'CLOSED' }).where('id', '=', job).execute();
    const late = await app.as('joe');
    expect((await late.refused(week.stopTimer, {}, {})).body.code).toBe('LOCKED');
    expect((await late.call(week.getTimer, {})).timer).not.toBeNull();
    await app.tx().updateTable('job').set({ state: 'IN PROGRESS' }).where('id', '=', job).execute();
    const { entries } = await late.call(week.stopTimer, {}, { note: 'Night work' });
    expect(entries.map(({ date, minutes, note }) => [date, minutes, note])).toEqual([
      ['2026-03-04', 780, 'Night work'],
      ['2026-03-05', 90, 'Night work'],
    ]);
  });
});
