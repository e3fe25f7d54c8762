import { Readable } from 'node:stream';
import { labelOf } from '@dmse/contract/common/field';
import { milestoneFields } from '@dmse/contract/work/milestone';
import { type TASK_REPORTS, taskFields } from '@dmse/contract/work/task';
import { seesAmounts } from '@dmse/domain/access/amounts';
import { localDate } from '@dmse/domain/dates/local-date';
import { subtractCents } from '@dmse/domain/money/cents';
import { isSettled } from '@dmse/domain/states/milestone';
import type { TableColumn, TableRow } from '@dmse/domain/text/table';
import type { Context } from '../../../call/context.ts';
import type { FileAnswer } from '../../../call/file-answer.ts';
import { tableFile } from '../../../call/table-file.ts';
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
  due_before: string | undefined;
  day: (instant: string) => string;
};

const STATE = labelOf(milestoneFields.state);
const ASSIGNMENT = labelOf(milestoneFields.assigned_user);
const DUE_DATE = labelOf(milestoneFields.due_date);
const ACCOUNT = labelOf(taskFields.account_code);

/** A report has amounts only in columns of money, which are left out for whoever may not see them. */
type Report = { columns: TableColumn[]; rows: TableRow[] };
const words = (...headings: string[]) => headings.map((heading): TableColumn => ({ heading, kind: 'text' }));
const hours = (heading: string): TableColumn => ({ heading, kind: 'minutes' });
const money = (heading: string): TableColumn => ({ heading, kind: 'money' });

/** Every task and milestone, a line each. */
function tasksReport({ tasks: list, milestones: inTask, sums, day }: Facts): Report {
  const columns = [
    ...words('Group', 'Task', 'Milestone', STATE, ASSIGNMENT, DUE_DATE, 'Done on', 'Done by', ACCOUNT),
    hours('Budgeted hours'),
    money('Budget'),
  ];
  const rows = list.flatMap(({ id, group_name, name: task, account_code }) => {
    const { minutes, amount } = sums.get(id) ?? { minutes: 0, amount: 0 };
    const inside = (inTask.get(id) ?? []).map(({ name, state, assigned_user, due_date, done_on, done_by }) => {
      const done = [done_on ? day(done_on) : null, done_by?.full_name ?? null];
      return [group_name, task, name, state, assigned_user?.full_name ?? null, due_date, ...done, null, null, null];
    });
    return [[group_name, task, null, null, null, null, null, null, account_code, minutes, amount], ...inside];
  });
  return { columns, rows };
}

/** What is open and has a date, the most urgent first. */
function dueReport({ tasks: list, milestones: inTask, due_before }: Facts): Report {
  const rows = list.flatMap(({ id, group_name, name: task }) =>
    (inTask.get(id) ?? [])
      .filter(
        ({ state, due_date }) => !isSettled({ state: state }) && due_date !== null && (due_before === undefined || due_date < due_before),
      )
      .map(({ due_date, name, assigned_user, is_blocked }) => [
        due_date,
        group_name,
        task,
        name,
        assigned_user?.full_name ?? null,
        is_blocked ? 'no' : 'yes',
      ]),
  );
  rows.sort((a, b) => (a[0]! < b[0]! ? -1 : a[0]! > b[0]! ? 1 : 0));
  return { columns: words(DUE_DATE, 'Group', 'Task', 'Milestone', ASSIGNMENT, 'Ready'), rows };
}

/** Budget against what was used. */
function budgetReport({ tasks: list, sums, uses }: Facts): Report {
  const columns = [
    ...words('Group', 'Task'),
    ...['Budgeted hours', 'Actual hours'].map(hours),
    ...['Budget', 'Actual', 'Remaining'].map(money),
  ];
  const rows = list.map(({ id, group_name, name }) => {
    const [sum, use] = [sums.get(id), uses.get(id)];
    const [budget, actual] = [sum?.amount ?? 0, use?.actual ?? 0];
    return [group_name, name, sum?.minutes ?? 0, use?.actual_minutes ?? 0, budget, actual, subtractCents(budget, actual)];
  });
  return { columns, rows };
}

/** Every time entry, the oldest first. */
function timeReport({ times }: Facts): Report {
  const columns = [...words('Date', 'Person', 'Task', 'Milestone'), hours('Hours'), ...words('Billable', 'Note'), money('Amount')];
  const rows = times.map(({ date, person, task, milestone, minutes, is_billable, note, amount }) => [
    date,
    person,
    task,
    milestone,
    minutes,
    is_billable ? 'yes' : 'no',
    note,
    amount,
  ]);
  return { columns, rows };
}

function withoutMoney({ columns, rows }: Report): Report {
  const isSeen = (_: unknown, at: number) => columns[at]!.kind !== 'money';
  return { columns: columns.filter(isSeen), rows: rows.map((row) => row.filter(isSeen)) };
}

const REPORTS = { tasks: tasksReport, 'milestones due': dueReport, 'budget vs actual': budgetReport, 'time detail': timeReport };

export async function exportTasks(context: Context, { report, due_before, ...named }: Query): Promise<FileAnswer> {
  const { tx, actor, now, adapters } = context;
  const ref = readOwner(named);
  const owner = await getOwner(context, ref);
  const { time_zone } = await getSection(tx, 'region');
  const list = await tasks.listOfOwner(tx, ref);
  const ids = list.map((task) => task.id);
  const made = REPORTS[report]({
    tasks: list,
    milestones: Map.groupBy(await milestones.listOfTasks(tx, ids), (milestone) => milestone.task),
    sums: await tasks.sumBudgets(tx, ids),
    uses: await tasks.sumUse(tx, ids),
    times: report === 'time detail' && ref.kind === 'job' ? await tasks.listTime(tx, ref.id) : [],
    due_before,
    day: (instant) => localDate(instant, time_zone),
  });
  const { columns, rows } = seesAmounts(actor.groups) ? made : withoutMoney(made);
  const name = `${owner.num}-${report.replaceAll(' ', '-')}-${localDate(now, time_zone)}`;
  return tableFile(adapters.files, 'csv', { name, title: report, columns, rows: Readable.from(rows) });
}
