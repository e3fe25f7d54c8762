import { JOB_STATES } from '@dmse/domain/states/job';
import { MILESTONE_STATES } from '@dmse/domain/states/milestone';
import { defaultDependencies, isBlocked } from '@dmse/domain/work/blocking';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Tx } from '../../../db/database.ts';
import { makeIssue, makeJob, makeQuote } from '../../../testing/fixtures/work-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();
const STAMP = { created_on: '2026-03-04T14:00:00.000Z', updated_on: '2026-03-04T14:00:00.000Z' };
const TASKS = 2;
const MILESTONES = 6;

/** One thing that somebody does to a job and that may block or free its milestones; each picks by its place. */
const act = fc.oneof(
  fc.record({ kind: fc.constant('finish' as const), at: fc.nat(MILESTONES - 1), state: fc.constantFrom(...MILESTONE_STATES) }),
  fc.record({
    kind: fc.constant('wait' as const),
    at: fc.nat(MILESTONES - 1),
    others: fc.option(fc.uniqueArray(fc.nat(MILESTONES - 1), { maxLength: 3 })),
  }),
  fc.record({ kind: fc.constant('parallel' as const), at: fc.nat(MILESTONES - 1), is_parallel: fc.boolean() }),
  fc.record({ kind: fc.constant('reorder' as const), at: fc.nat(MILESTONES - 1), order: fc.constantFrom('a', 'c', 'm', 'z') }),
  fc.record({ kind: fc.constant('move' as const), at: fc.nat(MILESTONES - 1), task: fc.nat(TASKS - 1) }),
  fc.record({ kind: fc.constant('remove' as const), at: fc.nat(MILESTONES - 1) }),
  fc.record({ kind: fc.constant('issue' as const), of: fc.constantFrom('job', 'task', 'quote'), task: fc.nat(TASKS - 1) }),
  fc.record({ kind: fc.constant('resolve' as const), at: fc.nat(3), is_resolved: fc.boolean() }),
  fc.record({ kind: fc.constant('job' as const), state: fc.constantFrom(...JOB_STATES) }),
);
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never;
type Scene = { job: number; quote: number; tasks: number[]; milestones: number[]; issues: number[] };

async function setScene(tx: Tx): Promise<Scene> {
  const quote = await makeQuote(tx);
  const job = await makeJob(tx);
  await tx.updateTable('job').set({ quote }).where('id', '=', job).execute();
  const group = await tx
    .insertInto('task_group')
    .values({ job, name: 'All', order: 'a', ...STAMP })
    .returning('id')
    .executeTakeFirstOrThrow();
  const task = (name: string) => ({ job, task_group: group.id, name, order: name, ...STAMP });
  const names = Array.from({ length: TASKS }, (_, at) => `t${at}`);
  const tasks = (await tx.insertInto('task').values(names.map(task)).returning('id').execute()).map(({ id }) => id);
  const rows = Array.from({ length: MILESTONES }, (_, at) => ({
    job,
    task: tasks[at % TASKS]!,
    name: `m${at}`,
    order: `b${at}`,
    ...STAMP,
  }));
  const milestones = (await tx.insertInto('milestone').values(rows).returning('id').execute()).map(({ id }) => id);
  return { job, quote, tasks, milestones, issues: [] };
}

async function perform(tx: Tx, scene: Scene, one: Act): Promise<void> {
  const { job, quote, tasks, milestones, issues } = scene;
  const change = (id: number | undefined, values: Record<string, unknown>) =>
    id === undefined ? null : tx.updateTable('milestone').set(values).where('id', '=', id).execute();
  if (one.kind === 'finish') await change(milestones[one.at], { state: one.state });
  if (one.kind === 'wait') await change(milestones[one.at], { depends_on: one.others?.flatMap((at) => milestones[at] ?? []) ?? null });
  if (one.kind === 'parallel') await change(milestones[one.at], { is_parallel: one.is_parallel });
  if (one.kind === 'reorder') await change(milestones[one.at], { order: `${one.order}${one.at}` });
  if (one.kind === 'move') await change(milestones[one.at], { task: tasks[one.task]! });
  if (one.kind === 'remove') {
    const [id] = milestones.splice(one.at, 1);
    if (id !== undefined) await tx.deleteFrom('milestone').where('id', '=', id).execute();
  }
  if (one.kind === 'issue' && one.of !== 'quote') issues.push(await makeIssue(tx, job, one.of === 'task' ? tasks[one.task]! : null));
  if (one.kind === 'issue' && one.of === 'quote') {
    const memo = { quote, title: 'Quoted', text: '{"type":"doc"}', is_issue: true, ...STAMP };
    issues.push((await tx.insertInto('memo').values(memo).returning('id').executeTakeFirstOrThrow()).id);
  }
  if (one.kind === 'resolve' && issues[one.at] !== undefined)
    await tx.updateTable('memo').set({ is_resolved: one.is_resolved }).where('id', '=', issues[one.at]!).execute();
  if (one.kind === 'job') await tx.updateTable('job').set({ state: one.state }).where('id', '=', job).execute();
}

/** What the rule says of each milestone, and what the column does. */
async function compare(tx: Tx, { job, quote }: Scene) {
  const { state } = await tx.selectFrom('job').select('state').where('id', '=', job).executeTakeFirstOrThrow();
  const rows = await tx.selectFrom('milestone').selectAll().where('job', '=', job).orderBy('order').orderBy('id').execute();
  const defaults = new Map([...Map.groupBy(rows, ({ task }) => task).values()].flatMap((inTask) => [...defaultDependencies(inTask)]));
  const planned = rows.map((row) => ({ ...row, depends_on: row.depends_on ?? defaults.get(row.id) ?? [] }));
  const memos = await tx
    .selectFrom('memo')
    .select(['title', 'task', 'job'])
    .where('is_issue', '=', true)
    .where('is_resolved', '=', false)
    .where((eb) => eb.or([eb('job', '=', job), eb('quote', '=', quote)]))
    .execute();
  // What was raised about the quote is about the whole job.
  const issues = memos.map(({ title, task, job: of }) => ({ title, task: of === null ? null : task }));
  const facts = { job: { state }, milestones: new Map(planned.map((one) => [one.id, one])), issues };
  return planned.map((one) => ({ name: one.name, rule: isBlocked(one, facts), column: one.is_blocked }));
}

it('milestone: the column is_blocked says what the rule says, whatever is done to the job', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 12 }), async (acts) => {
      const scene = await setScene(app.tx());
      for (const one of acts) {
        await perform(app.tx(), scene, one);
        const found = await compare(app.tx(), scene);
        expect(found.filter(({ rule, column }) => rule !== column)).toEqual([]);
      }
    }),
    { numRuns: 40 },
  );
});
