import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../call/context.ts';
import type { RunLife } from './firm/field-runs.ts';
import { metres } from './firm/sites.ts';

export type Copy = { life: RunLife; like: RunLife };

/** Many runs like the ones before: their shots are copied inside the database, moved to their own place and time. */
export async function copyHarvests({ tx }: Context, copies: readonly Copy[]): Promise<void> {
  if (copies.length === 0) return;
  const rows = copies.map(({ life, like }) => ({
    run: life.id,
    like: like.id,
    east: metres(life.origin.easting - like.origin.easting),
    north: metres(life.origin.northing - like.origin.northing),
    later: (Date.parse(life.started_on!) - Date.parse(like.started_on!)) / 1000,
    finished_on: life.state === 'Finished' ? life.values.finished_on : null,
    chief: life.chief,
    device: life.device,
  }));
  await sql`create temporary table demo_copy on commit drop as
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(run uuid, "like" uuid, east float8, north float8, later float8, finished_on timestamptz, chief int, device text)`.execute(tx);
  // Where a degree is so many metres in the middle of the province; close enough for points nobody measured.
  const lon = sql`round((s.lon + c.east / 77000)::numeric, 8)::float8`;
  const lat = sql`round((s.lat + c.north / 111200)::numeric, 8)::float8`;
  const id = (column: string) => copiedId(sql.ref(column));
  const later = (column: string) => sql`${sql.ref(column)} + make_interval(secs => c.later)`;
  const stamps = sql`${later('s.captured_at')}, ${later('s.received_at')}, c.chief, c.device, s.seq, s.is_deleted, s.version,
    ${later('s.created_on')}, c.chief, ${later('s.updated_on')}, c.chief`;
  const columns = sql`captured_at, received_at, captured_by, device, seq, is_deleted, version, created_on, created_by, updated_on, updated_by`;
  await sql`
    insert into shot (id, field_run, name, code, description, category, sub_category, lon, lat, accuracy, system, kind, shape, size, cover,
      connections, note, easting, northing, elevation, processed_on, ${columns})
    select ${id('s.id')}, c.run, s.name, s.code, s.description, s.category, s.sub_category, ${lon}, ${lat}, s.accuracy, s.system, s.kind, s.shape,
      s.size, s.cover, s.connections, s.note,
      case when c.finished_on is not null then s.easting + c.east end, case when c.finished_on is not null then s.northing + c.north end,
      case when c.finished_on is not null then s.elevation end, c.finished_on, ${stamps}
    from demo_copy c join shot s on s.field_run = c.like`.execute(tx);
  await sql`
    insert into pipe (id, field_run, start_structure, end_structure, system, material, inside_diameter, shape, status, ${columns})
    select ${id('s.id')}, c.run, ${id('s.start_structure')}, ${id('s.end_structure')}, s.system, s.material, s.inside_diameter, s.shape, s.status, ${stamps}
    from demo_copy c join pipe s on s.field_run = c.like`.execute(tx);
}

/** A UUID of version 7, as tablets make them: the model's moment moved as the run was, and a chance that follows from model and run. */
function copiedId(model: RawBuilder<unknown>): RawBuilder<unknown> {
  const modelMs = sql`('x' || left(replace(${model}::text, '-', ''), 12))::bit(48)::bigint`;
  const moment = sql`lpad(to_hex(${modelMs} + (c.later * 1000)::bigint), 12, '0')`;
  const chance = sql`md5(${model}::text || c.run)`;
  return sql`(${moment} || '7' || left(${chance}, 3) || '8' || right(${chance}, 15))::uuid`;
}
