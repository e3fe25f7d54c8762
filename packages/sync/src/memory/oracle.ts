import { isEqual } from '@dmse/domain/values/is-equal';
import type { Bit, Item } from '../item.ts';
import { contentOf } from '../rules/fields.ts';
import { isUnsettled } from '../rules/new-item.ts';
import type { Fields, Json, Kind } from '../wire.ts';
import type { Data } from './model-server.ts';
import type { Mirror } from './spy-store.ts';

/** The properties, by the names of the campaign's report. */
export type Property =
  | 'Lost'
  | 'Duplicated'
  | 'Corrupted'
  | 'Lied'
  | 'Stuck'
  | 'Diverged'
  | 'Unflagged'
  | 'Purged'
  | 'Missed'
  | 'Marked'
  | 'Crashed';

export type Violation = { readonly property: Property; readonly text: string };

/** One value that one device has committed: what the user typed, over what the user saw. */
export type Typed = {
  readonly device: string;
  readonly kind: Kind;
  readonly id: string;
  readonly rev: number;
  readonly field: string;
  readonly value: Json;
  readonly seen: Json;
  /** the screen said "Saved on device" */
  acked: boolean;
  /** its only copy was in something the story destroyed outright */
  excused: boolean;
};

/** Knows what people typed, from the commits of every device; the product is never asked. */
export type Oracle = {
  readonly typed: Typed[];
  readonly byField: Map<string, Typed[]>;
  readonly last: Map<string, { rev: number; fields: Fields; is_deleted: Bit }>;
  readonly hashes: Map<string, string>;
  /** what the office typed; a device may have to say it again after a restore */
  readonly office: Set<Json>;
  readonly violations: Violation[];
  restores: number;
};

export function createOracle(): Oracle {
  return { typed: [], byField: new Map(), last: new Map(), hashes: new Map(), office: new Set(), violations: [], restores: 0 };
}

export function accuse(oracle: Oracle, property: Property, text: string): void {
  oracle.violations.push({ property, text });
}

/** Notes what a commit says the user typed: a higher revision with other content. */
export function noteRecord(oracle: Oracle, device: string, before: Item | null, after: Item): void {
  const key = `${device} ${after.id}`;
  const last = oracle.last.get(key);
  // an interrupted move may leave an older copy in rescue
  if (after._rev < (last?.rev ?? 0)) return;
  if (last?.rev === after._rev && last.fields === after.fields && last.is_deleted === after.is_deleted) return;
  oracle.last.set(key, { rev: after._rev, fields: after.fields, is_deleted: after.is_deleted });
  if (after._sha256 !== null && after._rev === 1) oracle.hashes.set(after.id, after._sha256);
  // a record that comes to the device settled was pulled, whatever its revision
  if (before === null && !isUnsettled(after)) return;
  if (after._rev <= (last?.rev ?? 0) || (last === undefined && after._rev !== 1)) return;
  const content = contentOf(after);
  const known: Fields = last === undefined ? {} : { ...last.fields, is_deleted: last.is_deleted === 1 };
  for (const field in content) {
    const value = content[field] ?? null;
    const seen = known[field] ?? null;
    if (isEqual(value, seen) || (last === undefined && field === 'is_deleted')) continue;
    const typed: Typed = { device, kind: after.kind, id: after.id, rev: after._rev, field, value, seen, acked: false, excused: false };
    oracle.typed.push(typed);
    const fieldKey = `${after.id} ${field}`;
    const list = oracle.byField.get(fieldKey);
    if (list === undefined) oracle.byField.set(fieldKey, [typed]);
    else list.push(typed);
  }
}

export function noteSaved(oracle: Oracle, device: string, item: Item): void {
  for (const typed of oracle.typed) if (typed.device === device && typed.id === item.id && typed.rev <= item._rev) typed.acked = true;
}

/** The same device typed something else into the field later, knowing this. */
function isSuperseded(oracle: Oracle, typed: Typed): boolean {
  const list = oracle.byField.get(`${typed.id} ${typed.field}`) ?? [];
  const place = list.indexOf(typed);
  return list.some((later, i) => i > place && (later.device === typed.device || (oracle.restores > 0 && isEqual(later.seen, typed.value))));
}

export function isHeld(data: Data, typed: Typed): boolean {
  const row = data.rows.get(typed.id);
  if (row !== undefined) {
    if (isEqual(row.content[typed.field], typed.value)) return true;
    // an empty field, and being alive, are part of a create without being written down
    if ((typed.value === null || typed.value === false) && row.history[0]?.changes[typed.field] === undefined) return true;
    if (row.history.some((entry) => typed.field in entry.changes && isEqual(entry.changes[typed.field]?.to, typed.value))) return true;
  }
  for (const body of data.quarantine.values()) if (body.item === typed.id && isEqual(body.content[typed.field], typed.value)) return true;
  return false;
}

/** Still on the device, and the badge says so; or thrown away by the user before it was ever sent. */
function isPending(mirror: Mirror, typed: Typed): boolean {
  if (mirror.trash.has(typed.id)) return true;
  for (const item of [mirror[typed.kind].get(typed.id), mirror.rescue.get(typed.id)]) {
    if (item !== undefined && isUnsettled(item) && isEqual(contentOf(item)[typed.field], typed.value)) return true;
  }
  return false;
}

export function isAnywhere(mirrors: Iterable<Mirror>, typed: Typed): boolean {
  for (const mirror of mirrors) {
    for (const item of [mirror[typed.kind].get(typed.id), mirror.rescue.get(typed.id), mirror.trash.get(typed.id)]) {
      // a photo whose bytes are not here cannot be offered again
      const isWhole = item !== undefined && (item.kind !== 'image' || item.file !== null);
      if (isWhole && isEqual(contentOf(item)[typed.field], typed.value)) return true;
    }
  }
  return false;
}

/** What one device was told is saved, and is neither on the server nor waiting. */
export function findMissing(oracle: Oracle, data: Data, device: string, mirror: Mirror): Typed[] {
  return oracle.typed.filter(
    (typed) =>
      typed.device === device &&
      typed.acked &&
      !typed.excused &&
      // a start that came second is refused, and says so (C22)
      typed.field !== 'state' &&
      !isHeld(data, typed) &&
      !isPending(mirror, typed) &&
      !isSuperseded(oracle, typed),
  );
}

/** A device is gone for good: what it alone held cannot be asked for. */
export function excuseDevice(oracle: Oracle, data: Data, device: string, others: readonly Mirror[]): void {
  for (const typed of oracle.typed) {
    // after a restore it may have been the only one to remember what another had typed
    const isLast = oracle.restores > 0 && !isAnywhere(others, typed);
    if ((typed.device === device || isLast) && !isHeld(data, typed)) typed.excused = true;
  }
}

/** The server was set back: what neither the backup nor any device holds cannot be asked for. */
export function excuseRestored(oracle: Oracle, data: Data, mirrors: Iterable<Mirror>): void {
  const all = [...mirrors];
  oracle.restores++;
  for (const typed of oracle.typed) if (!isHeld(data, typed) && !isAnywhere(all, typed)) typed.excused = true;
}

export function excuseItem(oracle: Oracle, data: Data, id: string): void {
  for (const typed of oracle.typed) if (typed.id === id && !isHeld(data, typed)) typed.excused = true;
}

/** Whether a device knew `value` when it typed `x` there, directly or through its own earlier values. */
export function knewOf(oracle: Oracle, device: string, id: string, field: string, x: Json, value: Json): boolean {
  const mine = (oracle.byField.get(`${id} ${field}`) ?? []).filter((typed) => typed.device === device);
  const seen: Json[] = [x];
  for (const at of seen) {
    if (isEqual(at, value)) return true;
    for (const typed of mine) if (isEqual(typed.value, at) && !seen.includes(typed.seen)) seen.push(typed.seen);
  }
  return false;
}
