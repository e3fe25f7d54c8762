import type { Conflict } from '@dmse/contract/sites/field-item';
import { FIELD_KINDS } from '@dmse/contract/sites/sync';
import type { Fields, Kind } from './wire.ts';

export const KINDS = FIELD_KINDS;
/** What belongs to a run, in push order. */
export const CHILD_KINDS = ['point', 'pipe', 'image'] as const;
export type ChildKind = (typeof CHILD_KINDS)[number];

/** A flag as IndexedDB can index it; booleans only on the wire. */
export type Bit = 0 | 1;

/**
 * Written in the store before the request leaves. Still there after a restart: the outcome is unknown, and the same
 * content goes out again under the same operation id until the server gives a definite answer.
 */
export type Sent = {
  readonly rev: number;
  readonly op: string;
  readonly at: string;
  readonly body_hash: string;
  /** every field (and `is_deleted`) that this push claims to set */
  readonly patch: Fields;
  /** the record's own flag in that revision, whether or not this push speaks of it */
  readonly is_deleted: Bit;
};

export type Ack = {
  readonly version: number;
  readonly seq: number;
  readonly epoch: string;
  readonly sha256: string | null;
  readonly is_deleted: boolean;
};

/** `local`: noted by the device itself, never on the wire. */
export type NotedConflict = Conflict & { readonly local?: true };

export type Cursors = { readonly point: string | null; readonly pipe: string | null; readonly image: string | null };

/**
 * D14: how much of a run the server holds, without what is deleted, at a place of the run's feed. A device that holds less says so,
 * whatever the reason: the network went while the run was fetched, or the browser has evicted records.
 */
export type Held = { readonly seq: number } & Readonly<Record<ChildKind | 'layer', number>>;

/** The part of a record that only a run has. Cursor and rows share a database, hence a transaction. */
export type RunPart = {
  readonly cursor: Cursors;
  readonly last_sync: string | null;
  readonly verified: { readonly at: string; readonly epoch: string; readonly matched: number; readonly total: number } | null;
  readonly start_number: number | null;
  /** how much of the run the server held when it was last asked; null before that */
  readonly held: Held | null;
  /** everything the server held has once been fetched, and none of it has left the device since (D14) */
  readonly loaded_whole: Bit;
  /** a wipe is taking its records away: nothing is pulled into it meanwhile */
  readonly leaving: Bit;
};

/** What the engine reads in lists: everything but the bytes, so that a list of photos does not fill the memory. */
export type LightItem = {
  readonly kind: Kind;
  readonly id: string;
  /** its run; a run names itself */
  readonly field_run: string;
  /** what people type, by the field names of the specification; points and pipes have `geometry` among them */
  readonly fields: Fields;
  /** what only the server decides, for display */
  readonly facts: Fields;
  /** coordinates as typed; stays on the device */
  readonly typed: Fields;
  readonly is_deleted: Bit;
  readonly new: Bit;
  readonly dirty: Bit;
  readonly created_on: string;
  readonly updated_on: string | null;
  readonly stored_on: string;
  readonly error_reason: string | null;
  readonly error_status_code: number | null;
  /** when the record came to this device: two copies with the same instant are one record, and the one in its run is the later */
  readonly _since: string;
  readonly _rev: number;
  readonly _sent: Sent | null;
  readonly _base: number;
  /** the server's content at `_base` (fields and `is_deleted`); null when never seen, empty when no longer known */
  readonly _shadow: Fields | null;
  /** the dataset epoch in which `_base`, `_shadow` and `_ack` mean something */
  readonly _epoch: string | null;
  /** fields edited on top of an older version than `_base`: the server must judge these against that version */
  readonly _field_base: Readonly<Record<string, number>>;
  /** fields that once held something and are empty now: only these are offered as emptied to a server that was set back */
  readonly _emptied: readonly string[];
  readonly _ack: Ack | null;
  readonly _sha256: string | null;
  readonly _bytes: number;
  readonly _mime: string | null;
  readonly _owner: number | null;
  readonly _tries: number;
  /** not before this instant (device clock, ms) */
  readonly _next: number;
  /** definite refusals in a row */
  readonly _refusals: number;
  /** the revision whose copy the office already holds in quarantine */
  readonly _quarantined: number | null;
  readonly _conflict: readonly NotedConflict[];
  /** the user took a deletion back: the only case in which `is_deleted: false` is sent */
  readonly _undelete: Bit;
  /** deleted along with this shot */
  readonly _cascade: string | null;
  /** image: the server has the row without our bytes */
  readonly _resend_file: Bit;
  /** image: a proxy refused the form as too large, so send it in pieces */
  readonly _in_pieces: Bit;
  /** since when in rescue or trash, and the run's name for the dashboard */
  readonly _moved_on: string | null;
  readonly _run_name: string | null;
  readonly run: RunPart | null;
};

/** The whole record. A list never returns one, so a record without its bytes cannot be written back by mistake. */
export type Item = LightItem & { readonly file: Uint8Array | null };

/** `key`: the form it was typed into. `owner`: who typed it; nobody in a draft from before drafts had owners, or typed signed out (D15). */
export type Draft = {
  readonly id: string;
  readonly key?: string;
  readonly owner?: number | null;
  readonly field_run: string;
  readonly saved_on: string;
  readonly data: Fields;
};
export type Layer = { readonly id: string; readonly field_run: string; readonly name: string; readonly bytes: Uint8Array };
export type Ballast = { readonly id: string; readonly bytes: Uint8Array };
export type Meta = { readonly id: string; readonly value: Fields };
