import { Problem } from '@dmse/contract/common/problem';
import { type AnswerOf, addressOf, answerSchema, type BodyOf, type Endpoint, type InputOf } from '@dmse/contract/endpoint';

export type WireRequest = { method: string; url: string; headers: Record<string, string>; payload?: string | Buffer };
export type WireAnswer = { status: number; headers: Record<string, unknown>; body: Buffer };
export type Transport = (request: WireRequest) => Promise<WireAnswer>;
export type Credentials = { sessionid: string; csrftoken: string };

export class Refused extends Error {
  readonly status: number;
  readonly body: Problem;
  constructor(status: number, body: Problem) {
    super(`${status} ${JSON.stringify(body)}`);
    this.status = status;
    this.body = body;
  }
}

export type Options = { ifMatch?: number | string; headers?: Record<string, string>; payload?: Buffer };

export type TestClient = {
  credentials: Credentials | null;
  /** Makes the call and answers what its declaration promises, or throws Refused. */
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>, body?: BodyOf<E['declaration']>, options?: Options): Promise<AnswerOf<E>>;
  /** Makes the call and answers the refusal; fails when it was not refused. */
  refused<E extends Endpoint>(endpoint: E, input: InputOf<E>, body?: unknown, options?: Options): Promise<Refused>;
  /** Makes the call and answers whatever came. */
  send(endpoint: Endpoint, input: object, body?: unknown, options?: Options): Promise<WireAnswer>;
};

function parse(answer: WireAnswer): unknown {
  return answer.body.length === 0 ? undefined : JSON.parse(answer.body.toString('utf8'));
}

/** The client of the tests: speaks through real routing, with real cookies, by the same declarations as the screens. */
export function createTestClient(transport: Transport, credentials: Credentials | null): TestClient {
  const send: TestClient['send'] = (endpoint, input, body, options = {}) => {
    const headers: Record<string, string> = { ...options.headers };
    if (credentials) {
      headers.cookie ??= `sessionid=${credentials.sessionid}; csrftoken=${credentials.csrftoken}`;
      headers['x-csrftoken'] ??= credentials.csrftoken;
    }
    if (options.ifMatch !== undefined) headers['if-match'] = typeof options.ifMatch === 'number' ? `"${options.ifMatch}"` : options.ifMatch;
    const payload = options.payload ?? (body === undefined ? undefined : JSON.stringify(body));
    if (payload !== undefined) headers['content-type'] ??= 'application/json';
    return transport({
      method: endpoint.method.toUpperCase(),
      url: addressOf(endpoint, input as Record<string, unknown>),
      headers,
      ...(payload === undefined ? {} : { payload }),
    });
  };
  return {
    credentials,
    send,
    async call(endpoint, input, body, options) {
      const answer = await send(endpoint, input as object, body, options);
      if (answer.status >= 300) throw new Refused(answer.status, Problem.parse(parse(answer) ?? {}));
      if (endpoint.declaration.response === 'file') return new Blob([new Uint8Array(answer.body)]) as never;
      const schema = answerSchema(endpoint);
      return (schema ? schema.parse(parse(answer)) : undefined) as never;
    },
    async refused(endpoint, input, body, options) {
      const answer = await send(endpoint, input as object, body, options);
      if (answer.status < 300) throw new Error(`Expected a refusal, but ${endpoint.method} ${endpoint.path} answered ${answer.status}.`);
      return new Refused(answer.status, Problem.parse(parse(answer) ?? {}));
    },
  };
}
