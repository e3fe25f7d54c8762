import { Problem } from '@dmse/contract/common/problem';
import { type AnswerOf, addressOf, CONTRACT_VERSION, type Endpoint, type InputOf } from '@dmse/contract/endpoint';
import { csrfToken } from './call.ts';
import { foreignAnswer, ProblemError, UnreachableError } from './problem-error.ts';
import { goToSignIn } from './sign-in.ts';

export type SendOptions = {
  signal: AbortSignal;
  /** From 0 to 1; null while the browser cannot tell. `sent` and `total` are bytes. */
  onProgress: (share: number | null, sent: number, total: number) => void;
};

/** A call that sends files and tells how far it is. By XMLHttpRequest, because `fetch` cannot tell how much has gone. */
export function sendForm<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  form: FormData,
  { signal, onProgress }: SendOptions,
): Promise<AnswerOf<E>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const cancel = () => request.abort();
    const settle = (act: () => void) => {
      signal.removeEventListener('abort', cancel);
      act();
    };
    request.open(endpoint.method.toUpperCase(), addressOf(endpoint, input as Record<string, unknown>));
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('X-Contract', String(CONTRACT_VERSION));
    request.setRequestHeader('X-CSRFToken', csrfToken());
    request.upload.onprogress = ({ lengthComputable, loaded, total }) =>
      onProgress(lengthComputable && total > 0 ? loaded / total : null, loaded, total);
    request.onabort = () => settle(() => reject(new DOMException('The upload was cancelled.', 'AbortError')));
    request.onerror = () => settle(() => reject(new UnreachableError()));
    request.onload = () =>
      settle(() => {
        try {
          resolve(readAnswer(request) as AnswerOf<E>);
        } catch (error) {
          reject(error);
        }
      });
    signal.addEventListener('abort', cancel);
    if (signal.aborted) return reject(new DOMException('The upload was cancelled.', 'AbortError'));
    request.send(form);
  });
}

function readAnswer(request: XMLHttpRequest): unknown {
  if (request.getResponseHeader('X-App') !== 'dmse') throw foreignAnswer(request.status);
  if (request.status >= 200 && request.status < 300) return JSON.parse(request.responseText);
  if (request.status === 401) goToSignIn();
  throw new ProblemError(request.status, readProblem(request));
}

function readProblem(request: XMLHttpRequest): Problem {
  try {
    return Problem.parse(JSON.parse(request.responseText));
  } catch {
    return { detail: `The server answered ${request.status} ${request.statusText}`.trim() };
  }
}
