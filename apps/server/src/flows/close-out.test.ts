import { createExpense, removeExpense } from '@dmse/contract/expenses/expense';
import * as job from '@dmse/contract/jobs/job';
import { createFieldRun } from '@dmse/contract/sites/field-run';
import { describe, expect, it } from 'vitest';
import { addMemo, addWork, userId } from '../testing/fixtures/job-fixture.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();

async function busyJob() {
  const mona = await app.as('mona');
  const made = await mona.call(job.createJob, {}, { desc: 'Lot 7', project_manager: await userId(app.tx(), 'mona') });
  await addWork(app.tx(), { job: made.id });
  await addMemo(app.tx(), { job: made.id }, 'No access', true);
  const fern = await app.as('fern');
  await fern.call(createFieldRun, {}, { name: 'Topo', job_num: made.num });
  await fern.call(createFieldRun, {}, { name: 'Stakeout', job: made.id });
  return { mona, made };
}

describe('closing a job', () => {
  it('is blocked by open work, each line with its records; confirming some leaves the others', async () => {
    const { mona, made } = await busyJob();
    const refused = await mona.refused(job.updateJob, { id: made.id }, { state: 'CLOSED' });
    expect([refused.status, refused.body.code]).toEqual([409, 'BLOCKED']);
    expect(refused.body.detail).toContain('1 issue in memos is not resolved.');
    const blockers = refused.body.blockers as job.Blocker[];
    expect(blockers.map(({ code, count, is_hard }) => [code, count, is_hard])).toEqual([
      ['OPEN_ISSUE', 1, false],
      ['UNFINISHED_FIELD_RUN', 2, false],
      ['OPEN_MILESTONE', 4, false],
    ]);
    for (const blocker of blockers) expect(job.Blocker.safeParse(blocker).error).toBeUndefined();
    expect(blockers[0]!.records[0]!.name).toBe('No access');
    expect(blockers[2]!.records[0]!.name).toBe('Task 1: Field work');
    const still = await mona.refused(job.updateJob, { id: made.id }, { state: 'CLOSED', confirm: ['OPEN_ISSUE', 'OPEN_MILESTONE'] });
    expect((still.body.blockers as job.Blocker[]).map(({ code }) => code)).toEqual(['UNFINISHED_FIELD_RUN']);
    const confirm = blockers.map(({ code }) => code);
    const closed = await mona.call(job.updateJob, { id: made.id }, { state: 'CLOSED', confirm });
    expect(closed).toMatchObject({ state: 'CLOSED', is_editable: false, can_edit: true });
    const locked = await mona.refused(job.updateJob, { id: made.id }, { desc: 'x' });
    expect([locked.status, locked.body]).toMatchObject([409, { code: 'LOCKED', detail: 'This job is CLOSED; reopen it first.' }]);
  });

  it('is blocked by an expense nobody has approved, and cannot be confirmed away', async () => {
    const mona = await app.as('mona');
    const { id } = await mona.call(job.createJob, {}, { desc: 'Lot 8' });
    const alice = await app.as('alice');
    const spent = await alice.call(createExpense, {}, { date: '2026-03-03', vendor: 'Irving', gross: 20_00, job: id });
    const close = () => mona.refused(job.updateJob, { id }, { state: 'CLOSED', confirm: ['UNAPPROVED_EXPENSE'] });
    expect((await close()).body.blockers).toMatchObject([
      { code: 'UNAPPROVED_EXPENSE', is_hard: true, records: [{ id: spent.id, name: 'Irving' }] },
    ]);
    await alice.call(removeExpense, { id: spent.id });
    expect((await mona.call(job.updateJob, { id }, { state: 'CLOSED' })).state).toBe('CLOSED');
  });

  it('a job with nothing open closes at once; the same state again changes nothing', async () => {
    const mona = await app.as('mona');
    const { id } = await mona.call(job.createJob, {}, { desc: 'Done' });
    expect((await mona.call(job.updateJob, { id }, { state: 'CLOSED' })).version).toBe(2);
    expect((await mona.call(job.updateJob, { id }, { state: 'CLOSED' })).version).toBe(2);
  });

  it('cancelling and reopening ask for a reason; from CANCELLED only an admin brings it back', async () => {
    const [mona, alice] = [await app.as('mona'), await app.as('alice')];
    const { id } = await mona.call(job.createJob, {}, { desc: 'Lot 7' });
    const unsaid = await mona.refused(job.updateJob, { id }, { state: 'CANCELLED', state_reason: '  ' });
    expect([unsaid.status, unsaid.body]).toMatchObject([400, { state_reason: ['Say why the job is cancelled.'] }]);
    await mona.call(job.updateJob, { id }, { state: 'CANCELLED', state_reason: 'Client went away' });
    for (const state of ['IN PROGRESS', 'CLOSED'] as const) {
      const refused = await mona.refused(job.updateJob, { id }, { state, state_reason: 'They are back' });
      expect([refused.status, refused.body.detail]).toEqual([403, 'Only a Jobs Admin may bring back a cancelled job.']);
    }
    expect((await alice.refused(job.updateJob, { id }, { state: 'IN PROGRESS' })).body).toHaveProperty('state_reason');
    const back = await alice.call(job.updateJob, { id }, { state: 'IN PROGRESS', state_reason: 'They are back', desc: 'Lot 7 again' });
    expect(back).toMatchObject({ state: 'IN PROGRESS', state_reason: 'They are back', desc: 'Lot 7 again' });
    await mona.call(job.updateJob, { id }, { state: 'CLOSED' });
    expect((await mona.refused(job.updateJob, { id }, { state: 'IN PROGRESS' })).status).toBe(400);
    await mona.call(job.updateJob, { id }, { state: 'IN PROGRESS', state_reason: 'More to do' });
    const told = (await mona.call(job.listJobHistory, { id })).results.map(({ sentence }) => sentence);
    expect(told[0]).toBe('Mona Martin changed state from CLOSED to IN PROGRESS and set reason to More to do.');
    expect(told.at(-2)).toBe('Mona Martin changed state from IN PROGRESS to CANCELLED and set reason to Client went away.');
  });

  it('whoever may not edit the job may not close it either', async () => {
    const alice = await app.as('alice');
    const { id } = await alice.call(job.createJob, {}, { desc: 'Hers', project_manager: await userId(app.tx(), 'alice') });
    expect((await (await app.as('mona')).refused(job.updateJob, { id }, { state: 'CLOSED' })).status).toBe(403);
  });
});
