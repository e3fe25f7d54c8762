import type { Tx } from '../../../db/database.ts';
import { getJobByNum, getJobNum } from '../../jobs/job/job-number.service.ts';

type Named = { job?: unknown; job_num?: unknown };

/**
 * A run names its job by id, by number, or both; whichever was given brings the other along. One that the office does not know is kept
 * as it is: nobody's field work waits for the office.
 */
export async function matchJob(tx: Tx, { job, job_num }: Named): Promise<{ job?: number | null; job_num?: string }> {
  if (typeof job === 'number') {
    const num = await getJobNum(tx, job);
    return num === null ? {} : { job_num: num };
  }
  if (job === null && job_num === undefined) return { job_num: '' };
  if (typeof job_num !== 'string' || job === null) return {};
  return { job: job_num.trim() === '' ? null : await getJobByNum(tx, job_num) };
}

/** The job of a run, also where the crew named one by a number that the office came to know later. */
export async function findJobOf(tx: Tx, { job, job_num }: { job: number | null; job_num: string }): Promise<number | null> {
  return job ?? (job_num.trim() === '' ? null : getJobByNum(tx, job_num));
}
