import { REFUSAL_STATUS, type Reason, type RefusalCode } from '@dmse/domain/values/reason';
import type { Tx } from '../db/database.ts';
import type { Actor } from './context.ts';

/**
 * A refusal in words, under a code that says its status. Thrown anywhere below a handler, it rolls the transaction back and becomes the
 * answer.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly body: Record<string, unknown> & { detail?: string };
  readonly headers: Record<string, string>;

  constructor(code: RefusalCode, detail: string | null, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
    super(detail ?? `Refused as ${code}`);
    this.name = 'Refusal';
    this.code = code;
    this.status = REFUSAL_STATUS[code];
    // What is wrong with single fields stands at their names, one of which may be "code".
    this.body = { ...(detail === null ? {} : { detail }), ...(code === 'INVALID' ? {} : { code }), ...more };
    this.headers = headers;
  }
}

/** A refusal that must not be forgotten: the work is rolled back like any other, and then this is written down. */
export class NotedRefusal extends Refusal {
  readonly note: (tx: Tx) => Promise<unknown>;

  constructor({ code, body, headers }: Refusal, note: (tx: Tx) => Promise<unknown>) {
    super(code, body.detail ?? null, body, headers);
    this.note = note;
  }
}

/** One body for every record that is not there or not theirs, so that ids cannot be guessed from the answer. */
export function notFound(): Refusal {
  return new Refusal('NOT_FOUND', 'Not found.');
}

export function invalid(errors: Record<string, string | string[]>): Refusal {
  const body = Object.fromEntries(Object.entries(errors).map(([field, message]) => [field, [message].flat()]));
  return new Refusal('INVALID', null, body);
}

export function forbidden(detail = 'You do not have permission to do this.'): Refusal {
  return new Refusal('FORBIDDEN', detail);
}

/** Before a dangerous act: whoever sits at a session left open, or holds a stolen one, must show who they are. */
export function refuseUnconfirmed({ session }: Actor): void {
  if (!session.is_confirmed) throw new Refusal('CONFIRM_NEEDED', 'Confirm that it is you, then try again.');
}

/** For a tablet that pushes what somebody captured before losing the role: it sends the same to quarantine, and nothing is lost. */
export function late(): Refusal {
  return new Refusal('LATE', 'You no longer have the role for this. The office gets a copy of what you captured.');
}

export function conflict(detail: string, more: Record<string, unknown> = {}): Refusal {
  return new Refusal('CONFLICT', detail, more);
}

/** Throws when a rule gave a reason. */
export function refuse(reason: Reason): void {
  if (reason) throw new Refusal(reason.code, reason.sentence);
}
