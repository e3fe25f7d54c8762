import { fieldErrors, type Problem } from '@dmse/contract/common/problem';
import type { WireAnswer } from '../wire.ts';

/**
 * What an answer means before anybody looks at the item. `none`: nothing was heard, the outcome is unknown. That includes
 * answers that are not ours: a captive portal says 200 to everything (E4).
 */
export type Answer =
  | { readonly kind: 'none'; readonly why: 'silence' | 'not_ours' }
  | {
      readonly kind: 'ok';
      readonly status: number;
      readonly body: unknown;
      readonly headers: Readonly<Record<string, string>>;
      readonly epoch: string;
      readonly server_now: number | null;
    }
  | {
      readonly kind: 'problem';
      readonly status: number;
      readonly problem: Problem;
      readonly headers: Readonly<Record<string, string>>;
      readonly epoch: string | null;
      readonly server_now: number | null;
      readonly retry_after_ms: number | null;
    };

const TOO_LARGE = 413;

export function readAnswer(raw: WireAnswer | null): Answer {
  if (raw === null) return { kind: 'none', why: 'silence' };
  const ours = raw.headers['x-app'] === 'dmse';
  // a body limit of a proxy in between is a fact about our request, whoever tells us; it must not pass for being offline
  if (!ours && raw.status !== TOO_LARGE) return { kind: 'none', why: 'not_ours' };
  const epoch = raw.headers['x-dataset-epoch'] ?? null;
  const server_now = readDate(raw.headers.date);
  if (raw.status >= 200 && raw.status < 300) {
    if (epoch === null) return { kind: 'none', why: 'not_ours' };
    return { kind: 'ok', status: raw.status, body: raw.body, headers: raw.headers, epoch, server_now };
  }
  if (raw.status < 400) return { kind: 'none', why: 'not_ours' };
  const problem = typeof raw.body === 'object' && raw.body !== null ? (raw.body as Problem) : {};
  const after = Number(raw.headers['retry-after']);
  return {
    kind: 'problem',
    status: raw.status,
    problem,
    headers: raw.headers,
    epoch,
    server_now,
    retry_after_ms: Number.isFinite(after) && after > 0 ? after * 1000 : null,
  };
}

function readDate(text: string | undefined): number | null {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? null : time;
}

/** The text for the item's error list: the detail, else each field with its message, else the status. */
export function reasonOf(status: number, problem: Problem): string {
  if (typeof problem.detail === 'string' && problem.detail !== '') return problem.detail;
  const fields = Object.entries(fieldErrors(problem));
  if (fields.length > 0) return fields.map(([field, messages]) => `${field}: ${messages.join(' ')}`).join('; ');
  return `The server answered ${status}.`;
}
