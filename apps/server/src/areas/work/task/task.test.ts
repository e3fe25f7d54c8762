import * as task from '@dmse/contract/work/task';
import * as group from '@dmse/contract/work/task-group';
import { orderKeyBetween } from '@dmse/domain/work/order-key';
import type { TestClient } from '@dmse/testkit/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeJob, makeQuote, sentencesOf } from '../../../testing/fixtures/work-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();
let mona: TestClient;
let job: number;

beforeEach(async () => {
  mona = await app.as('mona');
  job = await makeJob(app.tx(), { num: '26-0014' });
});

async function namesIn(owner: { job?: number; quote?: number } = { job }): Promise<string[]> {
  return (await mona.call(task.listTasks, owner)).results.map((row) => row.name);
}

async function template(name: string): Promise<number> {
  return (await app.tx().selectFrom('task_template').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;
}

describe('task groups', () => {
  it('Mona adds, renames and removes one, and the job tells it', async () => {
    const made = await mona.call(group.createTaskGroup, {}, { job, name: 'Phase 1' });
    expect(made).toMatchObject({ job, quote: null, name: 'Phase 1', version: 1 });
    const renamed = await mona.call(group.updateTaskGroup, { id: made.id }, { name: 'Survey' }, { ifMatch: 1 });
    expect(renamed).toMatchObject({ name: 'Survey', version: 2 });
    await mona.call(group.removeTaskGroup, { id: made.id });
    expect((await mona.call(group.listTaskGroups, { job })).count).toBe(0);
    expect(await sentencesOf(app.tx(), 'job', job)).toEqual([
      'Mona Martin added task group Phase 1 to job 26-0014.',
      'Mona Martin changed task group Phase 1 (name from Phase 1 to Survey) in job 26-0014.',
      'Mona Martin deleted task group Survey from job 26-0014.',
    ]);
  });

  it('keeps a group that still holds tasks', async () => {
    const made = await mona.call(group.createTaskGroup, {}, { job, name: 'Phase 1' });
    await mona.call(task.createTask, {}, { job, name: 'Survey' });
    const refused = await mona.refused(group.removeTaskGroup, { id: made.id });
    expect(refused).toMatchObject({ status: 409, body: { code: 'IN_USE', detail: expect.stringContaining('a task') } });
  });

  it('asks for one owner', async () => {
    expect((await mona.refused(group.listTaskGroups, {})).body).toMatchObject({ job: ['Name a job or a quote, one of them.'] });
    expect((await mona.refused(group.createTaskGroup, {}, { job, quote: 1, name: 'x' })).status).toBe(400);
    expect((await mona.refused(group.createTaskGroup, {}, { job: 2_000_000_000, name: 'x' })).body).toMatchObject({
      job: ['There is no such job.'],
    });
  });
});

describe('tasks', () => {
  it('made from a template has its milestones, budget and account code at the rates of today', async () => {
    const made = await mona.call(task.createTask, {}, { job, template: await template('Boundary survey') });
    expect(made).toMatchObject({ name: 'Boundary survey', account_code: '4000', budget_minutes: 2220 });
    expect(made.milestones.map(({ name }) => name)).toEqual(['Research', 'Field work', 'Calculations', 'Drafting', 'Review', 'Submission']);
    expect(made.milestones.map(({ is_blocked }) => is_blocked)).toEqual([false, true, true, true, true, true]);
    // 4 h at 175 + 16 h at 125 + 6 h at 175 + 8 h at 105 + 2 h at 175 + 1 h at 75
    expect(made.budget_amount).toBe(501500);
    expect((await sentencesOf(app.tx(), 'job', job)).at(-1)).toBe('Mona Martin added task Boundary survey to job 26-0014.');
  });

  it('tasks: are made from several templates at once, in their order, all or none', async () => {
    const templates = [await template('Topographic survey'), await template('Boundary survey')];
    const { tasks } = await mona.call(task.createTasksFromTemplates, {}, { job, templates });
    expect(tasks.map(({ name }) => name)).toEqual(['Topographic survey', 'Boundary survey']);
    expect(tasks.every(({ milestones }) => milestones.length > 0)).toBe(true);
    const unknown = { job, templates: [templates[0]!, 2_000_000_000] };
    expect((await mona.refused(task.createTasksFromTemplates, {}, unknown)).body).toHaveProperty('template');
    expect((await mona.call(task.listTasks, { job })).results.map(({ name }) => name)).toEqual(['Topographic survey', 'Boundary survey']);
  });

  it('stays as it is when its template changes, and a template no longer used makes no task', async () => {
    const id = await template('Boundary survey');
    const made = await mona.call(task.createTask, {}, { job, template: id, name: 'Lot 7' });
    await app.tx().updateTable('task_template').set({ milestones: '[]', is_active: false }).where('id', '=', id).execute();
    expect((await mona.call(task.getTask, { id: made.id })).milestones).toHaveLength(6);
    expect((await mona.refused(task.createTask, {}, { job, template: id })).body).toHaveProperty('template');
  });

  it('is made with milestones, and gets more by a change', async () => {
    const made = await mona.call(
      task.createTask,
      {},
      { job, name: 'Survey', milestones: [{ name: 'A' }, { name: 'B', is_parallel: true }] },
    );
    expect(made.milestones.map(({ name, is_blocked }) => [name, is_blocked])).toEqual([
      ['A', false],
      ['B', false],
    ]);
    const more = await mona.call(task.updateTask, { id: made.id }, { add_milestone: { name: 'C' } }, { ifMatch: 1 });
    expect(more.milestones.map(({ name }) => name)).toEqual(['A', 'B', 'C']);
  });

  it('Joe sees minutes but no amounts', async () => {
    const made = await mona.call(task.createTask, {}, { job, template: await template('Boundary survey') });
    const joe = await app.as('joe');
    const seen = await joe.call(task.getTask, { id: made.id });
    expect(seen.budget_minutes).toBe(2220);
    for (const field of ['budget_amount', 'billed', 'wip', 'hold']) expect(seen).not.toHaveProperty(field);
  });

  it('moves within its group and into another one, in an order that stays', async () => {
    const a = await mona.call(task.createTask, {}, { job, name: 'A' });
    const b = await mona.call(task.createTask, {}, { job, name: 'B' });
    const c = await mona.call(task.createTask, {}, { job, name: 'C' });
    await mona.call(task.updateTask, { id: c.id }, { order: orderKeyBetween(a.order, b.order, c.id) });
    expect(await namesIn()).toEqual(['A', 'C', 'B']);
    const later = await mona.call(group.createTaskGroup, {}, { job, name: 'Later' });
    await mona.call(task.updateTask, { id: a.id }, { task_group: later.id });
    expect(await namesIn()).toEqual(['C', 'B', 'A']);
    expect((await sentencesOf(app.tx(), 'job', job)).slice(-3)).toEqual([
      'Mona Martin moved task C in job 26-0014.',
      'Mona Martin added task group Later to job 26-0014.',
      'Mona Martin moved task A (task group from Tasks to Later) in job 26-0014.',
    ]);
  });

  it('gives a free key next to one that is taken, and refuses what is no key', async () => {
    const a = await mona.call(task.createTask, {}, { job, name: 'A' });
    await mona.call(task.createTask, {}, { job, name: 'B' });
    const c = await mona.call(task.createTask, {}, { job, name: 'C' });
    const moved = await mona.call(task.updateTask, { id: c.id }, { order: a.order });
    expect(moved.order > a.order).toBe(true);
    expect(await namesIn()).toEqual(['A', 'C', 'B']);
    expect((await mona.refused(task.updateTask, { id: c.id }, { order: '0' })).body).toMatchObject({
      order: ['This is not an order key.'],
    });
  });

  it('does not move into a group of another job', async () => {
    const other = await mona.call(group.createTaskGroup, {}, { job: await makeJob(app.tx()), name: 'Theirs' });
    const made = await mona.call(task.createTask, {}, { job, name: 'A' });
    expect((await mona.refused(task.updateTask, { id: made.id }, { task_group: other.id })).body).toMatchObject({
      task_group: ['Choose a task group of this job.'],
    });
  });

  it('tells two people who edit it apart', async () => {
    const made = await mona.call(task.createTask, {}, { job, name: 'A' });
    await mona.call(task.updateTask, { id: made.id }, { description: 'First' }, { ifMatch: 1 });
    const refused = await mona.refused(task.updateTask, { id: made.id }, { description: 'Second' }, { ifMatch: 1 });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', changed: ['description'], current: { description: 'First', version: 2 } },
    });
  });

  it('is deleted with its milestones and budget, and the job remembers it', async () => {
    const made = await mona.call(task.createTask, {}, { job, template: await template('Construction layout') });
    await mona.call(task.removeTask, { id: made.id });
    for (const table of ['task', 'milestone', 'budget_entry'] as const)
      expect(await app.tx().selectFrom(table).select('id').where('job', '=', job).execute(), table).toEqual([]);
    expect((await sentencesOf(app.tx(), 'job', job)).at(-1)).toBe(
      'Mona Martin deleted task Construction layout with its 3 milestones from job 26-0014.',
    );
  });

  it('takes only account codes the firm has', async () => {
    expect((await mona.refused(task.createTask, {}, { job, name: 'A', account_code: '9999' })).body).toHaveProperty('account_code');
    expect((await mona.call(task.createTask, {}, { job, name: 'A', account_code: '4010' })).account_code).toBe('4010');
  });
});

describe('who may change work', () => {
  it('a manager who neither manages nor leads the job may not, an admin and a lead may', async () => {
    const theirs = await makeJob(app.tx(), { manager: 'alice' });
    const refused = await mona.refused(task.createTask, {}, { job: theirs, name: 'A' });
    expect(refused).toMatchObject({
      status: 403,
      body: { detail: 'Only its project manager, its leads and Jobs Admins may change this job.' },
    });
    const led = await makeJob(app.tx(), { manager: 'alice', leads: ['mona'] });
    await mona.call(task.createTask, {}, { job: led, name: 'A' });
    await (await app.as('alice')).call(task.createTask, {}, { job, name: 'A' });
  });

  it('nobody changes the work of a closed job or of a promoted quote', async () => {
    const closed = await makeJob(app.tx(), { state: 'CLOSED' });
    const refused = await mona.refused(task.createTask, {}, { job: closed, name: 'A' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'LOCKED', detail: 'This job is CLOSED; reopen it first.' } });
    const quote = await makeQuote(app.tx(), { state: 'ACCEPTED' });
    const made = await mona.call(task.createTask, {}, { quote, name: 'A' });
    await app.tx().updateTable('job').set({ quote }).where('id', '=', job).execute();
    expect(await mona.refused(task.updateTask, { id: made.id }, { name: 'B' })).toMatchObject({
      status: 409,
      body: { code: 'LOCKED', detail: 'This quote has become job 26-0014 and is read-only.' },
    });
    expect((await mona.refused(task.removeTask, { id: made.id })).status).toBe(409);
  });
});
