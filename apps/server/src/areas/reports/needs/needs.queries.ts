import { type RawBuilder, sql } from 'kysely';
import type { Rows } from '../report/report.queries.ts';

/** The rows of a report of which something holds. */
export function thoseOf(rows: Rows, holds: RawBuilder<unknown>): Rows {
  return sql`select * from (${rows}) report where ${holds}`;
}

export const IS_OVER = sql`used > 100`;
export const IS_LATE = sql`days > 0`;
export const isAwake = (today: string) => sql`(on_hold_until is null or on_hold_until <= ${today}::date)`;
/** Invoices on which a job of this manager stands. */
export const isBilledFor = (manager: number | undefined) =>
  manager === undefined
    ? IS_LATE
    : sql`${IS_LATE} and path in (select '/invoice/' || l.invoice from invoice_line l join job j on j.id = l.job where j.project_manager = ${manager})`;

type Approves = { id: number; time: boolean; expenses: boolean };
/** Weeks and expenses that were submitted and wait for this person: of those they supervise, or of everybody else. */
export function submitted({ id, time, expenses }: Approves): Rows {
  const theirs = (all: boolean, who: string) =>
    sql`(${sql.ref(who)} <> ${id} and (${all}::boolean or exists (select from supervision v where v.supervisor = ${id} and v.employee = ${sql.ref(who)})))`;
  return sql`
    select p.full_name as who, 'Week of ' || b.first_day as what, b.first_day as date, null::bigint as amount,
      ${time ? '/timesheet/admin' : '/timesheet/supervisor'}::text || '?date=' || b.first_day as path
    from time_batch b join app_user p on p.id = b."user" where b.state = 'SUBMITTED' and ${theirs(time, 'b.user')}
    union all
    select p.full_name, coalesce(nullif(e.vendor, ''), 'Expense'), e.date, e.gross, '/expense/' || e.id
    from expense e join app_user p on p.id = e."user" where e.approval = 'SUBMITTED' and ${theirs(expenses, 'e.user')}`;
}
