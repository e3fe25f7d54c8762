import { isEqual } from '@dmse/domain/values/is-equal';
import { CHILD_KINDS, type Item } from '../item.ts';
import { isUnsettled } from '../rules/new-item.ts';
import { isNeverSent } from '../rules/next-step.ts';
import type { Json } from '../wire.ts';
import { isDeleted } from './model-rows.ts';
import type { ModelServer } from './model-server.ts';
import { accuse, excuseItem, noteRecord, type Oracle } from './oracle.ts';
import type { Commit, Mirror } from './spy-store.ts';

/** What must hold after every single commit of a device, crash or no crash. */
export function checkCommit(oracle: Oracle, server: ModelServer, device: string, mirror: Mirror, commit: Commit): void {
  for (const { place, id, before, after } of commit) {
    if (after === null) {
      if (before !== null) checkErased(oracle, server, device, mirror, place, before);
      continue;
    }
    if (place !== 'trash') noteRecord(oracle, device, before, after);
    if (before?.file != null && after.file === null) checkErased(oracle, server, device, mirror, `bytes of ${place}`, before);
    // an answer given before the server was set back may still arrive, and replaces what it replaced then
    const isFromBefore = after._epoch !== null && after._epoch !== server.epoch && before !== null && after._base > before._base;
    if (isFromBefore) excuseItem(oracle, server.data, id);
    checkRecord(oracle, device, after);
    if (place === 'run' && after.run !== null && after.run.cursor !== before?.run?.cursor)
      checkCursor(oracle, server, device, mirror, after);
    if (place === 'run' && after.run?.loaded_whole === 1 && before?.run?.loaded_whole !== 1)
      checkWhole(oracle, server, device, mirror, after);
    const isLocalDeletion = place === 'point' && before?.is_deleted === 0 && after.is_deleted === 1 && after._rev > before._rev;
    if (isLocalDeletion) checkCascade(oracle, device, mirror, id);
  }
}

function checkRecord(oracle: Oracle, device: string, item: Item): void {
  if (item.new === 1 && item.dirty === 0) accuse(oracle, 'Corrupted', `${device} ${item.id} is new but not dirty`);
  if (item.error_status_code === 401) accuse(oracle, 'Marked', `${device} ${item.id} carries the session's 401`);
  if (isUnsettled(item) || item._shadow === null) return;
  const isSaid = (field: string, value: Json | undefined) => isEqual(value, item._shadow?.[field]);
  const say = (field: string) => accuse(oracle, 'Corrupted', `${device} ${item.id}.${field} is clean but not what the server said`);
  for (const field in item.fields) if (!isSaid(field, item.fields[field])) say(field);
  if (!isSaid('is_deleted', item.is_deleted === 1)) say('is_deleted');
}

/** L5, S4: a cursor never passes a row that the device does not have. */
function checkCursor(oracle: Oracle, server: ModelServer, device: string, mirror: Mirror, run: Item): void {
  for (const kind of CHILD_KINDS) {
    const [epoch, seq] = run.run?.cursor[kind]?.split('.') ?? [];
    if (epoch !== server.epoch) continue;
    for (const row of server.data.rows.values()) {
      if (row.field_run !== run.id || row.kind !== kind || row.seq > Number(seq) || isDeleted(row)) continue;
      const item = mirror[kind].get(row.id) ?? mirror.rescue.get(row.id);
      if (item === undefined || item._base < row.version)
        accuse(oracle, 'Missed', `${device}'s cursor ${epoch}.${seq} has passed ${row.id}`);
    }
  }
}

/** D14: a run that calls itself whole holds every record the server had when it was asked. */
function checkWhole(oracle: Oracle, server: ModelServer, device: string, mirror: Mirror, { id, run, _epoch }: Item): void {
  if (_epoch !== server.epoch) return;
  for (const row of server.data.rows.values()) {
    if (row.field_run !== id || row.kind === 'run' || isDeleted(row) || row.seq > (run?.held?.seq ?? 0)) continue;
    if (!mirror[row.kind].has(row.id)) accuse(oracle, 'Missed', `${device} calls ${id} whole without ${row.id}`);
  }
}

/** B7: a shot that the user deleted takes its photos and pipes along, in the same commit. */
function checkCascade(oracle: Oracle, device: string, mirror: Mirror, point: string): void {
  for (const child of [...mirror.image.values(), ...mirror.pipe.values()]) {
    const { fieldrun_shot, start_structure, end_structure } = child.fields;
    const touches = fieldrun_shot === point || start_structure === point || end_structure === point;
    if (touches && child.is_deleted === 0) accuse(oracle, 'Corrupted', `${device} deleted ${point} but not its ${child.kind} ${child.id}`);
  }
}

/** Erased is only what lies elsewhere on the device, what never existed for the server, or what the server holds. */
function checkErased(oracle: Oracle, server: ModelServer, device: string, mirror: Mirror, place: string, item: Item): void {
  if (place === 'trash') return;
  const isCopied = place === 'rescue' ? mirror[item.kind].has(item.id) : mirror.rescue.has(item.id);
  if (isCopied) return;
  if (isNeverSent(item) && mirror.trash.has(item.id)) return;
  // the proof was fetched before the server was set back; nobody can know that
  if (!isUnsettled(item) && item._ack !== null && item._ack.epoch !== server.epoch) excuseItem(oracle, server.data, item.id);
  else {
    const why = whyNotConfirmed(server, item);
    if (why !== null) accuse(oracle, 'Purged', `${device} erased ${item.id} (${place}): ${why}`);
  }
}

function whyNotConfirmed(server: ModelServer, item: Item): string | null {
  if (isUnsettled(item)) return 'it had unsent content';
  const row = server.data.rows.get(item.id);
  if (row === undefined) return 'the server does not have it';
  if (item._sha256 !== null && !server.data.blobs.has(item._sha256)) return 'the server does not have its bytes';
  return item.is_deleted === 1 && !isDeleted(row) && row.version <= item._base ? 'the server still shows it' : null;
}
