import type { Fields, Json } from '@dmse/sync/wire';
import type { Lonlat } from '../../../parts/map/map-layer.ts';
import type { FieldPipe, FieldPoint } from '../point/field-record.ts';

/** A pipe while it is drawn: from a structure, through bends, to another structure or to an open end. */
export type Drawing = { readonly start: FieldPoint | null; readonly bends: readonly Lonlat[] };

export const NOTHING_DRAWN: Drawing = { start: null, bends: [] };

const flat = ([longitude, latitude]: Lonlat): [number, number] => [longitude, latitude];

/** What both ends say of the pipe, and else what the last one was: a street is mostly one pipe. */
export function pipeFields(drawing: Drawing & { start: FieldPoint }, end: FieldPoint | null, last: FieldPipe | null, now: string): Fields {
  const { start, bends } = drawing;
  const path = [start.at, ...bends, end?.at ?? null].filter((at): at is Lonlat => at !== null).map(flat);
  const vertices = end === null ? bends.slice(0, -1) : bends;
  const material = start.connections.find(({ direction }) => direction === 'out')?.material ?? last?.material ?? null;
  const inside_diameter = start.connections.find(({ direction }) => direction === 'out')?.inside_diameter ?? last?.inside_diameter ?? null;
  const fields: Record<string, Json | null> = {
    name: `${start.name ?? '?'}-${end?.name ?? 'open'}`,
    start_structure: start.id,
    end_structure: end?.id ?? null,
    system: start.system ?? end?.system ?? null,
    material,
    inside_diameter,
    status: 'in use',
    geometry: path.length < 2 ? null : { type: 'LineString', coordinates: path },
    vertices: vertices.length === 0 ? null : vertices.map(flat),
    captured_at: now,
  };
  return Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, Json] => entry[1] !== null));
}
