import * as time from '@dmse/contract/time/entry';
import * as week from '@dmse/contract/time/week';
import * as wip from '@dmse/contract/wip/wip';
import * as task from '@dmse/contract/work/task';
import * as template from '@dmse/contract/work/template';
import { onTask } from '@dmse/testkit/builders/time-entry';
import type { Desk, Example } from './examples.ts';
import { makeJob } from './job-examples.ts';

const DAY = 86_400_000;
/** Some days ago, so that it is past in every time zone. */
const date = new Date(Date.now() - 3 * DAY).toISOString().slice(0, 10);

async function makePlace(desk: Desk) {
  const job = await makeJob(desk);
  const { id } = await desk.me.call(task.createTask, {}, { job, name: 'Boundary survey' });
  return onTask(job, id);
}

async function makeRole({ me, tag }: Desk): Promise<number> {
  const rates = [{ valid_from: '2020-01-01', charge_rate: 10_000, cost_rate: 5000 }];
  return (await me.call(template.createJobRole, {}, { name: `Role ${tag()}`, rates })).id;
}

async function overheadOf({ sql }: Desk) {
  const [row] = await sql<{ id: number }>('select id from overhead_code order by id limit 1');
  return { job: null, task: null, milestone: null, overhead_code: row!.id, is_billable: false };
}

async function makeEntry(desk: Desk) {
  const place = await makePlace(desk);
  const entry = { ...place, date, minutes: 60, note: 'Calculations', job_role: await makeRole(desk) };
  return { ...place, entry: await desk.me.call(time.createTimeEntry, {}, entry) };
}

async function itemsOf(desk: Desk) {
  const { job, entry } = await makeEntry(desk);
  return { job: job!, items: [{ item: `time/${entry.id}`, turn: 1 }] };
}

let days = 0;
/** Another one each time, so that it is a change. */
const nextDay = () => {
  days = (days % 28) + 1;
  return days;
};

/** For each call about time and WIP: something to do, on records made for it alone. */
export const TIME_EXAMPLES: Record<string, (desk: Desk) => Promise<Example>> = {
  createTimeEntry: async (desk) => ({ input: {}, body: { ...(await overheadOf(desk)), date, minutes: 60 } }),
  updateTimeEntry: async (desk) => ({ input: { id: (await makeEntry(desk)).entry.id }, body: { minutes: 90 } }),
  removeTimeEntry: async (desk) => ({ input: { id: (await makeEntry(desk)).entry.id } }),
  setFavourite: async (desk) => ({ input: {}, body: { ...(await overheadOf(desk)), is_favourite: true } }),
  setWeekCells: async (desk) => ({ input: {}, body: { date, cells: [{ ...(await overheadOf(desk)), date, minutes: 45 }] } }),
  copyWeek: async (desk) => {
    await makeEntry(desk);
    const next = new Date(Date.parse(date) - 7 * DAY).toISOString().slice(0, 10);
    return { input: {}, body: { date: next, from: date, mode: 'hours' } };
  },
  updateTimeBatch: async (desk) => ({ input: { id: (await makeEntry(desk)).entry.batch }, body: { state: 'SUBMITTED' } }),
  approveTimeBatches: async (desk) => {
    const { batch } = (await makeEntry(desk)).entry;
    // Nobody approves their own: it is another's, and submitted.
    await desk.sql(
      `update time_batch set state = 'SUBMITTED', "user" = (select id from app_user where id <> $1 order by id limit 1),
      first_day = first_day - 7 * $2::int where id = $3`,
      [desk.person.id, nextDay(), batch],
    );
    return { input: {}, body: { batches: [{ id: batch, version: 1 }] } };
  },
  remindTimesheets: async (desk) => ({ input: {}, body: { date: '2024-03-04', users: [desk.person.id] } }),
  setTimeLock: async () => ({ input: {}, body: { locked_through: `2020-02-${String(nextDay()).padStart(2, '0')}` } }),
  startTimer: async (desk) => ({ input: {}, body: await overheadOf(desk) }),
  stopTimer: async (desk) => {
    await desk.me.call(week.startTimer, {}, await overheadOf(desk));
    // One step, which midnight does not split.
    await desk.sql(`update time_timer set started_on = now() - interval '2 minutes' where "user" = $1`, [desk.person.id]);
    return { input: {}, body: { note: 'Office' } };
  },
  dropTimer: async (desk) => {
    await desk.me.call(week.startTimer, {}, await overheadOf(desk));
    return { input: {} };
  },
  repriceTime: async (desk) => {
    const { job, entry } = await makeEntry(desk);
    await desk.sql('update job_role_rate set charge_rate = charge_rate + 500 where job_role = $1', [entry.job_role!.id]);
    return { input: {}, body: { job } };
  },
  actOnWip: async (desk) => ({ input: {}, body: { ...(await itemsOf(desk)), act: 'hold' } }),
  undoWip: async (desk) => {
    const { job, items } = await itemsOf(desk);
    return { input: {}, body: { job, items: (await desk.me.call(wip.actOnWip, {}, { job, act: 'hold', items })).items } };
  },
  moveWip: async (desk) => {
    const { job, items } = await itemsOf(desk);
    const place = await makePlace(desk);
    return { input: {}, body: { job, items, to_job: place.job, to_task: place.task } };
  },
};
