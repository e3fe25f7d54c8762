import type { Tx } from '../../../db/database.ts';
import { findByNum, findNum } from '../project/project.queries.ts';

/** A job's number, or null when there is no such job. */
export function getJobNum(tx: Tx, id: number): Promise<string | null> {
  return findNum(tx, 'job', id);
}

/** The job that has this number, however it was typed; null when nobody has. */
export function getJobByNum(tx: Tx, num: string): Promise<number | null> {
  return findByNum(tx, 'job', num);
}
