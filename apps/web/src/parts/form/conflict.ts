import { isEqual } from '@dmse/domain/values/is-equal';
import type { FormValues } from './form-values.ts';
import { type ListField, type MergedList, mergeList } from './merge-list.ts';

/** Two edits of one field. `words` says what differs where the whole value would be too much to read. */
export type ConflictField = { name: string; mine: unknown; theirs: unknown; words?: { mine: string; theirs: string } };

type TakenField = { name: string; theirs: unknown; words?: string };

/** Two people changed the same record. `fields` both changed, to different values; `taken` only the other one did. */
export type Conflict = { by: string | null; fields: ConflictField[]; taken: TakenField[] };

export type ListFields = Readonly<Record<string, ListField | undefined>>;

/** Sets what I typed beside what the server has now, seen from what we both began with. Lists are compared item by item. */
export function compareEdits(
  before: FormValues,
  mine: FormValues,
  theirs: FormValues,
  by: string | null,
  lists: ListFields = {},
): Conflict {
  const conflict: Conflict = { by, fields: [], taken: [] };
  for (const name of Object.keys(theirs).filter((one) => !isEqual(before[one], theirs[one]))) {
    const isMine = name in mine && !isEqual(before[name], mine[name]);
    const merged = mergeField(name, before, isMine ? mine : before, theirs, lists);
    if (merged) compareLists(conflict, name, merged);
    else if (!isMine) conflict.taken.push({ name, theirs: theirs[name] });
    else if (!isEqual(mine[name], theirs[name])) conflict.fields.push({ name, mine: mine[name], theirs: theirs[name] });
  }
  return conflict;
}

function compareLists(conflict: Conflict, name: string, { mine, theirs, clashes, taken }: MergedList): void {
  const words = { mine: clashes.map((clash) => clash.mine).join('\n'), theirs: clashes.map((clash) => clash.theirs).join('\n') };
  if (clashes.length > 0) conflict.fields.push({ name, mine, theirs, words });
  if (taken.length > 0) conflict.taken.push({ name, theirs, words: taken.join('; ') });
}

function mergeField(name: string, before: FormValues, mine: FormValues, theirs: FormValues, lists: ListFields): MergedList | null {
  const list = lists[name];
  const [old, my, their] = [before[name], mine[name], theirs[name]];
  return list && Array.isArray(old) && Array.isArray(my) && Array.isArray(their) ? mergeList(old, my, their, list) : null;
}

/** The values to go on with: theirs where only they changed something, mine where I did. Nothing typed is lost. */
export function mergeEdits(before: FormValues, mine: FormValues, theirs: FormValues, lists: ListFields = {}): FormValues {
  const merged: FormValues = { ...theirs };
  for (const [name, value] of Object.entries(mine))
    if (!isEqual(before[name], value)) merged[name] = mergeField(name, before, mine, theirs, lists)?.mine ?? value;
  return merged;
}
