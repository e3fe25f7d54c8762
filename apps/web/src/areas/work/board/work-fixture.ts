import { getJob, type Job } from '@dmse/contract/jobs/job';
import { getJobSettings, type JobSettings } from '@dmse/contract/jobs/settings';
import { listMemos, type MemoRow } from '@dmse/contract/memos/memo';
import { listEmployees } from '@dmse/contract/people/user';
import { changeMilestones, createMilestone, type Milestone, removeMilestone, updateMilestone } from '@dmse/contract/work/milestone';
import { listTasks, type Task, updateTask } from '@dmse/contract/work/task';
import { listTaskGroups, type TaskGroup, updateTaskGroup } from '@dmse/contract/work/task-group';
import { compareOrder, orderKeyBetween } from '@dmse/domain/work/order-key';
import { buildJob } from '@dmse/testkit/builders/job';
import { buildMilestone } from '@dmse/testkit/builders/milestone';
import { buildTask, buildTaskGroup } from '@dmse/testkit/builders/task';
import { type FakeServer, Refusal } from '@dmse/testkit/fake-server';
import { buildJobSettings } from '../../jobs/job/job-settings-fixture.ts';

const JOE = {
  ...{ id: 2, full_name: 'Joe Jardine', initials: 'JJ', profile_picture_url: null, is_active: true, is_project_manager: false },
  ...{ groups: ['Employee' as const, 'Jobs User' as const], employee_config: { employees_supervised: [] } },
};
/** May not open jobs. */
const CHELSEA = { ...JOE, id: 8, full_name: 'Chelsea Cormier', initials: 'CC', groups: ['Employee' as const] };

function placesFor(count: number): string[] {
  const keys: string[] = [];
  for (let at = 0; at < count; at += 1) keys.push(orderKeyBetween(keys.at(-1) ?? null, null, 0));
  return keys;
}

function plannedTask(id: number, order: string, name: string, milestones: readonly Partial<Milestone>[]): Task {
  const orders = placesFor(milestones.length);
  const rows = milestones.map((change, at) => buildMilestone({ id: id * 10 + at, task: id, order: orders[at]!, ...change }));
  return buildTask({ id, order, name, milestones: rows });
}

/** Work of one job, served as the server does: it remembers what is changed and refuses what is stale. Milestone n of task 2 is 20 + n. */
export class WorkFirm {
  groups: TaskGroup[] = [buildTaskGroup({ order: placesFor(1)[0]! })];
  tasks: Task[] = [];
  issues: MemoRow[] = [];
  job: Partial<Job> = {};
  settings: Partial<JobSettings> = {};

  constructor(plan: Record<string, readonly Partial<Milestone>[]>) {
    const names = Object.keys(plan);
    const orders = placesFor(names.length);
    this.tasks = names.map((name, at) => plannedTask(at + 1, orders[at]!, name, plan[name]!));
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
      .on(getJob, () => buildJob(this.job))
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
        return this.put(buildMilestone({ id: task * 10 + inside.length, task, order, name }));
      })
      .on(removeMilestone, ({ params }) => {
        this.tasks = this.tasks.map((task) => ({ ...task, milestones: task.milestones.filter(({ id }) => id !== params.id) }));
        return undefined;
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
}
