import type { FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';

/** Keys that reach the prototype of whatever object they are copied into (SEC-S14). */
const POLLUTING = ['__proto__', 'constructor'];
/** Where none of these stands in the text there is no such key: an escape could spell one. */
const MAY_POLLUTE = /__proto__|constructor|\\u/;

/** JSON from outside. It is parsed plainly, and walked through only where the text could hold a polluting key. */
export function readJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (MAY_POLLUTE.test(text)) refusePollution(value);
  return value;
}

function refusePollution(value: unknown): void {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null) continue;
    if (POLLUTING.some((key) => Object.hasOwn(next, key))) throw new Error('forbidden key');
    for (const inner of Object.values(next)) waiting.push(inner);
  }
}

/** The parser of JSON bodies. A call without a body may still say that it sends JSON. */
export function parseJsonBody(_request: FastifyRequest, text: string | Buffer, done: (error: Error | null, body?: unknown) => void): void {
  try {
    done(null, text.length === 0 ? undefined : readJson(text.toString()));
  } catch {
    done(new Refusal('INVALID', 'The request body is not valid JSON.'));
  }
}
