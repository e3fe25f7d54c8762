import type { OrderOf } from '@dmse/contract/common/paging';
import type { RequestQuery } from '@dmse/contract/endpoint';
import type { listControlPoints } from '@dmse/contract/sites/control-point';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { exactFirst, matchesWords, orderBy, pageOf } from '../../../db/paging.ts';
import { personRef } from '../../../db/person-ref.ts';
import { statementName } from '../../../db/pooled-client.ts';
import { IS_IN_FORCE } from './control-check.queries.ts';

export type ControlPointFilter = RequestQuery<typeof listControlPoints>;

const COLUMNS = {
  name: { notNull: sql`control_point.name_key` },
  easting: { notNull: sql`control_point.easting` },
  northing: { notNull: sql`control_point.northing` },
  elevation: sql`control_point.elevation`,
  note: { notNull: sql`control_point.note_key` },
  control_destroyed: { notNull: sql`control_point.control_destroyed` },
  is_hpn: { notNull: sql`control_point.is_hpn` },
  created_on: { notNull: sql`control_point.created_on` },
  updated_on: { notNull: sql`control_point.updated_on` },
};

export async function list(tx: Tx, filter: ControlPointFilter) {
  const { query, hpn_only, destroyed, ordering } = filter;
  let rows = tx
    .selectFrom('control_point')
    .select(['id', 'name', 'easting', 'northing', 'elevation', 'note', 'control_destroyed', 'is_hpn']);
  const words = query ? matchesWords(sql`control_point.search`, query, true) : null;
  if (words) rows = rows.where(words);
  if (hpn_only) rows = rows.where('is_hpn', '=', true);
  if (destroyed !== undefined) rows = rows.where('control_destroyed', '=', destroyed);
  const rank = ordering ? [] : await exactFirst(tx, 'control_point', { key: 'name_key' }, query);
  return pageOf(rows, filter, [...rank, ...orderBy<OrderOf<typeof listControlPoints>>(ordering, COLUMNS, 'name', sql`control_point.id`)], {
    isSearch: words !== null,
  });
}

export function find(tx: Tx, id: number) {
  return tx
    .selectFrom('control_point')
    .selectAll('control_point')
    .modifyFront(statementName('control_point_by_id'))
    .select([personRef('control_point.created_by').as('created_by'), personRef('control_point.updated_by').as('updated_by')])
    .select(
      sql<number>`(select count(*) from control_check where control_check.control_point = control_point.id and ${IS_IN_FORCE})`.as(
        'check_count',
      ),
    )
    .where('id', '=', id)
    .executeTakeFirst();
}

export function listImages(tx: Tx, id: number) {
  return tx
    .selectFrom('shot_image')
    .select(['id', 'name', 'note', 'captured_at', 'file'])
    .where('control_point', '=', id)
    .where('is_deleted', '=', false)
    .orderBy('created_on', 'desc')
    .orderBy('id')
    .limit(200)
    .execute();
}

export function listNames(tx: Tx, ids: readonly number[]) {
  return tx.selectFrom('control_point').select(['id', 'name']).where('id', 'in', ids).orderBy('name').orderBy('id').execute();
}
