import { sql } from 'kysely';
import type { Rows } from '../report/report.queries.ts';

type Approves = { id: number; everybody: boolean };
/** Of those this person supervises, or of everybody else. */
const theirs = ({ id, everybody }: Approves, who: string) =>
  sql`(${sql.ref(who)} <> ${id} and (${everybody}::boolean or exists (select from supervision v where v.supervisor = ${id} and v.employee = ${sql.ref(who)})))`;

/** Weeks that were submitted and wait for this person. */
export function submittedWeeks(approves: Approves): Rows {
  return sql`
    select p.full_name as who, 'Week of ' || b.first_day as what, b.first_day as date, null::bigint as amount,
      ${approves.everybody ? '/timesheet/admin' : '/timesheet/supervisor'}::text || '?date=' || b.first_day || '&state=SUBMITTED' as path
    from time_batch b join app_user p on p.id = b."user" where b.state = 'SUBMITTED' and ${theirs(approves, 'b.user')}`;
}

/** Expenses that were submitted and wait for this person. */
export function submittedExpenses(approves: Approves): Rows {
  return sql`
    select p.full_name as who, coalesce(nullif(e.vendor, ''), 'Expense') as what, e.date, e.gross as amount, '/expense/' || e.id as path
    from expense e join app_user p on p.id = e."user" where e.approval = 'SUBMITTED' and ${theirs(approves, 'e.user')}`;
}
