import * as overhead from '@dmse/contract/time/overhead-code';
import * as budget from '@dmse/contract/work/budget';
import * as milestone from '@dmse/contract/work/milestone';
import * as task from '@dmse/contract/work/task';
import * as group from '@dmse/contract/work/task-group';
import * as template from '@dmse/contract/work/template';
import type { Desk, Example } from './examples.ts';
import { makeJob } from './job-examples.ts';

const makeGroup = async (desk: Desk) => (await desk.me.call(group.createTaskGroup, {}, { job: await makeJob(desk), name: 'Phase 1' })).id;

async function makeTask(desk: Desk): Promise<{ id: number; job: number }> {
  const owner = await makeJob(desk);
  return { id: (await desk.me.call(task.createTask, {}, { job: owner, name: 'Boundary survey' })).id, job: owner };
}

async function makeMilestone(desk: Desk): Promise<{ id: number; job: number }> {
  const of = await makeTask(desk);
  return { id: (await desk.me.call(milestone.createMilestone, {}, { task: of.id, name: 'Field work' })).id, job: of.job };
}

export async function makeRole({ me, tag }: Desk): Promise<number> {
  const rates = [{ valid_from: '2020-01-01', charge_rate: 10_000, cost_rate: 5000 }];
  return (await me.call(template.createJobRole, {}, { name: `Role ${tag()}`, rates })).id;
}

async function makeEntry(desk: Desk): Promise<{ id: number; job: number }> {
  const { id, job } = await makeMilestone(desk);
  const line = { milestone: id, job_role: await makeRole(desk), minutes: 60 };
  return { id: (await desk.me.call(budget.createBudgetEntry, {}, line)).id, job };
}

/** An hour of overhead of this person, approved, on a day of its own. */
async function approveDay({ person, sql }: Desk): Promise<{ from: string; to: string }> {
  const [{ batch, day }] = (await sql<{ batch: number; day: string }>(
    `insert into time_batch ("user", first_day, number, state, created_on, updated_on)
     values ($1, date '2024-01-01' + 7 * floor(random() * 90)::int, 1, 'APPROVED', now(), now()) returning id as batch, first_day::text as day`,
    [person.id],
  )) as [{ batch: number; day: string }];
  await sql(
    `insert into time_entry ("user", date, batch, overhead_code, minutes, is_billable, created_on, updated_on)
     values ($1, $2, $3, (select min(id) from overhead_code), 60, false, now(), now())`,
    [person.id, day, batch],
  );
  return { from: day, to: day };
}

/** For each call about tasks, milestones, budgets and what they are made from: something to do, on records made for it alone. */
export const WORK_EXAMPLES: Record<string, (desk: Desk) => Promise<Example>> = {
  createTaskGroup: async (desk) => ({ input: {}, body: { job: await makeJob(desk), name: 'Phase 1' } }),
  updateTaskGroup: async (desk) => ({ input: { id: await makeGroup(desk) }, body: { name: 'Phase 2' } }),
  removeTaskGroup: async (desk) => ({ input: { id: await makeGroup(desk) } }),
  createTask: async (desk) => ({ input: {}, body: { job: await makeJob(desk), name: 'Survey' } }),
  createTasksFromTemplates: async (desk) => {
    const { id } = await desk.me.call(template.createTaskTemplate, {}, { name: `Drone survey ${desk.tag()}` });
    return { input: {}, body: { job: await makeJob(desk), templates: [id] } };
  },
  updateTask: async (desk) => ({ input: { id: (await makeTask(desk)).id }, body: { description: 'In the wood' } }),
  removeTask: async (desk) => ({ input: { id: (await makeTask(desk)).id } }),
  copyTasks: async (desk) => ({ input: {}, body: { tasks: [(await makeTask(desk)).id], job: await makeJob(desk) } }),
  createMilestone: async (desk) => ({ input: {}, body: { task: (await makeTask(desk)).id, name: 'Field work' } }),
  updateMilestone: async (desk) => ({ input: { id: (await makeMilestone(desk)).id }, body: { due_date: '2026-04-01' } }),
  changeMilestones: async (desk) => ({
    input: {},
    body: { changes: [{ id: (await makeMilestone(desk)).id, version: 1, due_date: '2026-04-01' }] },
  }),
  removeMilestone: async (desk) => ({ input: { id: (await makeMilestone(desk)).id } }),
  copyMilestones: async (desk) => ({
    input: {},
    body: { milestones: [(await makeMilestone(desk)).id], task: (await makeTask(desk)).id },
  }),
  createBudgetEntry: async (desk) => ({
    input: {},
    body: { milestone: (await makeMilestone(desk)).id, job_role: await makeRole(desk), minutes: 60 },
  }),
  updateBudgetEntry: async (desk) => ({ input: { id: (await makeEntry(desk)).id }, body: { minutes: 30 } }),
  removeBudgetEntry: async (desk) => ({ input: { id: (await makeEntry(desk)).id } }),
  setBudgetCells: async (desk) => {
    const { id, job } = await makeMilestone(desk);
    return { input: {}, body: { job, cells: [{ milestone: id, job_role: await makeRole(desk), minutes: 90 }] } };
  },
  scaleBudget: async (desk) => ({ input: {}, body: { job: (await makeEntry(desk)).job, total: 25_000 } }),
  undoScale: async (desk) => {
    const { job } = await makeEntry(desk);
    await desk.me.call(budget.scaleBudget, {}, { job, total: 25_000 });
    return { input: {}, body: { job } };
  },
  createJobRole: async ({ tag }) => ({ input: {}, body: { name: `Role ${tag()}` } }),
  updateJobRole: async (desk) => ({ input: { id: await makeRole(desk) }, body: { position: 7 } }),
  createDisbursementType: async ({ tag }) => ({ input: {}, body: { name: `Drone ${tag()}` } }),
  updateDisbursementType: async ({ me, tag }) => ({
    input: { id: (await me.call(template.createDisbursementType, {}, { name: `Drone ${tag()}` })).id },
    body: { unit: 'day' },
  }),
  createOverheadCode: async ({ tag }) => ({ input: {}, body: { name: `Conference ${tag()}` } }),
  updateOverheadCode: async ({ me, tag }) => ({
    input: { id: (await me.call(overhead.createOverheadCode, {}, { name: `Conference ${tag()}` })).id },
    body: { code: 'CONF' },
  }),
  createPayrollExport: async (desk) => ({ input: {}, body: await approveDay(desk) }),
  createMilestoneTemplate: async ({ tag }) => ({ input: {}, body: { name: `Flight ${tag()}` } }),
  updateMilestoneTemplate: async ({ me, tag }) => ({
    input: { id: (await me.call(template.createMilestoneTemplate, {}, { name: `Flight ${tag()}` })).id },
    body: { is_active: false },
  }),
  createTaskTemplate: async ({ tag }) => ({ input: {}, body: { name: `Drone survey ${tag()}` } }),
  updateTaskTemplate: async ({ me, tag }) => ({
    input: { id: (await me.call(template.createTaskTemplate, {}, { name: `Drone survey ${tag()}` })).id },
    body: { is_active: false },
  }),
};
