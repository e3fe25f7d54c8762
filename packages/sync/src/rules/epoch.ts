import type { ManifestRow } from '@dmse/contract/sites/sync';
import type { Item } from '../item.ts';
import { forgetCursors } from './loaded.ts';

/**
 * D9: the server was restored from a backup. What it forgot is offered again, so that every device is a backup of the hours the
 * backup lacks. `row`: the server's manifest line for this record, asked with the record's own epoch.
 */
export function settleEpoch(item: Item, row: ManifestRow | undefined, epoch: string): Item {
  const run = item.run === null ? null : forgetCursors(item.run);
  if (item._epoch === null || item._epoch === epoch) return { ...item, run };
  if (row === undefined) {
    const offered = offerAgain(item);
    return { ...offered, run, _epoch: offered.new === 1 ? null : epoch };
  }
  if (row.known_version >= item._base) {
    return { ...item, run, _epoch: epoch, _ack: item._ack === null ? null : { ...item._ack, epoch } };
  }
  return {
    ...item,
    run,
    ...REOFFERED,

    new: 0,
    _rev: item._rev + 1,
    _base: row.known_version,
    _epoch: epoch,
    _resend_file: lacksBytes(item, row),
  };
}

/**
 * The server does not list what we believed it had: it becomes new again, under a new revision, because an old operation id might
 * be answered from memory. A photo whose bytes are not here cannot be offered; it stays as it is, unacknowledged.
 */
export function offerAgain(item: Item): Item {
  if (item.kind === 'image' && item.file === null) {
    return {
      ...item,
      _ack: null,
      _base: 0,
      error_status_code: 404,
      error_reason: 'The server no longer holds this photo, and neither does this device.',
    };
  }
  // one try counts as made: the record has been out there, so even a deleted one is not a private matter (A10)
  const offered = { ...item, ...REOFFERED, _tries: 1, _resend_file: 0 } as const;
  return { ...offered, new: 1, _rev: item._rev + 1, _base: 0, _epoch: null };
}

/** An empty shadow: what the server holds is not known. */
const REOFFERED = { dirty: 1, _sent: null, _shadow: {}, _ack: null, _field_base: {}, _tries: 0, _next: 0, _refusals: 0 } as const;

function lacksBytes(item: Item, row: ManifestRow): 0 | 1 {
  return item.file !== null && item._sha256 !== null && row.sha256 !== item._sha256 ? 1 : 0;
}
