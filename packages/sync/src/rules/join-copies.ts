import { isEqual } from '@dmse/domain/values/is-equal';
import type { Item } from '../item.ts';
import { contentOf } from './fields.ts';
import { mergeRow } from './merge-row.ts';
import { isUnsettled } from './new-item.ts';
import { claimOf } from './patch.ts';
import type { ServerRow } from './server-row.ts';

/**
 * One record found in two places. After an interrupted move the one in the run is the later copy of the other, and only it counts.
 * But a pull may have brought a run's rows back while unsent ones lay in rescue: then nothing that either copy still has to say is dropped; where both speak about a field, the one in the run is the later.
 */
export function joinCopies(inRun: Item, aside: Item): Item {
  const file = inRun.file ?? aside.file;
  if (inRun._since === aside._since) return withBytes(inRun, file);
  // versions of different epochs cannot be compared; the epoch is settled first, with the copy in the run
  const newest = inRun._epoch !== aside._epoch || inRun._base >= aside._base ? inRun : aside;
  if (!isUnsettled(aside)) return isUnsettled(inRun) ? withBytes(graft(inRun, newest), file) : withBytes(newest, file);
  if (!isUnsettled(inRun)) return withBytes(back(graft(aside, newest)), file);
  const { is_deleted: _, ...claim } = { ...claimOf(aside), ...claimOf(inRun) };
  const joined = graft(inRun, newest);
  const is_deleted = inRun._undelete === 0 && aside.is_deleted === 1 ? 1 : inRun.is_deleted;
  const fields = { ...joined.fields, ...claim };
  if (isEqual({ ...fields, is_deleted: is_deleted === 1 }, contentOf(inRun))) return withBytes(inRun, file);
  return withBytes({ ...joined, fields, is_deleted, _rev: Math.max(inRun._rev, aside._rev) + 1, _sent: null }, file);
}

function withBytes(item: Item, file: Uint8Array | null): Item {
  return item.file === file ? item : { ...item, file };
}

function back(item: Item): Item {
  return { ...item, _moved_on: null, _run_name: null };
}

/** Moves the shadow of an unsettled copy on to what the other copy knows of the server. */
function graft(item: Item, known: Item): Item {
  if (known === item || known._shadow === null || known._epoch === null || known._base <= item._base) return item;
  const row: ServerRow = {
    kind: known.kind,
    id: known.id,
    field_run: known.field_run,
    content: known._shadow,
    facts: known.facts,
    version: known._base,
    seq: known._ack?.seq ?? 0,
    sha256: known._ack?.sha256 ?? null,
    created_on: known.created_on,
    updated_on: known.updated_on ?? '',
    conflict: known._conflict,
    moved_to: null,
    start_number: known.run?.start_number ?? null,
  };
  return mergeRow(item, row, { epoch: known._epoch, now: item.stored_on, rev: item._rev }) ?? item;
}
