import { isEqual } from '@dmse/domain/values/is-equal';
import type { LightItem } from '../item.ts';
import type { Fields, Json } from '../wire.ts';
import { baseOf, contentOf, OMITTED_WHEN_NULL } from './fields.ts';

/**
 * What this revision claims to set, frozen in `_sent` before the request leaves: everything for a record the server has
 * never shown us, else the difference to the shadow. A value emptied since is an explicit null (C25).
 */
export function claimOf(item: LightItem): Fields {
  const content = contentOf(item);
  const base = baseOf(item);
  const claim: Record<string, Json> = {};
  for (const field in content) {
    const value = content[field] ?? null;
    if (field === 'is_deleted') {
      if (item.new === 0 && isDeletionToSend(item)) claim.is_deleted = value;
    } else if (base === null || !isEqual(value, base[field])) claim[field] = value;
  }
  return claim;
}

/** A deletion is sent when the server does not know it; taking one back only when the user did so. */
function isDeletionToSend(item: LightItem): boolean {
  const known = item._shadow?.is_deleted === true;
  return item.is_deleted === 1 ? !known : known && item._undelete === 1;
}

/**
 * Body of a create: the whole record as claimed. The deletion never travels with it: existence is confirmed first (A10).
 * After a failed update (P5) the claim is only the difference, so the rest comes from the shadow.
 */
export function createBody(item: LightItem, claim: Fields): Fields {
  const body: Record<string, Json> = { id: item.id };
  if (item.kind !== 'run') body.field_run = item.field_run;
  const whole = { ...item._shadow, ...claim };
  for (const field in whole) {
    if (field === 'is_deleted') continue;
    const value = whole[field] ?? null;
    if (value === null && OMITTED_WHEN_NULL.has(field)) continue;
    body[field] = value;
  }
  return body;
}

/**
 * Body of an update: the claim, less what the server has meanwhile, plus the older versions on which some of the fields were
 * edited, so that the server can see an overlap that happened before our latest pull.
 */
export function updateBody(item: LightItem, claim: Fields): Fields {
  const body: Record<string, Json> = {};
  const cleared: string[] = [];
  const field_base: Record<string, number> = {};
  const base = baseOf(item);
  for (const field in claim) {
    const value = claim[field] ?? null;
    if (base !== null && isEqual(value, base[field])) continue;
    body[field] = value;
    if (value === null && OMITTED_WHEN_NULL.has(field)) cleared.push(field);
    const older = item._field_base[field];
    if (older !== undefined && older !== item._base) field_base[field] = older;
  }
  if (cleared.length > 0) body.cleared = cleared;
  if (Object.keys(field_base).length > 0) body.field_base = field_base;
  return body;
}
