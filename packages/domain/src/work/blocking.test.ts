import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addWorkingDays } from '../dates/working-days.ts';
import type { MilestoneState } from '../states/milestone.ts';
import { type BlockingFacts, defaultDependencies, findLoop, isBlocked, type Milestone, whyBlocked, whyNotDepend } from './blocking.ts';
import { dependantsOf, shiftDependants } from './shift-due-dates.ts';

const seed = { seed: 20260304 };
const step = (id: number, name: string, depends_on: number[] = [], state: MilestoneState = 'open', task = 1): Milestone => ({
  id,
  name,
  task,
  state,
  depends_on,
});

const field = step(1, 'Field work');
const draft = step(2, 'Draft plan', [1]);
const sign = step(3, 'Sign', [2]);

function facts(milestones: Milestone[], more: Partial<BlockingFacts> = {}): BlockingFacts {
  return { job: { state: 'IN PROGRESS' }, milestones: new Map(milestones.map((one) => [one.id, one])), issues: [], ...more };
}

describe('what a milestone waits for', () => {
  it('the one before it, until that is done or skipped', () => {
    expect(isBlocked(field, facts([field, draft]))).toBe(false);
    expect(whyBlocked(draft, facts([field, draft]))).toEqual([{ code: 'WAITS_FOR', says: 'Waits for “Field work”.' }]);
    for (const state of ['done', 'skipped'] as const) expect(isBlocked(draft, facts([{ ...field, state }, draft]))).toBe(false);
  });

  it('nothing, when it is done or skipped itself: there is no work in it', () => {
    expect(whyBlocked({ ...field, state: 'done' }, facts([]))).toEqual([{ code: 'DONE', says: 'It is done.' }]);
    expect(whyBlocked({ ...field, state: 'skipped' }, facts([]))).toEqual([{ code: 'SKIPPED', says: 'It is skipped.' }]);
  });

  it('the job: while it is closed, or still a quote', () => {
    expect(whyBlocked(field, facts([field], { job: { state: 'CLOSED' } }))).toEqual([{ code: 'JOB_NOT_OPEN', says: 'The job is CLOSED.' }]);
    expect(whyBlocked(field, facts([field], { job: null }))).toEqual([{ code: 'JOB_NOT_OPEN', says: 'This work is still a quote.' }]);
  });

  it('an issue of its task or of the whole job, not one of another task', () => {
    const issues = [
      { title: 'No access', task: null },
      { title: 'Datum?', task: 1 },
      { title: 'Other', task: 2 },
    ];
    expect(whyBlocked(field, facts([field], { issues })).map(({ says }) => says)).toEqual([
      'Issue to be resolved: “No access”.',
      'Issue to be resolved: “Datum?”.',
    ]);
  });

  it('by default the one before it in its task, or nothing where its template says parallel', () => {
    const order = [false, false, true, false].map((is_parallel, at) => ({ id: at + 1, is_parallel }));
    expect([...defaultDependencies(order)]).toEqual([
      [1, []],
      [2, [1]],
      [3, []],
      [4, [3]],
    ]);
  });
});

describe('loops', () => {
  it('are refused, and named from where one stands', () => {
    expect(whyNotDepend([field, draft, sign], 1, [3])?.sentence).toBe(
      'These milestones would wait for each other: Field work → Sign → Draft plan → Field work.',
    );
    expect(whyNotDepend([field, draft, sign], 1, [1])?.sentence).toBe(
      'These milestones would wait for each other: Field work → Field work.',
    );
    expect(whyNotDepend([field, draft, sign], 3, [1, 2])).toBeNull();
    expect(whyNotDepend([field, draft], 1, [99])?.sentence).toMatch(/same job or quote/);
  });

  const graph = fc
    .integer({ min: 1, max: 12 })
    .chain((size) => fc.array(fc.array(fc.nat(size - 1), { maxLength: 3 }), { minLength: size, maxLength: size }))
    .map((waits) => waits.map((depends_on, id) => ({ id, depends_on })));

  it('law: a loop is one indeed; where none is found the milestones can be put in an order', () => {
    fc.assert(
      fc.property(graph, (milestones) => {
        const loop = findLoop(milestones);
        if (loop) {
          expect(loop.length).toBeGreaterThan(1);
          expect(loop[0]).toBe(loop.at(-1));
          for (const [at, id] of loop.slice(0, -1).entries()) expect(milestones[id]!.depends_on).toContain(loop[at + 1]);
          return;
        }
        const done = new Set<number>();
        for (let round = 0; round < milestones.length; round++)
          for (const { id, depends_on } of milestones) if (depends_on.every((other) => done.has(other))) done.add(id);
        expect(done.size).toBe(milestones.length);
      }),
      { ...seed, numRuns: 500 },
    );
  });

  it('a chain as long as the largest job is walked without falling over', () => {
    const chain = Array.from({ length: 50_000 }, (_, id) => ({ id, depends_on: id === 0 ? [] : [id - 1] }));
    expect(findLoop(chain.toReversed())).toBeNull();
    expect(findLoop([...chain.slice(1), { id: 0, depends_on: [49_999] }])).toHaveLength(50_001);
  });
});

describe('moving a due date', () => {
  const dated = (one: Milestone, due_date: string | null) => ({ ...one, due_date });
  const plan = [dated(field, '2026-04-01'), dated(draft, '2026-04-02'), dated(sign, '2026-04-10'), dated(step(4, 'Apart'), '2026-04-10')];

  it('offers its dependants the same working days, over Easter', () => {
    const moved = { id: 1, from: '2026-04-01', to: '2026-04-02' };
    expect(shiftDependants(plan, moved, new Set(['2026-04-03']))).toEqual([
      { id: 2, before: '2026-04-02', after: '2026-04-06' },
      { id: 3, before: '2026-04-10', after: '2026-04-13' },
    ]);
  });

  it('moves nobody for a first date, a date taken away, or from Saturday to Sunday', () => {
    expect(shiftDependants(plan, { id: 1, from: null, to: '2026-04-02' })).toEqual([]);
    expect(shiftDependants(plan, { id: 1, from: '2026-04-02', to: null })).toEqual([]);
    expect(shiftDependants(plan, { id: 1, from: '2026-04-04', to: '2026-04-05' })).toEqual([]);
  });

  it('what is done passes nothing on, what has no date passes it on without moving', () => {
    expect(dependantsOf([plan[0]!, { ...plan[1]!, state: 'done' }, plan[2]!], 1)).toEqual([]);
    const undated = [plan[0]!, { ...plan[1]!, due_date: null }, plan[2]!];
    expect(shiftDependants(undated, { id: 1, from: '2026-04-01', to: '2026-04-02' }).map(({ id }) => id)).toEqual([3]);
  });

  it('law: moving there and back leaves working days where they were', () => {
    fc.assert(
      fc.property(fc.integer({ min: -60, max: 60 }), (days) => {
        const to = addWorkingDays('2026-04-01', days);
        const there = new Map(shiftDependants(plan, { id: 1, from: '2026-04-01', to }).map(({ id, after }) => [id, after]));
        const moved = plan.map((one) => ({ ...one, due_date: there.get(one.id) ?? one.due_date }));
        const back = new Map(shiftDependants(moved, { id: 1, from: to, to: '2026-04-01' }).map(({ id, after }) => [id, after]));
        expect(moved.map((one) => back.get(one.id) ?? one.due_date)).toEqual(plan.map((one) => one.due_date));
      }),
      seed,
    );
  });
});
