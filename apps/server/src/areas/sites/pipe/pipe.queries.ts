import type { OrderOf } from '@dmse/contract/common/paging';
import type { listPipes } from '@dmse/contract/sites/pipe';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { personRef } from '../../../db/person-ref.ts';
import type { CapturedSource } from '../capture/captured-list.queries.ts';
import { isOfJobs } from '../field-run/field-run.queries.ts';
import { PIPE } from './pipe-noun.ts';

function select(tx: Tx) {
  return tx
    .selectFrom('pipe')
    .selectAll('pipe')
    .select([
      personRef('pipe.created_by').as('created_by'),
      personRef('pipe.updated_by').as('updated_by'),
      personRef('pipe.captured_by').as('captured_by'),
    ]);
}

export type PipeRow = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

export const PIPES: CapturedSource<'pipe', PipeRow> = {
  noun: { ...PIPE, table: 'pipe' },
  select,
  search: sql`norm(concat_ws(' ', pipe.name, pipe.material, pipe.note))`,
  columns: {
    name: sql`pipe.name`,
    system: sql`pipe.system`,
    captured_at: sql`pipe.captured_at`,
    created_on: sql`pipe.created_on`,
    updated_on: sql`pipe.updated_on`,
  } satisfies Record<OrderOf<typeof listPipes>, RawBuilder<unknown>>,
};

export function find(tx: Tx, id: string): Promise<PipeRow | undefined> {
  return select(tx).where('pipe.id', '=', id).executeTakeFirst();
}

export function conditionsOf({ structure }: { structure?: string | undefined }): RawBuilder<boolean>[] {
  return structure ? [sql`(pipe.start_structure = ${structure} or pipe.end_structure = ${structure})`] : [];
}

/** What a pipe's inverts are worked out from. */
export function listStructures(tx: Tx, ids: readonly string[]) {
  if (ids.length === 0) return Promise.resolve([]);
  return structureColumns(tx).where('id', 'in', ids).execute();
}

export type StructureRow = Awaited<ReturnType<typeof listStructures>>[number];

function structureColumns(tx: Tx) {
  return tx
    .selectFrom('shot')
    .select(['id', 'name', 'code', 'description', 'system', 'size', 'connections', 'easting', 'northing', 'elevation', 'is_deleted']);
}

/** The runs of a drawing: those named, or all of a job. */
export async function listRunIds(
  tx: Tx,
  { field_run, job }: { field_run?: string[] | undefined; job?: number | undefined },
): Promise<string[]> {
  let rows = tx.selectFrom('field_run').select('id').where('is_deleted', '=', false);
  if (field_run?.length) rows = rows.where('id', 'in', field_run);
  if (job !== undefined) rows = rows.where(isOfJobs([job]));
  return (await rows.orderBy('id').execute()).map((row) => row.id);
}

export function listOfRuns(tx: Tx, runs: readonly string[]): Promise<PipeRow[]> {
  return select(tx).where('pipe.field_run', 'in', runs).where('pipe.is_deleted', '=', false).orderBy('pipe.id').execute();
}
