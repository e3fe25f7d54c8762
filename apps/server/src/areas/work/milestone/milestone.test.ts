import * as milestone from '@dmse/contract/work/milestone';
import * as task from '@dmse/contract/work/task';
import type { TestClient } from '@dmse/testkit/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeIssue, makeJob, makeQuote, sentencesOf } from '../../../testing/fixtures/work-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();
let mona: TestClient;
let joe: TestClient;
let joeId: number;
let job: number;

beforeEach(async () => {
  mona = await app.as('mona');
  joe = await app.as('joe');
  joeId = (await app.tx().selectFrom('app_user').select('id').where('username', '=', 'joe').executeTakeFirstOrThrow()).id;
  job = await makeJob(app.tx(), { num: '26-0014' });
});

type Given = { name: string; is_parallel?: boolean; assigned_user?: number; due_date?: string };

async function makeTask(...milestones: Given[]) {
  const made = await mona.call(task.createTask, {}, { job, name: 'Survey', milestones });
  return { id: made.id, ids: made.milestones.map(({ id }) => id) };
}

async function readyNames(): Promise<string[]> {
  return (await mona.call(milestone.listMilestones, { job, is_blocked: false, ordering: 'name' })).results.map(({ name }) => name);
}

describe('a milestone', () => {
  it('is done by somebody at some time, and open again by nobody', async () => {
    const { ids } = await makeTask({ name: 'Field work' });
    const done = await mona.call(milestone.updateMilestone, { id: ids[0]! }, { state: 'done' }, { ifMatch: 1 });
    expect(done).toMatchObject({
      state: 'done',
      done_on: app.clock.now,
      done_by: { full_name: 'Mona Martin' },
      is_blocked: true,
      version: 2,
    });
    app.clock.now = '2026-03-04T16:00:00.000Z';
    const again = await mona.call(milestone.updateMilestone, { id: ids[0]! }, { state: 'done' });
    expect(again).toMatchObject({ done_on: '2026-03-04T15:00:00.000Z', version: 2 });
    const skipped = await mona.call(milestone.updateMilestone, { id: ids[0]! }, { state: 'skipped' });
    expect(skipped).toMatchObject({ done_on: null, done_by: null });
    expect((await sentencesOf(app.tx(), 'job', job)).slice(1)).toEqual([
      'Mona Martin changed milestone Field work of task Survey (state from open to done) in job 26-0014.',
      'Mona Martin changed milestone Field work of task Survey (state from done to skipped) in job 26-0014.',
    ]);
  });

  it('is added, assigned, dated and deleted, told by names', async () => {
    const { id, ids } = await makeTask({ name: 'Research' });
    const made = await mona.call(milestone.createMilestone, {}, { task: id, name: 'Field work' });
    const patched = await mona.call(
      milestone.updateMilestone,
      { id: made.id },
      { assigned_user: joeId, due_date: '2026-03-09', depends_on: ids },
    );
    expect(patched).toMatchObject({ assigned_user: { full_name: 'Joe Jardine' }, due_date: '2026-03-09', depends_on: ids });
    await mona.call(milestone.updateMilestone, { id: made.id }, { assigned_user: null });
    await mona.call(milestone.removeMilestone, { id: made.id });
    expect((await sentencesOf(app.tx(), 'job', job)).slice(1)).toEqual([
      'Mona Martin added milestone Field work to task Survey of job 26-0014.',
      'Mona Martin changed milestone Field work of task Survey (due date to 9 Mar 2026; assignment to Joe Jardine and waits for to Research) in job 26-0014.',
      'Mona Martin changed milestone Field work of task Survey (assignment (was Joe Jardine)) in job 26-0014.',
      'Mona Martin deleted milestone Field work of task Survey from job 26-0014.',
    ]);
  });

  it('refuses people who are not there, strange templates and tasks of other jobs', async () => {
    const { ids } = await makeTask({ name: 'A' });
    const other = await mona.call(task.createTask, {}, { job: await makeJob(app.tx()), name: 'Other' });
    const call = (body: object) => mona.refused(milestone.updateMilestone, { id: ids[0]! }, body);
    expect((await call({ assigned_user: 2_000_000_000 })).body).toHaveProperty('assigned_user');
    expect((await call({ template: 2_000_000_000 })).body).toHaveProperty('template');
    expect((await call({ task: other.id })).body).toMatchObject({
      task: ['Choose a task of the same job; to another one it can be copied.'],
    });
    expect((await mona.refused(milestone.createMilestone, {}, { task: 2_000_000_000, name: 'x' })).body).toMatchObject({
      task: ['There is no such task.'],
    });
  });

  it('moves into another task of the job, to its end unless a place is named', async () => {
    const one = await makeTask({ name: 'A' }, { name: 'B' });
    const two = await makeTask({ name: 'C' });
    await mona.call(milestone.updateMilestone, { id: one.ids[0]! }, { task: two.id });
    expect((await mona.call(task.getTask, { id: two.id })).milestones.map(({ name }) => name)).toEqual(['C', 'A']);
    expect(await readyNames()).toEqual(['B', 'C']);
    expect((await sentencesOf(app.tx(), 'job', job)).at(-1)).toBe('Mona Martin moved milestone A of task Survey in job 26-0014.');
  });
});

describe('changeMilestones', () => {
  const facts = async (id: number) =>
    (await mona.call(task.getTask, { id })).milestones.map(({ name, state, due_date, assigned_user }) => [
      name,
      state,
      due_date,
      assigned_user?.full_name,
    ]);

  it('many milestones: are assigned, dated, set and moved at once, each told in the history', async () => {
    const one = await makeTask({ name: 'A' }, { name: 'B' });
    const two = await makeTask({ name: 'C' });
    const patch = { version: 1, state: 'done', due_date: '2026-03-09', assigned_user: joeId, task: two.id } as const;
    const answer = await mona.call(milestone.changeMilestones, {}, { changes: one.ids.map((id) => ({ id, ...patch })) });
    expect(answer.refused).toEqual([]);
    expect(answer.milestones.map(({ name, version }) => [name, version])).toEqual([
      ['A', 2],
      ['B', 2],
    ]);
    expect(await facts(two.id)).toEqual([
      ['C', 'open', null, undefined],
      ['A', 'done', '2026-03-09', 'Joe Jardine'],
      ['B', 'done', '2026-03-09', 'Joe Jardine'],
    ]);
    expect((await sentencesOf(app.tx(), 'job', job)).filter((sentence) => sentence.includes('changed milestone'))).toHaveLength(2);
  });

  it('many milestones: one that somebody else has changed in the same field stays and is named; the others are changed', async () => {
    const { id, ids } = await makeTask({ name: 'A' }, { name: 'B' }, { name: 'C' });
    await mona.call(milestone.updateMilestone, { id: ids[0]! }, { due_date: '2026-03-20' });
    await mona.call(milestone.updateMilestone, { id: ids[1]! }, { state: 'done' });
    const changes = ids.map((one) => ({ id: one, version: 1, due_date: '2026-03-09' }));
    const answer = await mona.call(milestone.changeMilestones, {}, { changes });
    expect(answer.refused).toEqual([{ id: ids[0], detail: 'Somebody else changed this milestone since you opened it.' }]);
    expect((await facts(id)).map(([, , due]) => due)).toEqual(['2026-03-20', '2026-03-09', '2026-03-09']);
  });

  it('many milestones: each needs what it needs alone, and where all are refused nothing is changed', async () => {
    const { id, ids } = await makeTask({ name: 'Mine', assigned_user: joeId }, { name: 'Theirs' });
    const changes = ids.map((one) => ({ id: one, version: 1, state: 'done' as const }));
    const { refused } = await joe.call(milestone.changeMilestones, {}, { changes });
    expect(refused).toEqual([
      { id: ids[1], detail: 'Only the person assigned to this milestone and those who run its job may change it.' },
    ]);
    const gone = [{ id: 2_000_000_000, version: 1, state: 'done' as const }];
    expect((await mona.refused(milestone.changeMilestones, {}, { changes: gone })).status).toBe(404);
    const theirs = await joe.refused(milestone.changeMilestones, {}, { changes: [{ id: ids[1]!, version: 1, assigned_user: joeId }] });
    expect(theirs.status).toBe(403);
    expect((await facts(id)).map(([name, state]) => [name, state])).toEqual([
      ['Mine', 'done'],
      ['Theirs', 'open'],
    ]);
  });

  it('many milestones: a move that would close a loop is refused and taken back, the others are done', async () => {
    const one = await makeTask({ name: 'A' });
    const two = await makeTask({ name: 'B' }, { name: 'C' });
    await mona.call(milestone.updateMilestone, { id: one.ids[0]! }, { depends_on: [two.ids[0]!] });
    const changes = [
      { id: two.ids[0]!, version: 1, task: one.id },
      { id: two.ids[1]!, version: 1, task: one.id, due_date: '2026-03-09' },
    ];
    const answer = await mona.call(milestone.changeMilestones, {}, { changes });
    expect(answer.refused).toEqual([{ id: two.ids[0], detail: expect.stringContaining('A') }]);
    expect((await facts(one.id)).map(([name]) => name)).toEqual(['A', 'C']);
    expect((await facts(two.id)).map(([name]) => name)).toEqual(['B']);
  });

  it('milestone: a date of the year 1 is refused in words, alone and among many', async () => {
    const { ids } = await makeTask({ name: 'A' });
    const said = 'Use a date from 1800-01-01 to 2199-12-31.';
    const alone = await mona.refused(milestone.updateMilestone, { id: ids[0]! }, { due_date: '0001-01-01' });
    expect([alone.status, alone.body]).toEqual([400, expect.objectContaining({ due_date: [said] })]);
    const changes = [{ id: ids[0]!, version: 1, due_date: '0001-01-01' }];
    const many = await mona.refused(milestone.changeMilestones, {}, { changes });
    expect([many.status, JSON.stringify(many.body)]).toEqual([400, expect.stringContaining(said)]);
  });

  it('milestone: is assigned only to people who may open the job', async () => {
    const { ids } = await makeTask({ name: 'A' });
    const chelsea = await app.tx().selectFrom('app_user').select('id').where('username', '=', 'chelsea').executeTakeFirstOrThrow();
    const refused = await mona.refused(milestone.updateMilestone, { id: ids[0]! }, { assigned_user: chelsea.id });
    expect(refused.body).toMatchObject({ assigned_user: [expect.stringContaining('may not open jobs')] });
  });
});

describe('somebody who is only assigned', () => {
  it('says how far it is and by when, and describes the task', async () => {
    const { id, ids } = await makeTask({ name: 'Field work', assigned_user: joeId });
    expect((await joe.call(milestone.updateMilestone, { id: ids[0]! }, { due_date: '2026-03-10' })).due_date).toBe('2026-03-10');
    expect((await joe.call(milestone.updateMilestone, { id: ids[0]! }, { state: 'done' })).done_by?.full_name).toBe('Joe Jardine');
    expect((await joe.call(task.updateTask, { id }, { description: 'Two days' })).description).toBe('Two days');
  });

  it('and nothing else', async () => {
    const { id, ids } = await makeTask({ name: 'Field work', assigned_user: joeId }, { name: 'Theirs' });
    const sentence = 'You may change the state and the due date of a milestone assigned to you; the rest is for those who run its job.';
    for (const body of [{ name: 'x' }, { assigned_user: null }, { due_date: '2026-03-10', shift_dependants: true }, { depends_on: [] }])
      expect(await joe.refused(milestone.updateMilestone, { id: ids[0]! }, body)).toMatchObject({
        status: 403,
        body: { detail: sentence },
      });
    expect((await joe.refused(milestone.updateMilestone, { id: ids[1]! }, { state: 'done' })).status).toBe(403);
    expect((await joe.refused(task.updateTask, { id }, { name: 'x' })).status).toBe(403);
    expect((await joe.refused(task.updateTask, { id }, { add_milestone: { name: 'x' } })).status).toBe(403);
    expect((await joe.refused(milestone.removeMilestone, { id: ids[0]! })).status).toBe(403);
  });

  it('not after the job was closed', async () => {
    const { ids } = await makeTask({ name: 'Field work', assigned_user: joeId });
    await app.tx().updateTable('job').set({ state: 'CLOSED' }).where('id', '=', job).execute();
    expect(await joe.refused(milestone.updateMilestone, { id: ids[0]! }, { state: 'done' })).toMatchObject({
      status: 409,
      body: { code: 'LOCKED' },
    });
  });
});

describe('what is ready', () => {
  it('is the first of a task, until it is done or skipped; parallel ones are ready at once', async () => {
    const { ids } = await makeTask({ name: 'A' }, { name: 'B' }, { name: 'C' }, { name: 'P', is_parallel: true });
    expect(await readyNames()).toEqual(['A', 'P']);
    await mona.call(milestone.updateMilestone, { id: ids[0]! }, { state: 'done' });
    expect(await readyNames()).toEqual(['B', 'P']);
    await mona.call(milestone.updateMilestone, { id: ids[1]! }, { state: 'skipped' });
    expect(await readyNames()).toEqual(['C', 'P']);
    await mona.call(milestone.updateMilestone, { id: ids[0]! }, { state: 'open' });
    expect(await readyNames()).toEqual(['A', 'C', 'P']);
  });

  it('waits for what it was told to wait for, also in another task, and for nothing when told so', async () => {
    const one = await makeTask({ name: 'A' }, { name: 'B' });
    const two = await makeTask({ name: 'C' }, { name: 'D' });
    await mona.call(milestone.updateMilestone, { id: two.ids[0]! }, { depends_on: [one.ids[1]!] });
    await mona.call(milestone.updateMilestone, { id: two.ids[1]! }, { depends_on: [] });
    expect(await readyNames()).toEqual(['A', 'D']);
    for (const id of one.ids) await mona.call(milestone.updateMilestone, { id }, { state: 'done' });
    expect(await readyNames()).toEqual(['C', 'D']);
    await mona.call(milestone.updateMilestone, { id: two.ids[1]! }, { depends_on: null });
    expect(await readyNames()).toEqual(['C']);
  });

  it('follows the order: what is moved to the front is ready, what is deleted is waited for no longer', async () => {
    const { ids } = await makeTask({ name: 'A' }, { name: 'B' }, { name: 'C' });
    await mona.call(milestone.updateMilestone, { id: ids[2]! }, { order: 'Zz1' });
    expect(await readyNames()).toEqual(['C']);
    await mona.call(milestone.removeMilestone, { id: ids[2]! });
    expect(await readyNames()).toEqual(['A']);
  });

  it('is nothing while the job is closed, and everything again when it is reopened', async () => {
    await makeTask({ name: 'A' });
    await app.tx().updateTable('job').set({ state: 'CLOSED' }).where('id', '=', job).execute();
    expect(await readyNames()).toEqual([]);
    await app.tx().updateTable('job').set({ state: 'IN PROGRESS' }).where('id', '=', job).execute();
    expect(await readyNames()).toEqual(['A']);
  });

  it('an issue on the job stops all of it, one on a task that task, until it is resolved', async () => {
    const one = await makeTask({ name: 'A' });
    await makeTask({ name: 'B' });
    const onTask = await makeIssue(app.tx(), job, one.id);
    expect(await readyNames()).toEqual(['B']);
    const onJob = await makeIssue(app.tx(), job);
    expect(await readyNames()).toEqual([]);
    await app.tx().updateTable('memo').set({ is_resolved: true }).where('id', '=', onJob).execute();
    expect(await readyNames()).toEqual(['B']);
    await app.tx().updateTable('memo').set({ is_issue: false }).where('id', '=', onTask).execute();
    expect(await readyNames()).toEqual(['A', 'B']);
  });

  it('is nothing of a quote', async () => {
    const quote = await makeQuote(app.tx());
    const made = await mona.call(task.createTask, {}, { quote, name: 'Survey', milestones: [{ name: 'A' }] });
    expect(made.milestones[0]?.is_blocked).toBe(true);
    expect((await mona.call(milestone.listMilestones, { task: made.id })).count).toBe(0);
  });
});

describe('the list over all jobs', () => {
  it('is searched by words of the job, the task and the milestone, in any order and without accents', async () => {
    await mona.call(task.createTask, {}, { job, name: 'Levé topographique', milestones: [{ name: 'Relevé' }, { name: 'Dessin' }] });
    await makeTask({ name: 'Dessin' });
    const find = async (query: string) =>
      (await mona.call(milestone.listMilestones, { query, ordering: 'name' })).results.map((row) => `${row.task_name}/${row.name}`);
    expect(await find('DESSIN leve')).toEqual(['Levé topographique/Dessin']);
    expect(await find('26-0014 dessin')).toHaveLength(2);
    expect(await find('nowhere dessin')).toEqual([]);
  });

  it('comes in the order of the names of tasks, filtered or not, each row on one page', async () => {
    for (const name of ['Plan', 'Field', 'Plan'])
      await mona.call(task.createTask, {}, { job, name, milestones: [{ name: 'A' }, { name: 'B' }] });
    for (const [filter, names] of [
      [{ ordering: 'task_name' }, ['Field', 'Field', 'Plan', 'Plan', 'Plan', 'Plan']],
      [{ ordering: '-task_name', job }, ['Plan', 'Plan', 'Plan', 'Plan', 'Field', 'Field']],
    ] as const) {
      const pages = [];
      for (const page of [1, 2, 3]) pages.push(await mona.call(milestone.listMilestones, { ...filter, page, page_size: 2 }));
      const rows = pages.flatMap(({ results }) => results);
      expect(rows.map((row) => row.task_name)).toEqual(names);
      expect(new Set(rows.map((row) => row.id)).size).toBe(6);
    }
  });

  it('tells whose it is, whether it may be changed, and the memo that matters', async () => {
    const tx = app.tx();
    const { id, ids } = await makeTask({ name: 'Field work', assigned_user: joeId, due_date: '2026-03-09' });
    const one = async (who: TestClient) => (await who.call(milestone.listMilestones, { job })).results.find((row) => row.id === ids[0]);
    expect(await one(mona)).toMatchObject({
      task: id,
      task_name: 'Survey',
      job: {
        num: '26-0014',
        desc: expect.any(String),
        client_name: expect.any(String),
        project_manager: { full_name: 'Mona Martin' },
        can_edit: true,
        is_editable: true,
      },
      last_time_entry_date: null,
      featured_memo_id: null,
      featured_memo_is_active_issue: false,
    });
    expect((await one(joe))?.job).toMatchObject({ can_edit: false, is_editable: true });
    const issue = await makeIssue(tx, job, null, 'No access');
    const memo = { job, title: 'Called the owner', text: '{}', created_on: app.clock.now, updated_on: app.clock.now };
    await tx.insertInto('memo').values(memo).execute();
    expect(await one(mona)).toMatchObject({
      featured_memo_id: issue,
      featured_memo_title: 'No access',
      featured_memo_is_active_issue: true,
    });
    await tx.updateTable('memo').set({ is_resolved: true }).where('id', '=', issue).execute();
    expect(await one(mona)).toMatchObject({ featured_memo_title: 'Called the owner', featured_memo_is_active_issue: false });
  });

  it('is mine, somebody else’s, by manager, by name and by due date', async () => {
    await makeTask({ name: 'A', assigned_user: joeId, due_date: '2026-03-09' }, { name: 'B', due_date: '2026-03-01', is_parallel: true });
    const other = await makeJob(app.tx(), { manager: 'alice' });
    await (await app.as('alice')).call(task.createTask, {}, { job: other, name: 'x', milestones: [{ name: 'C' }] });
    const names = async (who: TestClient, query: object) =>
      (await who.call(milestone.listMilestones, query)).results.map(({ name }) => name);
    const { project_manager } = await app.tx().selectFrom('job').select('project_manager').where('id', '=', job).executeTakeFirstOrThrow();
    expect(await names(joe, { my_assignments: true, is_blocked: false })).toEqual(['A']);
    expect(await names(mona, { my_assignments: true })).toEqual([]);
    expect(await names(mona, { assigned_user: joeId })).toEqual(['A']);
    expect(await names(mona, { project_manager: project_manager!, is_blocked: false })).toEqual(['B', 'A']);
    expect(await names(mona, { name: ['A', 'C'], ordering: '-name' })).toEqual(['C', 'A']);
    expect(await names(mona, { due_before: '2026-03-09' })).toEqual(['B']);
  });
});

describe('waiting for each other', () => {
  it('is refused, naming the loop', async () => {
    const { ids } = await makeTask({ name: 'A' }, { name: 'B' }, { name: 'C' });
    const refused = await mona.refused(milestone.updateMilestone, { id: ids[0]! }, { depends_on: [ids[2]!] });
    expect(refused).toMatchObject({ status: 409, body: { detail: 'These milestones would wait for each other: A → C → B → A.' } });
    expect((await mona.refused(milestone.updateMilestone, { id: ids[0]! }, { depends_on: [ids[0]!] })).body.detail).toContain('A → A');
  });

  it('is refused also when it comes from where a row is moved to, or from what is deleted', async () => {
    const { ids } = await makeTask({ name: 'A' }, { name: 'B' }, { name: 'C' });
    await mona.call(milestone.updateMilestone, { id: ids[1]! }, { depends_on: [] });
    await mona.call(milestone.updateMilestone, { id: ids[0]! }, { depends_on: [ids[2]!] });
    expect((await mona.refused(milestone.removeMilestone, { id: ids[1]! })).body.detail).toContain('A → C → A');
    expect((await mona.refused(milestone.updateMilestone, { id: ids[1]! }, { order: 'zzzzzzz1' })).status).toBe(400);
    expect((await mona.refused(milestone.updateMilestone, { id: ids[1]! }, { order: 'b111' })).body.detail).toContain('A → C → A');
  });

  it('with a milestone of another job is not possible', async () => {
    const { ids } = await makeTask({ name: 'A' });
    const other = await mona.call(task.createTask, {}, { job: await makeJob(app.tx()), name: 'x', milestones: [{ name: 'X' }] });
    const refused = await mona.refused(milestone.updateMilestone, { id: ids[0]! }, { depends_on: [other.milestones[0]!.id] });
    expect(refused.body.detail).toBe('A milestone can wait only for milestones of the same job or quote.');
  });
});

describe('moving a due date', () => {
  it('moves what waits for it by the same working days, and says so', async () => {
    const { ids } = await makeTask(
      { name: 'A', due_date: '2026-03-05' },
      { name: 'B', due_date: '2026-03-06' },
      { name: 'C' },
      { name: 'D', due_date: '2026-03-10' },
      { name: 'E', due_date: '2026-03-10', is_parallel: true },
    );
    await mona.call(milestone.updateMilestone, { id: ids[0]! }, { due_date: '2026-03-09', shift_dependants: true });
    const { results } = await mona.call(milestone.listMilestones, { job, ordering: 'name' });
    expect(results.map(({ name, due_date, version }) => [name, due_date, version])).toEqual([
      ['A', '2026-03-09', 2],
      ['B', '2026-03-10', 2],
      ['C', null, 1],
      ['D', '2026-03-12', 2],
      ['E', '2026-03-10', 1],
    ]);
    expect((await sentencesOf(app.tx(), 'job', job)).at(-1)).toBe(
      'Mona Martin moved the due dates of the 2 milestones waiting for A in job 26-0014.',
    );
    const stale = await mona.refused(milestone.updateMilestone, { id: ids[1]! }, { due_date: '2026-03-20' }, { ifMatch: 1 });
    expect(stale.body).toMatchObject({ code: 'CONFLICT', changed: ['due_date'] });
  });

  it('moves nobody when not asked', async () => {
    const { ids } = await makeTask({ name: 'A', due_date: '2026-03-05' }, { name: 'B', due_date: '2026-03-06' });
    await mona.call(milestone.updateMilestone, { id: ids[0]! }, { due_date: '2026-03-09' });
    expect((await mona.call(milestone.listMilestones, { job, name: ['B'] })).results[0]?.due_date).toBe('2026-03-06');
  });
});
