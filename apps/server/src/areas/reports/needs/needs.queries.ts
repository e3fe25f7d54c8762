import { sql } from 'kysely';
import type { Rows } from '../report/report.queries.ts';

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
