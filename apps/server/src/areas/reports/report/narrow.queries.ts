import { type RawBuilder, sql } from 'kysely';

/** Those of which every named column has the wished value; what nobody has asked for narrows nothing. */
export function narrow(wishes: Readonly<Record<string, number | string | readonly string[] | undefined>>): RawBuilder<boolean> {
  const terms = Object.entries(wishes).flatMap(([column, wish]) => {
    if (wish === undefined || (Array.isArray(wish) && wish.length === 0)) return [];
    return [Array.isArray(wish) ? sql`${sql.ref(column)} = any(${wish})` : sql`${sql.ref(column)} = ${wish}`];
  });
  return terms.length > 0 ? sql<boolean>`(${sql.join(terms, sql` and `)})` : sql<boolean>`true`;
}

/** The day an instant falls on where the firm is. */
export const dayOf = (column: string, zone: string) => sql`(${sql.ref(column)} at time zone ${zone})::date`;

/** The full name of the person in a column. */
export const nameOf = (column: string) => sql<string | null>`(select full_name from app_user where app_user.id = ${sql.ref(column)})`;

/** The number of a field run's job: of the one it belongs to, else what the crew has typed. */
export const jobOfRun = sql<string>`coalesce((select num from job where job.id = r.job), r.job_num)`;

/** Runs of a job, by the number they are shown under. */
export function runOfJob(job: number | undefined): RawBuilder<boolean> {
  if (job === undefined) return sql<boolean>`true`;
  return sql<boolean>`(r.job = ${job} or (r.job is null and r.job_num = (select num from job where job.id = ${job})))`;
}

/** The columns of a job, which most reports about jobs begin with, and what stands in them for `job j`. */
export const JOB_COLUMNS = {
  job: { label: 'Job', kind: 'text' },
  description: { label: 'Description', kind: 'text' },
  client: { label: 'Client', kind: 'text', groups: true },
  manager: { label: 'Project manager', kind: 'text', groups: true },
} as const;
export const JOB = sql`j.num as job, j."desc" as description, j.client_name as client, ${nameOf('j.project_manager')} as manager`;
