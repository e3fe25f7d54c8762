import type { RequestBody } from '@dmse/contract/endpoint';
import type * as wire from '@dmse/contract/wip/wip';
import type { JobState } from '@dmse/domain/states/job';
import { plural } from '@dmse/domain/text/counts';
import type { WipLine } from '@dmse/domain/wip/ledger';
import { moveWip as moveLines, reverseLastAct, whyNotMoveWip, whyNotUndo } from '@dmse/domain/wip/wip-acts';
import { sql } from 'kysely';
import { expenseNoun } from '../areas/expenses/expense/expense.service.ts';
import { itemNoun } from '../areas/expenses/item/item.service.ts';
import { getToday } from '../areas/settings/setting/setting.service.ts';
import { entryNoun } from '../areas/time/entry/entry-noun.ts';
import { idsOf } from '../areas/wip/item/sources.ts';
import { appendLines, getJob, holdItems } from '../areas/wip/item/wip.service.ts';
import { listTurns } from '../areas/wip/ledger/ledger.queries.ts';
import { getOwner, type Owner, tellOwner } from '../areas/work/work-record/owner.service.ts';
import type { Context } from '../call/context.ts';
import { invalid, Refusal, refuse } from '../call/refusal.ts';
import { noteChanges } from '../records/record-bulk.ts';

type Names = { job: string; task: string | null };

async function findTask({ tx }: Context, id: number) {
  return tx.selectFrom('task').select(['id', 'job', 'name']).where('id', '=', id).executeTakeFirst();
}

/** What is billed, by how the ledger calls it. */
const MOVED = [
  { kind: 'time', noun: entryNoun },
  { kind: 'expense', noun: expenseNoun },
  { kind: 'item', noun: itemNoun },
] as const;

/** The milestones that entries were on before the last change of each, by name, among those of the task. */
async function findFormerMilestones({ tx }: Context, entries: readonly number[], task: number | null): Promise<Map<number, number>> {
  const { rows } = await sql<{ entry: number; milestone: number }>`
    select distinct on (last.record_id) last.record_id::int as entry, milestone.id as milestone
    from (select distinct on (record_id) record_id, changes from history
      where noun = ${entryNoun.noun} and record_id = any(${entries.map(String)}::text[]) order by record_id, id desc) last
    cross join jsonb_array_elements(last.changes) change
    join milestone on milestone.task = ${task} and milestone.name = change ->> 'from'
    where change ->> 'field' = 'milestone' order by last.record_id, milestone.id`.execute(tx);
  return new Map(rows.map(({ entry, milestone }) => [entry, milestone]));
}

type Place = { job: number; task: number | null };

/** Entries, expenses and items go along with their work: both say the same job and task. What is moved back finds its milestone again. */
async function moveRecords(
  context: Context,
  items: readonly string[],
  to: Place,
  names: Names,
  from: string,
  isBack = false,
): Promise<void> {
  const { tx } = context;
  for (const { kind, noun } of MOVED) {
    const ids = idsOf(kind, items);
    if (ids.length === 0) continue;
    const isTime = kind === 'time';
    const milestone = isTime ? sql`(select name from milestone where milestone.id = moved.milestone)` : sql`null`;
    const { rows } = await sql<{ id: number; name: string | null; milestone: string | null }>`
      select moved.id, task.name, ${milestone} as milestone from ${sql.table(noun.table)} moved left join task on task.id = moved.task
      where moved.id = any(${ids}::int[])`.execute(tx);
    const former = isTime && isBack ? await findFormerMilestones(context, ids, to.task) : new Map<number, number>();
    const also = isTime
      ? sql`, milestone = (select (${JSON.stringify(Object.fromEntries(former))}::jsonb ->> time_entry.id::text)::int)`
      : sql``;
    await sql`update ${sql.table(noun.table)} set job = ${to.job}, task = ${to.task} ${also} where id = any(${ids}::int[])`.execute(tx);
    const changesOf = (task: string | null, milestone: string | null) => [
      ...(from === names.job ? [] : [{ field: 'job', label: 'Job', from, to: names.job }]),
      { field: 'task', label: 'Task', from: task, to: names.task },
      ...(milestone === null ? [] : [{ field: 'milestone', label: 'Milestone', from: milestone, to: null }]),
    ];
    await noteChanges(context, noun, new Map(rows.map(({ id, name, milestone }) => [id, changesOf(name, milestone)])));
  }
}

/** The jobs on both ends say what came and went. */
async function tellBoth(context: Context, from: Owner, to: Owner, count: number): Promise<void> {
  if (from.id === to.id) return;
  const words = `moved ${count} ${plural(count, 'piece', 'pieces')} of work`;
  await tellOwner(context, from, `${words} to job ${to.num} from`);
  await tellOwner(context, to, `${words} from job ${from.num} to`);
}

/** Moves work to another job or task, with its records; they and the jobs on both ends say so. */
export async function moveWip(context: Context, { job, items, to_job, to_task, reason = null }: RequestBody<typeof wire.moveWip>) {
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
  await moveRecords(context, moved, { job: to_job, task: to_task }, { job: num, task: task.name }, owner.num);
  await tellBoth(context, owner, target, items.length);
  return answer;
}

/** Where a piece of work was before its last act. */
const formerOf = (lines: readonly WipLine[]) => lines.find(({ sign }) => sign === -1);

/** Takes the newest act on each piece of work back. What was moved goes back with its records, as before. */
export async function undoWip(context: Context, { job, items }: RequestBody<typeof wire.undoWip>) {
  const owner = await getJob(context, job);
  const lines = Map.groupBy(await listTurns(context.tx, items), ({ item }) => item);
  const former = new Map<number, Owner>([[job, owner]]);
  for (const act of lines.values()) {
    const id = formerOf(act)?.job ?? job;
    if (!former.has(id)) former.set(id, await getJob(context, id));
  }
  const positions = await holdItems(context, job, items, [...former.keys()]);
  const today = await getToday(context);
  const back = positions.map((position) => {
    const act = lines.get(position.item)!;
    const place = formerOf(act);
    const { id, num, can_edit, state } = former.get(place?.job ?? job)!;
    refuse(whyNotUndo(act, position.item, owner, { id, num, can_edit, state: state as JobState }));
    return { ...position, to: { job: id, task: place!.task }, lines: reverseLastAct(act, position.item, today, 'Undone') };
  });
  const answer = await appendLines(
    context,
    back.flatMap((one) => one.lines),
  );
  const moved = back.filter(({ to, job: here, task }) => to.job !== here || to.task !== task);
  for (const group of Map.groupBy(moved, ({ to }) => `${to.job} ${to.task}`).values()) {
    const { to } = group[0]!;
    const task = to.task === null ? null : await findTask(context, to.task);
    if (task === undefined) throw new Refusal('CONFLICT', 'The task it came from is not there any more.');
    const target = former.get(to.job)!;
    const names = { job: target.num, task: task?.name ?? null };
    await moveRecords(
      context,
      group.map(({ item }) => item),
      to,
      names,
      owner.num,
      true,
    );
    await tellBoth(context, owner, target, group.length);
  }
  return answer;
}
