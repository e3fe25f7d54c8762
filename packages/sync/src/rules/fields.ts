import { FIELD_RUN_FIELDS } from '@dmse/contract/sites/field-run';
import { IMAGE_FIELDS } from '@dmse/contract/sites/image';
import { PIPE_FIELDS } from '@dmse/contract/sites/pipe';
import { SHOT_FIELDS } from '@dmse/contract/sites/shot';
import { isEqual } from '@dmse/domain/values/is-equal';
import type { LightItem } from '../item.ts';
import type { Fields, Json, Kind } from '../wire.ts';

/**
 * What a device may write, by kind: what the contract's schemas take. Anything else in a server's row is a fact for display: sending it
 * back would be refused, and a field missing here would never be sent, so the local actions refuse to edit it in the first place. The
 * number of a run's job is such a fact, because a device names the job by its id.
 */
export const WRITABLE: Readonly<Record<Kind, readonly string[]>> = {
  run: FIELD_RUN_FIELDS.filter((field) => field !== 'job_num'),
  point: SHOT_FIELDS,
  pipe: PIPE_FIELDS,
  image: IMAGE_FIELDS,
};

/** Dates and shifts: omitted when null in a create, and named in `cleared` when emptied later (C25). */
export const OMITTED_WHEN_NULL: ReadonlySet<string> = new Set(['started_on', 'captured_at', 'captured_at_device']);

/**
 * Whether the server's echo says what we sent. A server may trim a text, round a float in its last place or rewrite an
 * instant; anything more and the edit was not stored.
 */
export function isEcho(sent: Json | undefined, echo: Json | undefined): boolean {
  if (isEqual(sent, echo)) return true;
  if (typeof sent === 'string' && typeof echo === 'string') {
    if (sent.trim() === echo.trim()) return true;
    const instant = /^\d{4}-\d\d-\d\dT/;
    return instant.test(sent) && instant.test(echo) && Date.parse(sent) === Date.parse(echo);
  }
  if (typeof sent === 'number' && typeof echo === 'number') return Math.abs(sent - echo) <= 1e-9 * Math.max(1, Math.abs(sent));
  if (sent === '' || echo === '') return (sent || null) === (echo || null);
  if (Array.isArray(sent) && Array.isArray(echo)) return sent.length === echo.length && sent.every((value, i) => isEcho(value, echo[i]));
  if (isPlain(sent) && isPlain(echo)) return Object.keys(sent).every((key) => isEcho(sent[key], echo[key]));
  return false;
}

function isPlain(value: Json | undefined): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields and the deletion together: what revisions, shadows and merges are about. */
export function contentOf(item: LightItem): Fields {
  return { ...item.fields, is_deleted: item.is_deleted === 1 };
}

/** Which fields have been emptied, after the record's fields become these. */
export function noteEmptied(item: LightItem, fields: Fields): readonly string[] {
  const isEmpty = (values: Fields, field: string) => (values[field] ?? null) === null;
  const before = item._emptied.filter((field) => isEmpty(fields, field));
  const now = Object.keys(fields).filter((field) => isEmpty(fields, field) && !isEmpty(item.fields, field) && !before.includes(field));
  return now.length === 0 && before.length === item._emptied.length ? item._emptied : [...before, ...now];
}

/**
 * What the record's own changes are measured against. Of a server that was set back nothing is known (an empty shadow): then what
 * the record holds is a change, and of what is empty only what was emptied, not what it never held.
 */
export function baseOf(item: LightItem): Fields | null {
  const shadow = item._shadow;
  if (shadow === null || item._emptied.every((field) => field in shadow)) return shadow;
  return { ...Object.fromEntries(item._emptied.map((field) => [field, true])), ...shadow };
}

export type Merge = { readonly content: Fields; readonly overlaps: readonly string[] };

/**
 * Three-way merge by field: mine where I changed it, theirs elsewhere; an overlap is where both did, differently.
 * Without a base (the server has never shown us this record) every field I have is one I set, an emptied one too.
 */
export function mergeThreeWays(base: Fields | null, mine: Fields, theirs: Fields): Merge {
  if (base === null) {
    return { content: { ...theirs, ...mine }, overlaps: Object.keys(mine).filter((field) => !isEqual(mine[field], theirs[field])) };
  }
  const content: Record<string, Json> = { ...mine };
  const overlaps: string[] = [];
  for (const field in theirs) {
    const their = theirs[field];
    if (their === undefined) continue;
    if (isEqual(mine[field], base[field])) content[field] = their;
    else if (!isEqual(their, base[field]) && !isEqual(their, mine[field])) overlaps.push(field);
  }
  return { content, overlaps };
}

/** NaN and the infinities become null in JSON, in silence; so they are refused before they are stored (B10). */
export function isSound(value: Json | undefined): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isSound);
  if (isPlain(value)) return Object.values(value).every(isSound);
  return value !== undefined;
}
