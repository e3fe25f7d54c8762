import { getJob, listJobs } from '@dmse/contract/jobs/job';
import * as time from '@dmse/contract/time/entry';
import * as wip from '@dmse/contract/wip/wip';
import { listTasks } from '@dmse/contract/work/task';
import { WIP_FIGURES } from '@dmse/domain/states/wip';
import { tellWipHistory } from '@dmse/domain/wip/say-history';
import { onTask } from '@dmse/testkit/builders/time-entry';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STAMPS } from '../../../testing/fixtures/scene.ts';
import { employ, makeTimedJob } from '../../../testing/fixtures/time-fixture.ts';
import { type CommittedApp, startCommittedApp, useTestApp } from '../../../testing/test-app.ts';
import { releaseDue } from './wip.service.ts';

const app = useTestApp();

async function scene(days = ['2026-02-02', '2026-03-04']) {
  const tx = app.tx();
  const place = await makeTimedJob(tx);
  await employ(tx, 'joe', { supervisor: 'mona' });
  const as = await app.as('joe');
  const items: string[] = [];
  for (const date of days) {
    const { id } = await as.call(time.createTimeEntry, {}, { ...onTask(place.job, place.task), date, minutes: 60, note: 'Calcs' });
    items.push(`time/${id}`);
  }
  return { ...place, as, items, mona: await app.as('mona'), ivan: await app.as('ivan') };
}
const first = (items: readonly string[]) => items.map((item) => ({ item, turn: 1 }));

describe('the WIP of a job', () => {
  it('is on the job, in its list and on its tasks; its age weighs by the amounts', async () => {
    const { job, task, mona, as } = await scene();
    expect(await mona.call(getJob, { id: job })).toMatchObject({ wip_cost: 25_000, avg_wip_age: 15, last_time_entry_date: '2026-03-04' });
    const [row] = (await mona.call(listJobs, { ordering: '-wip_cost' })).results;
    expect(row).toMatchObject({ id: job, wip_cost: 25_000, avg_wip_age: 15, last_time_entry_date: '2026-03-04' });
    const [first_task] = (await mona.call(listTasks, { job })).results;
    expect(first_task).toMatchObject({ id: task, actual_minutes: 120, actual: 25_000, wip: 25_000, hold: 0, billed: 0 });
    const blind = (await as.call(listTasks, { job })).results[0]!;
    expect([blind.actual_minutes, 'actual' in blind, 'wip' in blind]).toEqual([120, false, false]);
    expect((await as.refused(wip.getJobWip, { id: job })).status).toBe(403);
  });

  it('is held until a day, released, written off with a reason and taken back', async () => {
    const { job, items, mona } = await scene();
    const held = await mona.call(wip.actOnWip, {}, { job, act: 'hold', items: first(items.slice(0, 1)), until: '2026-04-01' });
    expect([held.changed, held.amount]).toEqual([1, 12_500]);
    expect((await mona.call(wip.getJobWip, { id: job })).total).toMatchObject({ wip: 25_000, ready: 12_500, hold: 12_500 });
    await mona.call(wip.actOnWip, {}, { job, act: 'release', items: held.items });
    const unsaid = await mona.refused(wip.actOnWip, {}, { job, act: 'write off', items: [{ item: items[0]!, turn: 3 }] });
    expect(unsaid.body.code).toBe('REASON_NEEDED');
    await mona.call(wip.actOnWip, {}, { job, act: 'write off', items: [{ item: items[0]!, turn: 3 }], reason: 'Our mistake' });
    expect((await mona.call(wip.getJobWip, { id: job })).total).toMatchObject({ wip: 12_500, written_off: 12_500, actual: 25_000 });
    await mona.call(wip.actOnWip, {}, { job, act: 'restore', items: [{ item: items[0]!, turn: 4 }] });
    expect((await mona.call(wip.getJobWip, { id: job })).total.wip).toBe(25_000);
    const { lines } = await mona.call(wip.listWipHistory, { item: items[0]! });
    expect(lines.filter(({ sign }) => sign === 1).map(({ act }) => act)).toEqual(['enter', 'hold', 'release', 'write off', 'restore']);
  });

  it('what is held until a day is ready on that day, by itself', async () => {
    const { job, items, mona } = await scene();
    await mona.call(wip.actOnWip, {}, { job, act: 'hold', items: first(items), until: '2026-03-10' });
    const night = (now: string) => releaseDue({ tx: app.tx(), now, actor: { id: null } });
    expect(await night('2026-03-09T12:00:00.000Z')).toBe(0);
    expect(await night('2026-03-10T12:00:00.000Z')).toBe(2);
    expect(await night('2026-03-10T13:00:00.000Z')).toBe(0);
    expect((await mona.call(wip.getJobWip, { id: job })).total).toMatchObject({ ready: 25_000, hold: 0 });
  });

  it('what somebody else has acted on meanwhile is refused as a whole', async () => {
    const { job, items, mona } = await scene();
    await mona.call(wip.actOnWip, {}, { job, act: 'hold', items: first(items.slice(0, 1)) });
    const refused = await mona.refused(wip.actOnWip, {}, { job, act: 'write off', items: first(items), reason: 'Old' });
    expect([refused.status, refused.body.code]).toEqual([409, 'CONFLICT']);
    expect((await mona.call(wip.getJobWip, { id: job })).total.written_off).toBe(0);
  });

  it('moves to another job with its entry, at the amount it had', async () => {
    const { job, items, mona } = await scene();
    const target = await makeTimedJob(app.tx());
    await mona.call(wip.moveWip, {}, { job, items: first(items), to_job: target.job, to_task: target.other, reason: 'Wrong job' });
    expect((await mona.call(getJob, { id: job })).wip_cost).toBe(0);
    expect(await mona.call(getJob, { id: target.job })).toMatchObject({ wip_cost: 25_000, last_time_entry_date: '2026-03-04' });
    expect((await mona.call(time.listTimeEntries, { job: target.job })).results.map((entry) => entry.task!.id)).toEqual([
      target.other,
      target.other,
    ]);
    const [id] = items.map((item) => Number(item.slice(5)));
    expect((await mona.call(time.listTimeEntryHistory, { id: id! })).results[0]!.sentence).toContain('job');
  });

  it('an act is undone: what was held is held again until its day, what was moved is back with its entry and milestone', async () => {
    const { job, task, as, mona, ivan } = await scene([]);
    const target = await makeTimedJob(app.tx());
    const { id: milestone } = await app
      .tx()
      .insertInto('milestone')
      .values({ job, task, name: 'Calculations', order: 'a7', ...STAMPS })
      .returning('id')
      .executeTakeFirstOrThrow();
    const body = { ...onTask(job, task), milestone, date: '2026-03-04', minutes: 60, note: 'Calcs' };
    const { id } = await as.call(time.createTimeEntry, {}, body);
    const named = (turn: number) => [{ item: `time/${id}`, turn }];
    await mona.call(wip.actOnWip, {}, { job, act: 'hold', items: named(1), until: '2026-04-01' });
    const moved = await mona.call(wip.moveWip, {}, { job, items: named(2), to_job: target.job, to_task: target.other });
    expect((await mona.call(time.getTimeEntry, { id })).milestone).toBeNull();
    expect((await mona.refused(wip.undoWip, {}, { job, items: moved.items })).status).toBe(409);
    const back = await mona.call(wip.undoWip, {}, { job: target.job, items: moved.items });
    expect(back).toMatchObject({ changed: 1, amount: 12_500, items: named(4) });
    expect(await mona.call(time.getTimeEntry, { id })).toMatchObject({
      job: { id: job },
      task: { id: task },
      milestone: { id: milestone },
    });
    expect((await mona.refused(wip.undoWip, {}, { job, items: named(4) })).body.detail).toBe('The last act has been taken back already.');
    const released = await mona.call(wip.actOnWip, {}, { job, act: 'release', items: named(4) });
    await mona.call(wip.undoWip, {}, { job, items: released.items });
    expect((await mona.call(wip.listWipItems, { job })).results).toMatchObject([{ state: 'HOLD', hold_until: '2026-04-01', turn: 6 }]);
    expect((await as.refused(wip.undoWip, {}, { job, items: named(6) })).status).toBe(403);
    expect((await ivan.call(wip.getLedgerHealth, {})).differences).toEqual([]);
    const { lines } = await mona.call(wip.listWipHistory, { item: `time/${id}` });
    const place = (one: { num: string }, name: string) => `${one.num}, ${name}`;
    const [here, there] = [place(lines[0]!.job, lines[0]!.task!.name), place(lines[4]!.job, lines[4]!.task!.name)];
    expect(tellWipHistory(lines).map(({ sentence }) => sentence)).toEqual([
      'Undone: released.',
      'Released.',
      `Undone: moved from ${there} to ${here}.`,
      `Moved from ${here} to ${there}.`,
      'Held until 1 Apr 2026.',
      `Entered at $125.00 on ${here}.`,
    ]);
  });

  it('as of an earlier day it is what it was then', async () => {
    const { job, items, mona } = await scene();
    app.clock.now = '2026-03-20T15:00:00.000Z';
    const later = await app.as('mona');
    await later.call(wip.actOnWip, {}, { job, act: 'write off', items: first(items), reason: 'Lost' });
    expect((await later.call(wip.getJobWip, { id: job })).total.wip).toBe(0);
    expect((await later.call(wip.getJobWip, { id: job, as_of: '2026-03-10' })).total).toMatchObject({ wip: 25_000, written_off: 0 });
    expect((await later.call(wip.getJobWip, { id: job, as_of: '2026-02-10' })).total.wip).toBe(12_500);
    expect((await mona.refused(wip.getJobWip, { id: job, as_of: '2027-01-01' })).status).toBe(401);
    expect((await later.refused(wip.getJobWip, { id: job, as_of: '2027-01-01' })).status).toBe(400);
  });

  it('every figure is explained by lines whose sum it is', async () => {
    const { job, items, mona } = await scene();
    await mona.call(wip.actOnWip, {}, { job, act: 'hold', items: first(items.slice(0, 1)) });
    const { total, avg_wip_age } = await mona.call(wip.getJobWip, { id: job });
    for (const figure of Object.keys(WIP_FIGURES) as (keyof typeof WIP_FIGURES)[]) {
      const explained = await mona.call(wip.explainWip, { job, figure });
      expect([figure, explained.total]).toEqual([figure, total[figure]]);
      expect(explained.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(total[figure]);
    }
    expect((await mona.call(wip.explainWip, { job, figure: 'actual', no_task: true })).lines).toEqual([]);
    const { lines, avg_wip_age: age } = await mona.call(wip.explainWip, { job, figure: 'wip' });
    expect([age, lines.map(({ says }) => says)[0]]).toEqual([avg_wip_age, '1 h at $125.00 an hour. Rate of the role since 1 Jan 2024.']);
    expect((await mona.call(wip.listWipItems, { job, state: ['HOLD'] })).results.map(({ item, who, what }) => [item, who, what])).toEqual([
      [items[0], 'Joe Jardine', 'Calcs'],
    ]);
  });

  it('the ledger’s lines are not changed by anybody, and its health names what differs', async () => {
    const { ivan } = await scene();
    expect((await ivan.call(wip.getLedgerHealth, {})).differences).toEqual([]);
    await sql`savepoint sound`.execute(app.tx());
    for (const [damage, says] of [
      [sql`update job_wip set hold = hold + 1`, /^On hold is kept as \$0.01, the ledger says \$0.00/],
      [sql`update job_wip set last_time_entry_date = '2020-01-01'`, /^The last time entry is kept as 2020-01-01/],
      [sql`update wip_item set amount = 1`, /differs from its newest line/],
      [sql`update wip_item set turn = turn - 1`, /differs from its newest line/],
      [sql`delete from wip_item`, /differs from its newest line/],
      [
        sql`insert into wip_item select 'time/0', job, task, state, amount, work_date, null, 1 from wip_item limit 1`,
        /^The number of pieces is kept as/,
      ],
      [sql`update time_entry set amount = 1`, /differ in job, task, day or amount/],
      [sql`delete from time_entry`, /The entry of this work is gone/],
    ] as const) {
      await damage.execute(app.tx());
      expect((await ivan.call(wip.getLedgerHealth, {})).differences.map((one) => one.says)).toContainEqual(expect.stringMatching(says));
      await sql`rollback to savepoint sound`.execute(app.tx());
    }
    await expect(sql`savepoint before; update wip_line set amount = 0`.execute(app.tx())).rejects.toThrow();
  });
});

describe('kept figures', () => {
  it('equal what the ledger adds up to, after any acts', async () => {
    const { job, task, other, as, mona, ivan } = await scene(['2026-03-02', '2026-03-03', '2026-03-04']);
    const acts = fc.array(
      fc.record({
        which: fc.nat(2),
        act: fc.constantFrom('hold', 'release', 'write off', 'restore', 'move', 'undo', 'minutes', 'delete', 'enter'),
      }),
      { minLength: 6, maxLength: 14 },
    );
    const [story] = fc.sample(acts, { numRuns: 1, seed: 20260304 });
    for (const { which, act } of story!) {
      const { results } = await mona.call(wip.listWipItems, { job });
      const found = results[which];
      if (act === 'enter') await as.send(time.createTimeEntry, {}, { ...onTask(job, task), date: '2026-03-02', minutes: 45 });
      if (!found) continue;
      const id = Number(found.item.slice(5));
      const items = [{ item: found.item, turn: found.turn }];
      if (act === 'minutes') await as.send(time.updateTimeEntry, { id }, { minutes: 90, is_billable: which !== 1 });
      else if (act === 'delete') await as.send(time.removeTimeEntry, { id });
      else if (act === 'move') await mona.send(wip.moveWip, {}, { job, items, to_job: job, to_task: other });
      else if (act === 'undo') await mona.send(wip.undoWip, {}, { job, items });
      else if (act !== 'enter') await mona.send(wip.actOnWip, {}, { job, act, items, reason: 'x' });
      expect((await ivan.call(wip.getLedgerHealth, {})).differences).toEqual([]);
    }
    const today = (await mona.call(wip.getJobWip, { id: job })).total;
    const lines = await app.tx().selectFrom('wip_line').select(['state', 'amount']).where('job', '=', job).execute();
    const sum = lines.filter(({ state }) => ['UNBILLED', 'CLAIMED', 'HOLD'].includes(state)).reduce((all, { amount }) => all + amount, 0);
    expect([today.wip, (await mona.call(getJob, { id: job })).wip_cost]).toEqual([sum, sum]);
  });
});

describe('with real commits', () => {
  let firm: CommittedApp;
  beforeAll(async () => {
    firm = await startCommittedApp('wip');
  });
  afterAll(() => firm.close());

  it('twenty people on one task: nothing is lost, nothing counts twice', async () => {
    const { place, people } = await firm.db.write(async (tx) => {
      const made = await makeTimedJob(tx, { num: '26-8001' });
      const rows = await tx.selectFrom('app_user').select(['id', 'username']).orderBy('id').limit(20).execute();
      for (const { username } of rows) await employ(tx, username);
      await sql`update app_user set granted = granted || array['Timesheet User'] where id = any(${rows.map(({ id }) => id)}::int[])`.execute(
        tx,
      );
      return { place: made, people: rows.map(({ username }) => username) };
    });
    const date = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
    const clients = await Promise.all(people.map((username) => firm.as(username)));
    const made = await Promise.all(
      clients.map((one) => one.call(time.createTimeEntry, {}, { ...onTask(place.job, place.task), date, minutes: 60 })),
    );
    const mona = await firm.as('mona');
    const { wip_cost } = await mona.call(getJob, { id: place.job });
    expect([made.length, wip_cost]).toEqual([people.length, people.length * 12_500]);

    // Two people write off and move the same work at once: each piece goes one way.
    const alice = await firm.as('alice');
    const items = first(made.map(({ id }) => `time/${id}`));
    const answers = await Promise.all([
      ...items.map((one) => mona.send(wip.actOnWip, {}, { job: place.job, act: 'write off', items: [one], reason: 'Lost' })),
      ...items.map((one) => alice.send(wip.moveWip, {}, { job: place.job, items: [one], to_job: place.job, to_task: place.other })),
    ]);
    expect(answers.filter(({ status }) => status === 200).length).toBe(people.length);
    expect(answers.filter(({ status }) => status === 409).length).toBe(people.length);
    const { total } = await mona.call(wip.getJobWip, { id: place.job });
    expect([total.actual, total.wip + total.written_off]).toEqual([people.length * 12_500, people.length * 12_500]);
    expect((await alice.call(wip.getLedgerHealth, {})).differences).toEqual([]);
  });
});
