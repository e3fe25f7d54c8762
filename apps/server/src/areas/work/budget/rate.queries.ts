import type { RateTable } from '@dmse/domain/work/rate-choice';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { OwnerRef } from '../work-record/owner.queries.ts';

type AgreedRow = { job_role: number; rate: number; rule: 'job' | 'client' };

/** Every charge rate that may hold for a job or quote: agreed for it, agreed with its client, and each role's own by date. */
export async function loadRates(tx: Tx, owner: OwnerRef & { client: number | null }): Promise<RateTable> {
  const { rows: agreed } = await sql<AgreedRow>`
    select job_role, charge_rate as rate, case when client is null then 'job' else 'client' end as rule from agreed_rate
    where ${sql.ref(owner.kind)} = ${owner.id} or client = ${owner.client}`.execute(tx);
  const { rows: own } = await sql<{ job_role: number; rate: number; valid_from: string }>`
    select job_role, charge_rate as rate, valid_from from job_role_rate`.execute(tx);
  const undated = (rule: AgreedRow['rule']) =>
    agreed.filter((row) => row.rule === rule).map(({ job_role, rate }) => ({ job_role, rate, valid_from: null, valid_to: null }));
  return { job: undated('job'), client: undated('client'), role: own.map((row) => ({ ...row, valid_to: null })) };
}
