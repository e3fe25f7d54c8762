import { ADMIN, type Sample, type Scene, STAMPS } from '../fixtures/scene.ts';
import { makeProject } from './samples-jobs.ts';

async function makeGroup(scene: Scene) {
  const job = await makeProject(scene, 'job');
  const values = { job, name: 'Phase 1', order: 'a01', ...STAMPS };
  return scene.tx.insertInto('task_group').values(values).returning(['id', 'job']).executeTakeFirstOrThrow();
}

export async function makeTask(scene: Scene) {
  const { id: task_group, job } = await makeGroup(scene);
  const values = { job, task_group, name: 'Boundary survey', order: 'a01', ...STAMPS };
  return scene.tx.insertInto('task').values(values).returning(['id', 'job', 'task_group']).executeTakeFirstOrThrow();
}

/** Assigned to the owner, so that a Jobs User has something to touch. */
async function makeMilestone(scene: Scene) {
  const { id, job } = await makeTask(scene);
  const values = { job, task: id, name: 'Field work', order: 'a01', assigned_user: scene.owner, ...STAMPS };
  return scene.tx.insertInto('milestone').values(values).returning(['id', 'task', 'job']).executeTakeFirstOrThrow();
}

async function someRole({ tx }: Scene): Promise<number> {
  return (await tx.selectFrom('job_role').select('id').executeTakeFirstOrThrow()).id;
}

async function someTemplate({ tx }: Scene): Promise<number> {
  return (await tx.selectFrom('task_template').select('id').executeTakeFirstOrThrow()).id;
}

async function makeEntry(scene: Scene) {
  const { id, job } = await makeMilestone(scene);
  const values = { job, milestone: id, job_role: await someRole(scene), minutes: 60, rate: 10000, amount: 10000, ...STAMPS };
  return scene.tx.insertInto('budget_entry').values(values).returning(['id', 'job']).executeTakeFirstOrThrow();
}

/** A budget that was scaled once, to the total it had already: nothing but the scaling itself is there to be taken back. */
async function makeScaled(scene: Scene): Promise<{ job: number | null }> {
  const { job } = await makeEntry(scene);
  const values = { job, entries: '[]', created_on: STAMPS.created_on, created_by: scene.owner };
  await scene.tx.insertInto('budget_snapshot').values(values).execute();
  return { job };
}

const group = { own: async (scene: Scene) => ({ id: (await makeGroup(scene)).id }) };
const task = { own: async (scene: Scene) => ({ id: (await makeMilestone(scene)).task }) };
const milestone = { own: async (scene: Scene) => ({ id: (await makeMilestone(scene)).id }) };
const entry = { own: async (scene: Scene) => ({ id: (await makeEntry(scene)).id }) };
const ofJob: Sample = { own: async (scene) => ({ job: (await makeEntry(scene)).job }), theirs: 'everyone' };

/** Work on a job names the job in its body. */
function inJob(more: object = {}): Sample {
  return { body: async (scene: Scene) => ({ job: (await makeEntry(scene)).job, ...more }), theirs: ADMIN };
}

function named(table: 'job_role' | 'disbursement_type' | 'milestone_template' | 'task_template' | 'overhead_code'): Sample {
  const own = async ({ tx }: Scene) =>
    tx
      .insertInto(table)
      .values({ name: crypto.randomUUID(), ...STAMPS })
      .returning('id')
      .executeTakeFirstOrThrow();
  return { own, body: { name: 'Renamed' } };
}

export const WORK_SAMPLES: Record<string, Sample> = {
  listTaskGroups: ofJob,
  createTaskGroup: inJob({ name: 'Phase 2' }),
  updateTaskGroup: { ...group, body: { name: 'Phase 2' }, theirs: ADMIN },
  removeTaskGroup: { ...group, theirs: ADMIN },
  listTasks: ofJob,
  exportTasks: { own: async (scene) => ({ job: (await makeEntry(scene)).job, report: 'tasks' }), theirs: 'everyone' },
  createTask: inJob({ name: 'Survey' }),
  createTasksFromTemplates: {
    body: async (scene: Scene) => ({ job: (await makeTask(scene)).job, templates: [await someTemplate(scene)] }),
    theirs: ADMIN,
  },
  getTask: { ...task, theirs: 'everyone' },
  updateTask: { ...task, body: { description: 'x' }, theirs: ADMIN },
  removeTask: { ...task, theirs: ADMIN },
  copyTasks: {
    body: async (scene: Scene) => {
      const { id, job } = await makeTask(scene);
      return { tasks: [id], job };
    },
    theirs: ADMIN,
  },
  createMilestone: { body: async (scene: Scene) => ({ task: (await makeTask(scene)).id, name: 'Field work' }), theirs: ADMIN },
  updateMilestone: { ...milestone, body: { due_date: '2026-04-01' }, theirs: ADMIN },
  changeMilestones: {
    body: async (scene: Scene) => ({ changes: [{ id: (await makeMilestone(scene)).id, version: 1, due_date: '2026-04-01' }] }),
    theirs: ADMIN,
  },
  removeMilestone: { ...milestone, theirs: ADMIN },
  copyMilestones: {
    body: async (scene: Scene) => {
      const { id, task } = await makeMilestone(scene);
      return { milestones: [id], task };
    },
    theirs: ADMIN,
  },
  listBudget: ofJob,
  createBudgetEntry: {
    body: async (scene: Scene) => ({ milestone: (await makeMilestone(scene)).id, job_role: await someRole(scene), minutes: 30 }),
    theirs: ADMIN,
  },
  updateBudgetEntry: { ...entry, body: { minutes: 30 }, theirs: ADMIN },
  removeBudgetEntry: { ...entry, theirs: ADMIN },
  setBudgetCells: {
    body: async (scene: Scene) => {
      const { id, job } = await makeMilestone(scene);
      return { job, cells: [{ milestone: id, job_role: await someRole(scene), minutes: 30 }] };
    },
    theirs: ADMIN,
  },
  previewScale: inJob({ total: 20_000 }),
  scaleBudget: inJob({ total: 20_000 }),
  undoScale: { body: makeScaled, theirs: ADMIN },
  listScalings: ofJob,
  createJobRole: { body: { name: 'Drone pilot' } },
  updateJobRole: named('job_role'),
  createDisbursementType: { body: { name: 'Drone' } },
  updateDisbursementType: named('disbursement_type'),
  createOverheadCode: { body: { name: 'Conference' } },
  updateOverheadCode: named('overhead_code'),
  createMilestoneTemplate: { body: { name: 'Flight' } },
  updateMilestoneTemplate: named('milestone_template'),
  createTaskTemplate: { body: { name: 'Drone survey' } },
  updateTaskTemplate: named('task_template'),
  createTaxRule: { body: { province: 'NB', code: 'LEVY', name: 'Levy', rate: 1.5, valid_from: '2026-01-01' } },
  updateTaxRule: {
    own: async ({ tx }: Scene) => tx.selectFrom('tax_rule').select('id').where('province', '=', 'NB').executeTakeFirstOrThrow(),
    body: { name: 'HST/TVH' },
  },
};
