import type { FieldKind } from '@dmse/contract/sites/sync';

/**
 * What lies between the engine and the network: a request as it leaves and an answer as it comes. What the two say is declared in the
 * contract. Writes carry a flat body (`{id, field_run, note, …}`); answers carry one Feature (shot, image, pipe) or one run record.
 */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type Fields = Readonly<Record<string, Json>>;

export type Kind = FieldKind;

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
