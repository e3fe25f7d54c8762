import * as budget from '@dmse/contract/work/budget';
import * as milestone from '@dmse/contract/work/milestone';
import * as task from '@dmse/contract/work/task';
import { orderKeyBetween } from '@dmse/domain/work/order-key';
import type { TestClient } from '@dmse/testkit/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeIssue, makeJob } from '../../../testing/fixtures/work-fixture.ts';
import { type CommittedApp, startCommittedApp } from '../../../testing/test-app.ts';

let app: CommittedApp;
let mona: TestClient;
let alice: TestClient;
let job: number;

beforeAll(async () => {
  app = await startCommittedApp('work_race');
  mona = await app.as('mona');
  alice = await app.as('alice');
});
afterAll(() => app.close());
beforeEach(async () => {
  job = await app.db.write((tx) => makeJob(tx));
});

async function makeMilestones(names: string[], is_parallel = false) {
  const made = await mona.call(task.createTask, {}, { job, name: 'Survey', milestones: names.map((name) => ({ name, is_parallel })) });
  return made.milestones;
}

async function readyNames(): Promise<string[]> {
  return (await mona.call(milestone.listMilestones, { job, is_blocked: false, ordering: 'name' })).results.map(({ name }) => name);
}

describe('at the same moment', () => {
  it('people moving different rows into the same gap all keep their move', async () => {
    const names = Array.from({ length: 10 }, (_, at) => `Task ${at}`);
    const rows = [];
    for (const name of names) rows.push(await mona.call(task.createTask, {}, { job, name }));
    const [first, second, ...others] = rows;
    const moves = others.map((row, at) => {
      const order = orderKeyBetween(first!.order, second!.order, row.id);
      return (at % 2 ? mona : alice).send(task.updateTask, { id: row.id }, { order }, { ifMatch: row.version });
    });
    expect((await Promise.all(moves)).map(({ status }) => status)).toEqual(others.map(() => 200));
    const { results } = await mona.call(task.listTasks, { job });
    expect([results[0]!.name, results.at(-1)!.name]).toEqual(['Task 0', 'Task 1']);
    expect(new Set(results.map(({ order }) => order)).size).toBe(10);
    expect(results.map(({ name }) => name).toSorted()).toEqual(names);
  });

  it('two who ask for the very same key stand beside each other', async () => {
    const [a, , c, d] = await makeMilestones(['A', 'B', 'C', 'D'], true);
    const order = `${a!.order}V1`;
    const answers = await Promise.all([
      mona.call(milestone.updateMilestone, { id: c!.id }, { order }),
      alice.call(milestone.updateMilestone, { id: d!.id }, { order }),
    ]);
    expect(new Set(answers.map((answer) => answer.order)).size).toBe(2);
    const [found] = (await mona.call(task.listTasks, { job })).results;
    expect(found!.milestones.map(({ name }) => name).toSorted()).toEqual(['A', 'B', 'C', 'D']);
    expect([found!.milestones[0]!.name, found!.milestones[3]!.name]).toEqual(['A', 'B']);
  });

  it('the last two a milestone waits for are done by two people: it is ready', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [a, b, c] = await makeMilestones([`A${round}`, `B${round}`, `C${round}`], true);
      await mona.call(milestone.updateMilestone, { id: c!.id }, { depends_on: [a!.id, b!.id] });
      await Promise.all([
        mona.call(milestone.updateMilestone, { id: a!.id }, { state: 'done' }),
        alice.call(milestone.updateMilestone, { id: b!.id }, { state: 'done' }),
      ]);
      expect(await readyNames()).toContain(`C${round}`);
    }
  });

  it('an issue is resolved while what a milestone waits for is being done: it is ready', async () => {
    const [a] = await makeMilestones(['A']);
    const waiting = await mona.call(task.createTask, {}, { job, name: 'Plan', milestones: [{ name: 'B' }] });
    await mona.call(milestone.updateMilestone, { id: waiting.milestones[0]!.id }, { depends_on: [a!.id] });
    const issue = await app.db.write((tx) => makeIssue(tx, job, waiting.id));
    let resolve = () => {};
    const gate = new Promise<void>((done) => (resolve = done));
    const resolving = app.db.write(async (tx) => {
      await tx.updateTable('memo').set({ is_resolved: true }).where('id', '=', issue).execute();
      await gate;
    });
    await new Promise((done) => setTimeout(done, 100));
    const doing = mona.call(milestone.updateMilestone, { id: a!.id }, { state: 'done' });
    await new Promise((done) => setTimeout(done, 200));
    resolve();
    await Promise.all([resolving, doing]);
    expect(await readyNames()).toEqual(['B']);
  });

  it('people filling different cells all find theirs in the budget; of the same cell one row is left', async () => {
    const [a, b] = await makeMilestones(['A', 'B'], true);
    const roles = await app.db.read((tx) => tx.selectFrom('job_role').select('id').orderBy('id').execute());
    const fill = roles.flatMap(({ id: job_role }, at) => [
      (at % 2 ? mona : alice).send(budget.setBudgetCells, {}, { job, cells: [{ milestone: a!.id, job_role, minutes: 60 + at }] }),
      (at % 2 ? alice : mona).send(
        budget.setBudgetCells,
        {},
        { job, cells: [{ milestone: b!.id, job_role: roles[0]!.id, minutes: at + 1 }] },
      ),
    ]);
    expect((await Promise.all(fill)).every(({ status }) => status === 200)).toBe(true);
    const { results } = await mona.call(budget.listBudget, { job });
    const ofA = results.filter((row) => row.milestone === a!.id);
    expect(ofA.map((row) => row.minutes)).toEqual(roles.map((_, at) => 60 + at));
    expect(results.filter((row) => row.milestone === b!.id)).toHaveLength(1);
  });

  it('scaling while somebody types: the sum is what the last of them left, and no row is half of each', async () => {
    const [a, b] = await makeMilestones(['A', 'B'], true);
    const [role] = await app.db.read((tx) => tx.selectFrom('job_role').select('id').orderBy('id').limit(1).execute());
    const cells = [a!, b!].map(({ id }) => ({ milestone: id, job_role: role!.id, minutes: 600 }));
    await mona.call(budget.setBudgetCells, {}, { job, cells });
    await Promise.all([
      mona.call(budget.scaleBudget, {}, { job, total: 100_000 }),
      alice.call(budget.setBudgetCells, {}, { job, cells: [{ milestone: a!.id, job_role: role!.id, minutes: 60 }] }),
    ]);
    const [first, second] = (await mona.call(budget.listBudget, { job })).results;
    const typedLast = first!.is_scaled === false && first!.amount === first!.rate && second!.amount === 50_000;
    expect(typedLast || first!.amount! + second!.amount! === 100_000).toBe(true);
  });

  it('two people who would together make a loop: one of them is refused', async () => {
    const [a, b] = await makeMilestones(['A', 'B'], true);
    const answers = await Promise.all([
      mona.send(milestone.updateMilestone, { id: a!.id }, { depends_on: [b!.id] }),
      alice.send(milestone.updateMilestone, { id: b!.id }, { depends_on: [a!.id] }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});
