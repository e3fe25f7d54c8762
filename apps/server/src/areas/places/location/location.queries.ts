import type { PlaceGeometry } from '@dmse/contract/places/location';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { personRef } from '../../../db/person-ref.ts';

export function find(tx: Tx, id: number) {
  return tx
    .selectFrom('location')
    .selectAll('location')
    .select([personRef('location.created_by').as('created_by'), personRef('location.updated_by').as('updated_by')])
    .where('id', '=', id)
    .executeTakeFirst();
}

export type Box = { min_lon: number; min_lat: number; max_lon: number; max_lat: number };
export type Nearby = { noun: 'job' | 'quote'; id: number; num: string; desc: string; state: string; geometry: PlaceGeometry };

const MOST = 500;

/** Located jobs and quotes whose box meets this one. A quote that has become a job is shown as the job. */
export async function listInside(tx: Tx, { min_lon, min_lat, max_lon, max_lat }: Box): Promise<Nearby[]> {
  const inside = sql`l.min_lat <= ${max_lat} and l.max_lat >= ${min_lat} and l.min_lon <= ${max_lon} and l.max_lon >= ${min_lon}`;
  const { rows } = await sql<Nearby>`
    select 'job' as noun, j.id, j.num, j."desc", j.state, l.geometry from location l join job j on j.location = l.id where ${inside}
    union all
    select 'quote', q.id, q.num, q."desc", q.state, l.geometry from location l join quote q on q.location = l.id
    where not q.is_promoted and ${inside}
    order by noun, num desc limit ${MOST}`.execute(tx);
  return rows;
}

export type Owner = { noun: 'job' | 'quote' | 'historical file'; id: number };

/** The records a location belongs to. */
export async function listOwners(tx: Tx, id: number): Promise<Owner[]> {
  const { rows } = await sql<Owner>`
    select 'job' as noun, id from job where location = ${id}
    union all select 'quote', id from quote where location = ${id}
    union all select 'historical file', id from historical_file where location = ${id}`.execute(tx);
  return rows;
}
