import { addDays } from '@dmse/domain/dates/local-date';
import { amountOf } from '@dmse/domain/money/cents';
import { orderKeysBetween } from '@dmse/domain/work/order-key';
import type { Tx } from '../../db/database.ts';
import { createLoader, type Loading } from '../bulk-load.ts';
import type { Project, ProjectWorld } from '../firm/projects.ts';
import type { Random } from '../firm/random.ts';
import type { Scale } from '../sizes.ts';

type Parts = { context: Loading; random: Random; world: ProjectWorld };
type Step = { milestone_template: number; name: string; job_role: number; minutes: number; rate: number };
type Template = { id: number; name: string; description: string; account_code: string; steps: Step[] };

/** So many milestones go in at once; fewer than make a loader empty itself. */
const BATCH = 1000;
/** How much more there is to a job than to its template, so that the people of the firm have enough to do. */
const SIZE = 3;
const STAMPS = ['version', 'created_on', 'created_by', 'updated_on', 'updated_by'];

/** The shipped templates as the migration brought them: the demo's work is made of what a firm begins with. */
async function listTemplates(tx: Tx): Promise<Map<string, Template>> {
  const templates = await tx.selectFrom('task_template').select(['id', 'name', 'description', 'account_code', 'milestones']).execute();
  const names = new Map((await tx.selectFrom('milestone_template').select(['id', 'name']).execute()).map(({ id, name }) => [id, name]));
  const rates = new Map(
    (await tx.selectFrom('job_role_rate').select(['job_role', 'charge_rate']).execute()).map((row) => [row.job_role, row.charge_rate]),
  );
  type Stored = { milestone_template: number; budget: { job_role: number; minutes: number }[] };
  return new Map(
    templates.map(({ milestones, ...template }) => {
      const steps = (milestones as Stored[]).map(({ milestone_template, budget }) => {
        const { job_role, minutes } = budget[0]!;
        return { milestone_template, name: names.get(milestone_template)!, job_role, minutes, rate: rates.get(job_role)! };
      });
      return [template.name, { ...template, steps }];
    }),
  );
}

/** Groups, tasks, milestones and budget of every quote and job. A larger firm's jobs have more rounds of the same tasks. */
export async function loadWork(
  { context, random, world }: Parts,
  quotes: readonly Project[],
  jobs: readonly Project[],
  scale: Scale,
): Promise<void> {
  const { tx } = context;
  const templates = await listTemplates(tx);
  const groups = createLoader(context, 'task_group', ['id', 'job', 'quote', 'name', 'order', ...STAMPS]);
  const tasks = createLoader(context, 'task', [
    'id',
    'task_group',
    'job',
    'quote',
    'name',
    'description',
    'template',
    'account_code',
    'order',
    ...STAMPS,
  ]);
  const milestones = createLoader(context, 'milestone', [
    'id',
    'job',
    'quote',
    'task',
    'name',
    'template',
    'order',
    'state',
    'due_date',
    'assigned_user',
    'done_on',
    'done_by',
    'is_blocked',
    ...STAMPS,
  ]);
  const entries = createLoader(context, 'budget_entry', [
    'job',
    'quote',
    'milestone',
    'job_role',
    'minutes',
    'rate',
    'rate_rule',
    'amount',
    ...STAMPS,
  ]);
  const next = { group: 1, task: 1, milestone: 1 };
  const today = world.now.slice(0, 10);

  async function fill(project: Project, owner: { job: number } | { quote: number }): Promise<void> {
    const own = random.fork(`${'job' in owner ? 'job' : 'quote'} ${project.id}`);
    const stamps = {
      version: 1,
      created_on: project.created.at,
      created_by: project.created.by,
      updated_on: project.created.at,
      updated_by: project.created.by,
    };
    const group = next.group++;
    await groups.add({ id: group, ...owner, name: 'Work', order: orderKeysBetween(null, null, [group])[0], ...stamps });
    const names = Array.from({ length: scale.rounds }, () => project.tasks).flat();
    const ids = names.map(() => next.task++);
    const keys = orderKeysBetween(null, null, ids);
    // A closed job is done; of one in progress so much, and nothing of a quote.
    const done = 'quote' in owner ? 0 : project.state === 'IN PROGRESS' ? own.next() : 1;
    for (const [at, name] of names.entries()) {
      const { id: template, description, account_code, steps } = templates.get(name)!;
      const task = ids[at]!;
      await tasks.add({ id: task, task_group: group, ...owner, name, description, template, account_code, order: keys[at], ...stamps });
      const own_ids = steps.map(() => next.milestone++);
      const own_keys = orderKeysBetween(null, null, own_ids);
      for (const [place, step] of steps.entries()) {
        const isDone = (at + place / steps.length) / names.length < done - 0.0001 || done === 1;
        const due = addDays(today, Math.round((at * 14 + place * 4) * own.next()) - 12);
        await milestones.add({
          id: own_ids[place],
          ...owner,
          task,
          name: step.name,
          template: step.milestone_template,
          order: own_keys[place],
          state: isDone ? 'done' : 'open',
          due_date: isDone || own.chance(0.3) ? null : due,
          assigned_user: own.chance(0.7) ? own.pick(world.workers) : null,
          done_on: isDone ? project.updated_on : null,
          done_by: isDone ? project.created.by : null,
          is_blocked: true,
          ...stamps,
        });
        const minutes = Math.round((step.minutes * SIZE * (0.7 + own.next() * 0.8)) / 15) * 15;
        const amount = amountOf(minutes, step.rate);
        await entries.add({
          ...owner,
          milestone: own_ids[place],
          job_role: step.job_role,
          minutes,
          rate: step.rate,
          rate_rule: 'The rate of the role',
          amount,
          ...stamps,
        });
      }
    }
  }

  let poured = 0;
  // What others refer to goes in before them, and long before a loader would empty itself.
  async function flush(isLast: boolean): Promise<void> {
    if (!isLast && next.milestone - poured < BATCH) return;
    poured = next.milestone;
    for (const loader of [groups, tasks, milestones, entries]) await loader.flush();
  }
  for (const quote of quotes) {
    await fill(quote, { quote: quote.id });
    await flush(false);
  }
  for (const job of jobs) {
    await fill(job, { job: job.id });
    await flush(false);
  }
  await flush(true);
}
