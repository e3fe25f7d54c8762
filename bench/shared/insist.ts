import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@dmse/contract/endpoint';
import type { Desk } from './examples/examples.ts';

export type Answered = { status: number; text: string; body: { id?: number; detail?: string } };
/** Told each time before it is sent and after it came back, or did not. */
type Watch = { before?(): void; after?(isAnswered: boolean): void };

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Not now, or a gateway that lost the server in the middle: nobody knows what became of it. */
const NO_ANSWER = [502, 503, 504];

/** The same, under the same key, until the server has said something. */
export async function insist(desk: Desk, endpoint: Endpoint, input: object, body: unknown, watch: Watch = {}): Promise<Answered> {
  const headers = { 'idempotency-key': randomUUID() };
  for (let tries = 0; tries < 300; tries += 1) {
    watch.before?.();
    const answer = await desk.me.send(endpoint, input, body, { headers }).catch(() => null);
    const isAnswered = answer !== null && !NO_ANSWER.includes(answer.status);
    watch.after?.(isAnswered);
    if (isAnswered) {
      const text = answer.body.toString('utf8');
      return { status: answer.status, text, body: text === '' ? {} : JSON.parse(text) };
    }
    await pause(300);
  }
  throw new Error(`${endpoint.method} ${endpoint.path} was not answered`);
}
