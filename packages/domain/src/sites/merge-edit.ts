import { isEqual } from '../values/is-equal.ts';

/**
 * What becomes of an edit that was made on an older version: fields nobody else has touched since are simply set; where two people meant
 * different things the incoming value stands and the other is kept beside it. Nothing is refused, because whoever made the edit is no
 * longer looking (SYNC-S6).
 */
type Fields = Readonly<Record<string, unknown>>;

export type FieldEdit = {
  readonly fields: Fields;
  /** The version the edit was made on. */
  readonly base: number;
  /** Older versions on which single fields were edited. */
  readonly field_base: Readonly<Record<string, number>>;
};

/** A version somebody else wrote, and which fields it set. */
export type OthersVersion = { readonly version: number; readonly fields: readonly string[] };

export type FieldConflict = { readonly field: string; readonly kept: unknown; readonly other: unknown; readonly version: number };

export type MergedEdit = { readonly changed: Fields; readonly conflict: readonly FieldConflict[] };

export function mergeEdit(current: Fields, edit: FieldEdit, others: readonly OthersVersion[], next_version: number): MergedEdit {
  const changed: Record<string, unknown> = {};
  const conflict: FieldConflict[] = [];
  for (const [field, to] of Object.entries(edit.fields)) {
    const from = current[field] ?? null;
    if (isEqual(from, to)) continue;
    const since = edit.field_base[field] ?? edit.base;
    // Deleting what somebody else has worked on meanwhile is a disagreement, whatever field they worked on.
    const isTouched = others.some(({ version, fields }) => version > since && (field === 'is_deleted' || fields.includes(field)));
    if (isTouched) conflict.push({ field, kept: to, other: from, version: next_version });
    changed[field] = to;
  }
  const isEdited = Object.keys(changed).some((field) => field !== 'is_deleted');
  const staysDeleted = current.is_deleted === true && changed.is_deleted === undefined;
  if (isEdited && staysDeleted) conflict.push({ field: 'is_deleted', kept: true, other: false, version: next_version });
  return { changed, conflict };
}

/** The oldest version an edit speaks about: what others did after it must be looked at. */
export function oldestBase({ base, field_base }: Pick<FieldEdit, 'base' | 'field_base'>): number {
  return Math.min(base, ...Object.values(field_base));
}
