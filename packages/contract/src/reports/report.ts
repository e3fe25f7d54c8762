import { z } from 'zod';
import { ClientId, EnteredDate, Id, JobId, line, UserId } from '../common/fields.ts';
import { anyOf } from '../common/paging.ts';
import { endpoint } from '../endpoint.ts';

/** What stands in a column: money in cents, minutes shown as hours, a percent of a hundred. */
export const REPORT_KINDS = ['text', 'number', 'money', 'date', 'minutes', 'percent', 'state'] as const;
export const REPORT_FILTERS = ['from', 'to', 'as_of', 'client', 'manager', 'person', 'job', 'state', 'only'] as const;
export const REPORT_GROUPS = ['Money', 'Time', 'Jobs and quotes', 'Field'] as const;

const ReportColumn = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.enum(REPORT_KINDS),
  /** It has a sum under it. */
  is_summed: z.boolean(),
});
export type ReportColumn = z.infer<typeof ReportColumn>;

export const ReportAbout = z.object({
  name: z.string(),
  title: z.string(),
  /** The question it answers. */
  about: z.string(),
  group: z.enum(REPORT_GROUPS),
  filters: z.array(z.enum(REPORT_FILTERS)),
  /** The values of the filter `state`. */
  states: z.array(z.string()),
  /** The values of the filter `only`: the rows that have to be acted on. */
  only: z.array(z.object({ name: z.string(), label: z.string() })),
  /** Columns by whose values the rows can be put together. */
  group_by: z.array(z.object({ name: z.string(), label: z.string() })),
});
export type ReportAbout = z.infer<typeof ReportAbout>;

const Cell = z.union([z.string(), z.number(), z.null()]);

export const Report = ReportAbout.extend({
  /** The period or day it is of, in words. */
  subtitle: z.string(),
  columns: z.array(ReportColumn),
  count: z.int(),
  rows: z.array(
    z.object({
      cells: z.array(Cell),
      /** Where the figure opens, from `/app/` on; of a group what it is narrowed by. */
      path: z.string().nullable(),
    }),
  ),
  /** Under each column; null where there is no sum. */
  totals: z.array(z.number().nullable()),
  chart: z
    .object({
      kind: z.enum(['bar', 'line']),
      /** Of the figures. */
      value: z.enum(REPORT_KINDS),
      series: z.array(z.string()),
      points: z.array(z.object({ label: z.string(), values: z.array(z.number()) })),
    })
    .nullable(),
});
export type Report = z.infer<typeof Report>;

const filterQuery = {
  from: EnteredDate.optional(),
  to: EnteredDate.optional(),
  as_of: EnteredDate.optional(),
  client: ClientId.optional(),
  manager: UserId.optional(),
  person: UserId.optional(),
  job: JobId.optional(),
  state: anyOf(z.string().max(40)),
  only: z.string().max(40).optional(),
  /** Rows of these groups alone: `category:Fuel`, or `category` for those that have none. */
  of: anyOf(z.string().max(300)),
  group_by: z.string().max(40).optional(),
  /** A column, with a leading minus from the largest on. */
  ordering: z.string().max(60).optional(),
};
export type ReportFilter = { [Name in keyof typeof filterQuery]?: z.output<(typeof filterQuery)[Name]> };

const name = { report: line(60) };

export const listReports = endpoint({
  get: '/api/reports/',
  page: ReportAbout,
  needs: 'reports.read',
  summary: 'The reports one may see',
});
export const getReport = endpoint({
  get: '/api/reports/:report/',
  params: name,
  query: z.strictObject({
    ...filterQuery,
    page: z.int().min(1).max(1_000_000).optional(),
    page_size: z.int().min(1).max(500).optional(),
  }),
  response: Report,
  needs: 'reports.read',
  summary: 'A report with its totals and its chart',
});
export const REPORT_FORMATS = ['csv', 'xlsx', 'pdf'] as const;
export const exportReport = endpoint({
  get: '/api/reports/:report/export/',
  params: name,
  query: z.strictObject({ ...filterQuery, format: z.enum(REPORT_FORMATS) }),
  response: 'file',
  heavy: true,
  needs: 'reports.read',
  summary: 'A report as CSV, Excel workbook or PDF',
});

/** A view of a report that somebody has named. */
export const ReportView = z.object({
  id: Id,
  report: z.string(),
  name: z.string(),
  /** The filters as they stand in the address. */
  search: z.string(),
  is_shared: z.boolean(),
  is_mine: z.boolean(),
});
export type ReportView = z.infer<typeof ReportView>;
const ViewFields = { report: line(60), name: line(80), search: z.string().max(1000), is_shared: z.boolean() };
export const listReportViews = endpoint({
  get: '/api/reports/view/',
  page: ReportView,
  needs: 'reports.read',
  summary: "One's own views of reports and those that others share",
});
export const createReportView = endpoint({
  post: '/api/reports/view/',
  body: z.strictObject(ViewFields),
  response: ReportView,
  status: 201,
  needs: 'reports.read',
  summary: 'Keep a view of a report under a name',
});
export const removeReportView = endpoint({
  delete: '/api/reports/view/:id/',
  response: 'nothing',
  needs: 'reports.read',
  summary: "Remove one's own view of a report",
});
