import { Problem } from '@dmse/contract/common/problem';
import { type AnswerOf, addressOf, type BodyOf, CONTRACT_VERSION, type Endpoint, type InputOf, isUnsafe } from '@dmse/contract/endpoint';
import { askToConfirm } from '../session/confirm-self.ts';
import { takeFirstAnswer } from './first-answers.ts';
import { foreignAnswer, ProblemError, UnreachableError } from './problem-error.ts';
import { goToSignIn, isFieldRoute } from './sign-in.ts';

export type CallOptions = {
  signal?: AbortSignal;
  /** The version the person was looking at; a stale one is refused with CONFLICT. */
  ifMatch?: number;
  /** How much of a file has come; the total is null where the server does not say. */
  onBytes?: (received: number, total: number | null) => void;
  /** On a field route a background call must not take the person away from the form. */
  stayOn401?: boolean;
  /** What the call's declaration asks for in headers. */
  headers?: Readonly<Record<string, string>>;
};

/** The token every call carries; one outside `call` needs it too. */
export function csrfToken(): string {
  return document.cookie.match(/(?:^|;\s*)csrftoken=([^;]*)/)?.[1] ?? '';
}

/** A file of the server by its address, with the token every call carries. */
export function fetchFile(url: string, signal?: AbortSignal): Promise<Response> {
  return fetch(url, { headers: { 'X-CSRFToken': csrfToken() }, credentials: 'same-origin', ...(signal ? { signal } : {}) });
}

/** Writes of these nouns carry a key, by which the server does each once. */
const IS_KEYED = /^\/api\/(invoices|payments)\//;
/**
 * Writes whose answer was not read, with their keys. They may have been done: the same again, as a person presses the button once more, has
 * the same key. After a while the same is meant as another one.
 */
const unanswered = new Map<string, string>();
const UNANSWERED_MS = 15 * 60_000;

type Write = { what: string; key: string };

function keepKey({ what, key }: Write): void {
  unanswered.set(what, key);
  setTimeout(() => unanswered.get(what) === key && unanswered.delete(what), UNANSWERED_MS);
}

function nameWrite({ method }: Endpoint, address: string, body: unknown, { ifMatch }: CallOptions): Write | null {
  if (!isUnsafe(method) || !IS_KEYED.test(address) || body instanceof FormData) return null;
  const what = JSON.stringify([method, address, ifMatch ?? null, body ?? null]);
  const kept = unanswered.get(what);
  return {
    what,
    key: kept ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(''),
  };
}

function headersFor(body: unknown, options: CallOptions): Headers {
  const headers = new Headers({ Accept: 'application/json', 'X-Contract': String(CONTRACT_VERSION), 'X-CSRFToken': csrfToken() });
  if (body instanceof Blob) headers.set('Content-Type', 'application/offset+octet-stream');
  else if (body !== undefined && !(body instanceof FormData)) headers.set('Content-Type', 'application/json');
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  if (options.ifMatch !== undefined) headers.set('If-Match', `"${options.ifMatch}"`);
  return headers;
}

async function readProblem(response: Response): Promise<Problem> {
  try {
    return Problem.parse(await response.json());
  } catch {
    return { detail: `The server answered ${response.status} ${response.statusText}`.trim() };
  }
}

async function readBytes(
  { headers }: Response,
  body: ReadableStream<Uint8Array>,
  onBytes: NonNullable<CallOptions['onBytes']>,
): Promise<Blob> {
  const pieces: BlobPart[] = [];
  // What is compressed on its way has another length when it is here.
  const total = headers.has('Content-Encoding') ? null : Number(headers.get('Content-Length')) || null;
  let received = 0;
  for (const reader = body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return new Blob(pieces, { type: headers.get('Content-Type') ?? '' });
    pieces.push(value as Uint8Array<ArrayBuffer>);
    received += value.byteLength;
    onBytes(received, total);
  }
}

/** A file under the name the server gave it, where it gave one. */
async function readFile(response: Response, onBytes: CallOptions['onBytes']): Promise<Blob> {
  const bytes = onBytes && response.body ? await readBytes(response, response.body, onBytes) : await response.blob();
  const name = response.headers.get('Content-Disposition')?.match(/filename\*=UTF-8''([^;]+)/)?.[1];
  return name ? new File([bytes], decodeURIComponent(name), { type: bytes.type }) : bytes;
}

/**
 * Makes a call and answers what its declaration promises. The first argument names the call (path parameters and query), the second
 * is the body. A 401 takes the browser to the sign-in page; everything else that is refused throws a ProblemError.
 */
export function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  body?: BodyOf<E['declaration']> | FormData | Blob,
  options: CallOptions = {},
): Promise<AnswerOf<E>> {
  return callAny(endpoint, input as Record<string, unknown>, body, options) as Promise<AnswerOf<E>>;
}

/** The same for a piece that is given its endpoint: what it is asked and answers is known only to whoever gives it. */
export async function callAny(
  endpoint: Endpoint,
  input: Readonly<Record<string, unknown>>,
  body?: unknown,
  options: CallOptions = {},
): Promise<unknown> {
  let response: Response;
  const address = addressOf(endpoint, input);
  const write = nameWrite(endpoint, address, body, options);
  const headers = headersFor(body, options);
  if (write) {
    headers.set('Idempotency-Key', write.key);
    keepKey(write);
  }
  try {
    const first = endpoint.method === 'get' ? await takeFirstAnswer(address) : null;
    response =
      first ??
      (await fetch(address, {
        method: endpoint.method.toUpperCase(),
        headers,
        body: body === undefined ? null : body instanceof FormData || body instanceof Blob ? body : JSON.stringify(body),
        credentials: 'same-origin',
        signal: options.signal ?? null,
      }));
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new UnreachableError();
  }
  const isOurs = response.headers.get('X-App') === 'dmse';
  if (!isOurs) throw foreignAnswer(response.status);
  if (!response.ok) {
    const problem = await readProblem(response);
    if (write) unanswered.delete(write.what);
    // A dangerous act: once the person has shown who they are, the same call is made again.
    if (problem.code === 'CONFIRM_NEEDED' && (await askToConfirm())) return callAny(endpoint, input, body, options);
    // In the field a reading happens by itself; only what the person does takes them to the sign-in page.
    const isUnasked = options.stayOn401 || (isFieldRoute() && !isUnsafe(endpoint.method));
    if (response.status === 401 && !isUnasked) goToSignIn();
    throw new ProblemError(response.status, problem);
  }
  const isFile = endpoint.declaration.response === 'file';
  const answer = isFile ? await readFile(response, options.onBytes) : response.status === 204 ? undefined : await response.json();
  // Not before it has been read: it may be cut off in the middle.
  if (write) unanswered.delete(write.what);
  return answer;
}
