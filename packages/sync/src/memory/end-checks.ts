import { isEqual } from '@dmse/domain/values/is-equal';
import type { LightItem } from '../item.ts';
import { contentOf } from '../rules/fields.ts';
import { isUnsettled } from '../rules/new-item.ts';
import type { Json } from '../wire.ts';
import { isDeleted, type ModelRow } from './model-rows.ts';
import type { ModelServer } from './model-server.ts';
import { accuse, findMissing, knewOf, type Oracle } from './oracle.ts';
import type { Mirror } from './spy-store.ts';

export type Witness = { readonly name: string; readonly mirror: Mirror };

/** What must hold when every fault is healed and every device has synced to idle. */
export function checkEnd(oracle: Oracle, server: ModelServer, devices: readonly Witness[]): void {
  for (const { name, mirror } of devices) {
    for (const typed of findMissing(oracle, server.data, name, mirror)) {
      accuse(oracle, 'Lost', `${name} typed ${typed.id}.${typed.field} = ${JSON.stringify(typed.value)} (rev ${typed.rev})`);
    }
    checkStuck(oracle, name, mirror);
    checkQuarantine(oracle, server, name, mirror);
    checkConverged(oracle, server, name, mirror);
  }
  for (const row of server.data.rows.values()) checkRow(oracle, server, row);
  checkTwins(oracle, server);
}

function records(mirror: Mirror): LightItem[] {
  return [mirror.run, mirror.point, mirror.pipe, mirror.image, mirror.rescue].flatMap((map) => [...map.values()]);
}

function checkStuck(oracle: Oracle, name: string, mirror: Mirror): void {
  for (const item of records(mirror)) {
    if (!isUnsettled(item) || item.error_status_code !== null) continue;
    const flags = `new ${item.new}, dirty ${item.dirty}, rev ${item._rev}, tries ${item._tries}, sent ${item._sent?.op ?? 'nothing'}`;
    accuse(oracle, 'Stuck', `${name} still holds ${item.kind} ${item.id} of ${item.field_run} and shows no error (${flags})`);
  }
}

/** C15: what a device may no longer write has reached the office as a copy. */
function checkQuarantine(oracle: Oracle, server: ModelServer, name: string, mirror: Mirror): void {
  const copies = new Set([...server.data.quarantine.values()].map((body) => `${body.item} ${body.rev}`));
  for (const item of records(mirror)) {
    const isCopied = copies.has(`${item.id} ${item._quarantined}`) || oracle.restores > 0;
    if (isUnsettled(item) && item.error_status_code === 403 && !isCopied)
      accuse(oracle, 'Stuck', `${name} may not write ${item.id}, and the office has no copy`);
  }
}

function checkConverged(oracle: Oracle, server: ModelServer, name: string, mirror: Mirror): void {
  for (const run of mirror.run.values()) {
    if (isUnsettled(run)) continue;
    if (run.run?.loaded_whole !== 1) accuse(oracle, 'Stuck', `${name} still calls ${run.id} not loaded`);
    for (const row of server.data.rows.values()) {
      if (row.field_run !== run.id) continue;
      const item = mirror[row.kind].get(row.id);
      if (item === undefined && mirror.rescue.has(row.id)) continue;
      if (item === undefined) {
        if (!isDeleted(row)) accuse(oracle, 'Missed', `${name} never got ${row.id} of ${run.id}`);
      } else if (!isUnsettled(item)) compareWithRow(oracle, name, item, row);
    }
  }
  for (const item of records(mirror)) {
    if (!isUnsettled(item) && item.error_status_code === null && !server.data.rows.has(item.id)) {
      accuse(oracle, 'Diverged', `${name} believes the server has ${item.id}`);
    }
  }
}

function compareWithRow(oracle: Oracle, name: string, item: LightItem, row: ModelRow): void {
  const content = contentOf(item);
  for (const field in row.content) {
    if (!isEqual(content[field], row.content[field])) {
      const values = `${JSON.stringify(content[field])} here, ${JSON.stringify(row.content[field])} there`;
      accuse(oracle, item._base < row.version ? 'Missed' : 'Diverged', `${name} ${row.id}.${field}: ${values}`);
    }
  }
}

function checkRow(oracle: Oracle, server: ModelServer, row: ModelRow): void {
  const hash = oracle.hashes.get(row.id);
  if (hash !== undefined && (row.sha256 !== hash || !server.data.blobs.has(hash)))
    accuse(oracle, 'Corrupted', `${row.id} has other bytes than were captured`);
  checkOrphan(oracle, server, row);
  checkValues(oracle, row);
  // set back in time, a value may be set again and an overlap forgotten, both rightly
  if (oracle.restores === 0) checkHistory(oracle, row);
}

function checkOrphan(oracle: Oracle, server: ModelServer, row: ModelRow): void {
  if (isDeleted(row) || row.conflict.some(({ field }) => field === 'parent')) return;
  for (const parent of [row.content.fieldrun_shot, row.content.start_structure, row.content.end_structure]) {
    const shot = typeof parent === 'string' ? server.data.rows.get(parent) : undefined;
    if (shot !== undefined && isDeleted(shot))
      accuse(oracle, 'Corrupted', `${row.id} lives on although ${shot.id} is deleted, and nobody is told`);
  }
}

/** The server holds only what somebody typed. */
function checkValues(oracle: Oracle, row: ModelRow): void {
  for (const field in row.content) {
    const value = row.content[field] ?? null;
    if (value === null || field === 'is_deleted' || field === 'state') continue;
    const isTyped = oracle.byField.get(`${row.id} ${field}`)?.some((typed) => isEqual(typed.value, value));
    if (!isTyped && !oracle.office.has(value))
      accuse(oracle, 'Corrupted', `${row.id}.${field} = ${JSON.stringify(value)} was typed by nobody`);
  }
}

function checkHistory(oracle: Oracle, row: ModelRow): void {
  const setBy = new Map<string, string>();
  for (const entry of row.history) {
    for (const [field, { from, to }] of Object.entries(entry.changes)) {
      if (field === 'is_deleted' || field === 'state' || field === 'started_on') continue;
      const key = `${field} ${JSON.stringify(to)}`;
      // base 0: the device had no idea of the row and said all it knew
      const base = entry.field_base[field] ?? entry.base;
      if (to !== null && setBy.has(key) && base > 0)
        accuse(oracle, 'Duplicated', `${row.id}.${field} = ${JSON.stringify(to)} was applied twice`);
      checkOrder(oracle, row, entry.device, field, from, to);
      checkFlagged(oracle, row, entry.device, field, from, to, setBy);
      setBy.set(key, entry.device);
    }
  }
}

/** What a device typed later is not undone by what it typed before. */
function checkOrder(oracle: Oracle, row: ModelRow, device: string, field: string, from: Json, to: Json): void {
  const mine = (oracle.byField.get(`${row.id} ${field}`) ?? []).filter((typed) => typed.device === device.charAt(0));
  const older = mine.filter((typed) => isEqual(typed.value, to)).at(-1);
  const newer = mine.find((typed) => isEqual(typed.value, from));
  if (to !== null && from !== null && older !== undefined && newer !== undefined && older.rev < newer.rev) {
    accuse(oracle, 'Corrupted', `${row.id}.${field}: ${JSON.stringify(to)} came back over the newer ${JSON.stringify(from)}`);
  }
}

/** Who overwrites another's value without having seen it leaves both values side by side. */
function checkFlagged(
  oracle: Oracle,
  row: ModelRow,
  device: string,
  field: string,
  from: ModelRow['content'][string],
  to: typeof from,
  setBy: Map<string, string>,
): void {
  const other = setBy.get(`${field} ${JSON.stringify(from)}`);
  if (from === null || device === 'office' || other === undefined || other === device) return;
  // a device signs with an id that begins with its name
  if (knewOf(oracle, device.charAt(0), row.id, field, to, from)) return;
  const isFlagged = row.conflict.some((seen) => seen.field === field && isEqual(seen.other, from));
  if (!isFlagged) accuse(oracle, 'Unflagged', `${device} overwrote ${other}'s ${row.id}.${field} without having seen it`);
}

/** One captured object, one row: names given at creation are unique in a story. */
function checkTwins(oracle: Oracle, server: ModelServer): void {
  const names = new Map<string, string>();
  for (const row of server.data.rows.values()) {
    const name = row.history[0]?.changes.code?.to;
    if (typeof name !== 'string' || row.kind !== 'point') continue;
    const twin = names.get(name);
    if (twin !== undefined) accuse(oracle, 'Duplicated', `${row.id} and ${twin} are one captured point`);
    names.set(name, row.id);
  }
  const copies = new Set<string>();
  for (const body of server.data.quarantine.values()) {
    const key = `${body.item} ${body.rev} ${body.device}`;
    if (copies.has(key)) accuse(oracle, 'Duplicated', `the office holds ${key} twice in quarantine`);
    copies.add(key);
  }
}
