import { isStructure } from '@dmse/domain/sites/shot-category';
import type { LightItem } from '@dmse/sync/item';
import type { Fields, Json } from '@dmse/sync/wire';
import type { Lonlat } from '../../../parts/map/map-layer.ts';
import { type ItemState, stateOf } from '../../sync/sync-counts.ts';

/** The records of the device as the screens speak of them. What the store holds is JSON of any age, so each field is read with care. */
export type FieldConnection = {
  readonly bearing: number | null;
  readonly direction: 'in' | 'out' | null;
  readonly inside_diameter: number | null;
  readonly material: string | null;
  readonly measure_down: number | null;
  /** What another version of the app or the office has written beside: kept as it is. */
  readonly rest: Fields;
};

type Common = {
  readonly id: string;
  readonly field_run: string;
  readonly name: string | null;
  readonly note: string | null;
  readonly captured_at: string | null;
  readonly created_on: string;
  readonly is_deleted: boolean;
  readonly state: ItemState;
  readonly item: LightItem;
};

export type FieldPoint = Common & {
  readonly code: string | null;
  readonly description: string | null;
  readonly category: string | null;
  readonly sub_category: string | null;
  readonly system: string | null;
  readonly kind: string | null;
  readonly shape: string | null;
  readonly diameter: number | null;
  readonly access: string | null;
  readonly connections: readonly FieldConnection[];
  readonly accuracy: number | null;
  readonly position_age: number | null;
  /** By the device, or by the office once processed. */
  readonly has_position: boolean;
  readonly at: Lonlat | null;
  readonly is_structure: boolean;
};

export type FieldPipe = Common & {
  readonly start_structure: string | null;
  readonly end_structure: string | null;
  readonly system: string | null;
  readonly material: string | null;
  readonly inside_diameter: number | null;
  readonly status: string | null;
  readonly open_end: string | null;
  readonly path: readonly Lonlat[];
};

export type FieldImage = Common & { readonly fieldrun_shot: string | null; readonly mime: string | null; readonly bytes: number };

function isRecord(value: Json | undefined): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readText(fields: Fields, name: string): string | null {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

function readNumber(fields: Fields, name: string): number | null {
  const value = fields[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function readPlace(value: Json | undefined): Lonlat | null {
  const [longitude, latitude, height] = Array.isArray(value) ? (value as readonly Json[]) : [];
  if (typeof longitude !== 'number' || typeof latitude !== 'number') return null;
  return typeof height === 'number' ? [longitude, latitude, height] : [longitude, latitude];
}

function readConnection(value: Json): FieldConnection {
  const { bearing, direction, inside_diameter, material, measure_down, ...rest } = isRecord(value) ? value : {};
  const own = { bearing, direction, inside_diameter, material, measure_down } as Fields;
  return {
    bearing: readNumber(own, 'bearing'),
    direction: direction === 'in' || direction === 'out' ? direction : null,
    inside_diameter: readNumber(own, 'inside_diameter'),
    material: readText(own, 'material'),
    measure_down: readNumber(own, 'measure_down'),
    rest: rest as Fields,
  };
}

function readCommon(item: LightItem): Common {
  const { id, field_run, fields, created_on, is_deleted } = item;
  return {
    id,
    field_run,
    name: readText(fields, 'name'),
    note: readText(fields, 'note'),
    captured_at: readText(fields, 'captured_at'),
    created_on,
    is_deleted: is_deleted === 1,
    state: stateOf(item),
    item,
  };
}

export function readPoint(item: LightItem): FieldPoint {
  const { fields } = item;
  const size = isRecord(fields.size) ? fields.size : {};
  const cover = isRecord(fields.cover) ? fields.cover : {};
  const geometry = isRecord(fields.geometry) ? fields.geometry : {};
  const sub_category = readText(fields, 'sub_category');
  const at = readPlace(geometry.coordinates);
  return {
    ...readCommon(item),
    code: readText(fields, 'code'),
    description: readText(fields, 'description'),
    category: readText(fields, 'category'),
    sub_category,
    system: readText(fields, 'system'),
    kind: readText(fields, 'kind'),
    shape: readText(fields, 'shape'),
    diameter: readNumber(size, 'diameter'),
    access: readText(cover, 'access'),
    connections: Array.isArray(fields.connections) ? (fields.connections as readonly Json[]).map(readConnection) : [],
    accuracy: readNumber(fields, 'accuracy'),
    position_age: readNumber(fields, 'position_age'),
    has_position: at !== null || readNumber(item.facts, 'easting') !== null,
    at,
    is_structure: isStructure(sub_category),
  };
}

export function readPipe(item: LightItem): FieldPipe {
  const { fields } = item;
  const geometry = isRecord(fields.geometry) ? fields.geometry : {};
  const path = Array.isArray(geometry.coordinates) ? (geometry.coordinates as readonly Json[]) : [];
  return {
    ...readCommon(item),
    start_structure: readText(fields, 'start_structure'),
    end_structure: readText(fields, 'end_structure'),
    system: readText(fields, 'system'),
    material: readText(fields, 'material'),
    inside_diameter: readNumber(fields, 'inside_diameter'),
    status: readText(fields, 'status'),
    open_end: readText(fields, 'open_end'),
    path: path.flatMap((place) => {
      const at = readPlace(place);
      return at ? [at] : [];
    }),
  };
}

export function readImage(item: LightItem): FieldImage {
  const bytes = typeof item.facts.bytes === 'number' ? item.facts.bytes : 0;
  return {
    ...readCommon(item),
    fieldrun_shot: readText(item.fields, 'fieldrun_shot'),
    mime: item._mime ?? readText(item.facts, 'mime_type'),
    bytes: item._bytes || bytes,
  };
}

/** "5003 SAMH": how a point is spoken of. */
export function sayPoint({ name, code }: { readonly name: string | null; readonly code: string | null }): string {
  return [name ?? 'No number', code].filter(Boolean).join(' ');
}
