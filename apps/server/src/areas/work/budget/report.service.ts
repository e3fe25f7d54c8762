import { labelOf } from '@dmse/contract/common/field';
import { milestoneFields } from '@dmse/contract/work/milestone';
import { type TASK_REPORTS, taskFields } from '@dmse/contract/work/task';
import { can } from '@dmse/domain/access/grants';
import { localDate } from '@dmse/domain/dates/local-date';
import { subtractCents, typedCents } from '@dmse/domain/money/cents';
import { isSettled } from '@dmse/domain/states/milestone';
import { csv } from '@dmse/domain/text/csv';
import { printHours } from '@dmse/domain/text/table';
import type { Context } from '../../../call/context.ts';
import type { FileAnswer } from '../../../call/file-answer.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import * as milestones from '../milestone/milestone.queries.ts';
import * as tasks from '../task/task.queries.ts';
import { getOwner, readOwner } from '../work-record/owner.service.ts';

type Query = {
  job?: number | undefined;
  quote?: number | undefined;
  report: (typeof TASK_REPORTS)[number];
  due_before?: string | undefined;
};
type TaskRow = Awaited<ReturnType<typeof tasks.listOfOwner>>[number];
type Facts = {
  tasks: TaskRow[];
  milestones: Map<number, milestones.MilestoneAnswer[]>;
  sums: Awaited<ReturnType<typeof tasks.sumBudgets>>;
  uses: Awaited<ReturnType<typeof tasks.sumUse>>;
  times: Awaited<ReturnType<typeof tasks.listTime>>;
  seesAmounts: boolean;
  due_before: string | undefined;
  day: (instant: string) => string;
};

const STATE = labelOf(milestoneFields.state);
const ASSIGNMENT = labelOf(milestoneFields.assigned_user);
const DUE_DATE = labelOf(milestoneFields.due_date);
const ACCOUNT = labelOf(taskFields.account_code);

/** Every task and milestone, a line each. */
function tasksReport({ tasks: list, milestones: inTask, sums, seesAmounts, day }: Facts): string[][] {
  const head = ['Group', 'Task', 'Milestone', STATE, ASSIGNMENT, DUE_DATE, 'Done on', 'Done by', ACCOUNT, 'Budgeted hours'];
  const lines = list.flatMap((task) => {
    const sum = sums.get(task.id);
    const amount = seesAmounts ? [typedCents(sum?.amount ?? 0)] : [];
    const own = [task.group_name, task.name, '', '', '', '', '', '', task.account_code, printHours(sum?.minutes ?? 0), ...amount];
    const inside = (inTask.get(task.id) ?? []).map((milestone) => {
      const { name, state, assigned_user, due_date, done_on, done_by } = milestone;
      const done = [done_on ? day(done_on) : '', done_by?.full_name ?? ''];
      return [
        task.group_name,
        task.name,
        name,
        state,
        assigned_user?.full_name ?? '',
        due_date ?? '',
        ...done,
        '',
        '',
        ...amount.map(() => ''),
      ];
    });
    return [own, ...inside];
  });
  return [[...head, ...(seesAmounts ? ['Budget'] : [])], ...lines];
}

/** What is open and has a date, the most urgent first. */
function dueReport({ tasks: list, milestones: inTask, due_before }: Facts): string[][] {
  const lines = list.flatMap((task) =>
    (inTask.get(task.id) ?? [])
      .filter(
        ({ state, due_date }) => !isSettled({ state: state }) && due_date !== null && (due_before === undefined || due_date < due_before),
      )
      .map((milestone) => [
        milestone.due_date ?? '',
        task.group_name,
        task.name,
        milestone.name,
        milestone.assigned_user?.full_name ?? '',
        milestone.is_blocked ? 'no' : 'yes',
      ]),
  );
  lines.sort((a, b) => (a[0]! < b[0]! ? -1 : a[0]! > b[0]! ? 1 : 0));
  return [[DUE_DATE, 'Group', 'Task', 'Milestone', ASSIGNMENT, 'Ready'], ...lines];
}

/** Budget against what was used. */
function budgetReport({ tasks: list, sums, uses, seesAmounts }: Facts): string[][] {
  const amounts = seesAmounts ? ['Budget', 'Actual', 'Remaining'] : [];
  const lines = list.map((task) => {
    const [sum, use] = [sums.get(task.id), uses.get(task.id)];
    const [budget, actual] = [sum?.amount ?? 0, use?.actual ?? 0];
    const money = seesAmounts ? [budget, actual, subtractCents(budget, actual)].map(typedCents) : [];
    return [task.group_name, task.name, printHours(sum?.minutes ?? 0), printHours(use?.actual_minutes ?? 0), ...money];
  });
  return [['Group', 'Task', 'Budgeted hours', 'Actual hours', ...amounts], ...lines];
}

/** Every time entry, the oldest first. */
function timeReport({ times, seesAmounts }: Facts): string[][] {
  const lines = times.map(({ date, person, task, milestone, minutes, is_billable, note, amount }) => [
    date,
    person,
    task,
    milestone ?? '',
    printHours(minutes),
    is_billable ? 'yes' : 'no',
    note,
    ...(seesAmounts ? [typedCents(amount)] : []),
  ]);
  return [['Date', 'Person', 'Task', 'Milestone', 'Hours', 'Billable', 'Note', ...(seesAmounts ? ['Amount'] : [])], ...lines];
}

const REPORTS = { tasks: tasksReport, 'milestones due': dueReport, 'budget vs actual': budgetReport, 'time detail': timeReport };

export async function exportTasks(context: Context, { report, due_before, ...named }: Query): Promise<FileAnswer> {
  const { tx, actor, now } = context;
  const ref = readOwner(named);
  const owner = await getOwner(context, ref);
  const { time_zone } = await getSection(tx, 'region');
  const list = await tasks.listOfOwner(tx, ref);
  const ids = list.map((task) => task.id);
  const rows = REPORTS[report]({
    tasks: list,
    milestones: Map.groupBy(await milestones.listOfTasks(tx, ids), (milestone) => milestone.task),
    sums: await tasks.sumBudgets(tx, ids),
    uses: await tasks.sumUse(tx, ids),
    times: report === 'time detail' && ref.kind === 'job' ? await tasks.listTime(tx, ref.id) : [],
    seesAmounts: can(actor.groups, 'amounts.see'),
    due_before,
    day: (instant) => localDate(instant, time_zone),
  });
  const name = `${owner.num}-${report.replaceAll(' ', '-')}-${localDate(now, time_zone)}.csv`;
  return { stream: csv(rows), name, mime_type: 'text/csv; charset=utf-8' };
}
