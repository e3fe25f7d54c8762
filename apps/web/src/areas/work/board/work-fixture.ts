import { getJob, type Job } from '@dmse/contract/jobs/job';
import { getJobSettings, type JobSettings } from '@dmse/contract/jobs/settings';
import { listMemos, type MemoRow } from '@dmse/contract/memos/memo';
import { listEmployees } from '@dmse/contract/people/user';
import { changeMilestones, createMilestone, type Milestone, removeMilestone, updateMilestone } from '@dmse/contract/work/milestone';
import { listTasks, type Task, updateTask } from '@dmse/contract/work/task';
import { listTaskGroups, type TaskGroup, updateTaskGroup } from '@dmse/contract/work/task-group';
import { compareOrder, orderKeyBetween } from '@dmse/domain/work/order-key';
import { type FakeServer, Refusal } from '@dmse/testkit/fake-server';
import { buildJobSettings } from '../../jobs/job/job-settings-fixture.ts';

const STAMP = '2026-03-04T12:00:00.000Z';
const STAMPS = { version: 1, created_on: STAMP, created_by: null, updated_on: STAMP, updated_by: null };
const JOE = {
  ...{ id: 2, full_name: 'Joe Jardine', initials: 'JJ', profile_picture_url: null, is_active: true, is_project_manager: false },
  ...{ groups: ['Employee' as const, 'Jobs User' as const], employee_config: { employees_supervised: [] } },
};
/** May not open jobs. */
const CHELSEA = { ...JOE, id: 8, full_name: 'Chelsea Cormier', initials: 'CC', groups: ['Employee' as const] };
const JOB = 5;
const GROUP = 1;

function placesFor(count: number): string[] {
  const keys: string[] = [];
  for (let at = 0; at < count; at += 1) keys.push(orderKeyBetween(keys.at(-1) ?? null, null, 0));
  return keys;
}

function buildMilestone(id: number, task: number, order: string, change: Partial<Milestone>): Milestone {
  return {
    ...{ id, task, order, name: `Milestone ${id}`, template: null, state: 'open', done_on: null, done_by: null, due_date: null },
    ...{ assigned_user: null, is_parallel: false, depends_on: null, is_blocked: false },
    ...STAMPS,
    ...change,
  };
}

function buildTask(id: number, order: string, name: string, milestones: readonly Partial<Milestone>[]): Task {
  const orders = placesFor(milestones.length);
  return {
    ...{ id, task_group: GROUP, job: JOB, quote: null, name, description: '', template: null, account_code: '', order },
    ...{ budget_minutes: 0, actual_minutes: 0, open_issues: 0, ...STAMPS },
    milestones: milestones.map((change, at) => buildMilestone(id * 10 + at, id, orders[at]!, change)),
  };
}

/** Work of one job, served as the server does: it remembers what is changed and refuses what is stale. Milestone n of task 2 is 20 + n. */
export class WorkFirm {
  groups: TaskGroup[] = [{ id: GROUP, job: JOB, quote: null, name: 'Work', order: placesFor(1)[0]!, ...STAMPS }];
  tasks: Task[] = [];
  issues: MemoRow[] = [];
  job: Partial<Job> = {};
  settings: Partial<JobSettings> = {};

  constructor(plan: Record<string, readonly Partial<Milestone>[]>) {
    const names = Object.keys(plan);
    const orders = placesFor(names.length);
    this.tasks = names.map((name, at) => buildTask(at + 1, orders[at]!, name, plan[name]!));
  }

  milestone(id: number): Milestone {
    return this.tasks.flatMap(({ milestones }) => milestones).find((one) => one.id === id)!;
  }

  /** The names of what stands in a task, in their order. */
  namesIn(task: number): string[] {
    return this.tasks.find(({ id }) => id === task)!.milestones.map(({ name }) => name);
  }

  /** Changes a row as somebody else would. */
  put(row: Milestone): Milestone {
    this.tasks = this.tasks.map((task) => {
      const others = task.milestones.filter(({ id }) => id !== row.id);
      return { ...task, milestones: (task.id === row.task ? [...others, row] : others).toSorted(compareOrder) };
    });
    return row;
  }

  serve(server: FakeServer): FakeServer {
    const page = <T>(results: T[]) => ({ count: results.length, results });
    return server
      .on(getJob, () => this.#describeJob())
      .on(getJobSettings, () => buildJobSettings(this.settings))
      .on(listMemos, () => page(this.issues))
      .on(listEmployees, () => page([JOE, CHELSEA]))
      .on(listTaskGroups, () => page(this.groups))
      .on(listTasks, () => page(this.tasks))
      .on(updateTaskGroup, ({ params, body }) => {
        const row = { ...this.groups.find(({ id }) => id === params.id)!, ...(body as object) };
        this.groups = this.groups.map((group) => (group.id === row.id ? row : group)).toSorted(compareOrder);
        return row;
      })
      .on(updateTask, ({ params, body }) => {
        const before = this.tasks.find(({ id }) => id === params.id)!;
        const row = { ...before, ...(body as object), version: before.version + 1 };
        this.tasks = this.tasks.map((task) => (task.id === row.id ? row : task)).toSorted(compareOrder);
        return row;
      })
      .on(createMilestone, ({ body: { task, name } }) => {
        const inside = this.tasks.find(({ id }) => id === task)!.milestones;
        const order = orderKeyBetween(inside.at(-1)?.order ?? null, null, 0);
        return this.put(buildMilestone(task * 10 + inside.length, task, order, { name }));
      })
      .on(removeMilestone, ({ params }) => {
        this.tasks = this.tasks.map((task) => ({ ...task, milestones: task.milestones.filter(({ id }) => id !== params.id) }));
        return undefined as never;
      })
      .on(changeMilestones, ({ body: { changes } }) => {
        const refused = changes.filter(({ id, version }) => this.milestone(id).version !== version).map(({ id }) => id);
        const milestones = changes
          .filter(({ id }) => !refused.includes(id))
          .map(({ id, version, assigned_user, ...rest }) => {
            const person =
              assigned_user === undefined ? {} : { assigned_user: assigned_user === null ? null : { id: 2, full_name: 'Joe Jardine' } };
            return this.put({ ...this.milestone(id), ...(rest as Partial<Milestone>), ...person, version: version + 1 });
          });
        return { milestones, refused: refused.map((id) => ({ id, detail: 'Somebody else changed it.' })) };
      })
      .on(updateMilestone, ({ params, body: { assigned_user, ...body }, ifMatch }) => {
        const before = this.milestone(params.id);
        if (ifMatch !== null && ifMatch !== before.version)
          throw new Refusal(409, { detail: 'It was changed meanwhile.', code: 'CONFLICT', current: before, changed: ['name'] });
        const person =
          assigned_user === undefined
            ? {}
            : { assigned_user: assigned_user === null ? null : { id: assigned_user, full_name: 'Joe Jardine' } };
        return this.put({ ...before, ...(body as Partial<Milestone>), ...person, version: before.version + 1 });
      });
  }

  #describeJob(): Job {
    return {
      ...{ id: JOB, num: '26-0005', desc: 'Lot 7', long_desc: '', client: null, client_name: '', project_manager: null, discipline: [] },
      ...{ job_types: [], client_contact: null, billing_contact: null, project_leads: [], billing_type: 'hourly', location: null },
      ...{ inbox_address: '', folder_url: '', is_editable: true, can_edit: true, open_issues: 0, state: 'IN PROGRESS', state_reason: '' },
      ...{ quote: null, po_number: '', on_hold_until: null, last_time_entry_date: null, ...STAMPS },
      ...{ task_count: 1, milestone_count: 1, open_milestone_count: 1 },
      ...this.job,
    };
  }
}

/** An open issue as the list of memos has it. */
export function buildIssue(title: string, change: Partial<MemoRow> = {}): MemoRow {
  return {
    ...{ id: 90, title, summary: '', job: JOB, quote: null, task: null, is_issue: true, is_resolved: false, attachment_count: 0 },
    ...{ undelivered: 0, sender: '', created_by: null, created_on: STAMP, updated_on: STAMP },
    ...change,
  };
}
