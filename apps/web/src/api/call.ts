import { Problem } from '@dmse/contract/common/problem';
import { type AnswerOf, addressOf, type BodyOf, CONTRACT_VERSION, type Endpoint, type InputOf, isUnsafe } from '@dmse/contract/endpoint';
import { takeFirstAnswer } from './first-answers.ts';
import { foreignAnswer, ProblemError, UnreachableError } from './problem-error.ts';
import { goToSignIn, isFieldRoute } from './sign-in.ts';

export type CallOptions = {
  signal?: AbortSignal;
  /** The version the person was looking at; a stale one is refused with CONFLICT. */
  ifMatch?: number;
  /** On a field route a background call must not take the person away from the form. */
  stayOn401?: boolean;
};

/** The token every call carries; one outside `call` needs it too. */
export function csrfToken(): string {
  return document.cookie.match(/(?:^|;\s*)csrftoken=([^;]*)/)?.[1] ?? '';
}

function headersFor(body: unknown, options: CallOptions): Headers {
  const headers = new Headers({ Accept: 'application/json', 'X-Contract': String(CONTRACT_VERSION), 'X-CSRFToken': csrfToken() });
  if (body !== undefined && !(body instanceof FormData)) headers.set('Content-Type', 'application/json');
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

/** A file under the name the server gave it, where it gave one. */
async function readFile(response: Response): Promise<Blob> {
  const bytes = await response.blob();
  const name = response.headers.get('Content-Disposition')?.match(/filename\*=UTF-8''([^;]+)/)?.[1];
  return name ? new File([bytes], decodeURIComponent(name), { type: bytes.type }) : bytes;
}

/**
 * Makes a call and answers what its declaration promises. The first argument names the call (path parameters and query), the second
 * is the body. A 401 takes the browser to the sign-in page; everything else that is refused throws a ProblemError.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  body?: BodyOf<E['declaration']> | FormData,
  options: CallOptions = {},
): Promise<AnswerOf<E>> {
  let response: Response;
  try {
    const address = addressOf(endpoint, input as Record<string, unknown>);
    const first = endpoint.method === 'get' ? await takeFirstAnswer(address) : null;
    response =
      first ??
      (await fetch(address, {
        method: endpoint.method.toUpperCase(),
        headers: headersFor(body, options),
        body: body === undefined ? null : body instanceof FormData ? body : JSON.stringify(body),
        credentials: 'same-origin',
        signal: options.signal ?? null,
      }));
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new UnreachableError();
  }
  if (response.headers.get('X-App') !== 'dmse') throw foreignAnswer(response.status);
  if (!response.ok) {
    const problem = await readProblem(response);
    // In the field a reading happens by itself; only what the person does takes them to the sign-in page.
    const isUnasked = options.stayOn401 || (isFieldRoute() && !isUnsafe(endpoint.method));
    if (response.status === 401 && !isUnasked) goToSignIn();
    throw new ProblemError(response.status, problem);
  }
  if (endpoint.declaration.response === 'file') return (await readFile(response)) as unknown as AnswerOf<E>;
  if (response.status === 204) return undefined as AnswerOf<E>;
  return (await response.json()) as AnswerOf<E>;
}
