import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AT_END, copyMilestones, copyTasks, type EntryDraft, type SourceMilestone, type SourceTask } from './copy-tasks.ts';
import { orderKeysBetween } from './order-key.ts';
import { taskFromTemplate } from './task-from-template.ts';

const entry: EntryDraft = {
  job_role: 1,
  disbursement_type: null,
  minutes: 120,
  rate: 100_00,
  rate_rule: 'Rate agreed with the client',
  quantity: null,
  unit_cost: null,
  markup_pct: null,
  amount: 187_65,
  is_locked: true,
  is_scaled: true,
};

function step(id: number, more: Partial<SourceMilestone> = {}): SourceMilestone {
  return {
    id,
    name: `Step ${id}`,
    template: id + 100,
    state: 'done',
    due_date: '2026-03-04',
    assigned_user: 2,
    is_parallel: false,
    depends_on: [],
    budget: [entry],
    ...more,
  };
}

function task(name: string, milestones: SourceMilestone[]): SourceTask {
  return { name, description: 'As agreed', template: 5, account_code: '4000', milestones };
}

describe('copying tasks', () => {
  const source = [task('Survey', [step(1), step(2, { depends_on: [1] })]), task('Plan', [step(3, { depends_on: [2, 99] })])];

  it('keeps names, templates, account code and budget; dependencies point into the copy', () => {
    const copy = copyTasks(source, AT_END);
    expect(copy.map(({ name, template, account_code }) => [name, template, account_code])).toEqual([
      ['Survey', 5, '4000'],
      ['Plan', 5, '4000'],
    ]);
    const steps = copy.flatMap(({ milestones }) => milestones);
    expect(steps.map(({ key, name, template, depends_on }) => [key, name, template, depends_on])).toEqual([
      [0, 'Step 1', 101, []],
      [1, 'Step 2', 102, [0]],
      [2, 'Step 3', 103, [1]],
    ]);
    expect(steps[0]!.budget).toEqual([entry]);
  });

  it('what waits by default waits by default in the copy too', () => {
    const [copy] = copyMilestones([step(1, { depends_on: null, is_parallel: true })], AT_END);
    expect([copy!.depends_on, copy!.is_parallel]).toEqual([null, true]);
  });

  it('starts fresh between jobs; a promoted quote keeps its plan', () => {
    const plan = (keeps_plan: boolean) => {
      const [one] = copyTasks(source, AT_END, { keeps_plan })[0]!.milestones;
      return [one!.state, one!.due_date, one!.assigned_user];
    };
    expect(plan(false)).toEqual(['open', null, null]);
    expect(plan(true)).toEqual(['done', '2026-03-04', 2]);
  });

  it('takes nothing along that it was not told to: no time, no memo', () => {
    const worked = { ...step(1), minutes_worked: 90, budget: [{ ...entry, actual: 5_00 }] };
    const [copy] = copyMilestones([worked], AT_END);
    expect(copy).not.toHaveProperty('minutes_worked');
    expect(copy!.budget[0]).not.toHaveProperty('actual');
  });

  it('law: copies stand in their gap, in the order of the originals', () => {
    fc.assert(
      fc.property(fc.nat(12), fc.nat(12), (tasks, at) => {
        const list = orderKeysBetween(
          null,
          null,
          Array.from({ length: 13 }, (_, n) => n),
        );
        const place = { before: list[at - 1] ?? null, after: list[at] ?? null, salts: Array.from({ length: tasks }, (_, n) => 100 + n) };
        const copy = copyTasks(
          Array.from({ length: tasks }, (_, n) => task(`T${n}`, [step(n * 2), step(n * 2 + 1)])),
          place,
        );
        const all = list.toSpliced(at, 0, ...copy.map(({ order }) => order));
        expect(all).toEqual([...new Set(all)].toSorted((a, b) => (a < b ? -1 : 1)));
        for (const { milestones } of copy) expect(milestones[0]!.order < milestones[1]!.order).toBe(true);
      }),
      { seed: 20260304 },
    );
  });
});

describe('a task from a template', () => {
  const template = {
    id: 5,
    name: 'Boundary survey',
    description: '',
    account_code: '4000',
    milestones: [
      { template: 11, name: 'Research', is_parallel: false, budget: [{ job_role: 1, minutes: 90 }] },
      {
        template: 12,
        name: 'Field work',
        is_parallel: true,
        budget: [{ disbursement_type: 3, quantity: 4, unit_cost: 25_00, markup_pct: 10 }],
      },
      { template: 13, name: 'Plan', is_parallel: false, budget: [{ job_role: 2, minutes: 60 }] },
    ],
  };
  const made = taskFromTemplate(template, 'a0', (role) => (role === 1 ? { rate: 80_00, rule: 'role', valid_from: null } : null));

  it('has its milestones in order, each waiting as its template says', () => {
    expect(made).toMatchObject({ name: 'Boundary survey', template: 5, account_code: '4000', order: 'a0' });
    expect(made.milestones.map(({ name, template: from, depends_on, is_parallel }) => [name, from, depends_on, is_parallel])).toEqual([
      ['Research', 11, null, false],
      ['Field work', 12, null, true],
      ['Plan', 13, null, false],
    ]);
    expect(made.milestones.map(({ state }) => state)).toEqual(['open', 'open', 'open']);
    const orders = made.milestones.map(({ order }) => order);
    expect(orders).toEqual(orders.toSorted());
  });

  it('is priced by the rate of the day, with the rule that chose it; a role without a rate costs nothing yet', () => {
    const entries = made.milestones.map(({ budget }) => budget[0]!);
    expect(entries.map(({ amount, rate, rate_rule }) => [amount, rate, rate_rule])).toEqual([
      [120_00, 80_00, 'Rate of the role'],
      [110_00, null, ''],
      [0, 0, 'No rate is set for this role'],
    ]);
  });
});
