import { SHOT_FIELDS } from '@dmse/contract/sites/shot';
import { asDocument, type CapturedNoun, type CapturedRow, pickValues, type Values } from '../capture/captured-noun.ts';

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
  clearable: ['captured_at', 'captured_at_device'],
  valuesOf: (row: CapturedRow): Values => ({ ...pickValues(row, SHOT_FIELDS), geometry: pointGeometry(row as CapturedRow & Place) }),
  columnsOf({ geometry, ...values }: Values): Values {
    const columns: Values = { ...values };
    for (const field of DOCUMENTS) if (field in values) columns[field] = asDocument(values[field]);
    return geometry === undefined ? columns : { ...columns, ...placeOf(geometry as PointGeometry | null) };
  },
  parentsOf: () => [],
};
