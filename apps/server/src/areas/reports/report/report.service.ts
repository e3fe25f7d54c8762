import { DEFAULT_PAGE_SIZE } from '@dmse/contract/common/paging';
import type { RequestBody, RequestQuery } from '@dmse/contract/endpoint';
import type * as wire from '@dmse/contract/reports/report';
import { REPORT_FILTERS, type Report, type ReportAbout, type ReportColumn, type ReportView } from '@dmse/contract/reports/report';
import { seesAmounts } from '@dmse/domain/access/amounts';
import { can } from '@dmse/domain/access/grants';
import { localDate, proseDate } from '@dmse/domain/dates/local-date';
import type { Context } from '../../../call/context.ts';
import type { FileAnswer } from '../../../call/file-answer.ts';
import { forbidden, invalid, notFound } from '../../../call/refusal.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import { REPORTS } from '../all-reports.ts';
import * as reports from './report.queries.ts';
import type { Asked, ReportDeclaration } from './report.ts';
import { printReport } from './report-file.service.ts';
import * as views from './report-view.queries.ts';

type Filter = RequestQuery<typeof wire.getReport>;

/** A report with everything that was asked of it, for whoever asked. */
export type Opened = {
  declared: ReportDeclaration;
  about: ReportAbout;
  subtitle: string;
  columns: ReportColumn[];
  /** Of these columns: what stands under them. */
  sums: reports.Sum[];
  /** The rows of the report that were asked for. */
  plain: reports.Rows;
  /** What is shown, made of them. */
  shape: (plain: reports.Rows) => reports.Rows;
  rows: reports.Rows;
  order: string[];
};

const MOST_POINTS = 24;

function columnsFor({ columns, needs }: ReportDeclaration, { actor }: Context): ReportColumn[] {
  return Object.entries(columns)
    .filter(([, { kind }]) => kind !== 'money' || seesAmounts(actor.groups, needs))
    .map(([name, { label, kind, sum = false }]) => ({ name, label: kind === 'percent' ? `${label} (%)` : label, kind, is_summed: sum }));
}

function aboutOf(declared: ReportDeclaration, context: Context): ReportAbout {
  const { name, title, about, group, filters, states = [], only = {}, columns } = declared;
  const group_by = columnsFor(declared, context)
    .filter((column) => columns[column.name]!.groups)
    .map((column) => ({ name: column.name, label: column.label }));
  return {
    name,
    title,
    about,
    group,
    filters: [...filters],
    states: [...states],
    only: Object.entries(only).map(([one, { label }]) => ({ name: one, label })),
    group_by,
  };
}

export async function listReports(context: Context) {
  const results = REPORTS.filter(({ needs }) => can(context.actor.groups, needs)).map((declared) => aboutOf(declared, context));
  return { count: results.length, results };
}

function findReport({ actor }: Context, name: string): ReportDeclaration {
  const declared = REPORTS.find((one) => one.name === name);
  if (!declared) throw notFound();
  if (!can(actor.groups, declared.needs)) throw forbidden();
  return declared;
}

/** The groups of `of`, whose columns are among those one may put rows together by. */
function readGroups({ group_by }: ReportAbout, of: readonly string[] = []): (reports.Group & { label: string })[] {
  return of.map((one) => {
    const end = one.indexOf(':');
    const column = end < 0 ? one : one.slice(0, end);
    const by = group_by.find(({ name }) => name === column);
    if (!by) throw invalid({ of: 'The rows of this report are not put together by that.' });
    return { column, value: end < 0 ? null : one.slice(end + 1), label: by.label };
  });
}

/** What a group is opened by where it is no filter of its own. */
function groupPath(column: string, value: reports.Cell): string {
  return `?${new URLSearchParams({ of: value === null ? column : `${column}:${value}` })}`;
}

function refuseUnknown({ filters, states = [], only = {} }: ReportDeclaration, asked: Filter): void {
  const unknown = REPORT_FILTERS.find((name) => asked[name] !== undefined && !filters.includes(name));
  if (unknown) throw invalid({ [unknown]: 'This report is not narrowed by that.' });
  if (asked.state?.some((state) => !states.includes(state))) throw invalid({ state: `Choose among ${states.join(', ')}.` });
  if (asked.only !== undefined && !Object.hasOwn(only, asked.only))
    throw invalid({ only: `Choose among ${Object.keys(only).join(', ')}.` });
  if (asked.from && asked.to && asked.from > asked.to) throw invalid({ from: 'The first day comes before the last.' });
}

/** The period where nobody has asked for another: this year until today. */
export async function fill(context: Context, asked: Filter): Promise<Asked> {
  const { actor } = context;
  const zone = context.time_zone ?? (await getSection(context.tx, 'region')).time_zone;
  const today = localDate(context.now, zone);
  const to = asked.to ?? today;
  const time_of = can(actor.groups, 'time.admin') ? 'everybody' : actor.id;
  const may_bill = can(actor.groups, 'invoices.write');
  return { ...asked, time_of, may_bill, zone, to, from: asked.from ?? `${to.slice(0, 4)}-01-01`, as_of: asked.as_of ?? today, today };
}

async function sayAsked(
  { tx }: Context,
  { filters, only = {} }: ReportDeclaration,
  given: Filter,
  asked: Asked,
  groups: readonly string[],
): Promise<string> {
  const people = [given.manager, given.person].filter((id) => id !== undefined);
  const named = { client: given.client ?? null, job: given.job ?? null, people };
  const names = given.client || given.job || people.length > 0 ? await reports.findNames(tx, named) : null;
  const period = filters.includes('from') ? `${proseDate(asked.from)} to ${proseDate(asked.to)}` : null;
  const day = filters.includes('as_of') ? `As of ${proseDate(asked.as_of)}` : null;
  const said = [
    period,
    day,
    names?.client,
    names?.job,
    ...Object.values(names?.people ?? {}),
    given.state?.join(', '),
    given.only && only[given.only]?.label,
    ...groups,
  ];
  return said.filter(Boolean).join(' · ');
}

/** Checks what was asked, and makes the statement of it. */
export async function openReport(context: Context, name: string, given: Filter): Promise<Opened> {
  const declared = findReport(context, name);
  refuseUnknown(declared, given);
  const { of, ...others } = given;
  const asked = await fill(context, others);
  const all = columnsFor(declared, context);
  const about = aboutOf(declared, context);
  const groups = readGroups(about, of);
  const by = given.group_by && about.group_by.find((one) => one.name === given.group_by);
  if (given.group_by && !by) throw invalid({ group_by: 'The rows of this report are not put together by that.' });
  const shareOf = ({ name: column }: ReportColumn) => declared.columns[column]!.share;
  const figures = all.filter((column) => column.is_summed || shareOf(column));
  const added = figures.map((column): reports.Sum => ({ name: column.name, share: shareOf(column) }));
  const columns = by
    ? [
        all.find((column) => column.name === by.name)!,
        { name: 'lines', label: 'Rows', kind: 'number' as const, is_summed: true },
        ...figures,
      ]
    : all;
  const sums = by ? [{ name: 'lines' }, ...added] : added;
  const shape = (plain: reports.Rows) => (by ? reports.grouped(plain, by.name, added, { ...asked, filters: declared.filters }) : plain);
  const plain = reports.ofGroups(declared.rows(asked), groups);
  const rows = shape(plain);
  const wished = given.ordering?.replace(/^-/, '');
  if (wished !== undefined && !columns.some((column) => column.name === wished)) throw invalid({ ordering: 'There is no such column.' });
  const first = given.ordering ?? (by ? by.name : declared.order);
  // Rows that are alike in this are told apart by the others, so that the order is always the same.
  const order = [first, ...columns.map((column) => column.name).filter((one) => one !== first.replace(/^-/, ''))];
  const said = groups.map(({ label, value }) => `${label}: ${value || '–'}`);
  const subtitle = await sayAsked(context, declared, given, asked, said);
  return { declared, about, subtitle, columns, sums, plain, shape, rows, order };
}

/** Which figures a chart shows, and how they are found; null where whoever asks may see none of them. */
function planChart(context: Context, declared: ReportDeclaration) {
  if (!declared.chart) return null;
  const { kind, by, values } = declared.chart;
  const seen = columnsFor(declared, context);
  const series = values.flatMap((value) => seen.find((column) => column.name === value) ?? []);
  if (series.length === 0) return null;
  const names = series.map((column) => column.name);
  // Two figures stand side by side, and the first says which is the largest; more stand behind each other.
  const isStacked = kind === 'bar' && names.length > 2;
  const groups = reports.grouped(
    reports.PLAIN,
    by,
    names.map((one) => ({ name: one })),
  );
  const rows = isStacked ? reports.withLength(groups, names) : groups;
  const order = kind === 'line' ? [by] : [isStacked ? '-length' : `-${names[0]}`, by];
  const limit = kind === 'line' ? 400 : MOST_POINTS;
  return { kind, by, series, find: { rows, columns: [by, ...names], order, limit, offset: 0 } };
}

function drawChart(plan: ReturnType<typeof planChart>, points: readonly Record<string, reports.Cell>[] | null): Report['chart'] {
  if (!plan || !points) return null;
  const { kind, by, series } = plan;
  return {
    kind,
    value: series[0]!.kind,
    series: series.map(({ label }) => label),
    points: points.map((row) => ({ label: String(row[by] ?? '–'), values: series.map((column) => Number(row[column.name] ?? 0)) })),
  };
}

export async function getReport(context: Context, name: string, given: Filter): Promise<Report> {
  const opened = await openReport(context, name, given);
  const { declared, about, subtitle, columns, sums, plain, shape, order } = opened;
  const { page = 1, page_size = DEFAULT_PAGE_SIZE } = given;
  const names = columns.map((column) => column.name);
  const chart = planChart(context, declared);
  const found = await reports.whole(context.tx, plain, {
    rows: shape(reports.PLAIN),
    sums,
    page: { columns: names, order, limit: page_size, offset: (page - 1) * page_size },
    chart: chart?.find ?? null,
    is_listing: declared.is_listing ?? false,
  });
  const { count, ...added } = found.totals;
  return {
    ...about,
    subtitle,
    columns,
    count,
    rows: found.page.map((row) => ({
      cells: names.map((one) => row[one] ?? null),
      path: given.group_by ? (row.path ?? groupPath(given.group_by, row[given.group_by] ?? null)) : row.path,
    })),
    totals: columns.map((column) => reports.totalOf(column, added)),
    chart: drawChart(chart, found.chart),
  };
}

export async function exportReport(
  context: Context,
  name: string,
  { format, ...given }: RequestQuery<typeof wire.exportReport>,
): Promise<FileAnswer> {
  return printReport(context, await openReport(context, name, given), format);
}

export async function listReportViews({ tx, actor }: Context): Promise<{ count: number; results: ReportView[] }> {
  const results = await views.list(tx, actor.id);
  return { count: results.length, results };
}

export async function createReportView(context: Context, body: RequestBody<typeof wire.createReportView>): Promise<ReportView> {
  findReport(context, body.report);
  const made = await views.insert(context.tx, { ...body, created_on: context.now, created_by: context.actor.id });
  return { ...made, is_mine: true };
}

export async function removeReportView({ tx, actor }: Context, id: number): Promise<void> {
  if (!(await views.remove(tx, id, actor.id))) throw notFound();
}
