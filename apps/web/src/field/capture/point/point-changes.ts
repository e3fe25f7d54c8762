import { categoryOfCode } from '@dmse/domain/sites/code-category';
import { STRUCTURE_KINDS, STRUCTURE_SHAPES } from '@dmse/domain/sites/structure-text';
import { isEqual } from '@dmse/domain/values/is-equal';
import type { LightItem } from '@dmse/sync/item';
import type { Fields, Json } from '@dmse/sync/wire';
import type { Fix } from '../../../parts/map/own-position.ts';
import { readPoint } from './field-record.ts';
import { fieldsOf, type PointValues, valuesOf } from './point-values.ts';
import type { FieldCode } from './recent-codes.ts';

/** Choosing a code says most of the rest: the category, and of a structure its system, kind and shape. */
export function withCode(values: PointValues, code: FieldCode | null): PointValues {
  if (code === null) return { ...values, code: null };
  const { category, sub_category } = categoryOfCode(code);
  const of = (words: readonly string[]) => words.find((word) => code.meaning.toLowerCase().includes(word)) ?? null;
  const isStructure = code.structure !== null;
  return {
    ...values,
    code: code.code,
    category,
    sub_category,
    system: isStructure ? code.structure : null,
    kind: isStructure ? (of(STRUCTURE_KINDS) ?? values.kind) : null,
    shape: isStructure ? (of(STRUCTURE_SHAPES) ?? values.shape) : null,
  };
}

export function geometryOf({ longitude, latitude, altitude }: Fix): Json {
  return { type: 'Point', coordinates: altitude === null ? [longitude, latitude] : [longitude, latitude, altitude] };
}

/** The fields that the form has changed, and what they were when it was opened. */
export function changesOf(base: LightItem, values: PointValues): { fields: Fields; seen: Fields } {
  const before = fieldsOf(valuesOf(readPoint(base)), base.fields);
  const after = fieldsOf(values, base.fields);
  const changed = Object.keys(after).filter((field) => !isEqual(before[field], after[field]));
  return {
    fields: Object.fromEntries(changed.map((field) => [field, after[field] ?? null])),
    seen: Object.fromEntries(changed.map((field) => [field, base.fields[field] ?? null])),
  };
}

/** The form over a newer record: what was typed stays, what was not touched follows the record. */
export function rebase(base: LightItem, latest: LightItem, values: PointValues): PointValues {
  const before = valuesOf(readPoint(base));
  const typed = Object.entries(values).filter(([name, value]) => !isEqual(before[name as keyof PointValues] as Json, value as Json));
  return { ...valuesOf(readPoint(latest)), ...Object.fromEntries(typed) };
}
