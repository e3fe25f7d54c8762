import { type FormValues, isSame } from './form-values.ts';

export type ConflictField = { name: string; mine: unknown; theirs: unknown };

/** Two people changed the same record. `fields` both changed, to different values; `taken` only the other one did. */
export type Conflict = { by: string | null; fields: ConflictField[]; taken: { name: string; theirs: unknown }[] };

/** Sets what I typed beside what the server has now, seen from what we both began with. */
export function compareEdits(before: FormValues, mine: FormValues, theirs: FormValues, by: string | null): Conflict {
  const changed = Object.keys(theirs).filter((name) => !isSame(before[name], theirs[name]));
  const isMine = (name: string) => name in mine && !isSame(before[name], mine[name]);
  return {
    by,
    fields: changed
      .filter((name) => isMine(name) && !isSame(mine[name], theirs[name]))
      .map((name) => ({ name, mine: mine[name], theirs: theirs[name] })),
    taken: changed.filter((name) => !isMine(name)).map((name) => ({ name, theirs: theirs[name] })),
  };
}

/** The values to go on with: theirs where only they changed something, mine where I did. Nothing typed is lost. */
export function mergeEdits(before: FormValues, mine: FormValues, theirs: FormValues): FormValues {
  const merged: FormValues = { ...theirs };
  for (const [name, value] of Object.entries(mine)) if (!isSame(before[name], value)) merged[name] = value;
  return merged;
}
