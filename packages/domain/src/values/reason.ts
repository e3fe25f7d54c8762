/** Every code of a refusal, with the status it is answered with. Programs act on the code, people read the sentence. */
export const REFUSAL_STATUS = {
  ALREADY_UPLOADED: 409,
  BLOCKED: 409,
  CHECKSUM_MISMATCH: 460,
  CONFIRM_NEEDED: 403,
  CONFLICT: 409,
  CSRF: 403,
  DATABASE_FULL: 503,
  FAILED: 500,
  FORBIDDEN: 403,
  GONE: 410,
  HASH_MISMATCH: 422,
  INCOMPLETE: 409,
  INVALID: 400,
  IN_USE: 409,
  KEY_REUSED: 422,
  LATE: 403,
  LOCKED: 409,
  MERGED: 301,
  NOT_FOUND: 404,
  NOT_SIGNED_IN: 401,
  NO_SPACE: 507,
  REASON_NEEDED: 400,
  THROTTLED: 429,
  TOO_LARGE: 413,
  UNAVAILABLE: 503,
  UNKNOWN_RUN: 409,
  WRONG_OFFSET: 409,
  WRONG_STATE: 409,
  WRONG_TYPE: 415,
} as const;
export type RefusalCode = keyof typeof REFUSAL_STATUS;

/** Why something may not happen: a code, and a sentence a colleague would say. Null when it may. */
export type Reason = { readonly code: RefusalCode; readonly sentence: string } | null;
