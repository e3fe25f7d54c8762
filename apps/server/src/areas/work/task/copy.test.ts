import { createTimeEntry } from '@dmse/contract/time/entry';
import * as budget from '@dmse/contract/work/budget';
import * as milestone from '@dmse/contract/work/milestone';
import * as task from '@dmse/contract/work/task';
import { onTask } from '@dmse/testkit/builders/time-entry';
import type { TestClient } from '@dmse/testkit/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { employ, makeTimedJob } from '../../../testing/fixtures/time-fixture.ts';
import { makeJob, makeQuote, sentencesOf } from '../../../testing/fixtures/work-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();
let mona: TestClient;
let job: number;
let quote: number;

beforeEach(async () => {
  mona = await app.as('mona');
  job = await makeJob(app.tx(), { num: '26-0014' });
  quote = await makeQuote(app.tx(), { num: 'Q26-0003' });
});

async function fromTemplate(owner: { job: number } | { quote: number }, name = 'Boundary survey') {
  const { id } = await app.tx().selectFrom('task_template').select('id').where('name', '=', name).executeTakeFirstOrThrow();
  return mona.call(task.createTask, {}, { ...owner, template: id });
}

describe('copying', () => {
  it('tasks from a quote to a job come with milestones, what they wait for and budget, to be done anew', async () => {
    const one = await fromTemplate({ quote });
    const two = await fromTemplate({ quote }, 'Construction layout');
    const last = one.milestones.at(-1)!;
    await mona.call(milestone.updateMilestone, { id: two.milestones[0]!.id }, { depends_on: [last.id], due_date: '2026-03-10' });
    await mona.call(milestone.updateMilestone, { id: one.milestones[0]!.id }, { state: 'done' });
    await mona.call(budget.scaleBudget, {}, { quote, total: 777777 });
    const { tasks } = await mona.call(task.copyTasks, {}, { tasks: [two.id, one.id], job });
    expect(tasks.map(({ name, job: owner, version }) => [name, owner, version])).toEqual([
      ['Boundary survey', job, 1],
      ['Construction layout', job, 1],
    ]);
    expect(tasks.reduce((sum, { budget_amount }) => sum + (budget_amount ?? 0), 0)).toBe(777777);
    expect(tasks[0]!.milestones.map(({ state, done_on }) => [state, done_on])).toEqual(Array(6).fill(['open', null]));
    expect(tasks[1]!.milestones[0]).toMatchObject({ depends_on: [tasks[0]!.milestones.at(-1)!.id], due_date: null });
    expect((await sentencesOf(app.tx(), 'job', job)).at(-1)).toBe('Mona Martin copied 2 tasks from quote Q26-0003 to job 26-0014.');
    const { results } = await mona.call(budget.listBudget, { job });
    expect(results.every(({ is_scaled, rate_rule }) => is_scaled && rate_rule?.startsWith('Rate of the role'))).toBe(true);
  });

  it('within a job a task stays in its group, behind the others', async () => {
    const made = await fromTemplate({ job });
    const { tasks } = await mona.call(task.copyTasks, {}, { tasks: [made.id], job });
    expect(tasks[0]).toMatchObject({ task_group: made.task_group, name: made.name });
    expect((await mona.call(task.listTasks, { job })).results.map(({ id }) => id)).toEqual([made.id, tasks[0]!.id]);
    expect((await sentencesOf(app.tx(), 'job', job)).at(-1)).toBe('Mona Martin copied task Boundary survey to job 26-0014.');
  });

  it('milestones go to the end of a task, with their budget', async () => {
    const from = await fromTemplate({ quote });
    const into = await mona.call(task.createTask, {}, { job, name: 'Survey', milestones: [{ name: 'Kick-off' }] });
    const { milestones } = await mona.call(
      milestone.copyMilestones,
      {},
      { milestones: from.milestones.slice(1, 3).map(({ id }) => id), task: into.id },
    );
    expect(milestones.map(({ name }) => name)).toEqual(['Field work', 'Calculations']);
    const after = await mona.call(task.getTask, { id: into.id });
    expect(after).toMatchObject({
      budget_minutes: 960 + 360,
      milestones: [{ name: 'Kick-off' }, { name: 'Field work' }, { name: 'Calculations' }],
    });
    expect((await sentencesOf(app.tx(), 'job', job)).at(-1)).toBe(
      'Mona Martin copied 2 milestones from quote Q26-0003 to task Survey of job 26-0014.',
    );
  });

  it('is refused into what one may not change, and of what is gone', async () => {
    const made = await fromTemplate({ job });
    const theirs = await makeJob(app.tx(), { manager: 'alice' });
    expect((await mona.refused(task.copyTasks, {}, { tasks: [made.id], job: theirs })).status).toBe(403);
    expect((await mona.refused(task.copyTasks, {}, { tasks: [2_000_000_000], job })).body).toMatchObject({
      tasks: ['One of these tasks is gone.'],
    });
    expect((await mona.refused(milestone.copyMilestones, {}, { milestones: [2_000_000_000], task: made.id })).body).toHaveProperty(
      'milestones',
    );
  });
});

describe('reports', () => {
  async function lines(who: TestClient, report: (typeof task.TASK_REPORTS)[number], more = {}): Promise<string[]> {
    const text = await (await who.call(task.exportTasks, { job, report, ...more })).text();
    return text.trim().split('\r\n');
  }

  it('tasks, milestones due and budget against actual, as CSV; amounts only for whoever may see them', async () => {
    const made = await fromTemplate({ job }, 'Construction layout');
    const [first, second] = made.milestones;
    await mona.call(milestone.updateMilestone, { id: first!.id }, { state: 'done', due_date: '2026-03-02' });
    await mona.call(milestone.updateMilestone, { id: second!.id }, { due_date: '2026-03-09' });
    expect(await lines(mona, 'tasks')).toEqual([
      'Group,Task,Milestone,State,Assignment,Due date,Done on,Done by,Account code,Budgeted hours,Budget',
      'Tasks,Construction layout,,,,,,,4000,13.00,1475.00',
      'Tasks,Construction layout,Calculations,done,,2026-03-02,2026-03-04,Mona Martin,,,',
      'Tasks,Construction layout,Field work,open,,2026-03-09,,,,,',
      'Tasks,Construction layout,Reporting,open,,,,,,,',
    ]);
    expect(await lines(mona, 'milestones due')).toEqual([
      'Due date,Group,Task,Milestone,Assignment,Ready',
      '2026-03-09,Tasks,Construction layout,Field work,,yes',
    ]);
    expect(await lines(mona, 'milestones due', { due_before: '2026-03-09' })).toHaveLength(1);
    expect(await lines(mona, 'budget vs actual')).toEqual([
      'Group,Task,Budgeted hours,Actual hours,Budget,Actual,Remaining',
      'Tasks,Construction layout,13.00,0.00,1475.00,0.00,1475.00',
    ]);
    const joe = await app.as('joe');
    expect((await lines(joe, 'budget vs actual'))[1]).toBe('Tasks,Construction layout,13.00,0.00');
    expect((await lines(joe, 'tasks')).join()).not.toContain('1475');
  });

  it('time detail, entry by entry; a quote has none, and Joe gets the hours without the amounts', async () => {
    const place = await makeTimedJob(app.tx());
    await employ(app.tx(), 'joe', { supervisor: 'mona' });
    const joe = await app.as('joe');
    const on = onTask(place.job, place.task);
    await joe.call(createTimeEntry, {}, { ...on, date: '2026-03-03', minutes: 90, note: 'Calcs' });
    await joe.call(createTimeEntry, {}, { ...on, date: '2026-03-02', minutes: 30, is_billable: false, note: 'Redone, ours' });
    const { name } = await mona.call(task.getTask, { id: place.task });
    expect(await lines(mona, 'time detail', { job: place.job })).toEqual([
      'Date,Person,Task,Milestone,Hours,Billable,Note,Amount',
      `2026-03-02,Joe Jardine,${name},,0.50,no,"Redone, ours",0.00`,
      `2026-03-03,Joe Jardine,${name},,1.50,yes,Calcs,187.50`,
    ]);
    expect((await lines(joe, 'time detail', { job: place.job }))[2]).toBe(`2026-03-03,Joe Jardine,${name},,1.50,yes,Calcs`);
    expect(await (await mona.call(task.exportTasks, { quote, report: 'time detail' })).text()).not.toContain('2026');
  });
});
