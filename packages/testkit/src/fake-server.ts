import { readQuery } from '@dmse/contract/common/read-query';
import { type AnswerOf, answerSchema, type Endpoint, type ParsedBody, type ParsedParams, type ParsedQuery } from '@dmse/contract/endpoint';
import { z } from 'zod';

/** Throw it in a handler to refuse as the server does. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;

  constructor(status: number, body: Record<string, unknown>) {
    super(`Refused with ${status}`);
    this.status = status;
    this.body = body;
  }
}

export type FakeRequest<E> =
  E extends Endpoint<infer D>
    ? { params: ParsedParams<D>; query: ParsedQuery<D>; body: ParsedBody<D>; ifMatch: number | null; signal: AbortSignal | null }
    : never;

type Handler<E> = (request: FakeRequest<E>) => AnswerOf<E> | Promise<AnswerOf<E>>;

/** A call as it arrived, for a test to look at. */
export type SeenCall = {
  endpoint: Endpoint;
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
  ifMatch: number | null;
  isCancelled: boolean;
};

type Route = { endpoint: Endpoint; pattern: RegExp; handler: Handler<Endpoint> };

/**
 * A server for screens under test. It answers only what it was told to, but reads and writes through the contract as the real one
 * does: an unknown parameter or field is a 400, an answer of another shape is a mistake of the test, and every answer says it is ours.
 */
export class FakeServer {
  readonly seen: SeenCall[] = [];
  #routes: Route[] = [];
  #isDown = false;
  #passOthers = false;
  #realFetch: typeof fetch | null = null;

  /** Says what an endpoint answers. A later word replaces an earlier one. */
  on<E extends Endpoint>(endpoint: E, handler: Handler<E>): this {
    const names = endpoint.path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:(\w+)/g, '(?<$1>[^/]+)');
    const route = { endpoint, pattern: new RegExp(`^${names}$`), handler: handler as unknown as Handler<Endpoint> };
    this.#routes = [route, ...this.#routes.filter((one) => one.endpoint !== endpoint)];
    return this;
  }

  /** Takes the place of `fetch` until `restore`. With `passOthers`, what it was not told about goes to the real server. */
  install({ passOthers = false } = {}): this {
    this.#realFetch ??= globalThis.fetch;
    this.#passOthers = passOthers;
    globalThis.fetch = (input, init) => this.#fetch(String(input instanceof Request ? input.url : input), init);
    return this;
  }

  restore(): void {
    if (this.#realFetch) globalThis.fetch = this.#realFetch;
    this.#realFetch = null;
  }

  /** The cable pulled out: every call fails as it does without a network. */
  goDown(isDown = true): void {
    this.#isDown = isDown;
  }

  /** The calls an endpoint received, in order. */
  callsOf(endpoint: Endpoint): SeenCall[] {
    return this.seen.filter((call) => call.endpoint === endpoint);
  }

  async #fetch(address: string, init: RequestInit | undefined): Promise<Response> {
    if (this.#isDown) throw new TypeError('fetch failed');
    const url = new URL(address, 'http://localhost');
    const method = (init?.method ?? 'GET').toLowerCase();
    // Fixed paths win over those with a parameter, as the router of the server sees it.
    const routes = this.#routes
      .filter(({ endpoint, pattern }) => endpoint.method === method && pattern.test(url.pathname))
      .sort((a, b) => a.endpoint.names.length - b.endpoint.names.length);
    const route = routes[0];
    if (!route && this.#passOthers && this.#realFetch) return this.#realFetch(address, init);
    if (!route) return reply(404, { detail: `The fake server was not told what ${method.toUpperCase()} ${url.pathname} answers.` });
    const headers = new Headers(init?.headers);
    // Every call carries it; the server itself asks for it only where something is written.
    if (!headers.has('X-CSRFToken')) return reply(403, { detail: 'The CSRF token is missing.', code: 'CSRF' });
    return this.#answer(route, url, init, headers);
  }

  async #answer({ endpoint, pattern, handler }: Route, url: URL, init: RequestInit | undefined, headers: Headers): Promise<Response> {
    const { declaration } = endpoint;
    const signal = init?.signal ?? null;
    try {
      const paramSchema = z.object(
        Object.fromEntries(endpoint.names.map((name) => [name, declaration.params?.[name] ?? z.int().positive()])),
      );
      const params = parse(paramSchema, readQuery(paramSchema, pattern.exec(url.pathname)?.groups ?? {}));
      const querySchema = declaration.query ?? z.strictObject({});
      const query = parse(querySchema, readQuery(querySchema, wordsOf(url.searchParams)));
      const sent = typeof init?.body === 'string' ? JSON.parse(init.body) : (init?.body ?? undefined);
      const body = declaration.body && !declaration.multipart ? parse(declaration.body, sent) : sent;
      const match = headers.get('If-Match')?.replaceAll('"', '');
      const call: SeenCall = { endpoint, params, query, body, ifMatch: match ? Number(match) : null, isCancelled: false };
      this.seen.push(call);
      const cancelled = new Promise<never>((_, reject) => {
        const cancel = () => {
          call.isCancelled = true;
          reject(new DOMException('The call was cancelled.', 'AbortError'));
        };
        if (signal?.aborted) cancel();
        signal?.addEventListener('abort', cancel);
      });
      // A cancellation after the answer is nobody's business any more.
      cancelled.catch(() => {});
      const request = { params, query, body, ifMatch: call.ifMatch, signal } as unknown as FakeRequest<Endpoint>;
      const answer = await Promise.race([handler(request), cancelled]);
      return this.#reply(endpoint, answer);
    } catch (error) {
      if (error instanceof Refusal) return reply(error.status, error.body);
      throw error;
    }
  }

  #reply(endpoint: Endpoint, answer: unknown): Response {
    const status = endpoint.declaration.status ?? 200;
    if (answer instanceof Blob) return new Response(answer, { status, headers: { 'X-App': 'dmse' } });
    const schema = answerSchema(endpoint);
    if (!schema) return new Response(null, { status: 204, headers: { 'X-App': 'dmse' } });
    const parsed = schema.safeParse(answer);
    if (!parsed.success)
      throw new Error(`The answer of ${endpoint.path} in this test is not what the contract says: ${z.prettifyError(parsed.error)}`);
    return reply(status, parsed.data);
  }
}

function reply(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', 'X-App': 'dmse' } });
}

function wordsOf(search: URLSearchParams): Record<string, string | string[]> {
  const words: Record<string, string | string[]> = {};
  for (const name of new Set(search.keys())) {
    const values = search.getAll(name);
    words[name] = values.length === 1 ? values[0]! : values;
  }
  return words;
}

/** Field errors as the server words them; a key that is not known is named. */
function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const errors: Record<string, string[]> = {};
  for (const issue of parsed.error.issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.') || 'body'];
    for (const name of names)
      errors[name] = [...(errors[name] ?? []), issue.code === 'unrecognized_keys' ? 'Unknown field.' : issue.message];
  }
  throw new Refusal(400, errors);
}
