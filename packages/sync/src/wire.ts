/**
 * What goes over the wire between a tablet and the sites API: types only, so that the server can match them.
 * Writes carry a flat body (`{id, field_run, note, …}`); answers carry one Feature (shot, image, pipe) or one run record.
 */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type Fields = Readonly<Record<string, Json>>;

export type Kind = 'run' | 'point' | 'pipe' | 'image';

/** What the server adds to every row it answers with, in a list, in a receipt or alone. */
export type ServerColumns = {
  readonly field_run?: string;
  readonly is_deleted: boolean;
  readonly version: number;
  /** place in the run's feed, taken under the run's row lock (S4) */
  readonly seq: number;
  readonly sha256?: string | null;
  readonly created_on: string;
  readonly updated_on: string;
  /** values that lost an overlap, kept for the processing wizard (S6) */
  readonly conflict?: readonly Conflict[];
  readonly late?: boolean;
  readonly parent_pending?: boolean;
  /** set on the tombstone that a moved row leaves in its old run's feed (D10) */
  readonly moved_to?: string | null;
};

export type Feature = {
  readonly type: 'Feature';
  readonly id: string;
  readonly geometry: Json;
  readonly properties: Fields & Partial<ServerColumns>;
};

/** `start_number` is the first point number of the block this device may use in the run. */
export type RunRecord = Fields & { readonly id: string; readonly start_number?: number | null } & Partial<ServerColumns>;

export type Conflict = {
  readonly field: string;
  readonly kept: Json;
  readonly other: Json;
  readonly version: number;
  /** noted by the device itself; never on the wire */
  readonly local?: true;
};

export type FeatureList = { readonly count: number; readonly results: readonly Feature[]; readonly cursor: string };

/**
 * `known_version`: up to which version this row still holds what an older dataset epoch (`?epoch=`) had acknowledged.
 * After a restore from backup it tells a device what the server forgot. Without the parameter it equals `version`.
 */
export type ManifestRow = {
  readonly id: string;
  readonly kind: Kind;
  readonly version: number;
  readonly is_deleted: boolean;
  readonly sha256: string | null;
  readonly known_version: number;
};
export type Manifest = { readonly seq: number; readonly rows: readonly ManifestRow[] };

export type ProblemCode =
  | 'ALREADY_UPLOADED'
  | 'CONFLICT'
  | 'LATE'
  | 'CSRF'
  | 'NOT_FOUND'
  | 'UNKNOWN_RUN'
  | 'HASH_MISMATCH'
  | 'INVALID'
  | 'TOO_LARGE'
  | 'STORAGE_FULL';

export type Problem = {
  readonly detail?: string;
  readonly code?: ProblemCode | (string & {});
  /** with ALREADY_UPLOADED */
  readonly version?: number;
  readonly sha256?: string | null;
  readonly is_deleted?: boolean;
  /** with CONFLICT */
  readonly current?: RunRecord | Feature;
  readonly changed?: readonly string[];
};

export type WireFile = { readonly name: string; readonly mime: string; readonly bytes: Uint8Array; readonly sha256: string };

export type WireRequest = {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH';
  /** path and query, from `/api/` on */
  readonly path: string;
  /** lower case names */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Fields;
  /** present: body and file go as one multipart form, the field named `file` */
  readonly file?: WireFile;
  /** present: the body is these raw bytes (a piece of a resumable upload) */
  readonly chunk?: Uint8Array;
  /** give up when the whole exchange takes longer; used for JSON */
  readonly timeout_ms?: number;
  /** give up when no byte has moved for so long; used for files */
  readonly stall_ms?: number;
};

/** Header names in lower case. `body` is parsed JSON, or null when it was not JSON. */
export type WireAnswer = { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: unknown };

export type QuarantineBody = {
  readonly op: string;
  readonly kind: Kind;
  readonly item: string;
  readonly field_run: string;
  readonly device: string;
  readonly rev: number;
  readonly base: number;
  readonly content: Fields;
  readonly reason: string;
  readonly upload?: string;
};

export type DeviceReport = {
  readonly at: string;
  readonly waiting: number;
  readonly failed: number;
  readonly conflicts: number;
  readonly rescue: number;
  readonly oldest_unsynced: string | null;
  readonly runs: readonly { readonly field_run: string; readonly waiting: number; readonly failed: number; readonly conflicts: number }[];
};
