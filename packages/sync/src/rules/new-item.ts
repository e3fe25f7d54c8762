import { isEqual } from '@dmse/domain/values/is-equal';
import type { Bit, Item, RunPart } from '../item.ts';
import type { Fields, Kind } from '../wire.ts';
import { contentOf, noteEmptied } from './fields.ts';

export type Capture = {
  readonly kind: Kind;
  readonly id: string;
  readonly field_run: string;
  readonly fields: Fields;
  readonly typed?: Fields;
  readonly owner: number | null;
  readonly now: string;
  readonly file?: { readonly bytes: Uint8Array; readonly sha256: string; readonly mime: string };
};

export const EMPTY_RUN_PART: RunPart = {
  cursor: { point: null, pipe: null, image: null },
  last_sync: null,
  verified: null,
  start_number: null,
  held: null,
  loaded_whole: 0,
  leaving: 0,
};

/** A record as it is before anybody has edited or sent it. */
export function blankItem(kind: Kind, id: string, field_run: string, now: string, rev = 0): Item {
  return {
    kind,
    id,
    field_run,
    fields: {},
    facts: {},
    typed: {},
    is_deleted: 0,
    new: 0,
    dirty: 0,
    created_on: now,
    updated_on: null,
    stored_on: now,
    error_reason: null,
    error_status_code: null,
    _since: now,
    _rev: rev,
    _sent: null,
    _base: 0,
    _shadow: null,
    _epoch: null,
    _field_base: {},
    _emptied: [],
    _ack: null,
    _sha256: null,
    _bytes: 0,
    _mime: null,
    _owner: null,
    _tries: 0,
    _next: 0,
    _refusals: 0,
    _quarantined: null,
    _conflict: [],
    _undelete: 0,
    _cascade: null,
    _resend_file: 0,
    _in_pieces: 0,
    _moved_on: null,
    _run_name: null,
    run: kind === 'run' ? EMPTY_RUN_PART : null,
    file: null,
  };
}

/** P1: creating marks new and dirty. */
export function captureItem(capture: Capture): Item {
  const { kind, id, field_run, fields, typed, owner, now, file } = capture;
  return {
    ...blankItem(kind, id, field_run, now),
    fields,
    typed: typed ?? {},
    new: 1,
    dirty: 1,
    updated_on: now,
    _rev: 1,
    _owner: owner,
    file: file?.bytes ?? null,
    _sha256: file?.sha256 ?? null,
    _bytes: file?.bytes.length ?? 0,
    _mime: file?.mime ?? null,
  };
}

export type Edit = {
  readonly fields?: Fields;
  readonly typed?: Fields;
  readonly is_deleted?: Bit;
  readonly cascade?: string | null;
};

/**
 * One local edit: a new revision, dirty, due at once. The error of the last push stays visible until the next one.
 * An edit that changes nothing is no edit: the record itself comes back.
 */
export function editItem(item: Item, edit: Edit, now: string, owner: number | null): Item {
  const fields = { ...item.fields, ...edit.fields };
  const is_deleted = edit.is_deleted ?? item.is_deleted;
  if (isEqual({ ...fields, is_deleted: is_deleted === 1 }, contentOf(item)) && edit.typed === undefined) return item;
  return {
    ...item,
    fields,
    _emptied: noteEmptied(item, fields),
    typed: { ...item.typed, ...edit.typed },
    is_deleted,
    _undelete: is_deleted === item.is_deleted ? item._undelete : is_deleted === 0 && mayBeKnownDeleted(item) ? 1 : 0,
    _cascade: edit.cascade !== undefined ? edit.cascade : is_deleted ? item._cascade : null,
    dirty: 1,
    updated_on: now,
    stored_on: now,
    _rev: item._rev + 1,
    _next: 0,
    _refusals: 0,
    _owner: item._owner ?? owner,
  };
}

/** Only a deletion that may have reached the server is worth taking back there. */
function mayBeKnownDeleted(item: Item): boolean {
  return item._shadow?.is_deleted === true || item._sent !== null || item._tries > 0;
}

/** Its outcome or its content is still the device's own business. */
export function isUnsettled(item: { new: Bit; dirty: Bit; _sent: unknown }): boolean {
  return item.new === 1 || item.dirty === 1 || item._sent !== null;
}
