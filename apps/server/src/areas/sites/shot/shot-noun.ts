import { asDocument, type CapturedNoun, type CapturedRow, type Values } from '../capture/captured-noun.ts';

const PLAIN = [
  'name',
  'code',
  'description',
  'category',
  'sub_category',
  'system',
  'kind',
  'shape',
  'note',
  'accuracy',
  'position_age',
  'control_point',
  'captured_at',
  'captured_at_device',
] as const;
const DOCUMENTS = ['size', 'cover', 'condition', 'connections'] as const;

type Place = { lon: number | null; lat: number | null; altitude: number | null };
type PointGeometry = { type: 'Point'; coordinates: [number, number] | [number, number, number] };

export function pointGeometry({ lon, lat, altitude }: Place): PointGeometry | null {
  if (lon === null || lat === null) return null;
  return { type: 'Point', coordinates: altitude === null ? [lon, lat] : [lon, lat, altitude] };
}

function placeOf(geometry: PointGeometry | null): Place {
  const [lon, lat, altitude] = geometry?.coordinates ?? [];
  return { lon: lon ?? null, lat: lat ?? null, altitude: altitude ?? null };
}

export const SHOT: CapturedNoun = {
  kind: 'point',
  table: 'shot',
  word: 'shot',
  fields: ['geometry', ...PLAIN, ...DOCUMENTS],
  clearable: ['captured_at', 'captured_at_device'],
  valuesOf(row: CapturedRow): Values {
    const values: Values = { geometry: pointGeometry(row as unknown as Place) };
    for (const field of [...PLAIN, ...DOCUMENTS]) values[field] = row[field] ?? null;
    return values;
  },
  columnsOf({ geometry, ...values }: Values): Values {
    const columns: Values = { ...values };
    for (const field of DOCUMENTS) if (field in values) columns[field] = asDocument(values[field]);
    return geometry === undefined ? columns : { ...columns, ...placeOf(geometry as PointGeometry | null) };
  },
  parentsOf: () => [],
};
