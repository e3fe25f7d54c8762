import type { Role } from '@dmse/domain/access/roles';
import { ADMIN, NOBODY, type Sample, type Scene, STAMPS } from '../fixtures/scene.ts';
import { makeTask } from './samples-work.ts';

/** Who reaches time that is somebody else's. */
const TIME_ADMIN: readonly Role[] = ['Timesheet Admin'];
/** Whoever reads jobs reads the time on them. */
export const JOB_READERS: readonly Role[] = ['Timesheet Admin', 'Jobs User', 'Jobs Manager', 'Jobs Admin'];

const DATE = '2026-03-03';
const FIRST_DAY = '2026-03-02';

async function makePlace(scene: Scene) {
  const { id, job } = await makeTask(scene);
  return { job: job!, task: id };
}

async function someRole({ tx }: Scene): Promise<number> {
  return (await tx.selectFrom('job_role').select('id').orderBy('id').executeTakeFirstOrThrow()).id;
}

async function someOverhead({ tx }: Scene): Promise<number> {
  return (await tx.selectFrom('overhead_code').select('id').orderBy('id').executeTakeFirstOrThrow()).id;
}

/** Two hours of the owner on a job of the owner, in an open week, with the ledger's line. */
export async function makeTime(scene: Scene) {
  const { tx, owner } = scene;
  const place = await makePlace(scene);
  const batch = await tx
    .insertInto('time_batch')
    .values({ user: owner, first_day: FIRST_DAY, number: 1, ...STAMPS })
    .onConflict((row) => row.columns(['user', 'first_day', 'number']).doUpdateSet({ state: 'OPEN' }))
    .returning('id')
    .executeTakeFirstOrThrow();
  const priced = {
    job_role: await someRole(scene),
    rate: 21_000,
    rate_rule: 'role' as const,
    cost_rate: 9500,
    amount: 42_000,
    cost: 19_000,
  };
  const values = {
    user: owner,
    date: DATE,
    batch: batch.id,
    ...place,
    minutes: 120,
    is_billable: true,
    note: 'Deed search',
    ...priced,
    ...STAMPS,
  };
  const { id } = await tx.insertInto('time_entry').values(values).returning('id').executeTakeFirstOrThrow();
  const line = {
    item: `time/${id}`,
    turn: 1,
    sign: 1,
    act: 'enter' as const,
    ...place,
    state: 'UNBILLED' as const,
    amount: 42_000,
    work_date: DATE,
  };
  await tx
    .insertInto('wip_line')
    .values({ ...line, date: DATE, created_on: STAMPS.created_on })
    .execute();
  return { id, batch: batch.id, ...place };
}

async function makeTimer(scene: Scene): Promise<void> {
  const values = {
    user: scene.actor,
    started_on: '2026-03-04T13:00:00.000Z',
    overhead_code: await someOverhead(scene),
    is_billable: false,
  };
  await scene.tx.insertInto('time_timer').values(values).execute();
}

const entry = { own: async (scene: Scene) => ({ id: (await makeTime(scene)).id }) };
const ofJob: Sample = { own: async (scene) => ({ job: (await makeTime(scene)).job }), theirs: 'everyone' };
const overhead = async (scene: Scene) => ({
  job: null,
  task: null,
  milestone: null,
  overhead_code: await someOverhead(scene),
  is_billable: false,
});
const itemOf = async (scene: Scene) => {
  const { id, job, task } = await makeTime(scene);
  return { job, task, items: [{ item: `time/${id}`, turn: 1 }] };
};

const PERIOD = { from: FIRST_DAY, to: DATE };

/** The same, approved. */
async function approveTime(scene: Scene): Promise<number> {
  const { batch } = await makeTime(scene);
  await scene.tx.updateTable('time_batch').set({ state: 'APPROVED' }).where('id', '=', batch).execute();
  return batch;
}

async function makeExport({ tx, owner }: Scene): Promise<{ id: number }> {
  const values = { ...PERIOD, created_on: STAMPS.created_on, created_by: owner };
  return tx.insertInto('payroll_export').values(values).returning('id').executeTakeFirstOrThrow();
}

export const TIME_SAMPLES: Record<string, Sample> = {
  getTimeEntry: { ...entry, theirs: JOB_READERS },
  createTimeEntry: {
    body: async (scene: Scene) => ({ ...(await overhead(scene)), date: DATE, minutes: 60, user: scene.owner }),
    theirs: TIME_ADMIN,
  },
  updateTimeEntry: { ...entry, body: { note: 'Registry' }, theirs: TIME_ADMIN },
  removeTimeEntry: { ...entry, theirs: TIME_ADMIN },
  listTimeEntryHistory: { ...entry, theirs: JOB_READERS },
  setFavourite: { body: async (scene: Scene) => ({ ...(await overhead(scene)), is_favourite: true }) },
  getJobTime: { own: async (scene) => ({ id: (await makeTime(scene)).job }), theirs: 'everyone' },
  previewReprice: { body: async (scene: Scene) => ({ job: (await makeTime(scene)).job }), theirs: ADMIN },
  repriceTime: { body: async (scene: Scene) => ({ job: (await makeTime(scene)).job }), theirs: ADMIN },
  getWeek: { own: async ({ owner }) => ({ user: owner, date: DATE }), theirs: TIME_ADMIN },
  setWeekCells: {
    body: async (scene: Scene) => ({ user: scene.owner, date: DATE, cells: [{ ...(await overhead(scene)), date: DATE, minutes: 60 }] }),
    theirs: TIME_ADMIN,
  },
  copyWeek: { body: async ({ owner }: Scene) => ({ user: owner, date: DATE, from: '2026-02-24', mode: 'rows' }), theirs: TIME_ADMIN },
  updateTimeBatch: { own: async (scene) => ({ id: (await makeTime(scene)).batch }), body: { state: 'SUBMITTED' }, theirs: TIME_ADMIN },
  approveTimeBatches: { body: { batches: [{ id: NOBODY, version: 1 }] } },
  remindTimesheets: { body: async ({ owner }: Scene) => ({ date: FIRST_DAY, users: [owner] }) },
  setTimeLock: { body: { locked_through: '2026-02-28' } },
  previewPayrollExport: { own: async () => PERIOD },
  createPayrollExport: { body: async (scene: Scene) => approveTime(scene).then(() => PERIOD) },
  getPayrollExport: { own: makeExport },
  getPayrollFile: { own: makeExport },
  startTimer: { body: overhead },
  stopTimer: { own: async (scene) => makeTimer(scene).then(() => ({})), body: {} },
  getJobWip: { own: async (scene) => ({ id: (await makeTime(scene)).job }), theirs: 'everyone' },
  listWipItems: ofJob,
  explainWip: { own: async (scene) => ({ job: (await makeTime(scene)).job, figure: 'wip' }), theirs: 'everyone' },
  actOnWip: {
    body: async (scene: Scene) => {
      const { job, items } = await itemOf(scene);
      return { job, act: 'hold', items };
    },
    theirs: ADMIN,
  },
  moveWip: {
    body: async (scene: Scene) => {
      const { job, items } = await itemOf(scene);
      const { job: to_job, task: to_task } = await makePlace(scene);
      return { job, items, to_job, to_task };
    },
    theirs: ADMIN,
  },
  undoWip: {
    body: async (scene: Scene) => {
      const { job, task, items } = await itemOf(scene);
      const held = { ...items[0]!, turn: 2, act: 'hold' as const, job, task, work_date: DATE, date: DATE, created_on: STAMPS.created_on };
      await scene.tx
        .insertInto('wip_line')
        .values([
          { ...held, sign: -1, state: 'UNBILLED', amount: -42_000 },
          { ...held, sign: 1, state: 'HOLD', amount: 42_000 },
        ])
        .execute();
      return { job, items: [{ ...items[0]!, turn: 2 }] };
    },
    theirs: ADMIN,
  },
  listWipHistory: { own: async (scene) => ({ item: `time/${(await makeTime(scene)).id}` }), theirs: 'everyone' },
};
