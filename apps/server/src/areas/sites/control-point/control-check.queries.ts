import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { type PageInput, pageOf } from '../../../db/paging.ts';
import { personRef } from '../../../db/person-ref.ts';
import type { DB } from '../../../db/rows.generated.ts';

function checks(tx: Tx) {
  return tx
    .selectFrom('control_check')
    .leftJoin('field_run', 'field_run.id', 'control_check.field_run')
    .selectAll('control_check')
    .select(['field_run.id as run_id', 'field_run.name as run_name', personRef('control_check.created_by').as('created_by')]);
}

export function list(tx: Tx, control_point: number, page: PageInput) {
  const rows = checks(tx).where('control_check.control_point', '=', control_point);
  return pageOf(rows, page, [sql`control_check.measured_on desc`, sql`control_check.id desc`]);
}

export type CheckRow = Awaited<ReturnType<typeof list>>['results'][number];

export function find(tx: Tx, id: number) {
  return checks(tx).where('control_check.id', '=', id).executeTakeFirstOrThrow();
}

export async function insert(tx: Tx, values: Insertable<DB['control_check']>): Promise<number> {
  return (await tx.insertInto('control_check').values(values).returning('id').executeTakeFirstOrThrow()).id;
}
