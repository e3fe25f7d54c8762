import type { OrderOf } from '@dmse/contract/common/paging';
import type { listShots } from '@dmse/contract/sites/shot';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { personRef } from '../../../db/person-ref.ts';
import type { CapturedSource } from '../capture/captured-list.queries.ts';
import { SHOT } from './shot-noun.ts';

/** A control point that is gone is still the one that was named. */
export function controlRef(column: string) {
  return sql<{ id: number; name: string } | null>`case when ${sql.ref(column)} is not null then json_build_object('id', ${sql.ref(column)},
    'name', coalesce((select c.name from control_point c where c.id = ${sql.ref(column)}), 'Unknown')) end`;
}

function select(tx: Tx) {
  return tx
    .selectFrom('shot')
    .selectAll('shot')
    .select([
      personRef('shot.created_by').as('created_by'),
      personRef('shot.updated_by').as('updated_by'),
      personRef('shot.captured_by').as('captured_by'),
      controlRef('shot.control_point').as('control_point'),
      sql<number>`(select count(*) from shot_image i where i.fieldrun_shot = shot.id and not i.is_deleted)`.as('image_count'),
    ]);
}

export type ShotRow = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

export const SHOTS: CapturedSource<'shot', ShotRow> = {
  noun: { ...SHOT, table: 'shot' },
  select,
  search: sql`norm(concat_ws(' ', shot.name, shot.code, shot.description, shot.note))`,
  columns: {
    name: sql`shot.name`,
    code: sql`shot.code`,
    category: sql`shot.category`,
    captured_at: sql`shot.captured_at`,
    created_on: sql`shot.created_on`,
    updated_on: sql`shot.updated_on`,
  } satisfies Record<OrderOf<typeof listShots>, RawBuilder<unknown>>,
};

export function find(tx: Tx, id: string): Promise<ShotRow | undefined> {
  return select(tx).where('shot.id', '=', id).executeTakeFirst();
}

type Filter = { control_point?: number | undefined; code?: string[] | undefined; category?: string[] | undefined };

export function conditionsOf({ control_point, code, category }: Filter): RawBuilder<boolean>[] {
  const conditions: RawBuilder<boolean>[] = [];
  if (control_point !== undefined) conditions.push(sql`shot.control_point = ${control_point}`);
  if (code?.length) conditions.push(sql`shot.code = any(${code})`);
  if (category?.length) conditions.push(sql`shot.category = any(${category})`);
  return conditions;
}
