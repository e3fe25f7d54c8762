import type { Fields, Json } from '@dmse/sync/wire';
import { z } from 'zod';
import type { FieldConnection, FieldPoint } from './field-record.ts';

/** What stands in the form of a point. Kept as a draft while it is typed, so it is plain JSON and reads any draft of any age. */
const Connection = z.object({
  bearing: z.number().nullable(),
  direction: z.enum(['in', 'out']).nullable(),
  inside_diameter: z.number().nullable(),
  material: z.string().nullable(),
  measure_down: z.number().nullable(),
  rest: z.record(z.string(), z.unknown()),
});

const text = z.string().nullable();
export const PointValues = z.object({
  name: z.string(),
  code: text,
  category: text,
  sub_category: text,
  system: text,
  kind: text,
  shape: text,
  diameter: z.number().nullable(),
  access: text,
  connections: z.array(Connection),
  description: z.string(),
  note: z.string(),
});
export type PointValues = z.infer<typeof PointValues>;
export type ConnectionValues = z.infer<typeof Connection>;

export const EMPTY_POINT: PointValues = {
  name: '',
  code: null,
  category: null,
  sub_category: null,
  system: null,
  kind: null,
  shape: null,
  diameter: null,
  access: null,
  connections: [],
  description: '',
  note: '',
};

export const EMPTY_CONNECTION: ConnectionValues = {
  bearing: null,
  direction: null,
  inside_diameter: null,
  material: null,
  measure_down: null,
  rest: {},
};

export function valuesOf(point: FieldPoint): PointValues {
  const { code, category, sub_category, system, kind, shape, diameter, access } = point;
  return {
    name: point.name ?? '',
    code,
    category,
    sub_category,
    system,
    kind,
    shape,
    diameter,
    access,
    connections: point.connections.map((connection) => ({ ...connection })),
    description: point.description ?? '',
    note: point.note ?? '',
  };
}

function asConnection({ rest, ...own }: FieldConnection | ConnectionValues): Json {
  return { ...rest, ...own } as Json;
}

/** An object of the wire with one of its fields set, and the others as they were. */
function withField(before: Json | undefined, field: string, value: Json): Json {
  const known = typeof before === 'object' && before !== null && !Array.isArray(before) ? (before as Fields) : {};
  if (value === null && !(field in known)) return before ?? null;
  return { ...known, [field]: value };
}

const orNull = (value: string) => (value.trim() === '' ? null : value);

/** The form as fields of the record; `before` are the record's own, so that what the form does not show stays. */
export function fieldsOf(values: PointValues, before: Fields = {}): Fields {
  return {
    name: orNull(values.name),
    code: values.code,
    category: values.category,
    sub_category: values.sub_category,
    system: values.system,
    kind: values.kind,
    shape: values.shape,
    size: withField(before.size, 'diameter', values.diameter),
    cover: withField(before.cover, 'access', values.access),
    connections: values.connections.length === 0 && !before.connections ? null : values.connections.map(asConnection),
    description: orNull(values.description),
    note: orNull(values.note),
  };
}

/** Only what was never empty: a new record carries no nulls. */
export function withoutEmpty(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/** Another connection of the same structure: what pipes of one street share is taken over, in comes before out. */
export function nextConnection(connections: readonly ConnectionValues[], last: ConnectionValues | null): ConnectionValues {
  const like = connections.at(-1) ?? last;
  const hasIn = connections.some(({ direction }) => direction === 'in');
  const hasOut = connections.some(({ direction }) => direction === 'out');
  const direction = hasOut || connections.length === 0 ? 'in' : hasIn ? 'out' : null;
  return { ...EMPTY_CONNECTION, direction, inside_diameter: like?.inside_diameter ?? null, material: like?.material ?? null };
}
