import type { ProblemCode } from '@dmse/contract/common/problem';
import type { Tx } from '../db/database.ts';

type Body = { detail?: string; code?: ProblemCode } & Record<string, unknown>;

/** A refusal in words. Thrown anywhere below a handler, it rolls the transaction back and becomes the answer. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: Body;
  readonly headers: Record<string, string>;

  constructor(status: number, body: Body, headers: Record<string, string> = {}) {
    super(body.detail ?? `Refused with ${status}`);
    this.name = 'Refusal';
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** A refusal that must not be forgotten: the work is rolled back like any other, and then this is written down. */
export class NotedRefusal extends Refusal {
  readonly note: (tx: Tx) => Promise<unknown>;

  constructor({ status, body, headers }: Refusal, note: (tx: Tx) => Promise<unknown>) {
    super(status, body, headers);
    this.note = note;
  }
}

/** One body for every record that is not there or not theirs, so that ids cannot be guessed from the answer. */
export function notFound(): Refusal {
  return new Refusal(404, { detail: 'Not found.' });
}

export function invalid(errors: Record<string, string | string[]>): Refusal {
  const body = Object.fromEntries(Object.entries(errors).map(([field, message]) => [field, [message].flat()]));
  return new Refusal(400, body);
}

export function forbidden(detail = 'You do not have permission to do this.'): Refusal {
  return new Refusal(403, { detail });
}

/** For a tablet that pushes what somebody captured before losing the role: it sends the same to quarantine, and nothing is lost. */
export function late(): Refusal {
  return new Refusal(403, { detail: 'You no longer have the role for this. The office gets a copy of what you captured.', code: 'LATE' });
}

export function conflict(detail: string, more: Record<string, unknown> = {}): Refusal {
  return new Refusal(409, { detail, code: 'CONFLICT', ...more });
}

/** Throws when a rule gave a reason. */
export function refuse(reason: string | null, status = 409): void {
  if (reason) throw new Refusal(status, { detail: reason });
}
