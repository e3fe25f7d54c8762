import { sql } from 'kysely';
import type { Context } from '../call/context.ts';

type Pair = { old: number; new: number };

/** What every copied row gets instead of the original's. */
function stamps({ now, actor }: Context) {
  return sql`1, ${now}::timestamptz, ${actor.id}::int, ${now}::timestamptz, ${actor.id}::int`;
}
const STAMPS = sql.raw('version, created_on, created_by, updated_on, updated_by');

function pairs(list: readonly Pair[]) {
  return sql`unnest(${list.map((pair) => pair.old)}::int[], ${list.map((pair) => pair.new)}::int[]) as pair (old, new)`;
}

/** Old rows and their copies, matched by their place: copies are made in the order of the originals, so their ids are too. */
function matchUp(old: readonly { id: number }[], made: readonly { id: number }[]): Pair[] {
  const ids = made.map(({ id }) => id).toSorted((a, b) => a - b);
  return old.map(({ id }, place) => ({ old: id, new: ids[place]! }));
}

/**
 * The groups, tasks, milestones and budget of a quote, as a job's own. Order, plan and prices stay as they were agreed; each table in
 * one statement, so that what is blocked is reckoned once.
 */
export async function copyWorkToJob(context: Context, quote: number, job: number): Promise<{ tasks: number }> {
  const { tx } = context;
  const oldGroups = await tx.selectFrom('task_group').select('id').where('quote', '=', quote).orderBy('id').execute();
  const { rows: newGroups } = await sql<{ id: number }>`
    insert into task_group (job, name, "order", ${STAMPS})
    select ${job}, name, "order", ${stamps(context)} from task_group where quote = ${quote} order by id returning id`.execute(tx);
  const groups = matchUp(oldGroups, newGroups);

  const oldTasks = await tx.selectFrom('task').select('id').where('quote', '=', quote).orderBy('id').execute();
  const { rows: newTasks } = await sql<{ id: number }>`
    insert into task (task_group, job, name, description, template, account_code, "order", ${STAMPS})
    select pair.new, ${job}, name, description, template, account_code, "order", ${stamps(context)}
    from task join ${pairs(groups)} on pair.old = task.task_group where task.quote = ${quote} order by task.id returning id`.execute(tx);
  const tasks = matchUp(oldTasks, newTasks);

  const oldMilestones = await tx.selectFrom('milestone').select('id').where('quote', '=', quote).orderBy('id').execute();
  const { rows: newMilestones } = await sql<{ id: number }>`
    insert into milestone (task, job, name, template, "order", state, due_date, assigned_user, is_parallel, done_on, done_by, ${STAMPS})
    select pair.new, ${job}, name, template, "order", state, due_date, assigned_user, is_parallel, done_on, done_by, ${stamps(context)}
    from milestone join ${pairs(tasks)} on pair.old = milestone.task where milestone.quote = ${quote} order by milestone.id
    returning id`.execute(tx);
  const milestones = matchUp(oldMilestones, newMilestones);

  await sql`
    update milestone set depends_on = array(
      select pair.new from unnest(original.depends_on) with ordinality as need (id, place) join ${pairs(milestones)} on pair.old = need.id order by place)
    from ${sql`unnest(${milestones.map((pair) => pair.old)}::int[], ${milestones.map((pair) => pair.new)}::int[]) as copied (old, new)`}
    join milestone original on original.id = copied.old
    where milestone.id = copied.new and original.depends_on is not null`.execute(tx);
  await sql`
    insert into budget_entry (job, milestone, job_role, disbursement_type, minutes, rate, rate_rule, quantity, unit_cost, markup_pct, amount,
      is_scaled, is_locked, ${STAMPS})
    select ${job}, pair.new, job_role, disbursement_type, minutes, rate, rate_rule, quantity, unit_cost, markup_pct, amount,
      is_scaled, is_locked, ${stamps(context)}
    from budget_entry join ${pairs(milestones)} on pair.old = budget_entry.milestone where budget_entry.quote = ${quote}
    order by budget_entry.id`.execute(tx);
  await sql`
    insert into agreed_rate (job, job_role, charge_rate) select ${job}, job_role, charge_rate from agreed_rate where quote = ${quote}`.execute(
    tx,
  );
  return { tasks: tasks.length };
}
