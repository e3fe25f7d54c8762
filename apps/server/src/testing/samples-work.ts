import type { Tx } from '../db/database.ts';
import type { Sample } from './samples.ts';
import { makeJob } from './work-steps.ts';

const STAMP = { created_on: '2026-03-04T14:00:00.000Z', updated_on: '2026-03-04T14:00:00.000Z' };
const NOBODY = 2_000_000_000;

/** A job nobody manages: every Jobs Manager may change its work. */
async function group(tx: Tx) {
  const job = await makeJob(tx, { manager: null });
  const values = { job, name: 'Phase 1', order: 'a0', ...STAMP };
  return tx.insertInto('task_group').values(values).returning(['id', 'job']).executeTakeFirstOrThrow();
}

async function task(tx: Tx) {
  const { id: task_group, job } = await group(tx);
  const values = { job, task_group, name: 'Boundary survey', order: 'a01', ...STAMP };
  return tx.insertInto('task').values(values).returning(['id', 'job']).executeTakeFirstOrThrow();
}

/** Assigned to whoever tries, so that a Jobs User has something to touch. */
async function milestone(tx: Tx, actor: number) {
  const { id, job } = await task(tx);
  const values = { job, task: id, name: 'Field work', order: 'a01', assigned_user: actor, ...STAMP };
  return tx.insertInto('milestone').values(values).returning(['id', 'task', 'job']).executeTakeFirstOrThrow();
}

async function entry(tx: Tx, actor: number) {
  const { id, job } = await milestone(tx, actor);
  const { id: job_role } = await tx.selectFrom('job_role').select('id').executeTakeFirstOrThrow();
  const values = { job, milestone: id, job_role, minutes: 60, rate: 10000, amount: 10000, ...STAMP };
  return tx.insertInto('budget_entry').values(values).returning('id').executeTakeFirstOrThrow();
}

const groupSample: Sample = { own: async (tx) => ({ id: (await group(tx)).id }) };
const taskSample: Sample = { own: async (tx, actor) => ({ id: (await milestone(tx, actor)).task }) };
const milestoneSample: Sample = { own: async (tx, actor) => ({ id: (await milestone(tx, actor)).id }) };
const entrySample: Sample = { own: async (tx, actor) => ({ id: (await entry(tx, actor)).id }) };

function named(table: 'job_role' | 'disbursement_type' | 'milestone_template' | 'task_template'): Sample {
  const own = async (tx: Tx) =>
    tx
      .insertInto(table)
      .values({ name: crypto.randomUUID(), ...STAMP })
      .returning('id')
      .executeTakeFirstOrThrow();
  return { own, body: { name: 'Renamed' } };
}

export const WORK_SAMPLES: Record<string, Sample> = {
  createTaskGroup: { body: { job: NOBODY, name: 'Phase 1' } },
  updateTaskGroup: { ...groupSample, body: { name: 'Phase 2' } },
  removeTaskGroup: groupSample,
  createTask: { body: { job: NOBODY, name: 'Survey' } },
  getTask: taskSample,
  updateTask: { ...taskSample, body: { description: 'x' } },
  removeTask: taskSample,
  copyTasks: { body: { tasks: [NOBODY], job: NOBODY } },
  createMilestone: { body: { task: NOBODY, name: 'Field work' } },
  updateMilestone: { ...milestoneSample, body: { due_date: '2026-04-01' } },
  removeMilestone: milestoneSample,
  createBudgetEntry: { body: { milestone: NOBODY, job_role: NOBODY } },
  updateBudgetEntry: { ...entrySample, body: { minutes: 30 } },
  removeBudgetEntry: entrySample,
  setBudgetCells: { body: { job: NOBODY, cells: [{ milestone: NOBODY, job_role: NOBODY, minutes: 30 }] } },
  previewScale: { body: { job: NOBODY, total: 100 } },
  scaleBudget: { body: { job: NOBODY, total: 100 } },
  undoScale: { body: { job: NOBODY } },
  createJobRole: { body: { name: 'Drone pilot' } },
  updateJobRole: named('job_role'),
  createDisbursementType: { body: { name: 'Drone' } },
  updateDisbursementType: named('disbursement_type'),
  createMilestoneTemplate: { body: { name: 'Flight' } },
  updateMilestoneTemplate: named('milestone_template'),
  createTaskTemplate: { body: { name: 'Drone survey' } },
  updateTaskTemplate: named('task_template'),
  copyMilestones: { body: { milestones: [NOBODY], task: NOBODY } },
};
