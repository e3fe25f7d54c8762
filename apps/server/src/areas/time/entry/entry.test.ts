import { updateJob } from '@dmse/contract/jobs/job';
import * as time from '@dmse/contract/time/entry';
import * as pricing from '@dmse/contract/time/reprice';
import * as week from '@dmse/contract/time/week';
import { getJobWip } from '@dmse/contract/wip/wip';
import { removeTask } from '@dmse/contract/work/task';
import { updateJobRole } from '@dmse/contract/work/template';
import { onTask } from '@dmse/testkit/builders/time-entry';
import { describe, expect, it } from 'vitest';
import { employ, makeTimedJob } from '../../../testing/fixtures/time-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();

async function scene() {
  const tx = app.tx();
  const place = await makeTimedJob(tx);
  const joe = await employ(tx, 'joe', { supervisor: 'mona' });
  return { ...place, joe, as: await app.as('joe'), mona: await app.as('mona'), tess: await app.as('tess') };
}
const MORNING = { date: '2026-03-04', minutes: 150 };

describe('a time entry', () => {
  it('is priced by the role of its person on its day, and only managers see it', async () => {
    const { job, task, as, mona } = await scene();
    const made = await as.call(time.createTimeEntry, {}, { ...MORNING, ...onTask(job, task), note: 'Deed search' });
    expect(made).toMatchObject({ minutes: 150, is_billable: true, batch_state: 'OPEN', wip_state: 'UNBILLED', why_closed: null });
    expect(made).not.toHaveProperty('rate');
    const seen = await mona.call(time.getTimeEntry, { id: made.id });
    expect(seen).toMatchObject({
      rate: 12_500,
      rate_rule: 'role',
      rate_valid_from: '2024-01-01',
      cost_rate: 5200,
      amount: 31_250,
      cost: 13_000,
    });
    expect((await mona.call(getJobWip, { id: job })).total).toMatchObject({ wip: 31_250, ready: 31_250, billed: 0 });
  });

  it('keeps its rate when rates change, until it is priced anew', async () => {
    const { job, task, as, mona } = await scene();
    const { id } = await as.call(time.createTimeEntry, {}, { ...MORNING, ...onTask(job, task) });
    const chief = await app.tx().selectFrom('job_role').select('id').where('name', '=', 'Party chief').executeTakeFirstOrThrow();
    const rates = [{ valid_from: '2024-01-01', charge_rate: 20_000, cost_rate: 5200 }];
    await (await app.as('alice')).call(updateJobRole, { id: chief.id }, { rates });
    await as.call(time.updateTimeEntry, { id }, { minutes: 60, is_billable: false });
    await as.call(time.updateTimeEntry, { id }, { is_billable: true });
    expect((await mona.call(time.getTimeEntry, { id })).amount).toBe(12_500);
    const preview = await mona.call(pricing.previewReprice, {}, { job });
    expect([preview.count, preview.before, preview.after]).toEqual([1, 12_500, 20_000]);
    expect((await mona.call(time.getTimeEntry, { id })).amount).toBe(12_500);
    await mona.call(pricing.repriceTime, {}, { job });
    expect((await mona.call(time.getTimeEntry, { id })).amount).toBe(20_000);
    expect((await mona.call(getJobWip, { id: job })).total.wip).toBe(20_000);
    const told = (await mona.call(time.listTimeEntryHistory, { id })).results.map(({ action }) => action);
    expect(told[0]).toBe('priced anew');
  });

  it('is refused in words: another job’s task, too much for a day, the future, off the step, a closed job', async () => {
    const { job, task, as } = await scene();
    const elsewhere = await makeTimedJob(app.tx());
    const say = async (change: object) =>
      (await as.refused(time.createTimeEntry, {}, { ...MORNING, ...onTask(job, task), ...change })).body;
    expect(await say({ task: elsewhere.task })).toMatchObject({ task: ['This task is not one of the job.'] });
    expect(await say({ minutes: 140 })).toMatchObject({ detail: expect.stringContaining('use 2:15 or 2:30') });
    expect(await say({ date: '2026-03-05' })).toMatchObject({ detail: 'Time is entered for today or earlier.' });
    await as.call(time.createTimeEntry, {}, { ...MORNING, ...onTask(job, task), minutes: 1335 });
    expect(await say({ minutes: 120 })).toMatchObject({ detail: 'That makes 24 h 15 min on one day; a day has 24 h.' });
    await app.tx().updateTable('job').set({ state: 'CLOSED' }).where('id', '=', job).execute();
    expect(await say({ minutes: 15 })).toMatchObject({ code: 'LOCKED' });
  });

  it('somebody who may not see it finds nothing; whoever reads jobs reads it and may not change it', async () => {
    const { job, task, as, mona } = await scene();
    const { id } = await as.call(time.createTimeEntry, {}, { ...MORNING, ...onTask(job, task) });
    expect((await (await app.as('fern')).refused(time.getTimeEntry, { id })).status).toBe(404);
    expect((await mona.refused(time.updateTimeEntry, { id }, { minutes: 60 })).status).toBe(403);
    expect((await (await app.as('chelsea')).refused(time.createTimeEntry, {}, { ...MORNING, ...onTask(job, task) })).status).toBe(403);
    expect((await (await app.as('fern')).call(time.listTimeEntries, { job })).count).toBe(0);
    expect((await mona.call(time.listTimeEntries, { job })).count).toBe(1);
  });

  it('leaves the ledger when it is deleted, and its task stays while there is time on it', async () => {
    const { job, task, as, mona } = await scene();
    const { id } = await as.call(time.createTimeEntry, {}, { ...MORNING, ...onTask(job, task) });
    const refused = await mona.refused(removeTask, { id: task });
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('2 h 30 min of time on it')]);
    await as.call(time.removeTimeEntry, { id });
    expect((await mona.call(getJobWip, { id: job })).total.wip).toBe(0);
    expect((await as.call(week.getWeek, { date: '2026-03-04' })).batches).toEqual([]);
    await mona.call(removeTask, { id: task });
  });

  it('billable work without a rate is refused, not charged at nothing', async () => {
    const { job, task, as, joe } = await scene();
    await app.tx().updateTable('app_user').set({ job_role: null }).where('id', '=', joe).execute();
    const refused = await as.refused(time.createTimeEntry, {}, { ...MORNING, ...onTask(job, task) });
    expect([refused.status, refused.body.code]).toEqual([409, 'INCOMPLETE']);
  });

  it('a job with unbilled work does not close; unapproved time may be confirmed away', async () => {
    const { job, task, as, mona } = await scene();
    await as.call(time.createTimeEntry, {}, { ...MORNING, ...onTask(job, task) });
    const all = await mona.refused(updateJob, { id: job }, { state: 'CLOSED' });
    const named = all.body.blockers as { code: string; records: { date?: string }[] }[];
    expect(named.find(({ code }) => code === 'UNAPPROVED_TIME')!.records.map(({ date }) => date)).toEqual([MORNING.date]);
    const refused = await mona.refused(
      updateJob,
      { id: job },
      { state: 'CLOSED', confirm: ['UNBILLED_WIP', 'UNAPPROVED_TIME', 'OPEN_MILESTONE'] },
    );
    const blockers = refused.body.blockers as { code: string; sentence: string }[];
    expect(blockers.map(({ code }) => code)).toEqual(['UNBILLED_WIP']);
    expect(blockers[0]!.sentence).toBe('$312.50 of work is not billed: bill it, write it off or move it.');
  });

  it('what it can be for: favourites first, then by words of job and task', async () => {
    const { job, task, other, as } = await scene();
    const { num } = await app.tx().selectFrom('job').select('num').where('id', '=', job).executeTakeFirstOrThrow();
    const found = await as.call(time.findTargets, { query: `${num} task 2` });
    expect(found.results.map((one) => one.task?.id)).toEqual([other]);
    await as.call(time.createTimeEntry, {}, { ...MORNING, ...onTask(job, task) });
    await as.call(time.setFavourite, {}, { ...onTask(job, other), is_favourite: true });
    const familiar = (await as.call(time.findTargets, {})).results;
    expect(familiar.slice(0, 2).map((one) => [one.task?.id, one.is_favourite])).toEqual([
      [other, true],
      [task, false],
    ]);
    expect(familiar.some((one) => one.overhead_code !== null)).toBe(true);
    await as.call(time.setFavourite, {}, { ...onTask(job, other), is_favourite: false });
    expect((await as.call(time.findTargets, {})).results[0]!.task?.id).toBe(task);
  });
});
