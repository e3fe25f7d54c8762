import type { RequestBody } from '@dmse/contract/endpoint';
import type { moveWip as endpoint } from '@dmse/contract/wip/wip';
import type { JobState } from '@dmse/domain/states/job';
import { plural } from '@dmse/domain/text/counts';
import { moveWip as moveLines, whyNotMoveWip } from '@dmse/domain/wip/wip-acts';
import { sql } from 'kysely';
import { expenseNoun } from '../areas/expenses/expense/expense.service.ts';
import { itemNoun } from '../areas/expenses/item/item.service.ts';
import { getToday } from '../areas/settings/setting/setting.service.ts';
import { entryNoun } from '../areas/time/entry/entry-noun.ts';
import { idsOf } from '../areas/wip/item/sources.ts';
import { appendLines, getJob, holdItems } from '../areas/wip/item/wip.service.ts';
import { getOwner, tellOwner } from '../areas/work/work-record/owner.service.ts';
import type { Context } from '../call/context.ts';
import { invalid, refuse } from '../call/refusal.ts';
import { noteChanges } from '../records/record-bulk.ts';

type Names = { job: string; task: string | null };

async function findTask({ tx }: Context, id: number) {
  return tx.selectFrom('task').select(['id', 'job', 'name']).where('id', '=', id).executeTakeFirst();
}

/** What is billed, by how the ledger calls it, with what else a move changes. */
const MOVED = [
  { kind: 'time', noun: entryNoun, also: sql`, milestone = null` },
  { kind: 'expense', noun: expenseNoun, also: sql`` },
  { kind: 'item', noun: itemNoun, also: sql`` },
] as const;

/** Entries, expenses and items go along with their work: both say the same job and task. */
async function moveRecords(
  context: Context,
  items: readonly string[],
  to: { job: number; task: number },
  names: Names,
  from: Names,
): Promise<void> {
  const { tx } = context;
  const changesOf = (task: string | null) => [
    ...(from.job === names.job ? [] : [{ field: 'job', label: 'Job', from: from.job, to: names.job }]),
    { field: 'task', label: 'Task', from: task, to: names.task },
  ];
  for (const { kind, noun, also } of MOVED) {
    const ids = idsOf(kind, items);
    if (ids.length === 0) continue;
    const { rows } = await sql<{ id: number; name: string | null }>`
      select moved.id, task.name from ${sql.table(noun.table)} moved left join task on task.id = moved.task
      where moved.id = any(${ids}::int[])`.execute(tx);
    await sql`update ${sql.table(noun.table)} set job = ${to.job}, task = ${to.task} ${also} where id = any(${ids}::int[])`.execute(tx);
    await noteChanges(context, noun, new Map(rows.map(({ id, name }) => [id, changesOf(name)])));
  }
}

/** Moves work to another job or task, with its records; they and the jobs on both ends say so. */
export async function moveWip(context: Context, { job, items, to_job, to_task, reason = null }: RequestBody<typeof endpoint>) {
  const owner = await getJob(context, job);
  const target = await getOwner(context, { kind: 'job', id: to_job }).catch(() => {
    throw invalid({ to_job: 'There is no such job.' });
  });
  const task = await findTask(context, to_task);
  if (!task || task.job !== to_job) throw invalid({ to_task: `This task is not one of job ${target.num}.` });
  const today = await getToday(context);
  const positions = await holdItems(context, job, items, [to_job]);
  const { num, can_edit } = target;
  const place = { job: { id: to_job, num, state: target.state as JobState, can_edit }, task: { id: task.id, job: to_job } };
  for (const position of positions) refuse(whyNotMoveWip(position, owner, place));
  const answer = await appendLines(
    context,
    positions.flatMap((position) => moveLines(position, place, today, reason)),
  );
  const moved = items.map(({ item }) => item);
  await moveRecords(context, moved, { job: to_job, task: to_task }, { job: num, task: task.name }, { job: owner.num, task: null });
  if (to_job !== job) {
    const words = `moved ${items.length} ${plural(items.length, 'piece', 'pieces')} of work`;
    await tellOwner(context, owner, `${words} to job ${num} from`);
    await tellOwner(context, target, `${words} from job ${owner.num} to`);
  }
  return answer;
}
