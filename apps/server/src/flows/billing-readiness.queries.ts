import type { BillingType } from '@dmse/domain/jobs/billing-types';
import { STRUCTURE_UNITS, type WorkDone } from '@dmse/domain/jobs/readiness';
import type { JobState } from '@dmse/domain/states/job';
import { type Selectable, sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { personRef } from '../db/person-ref.ts';
import type { DB } from '../db/rows.generated.ts';

export type JobFacts = Pick<Selectable<DB['job']>, 'fee_cap'> & {
  id: number;
  num: string;
  state: JobState;
  project_manager: number | null;
  project_leads: number[];
  quote: number | null;
  client: number | null;
  has_address: boolean;
  on_hold_until: string | null;
  billing_type: BillingType;
  budget: number;
  billed: number;
  without_receipt: number;
};

export async function findJob(tx: Tx, id: number): Promise<JobFacts | undefined> {
  const { rows } = await sql<JobFacts>`
    select j.id, j.num, j.state, j.project_manager, j.project_leads, j.quote, j.client, j.on_hold_until, j.billing_type, j.fee_cap,
      coalesce((select c.billing_street <> '' or c.billing_city <> '' from client c where c.id = j.client), false) as has_address,
      coalesce((select sum(amount) from budget_entry b where b.job = j.id), 0)::bigint as budget,
      coalesce((select sum(l.amount) from invoice_line l join invoice i on i.id = l.invoice
        where l.job = j.id and i.state not in ('DRAFT', 'DELETED')), 0)::bigint as billed,
      (select count(*) from expense e where e.job = j.id and e.is_billable and not exists (select from expense_receipt r where r.expense = e.id)
        and not exists (select from wip_item w where w.item = 'expense/' || e.id and w.state in ('BILLED', 'WRITTEN_OFF'))) as without_receipt
    from job j where j.id = ${id}`.execute(tx);
  return rows[0];
}

/** What field and office have done, and what the budget plans. Pipes that end at nothing captured lead to a structure that is still missing. */
export async function findWorkDone(tx: Tx, { id, num }: Pick<JobFacts, 'id' | 'num'>): Promise<WorkDone> {
  const { rows: milestones } = await sql<WorkDone['milestones'][number]>`
    select m.state, coalesce((select sum(amount) from budget_entry b where b.milestone = m.id), 0)::bigint as budget
    from milestone m where m.job = ${id}`.execute(tx);
  const { rows } = await sql<{ finished: number; runs: number; whole: number; found: number; planned: number }>`
    with run as materialized (
      select id, state from field_run where not is_deleted
        and (job = ${id} or (job is null and job_num <> '' and norm(btrim(job_num)) = norm(${num})))
    ), structure as (
      select s.lat is not null or s.easting is not null as is_placed,
        not exists (select from jsonb_array_elements(coalesce(s.connections, '[]')) c where c ->> 'measure_down' is null) as is_measured
      from run join shot s on s.field_run = run.id
      where not s.is_deleted and s.sub_category in ('Sanitary Structure', 'Storm Structure')
    )
    select (select count(*) from run where state = 'Finished') as finished, (select count(*) from run) as runs,
      (select count(*) from structure where is_placed and is_measured) as whole,
      (select count(*) from structure) + (select count(*) from run join pipe p on p.field_run = run.id
        where not p.is_deleted and (p.start_structure is null or p.end_structure is null)) as found,
      (select coalesce(round(sum(b.quantity)), 0)::int from budget_entry b join disbursement_type t on t.id = b.disbursement_type
        where b.job = ${id} and norm(btrim(t.unit)) = any(${STRUCTURE_UNITS})) as planned`.execute(tx);
  const { finished, runs, whole, found, planned } = rows[0]!;
  return { milestones, runs: { finished, all: runs }, structures: { whole, found, planned } };
}

type Accepted = { percent: number; proposed: number; reason: string; at: string; by: { id: number; full_name: string } };
export async function findAccepted(tx: Tx, job: number): Promise<Accepted | undefined> {
  const { rows } = await sql<Accepted>`
    select accepted as percent, proposed, reason, created_on as at, ${personRef('billing_progress.created_by')} as by
    from billing_progress where job = ${job} order by id desc limit 1`.execute(tx);
  return rows[0];
}

type New = { job: number; proposed: number; accepted: number; reason: string; created_on: string; created_by: number };
export async function insertAccepted(tx: Tx, row: New): Promise<void> {
  await tx.insertInto('billing_progress').values(row).execute();
}
