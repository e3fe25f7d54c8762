import type { REPORT_FILTERS, REPORT_GROUPS, REPORT_KINDS, ReportFilter } from '@dmse/contract/reports/report';
import type { Action } from '@dmse/domain/access/grants';
import type { LocalDate } from '@dmse/domain/dates/local-date';
import { type Rows, thoseOf } from './report.queries.ts';

type Column = {
  label: string;
  /** Money is left out, in files too, for whoever may not see amounts. */
  kind: (typeof REPORT_KINDS)[number];
  /** Has a sum under it. */
  sum?: true;
  /** How many hundredths of the second column's sum the first one's is: worked out anew for each group, and for all rows. */
  share?: readonly [part: string, whole: string];
  /** Rows can be put together by it. */
  groups?: true;
};

/** What somebody asks of a report: every filter it has, with today and the first of the year where none was given. */
export type Asked = Omit<ReportFilter, 'from' | 'to' | 'as_of' | 'of'> & {
  from: LocalDate;
  to: LocalDate;
  as_of: LocalDate;
  today: LocalDate;
  /** The firm's time zone. */
  zone: string;
  /** Whose time may be seen: everybody's, or that of oneself and those one supervises. */
  time_of: 'everybody' | number;
  /** Whether who asks may write invoices. */
  may_bill: boolean;
};

/** One report: who may, what it is narrowed by, its columns, and the one statement all its figures come from. */
export type ReportDeclaration = {
  name: string;
  title: string;
  about: string;
  group: (typeof REPORT_GROUPS)[number];
  needs: Action;
  filters: readonly (typeof REPORT_FILTERS)[number][];
  states?: readonly string[];
  /** What the rows can be narrowed to by the filter `only`. */
  only?: Readonly<Record<string, { label: string; holds: (asked: Asked) => Rows }>>;
  columns: Readonly<Record<string, Column>>;
  /** A column, with a leading minus from the largest on. */
  order: string;
  /** Its rows with these columns, and `path` where a row opens. */
  rows: (asked: Asked) => Rows;
  /** Each row is a record, and there may be very many: sums and page are read apart, and no row is kept between them. */
  is_listing?: true;
  /** Sums of these columns for each value of the first. */
  chart?: { kind: 'bar' | 'line'; by: string; values: readonly string[] };
};

/** A report, whose rows are those that were asked for alone. */
export function report(declaration: ReportDeclaration): ReportDeclaration {
  const { only, rows } = declaration;
  if (!only) return declaration;
  const narrowed = (asked: Asked) => {
    const wish = asked.only === undefined ? undefined : only[asked.only];
    return wish ? thoseOf(rows(asked), wish.holds(asked)) : rows(asked);
  };
  return { ...declaration, rows: narrowed };
}
