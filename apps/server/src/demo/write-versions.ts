import { sql } from 'kysely';
import { RUN_FIELDS } from '../areas/sites/field-run/field-run.service.ts';
import type { Context } from '../call/context.ts';
import type { RunLife } from './firm/field-runs.ts';
import type { Values } from './firm/record-with-history.ts';

/** Every version of a run, whole, told backwards from what is true now. */
export function tellVersions(life: RunLife): Values[] {
  const content = (values: Values) =>
    Object.fromEntries(RUN_FIELDS.map((field) => [field, field === 'is_deleted' ? false : (values[field] ?? null)]));
  const told: Values[] = [];
  let now = life.values;
  const entry = (version: number, action: string, fields: string[], before: Values | null, when: { at: string; by: number }) => {
    const { at, by } = when;
    told.unshift({
      kind: 'run',
      item: life.id,
      field_run: life.id,
      version,
      action,
      fields,
      before: before && content(before),
      after: content(now),
      device: life.device,
      at,
      by,
      captured_by: by,
      request_id: 'demo',
    });
  };
  for (let at = life.edits.length - 1; at >= 0; at--) {
    const edit = life.edits[at]!;
    const before = { ...now, ...edit.before };
    entry(at + 2, 'changed', Object.keys(edit.before), before, edit);
    now = before;
  }
  entry(
    1,
    'created',
    Object.keys(now).filter((field) => now[field] !== null),
    null,
    life.created,
  );
  return told;
}

/** The first version of everything captured, and the second of what was deleted, in the words a push would have left. */
export async function tellCaptured({ tx }: Context): Promise<void> {
  const own = sql`'{id,lon,lat,altitude,easting,northing,elevation,processed_on,conflict,late,parent_pending,version,seq,create_op,device,captured_by,received_at,created_on,created_by,updated_on,updated_by}'::text[]`;
  const geometry = sql`jsonb_build_object('geometry', jsonb_build_object('type', 'Point', 'coordinates', jsonb_build_array(t.lon, t.lat)))`;
  const told = { shot: sql`${geometry} || (to_jsonb(t) - ${own})`, pipe: sql`to_jsonb(t) - ${own}` };
  for (const [table, content] of Object.entries(told)) {
    const kind = table === 'shot' ? 'point' : 'pipe';
    await sql`
      insert into field_history (kind, item, field_run, version, action, fields, before, after, device, op, at, by, captured_by, request_id)
      select ${kind}, t.id, t.field_run, 1, 'created', '{geometry,captured_at}', null, (${content}) || '{"is_deleted": false}', t.device, t.create_op,
        t.received_at, t.created_by, t.captured_by, 'demo'
      from ${sql.table(table)} t order by t.id`.execute(tx);
    await sql`
      insert into field_history (kind, item, field_run, version, action, fields, before, after, base, device, at, by, captured_by, request_id)
      select ${kind}, t.id, t.field_run, 2, 'deleted', '{is_deleted}', (${content}) || '{"is_deleted": false}', ${content}, 1, t.device,
        t.received_at, t.updated_by, t.captured_by, 'demo'
      from ${sql.table(table)} t where t.is_deleted order by t.id`.execute(tx);
    await sql`update ${sql.table(table)} set version = 2 where is_deleted`.execute(tx);
  }
}
