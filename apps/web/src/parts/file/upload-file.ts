import { Problem } from '@dmse/contract/common/problem';
import { CONTRACT_VERSION } from '@dmse/contract/endpoint';
import { Upload, uploadFile } from '@dmse/contract/files/upload';
import { csrfToken } from '../../api/call.ts';
import { foreignAnswer, ProblemError, UnreachableError } from '../../api/problem-error.ts';
import { goToSignIn } from '../../api/sign-in.ts';

export type UploadOptions = {
  signal: AbortSignal;
  /** From 0 to 1; null while the browser cannot tell. */
  onProgress: (share: number | null) => void;
};

/** Sends a file to the store. By XMLHttpRequest, because `fetch` cannot tell how much has gone. */
export function sendFile(file: File, { signal, onProgress }: UploadOptions): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const cancel = () => request.abort();
    const settle = (act: () => void) => {
      signal.removeEventListener('abort', cancel);
      act();
    };
    request.open('POST', uploadFile.path);
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('X-Contract', String(CONTRACT_VERSION));
    request.setRequestHeader('X-CSRFToken', csrfToken());
    request.upload.onprogress = (event) => onProgress(event.lengthComputable && event.total > 0 ? event.loaded / event.total : null);
    request.onabort = () => settle(() => reject(new DOMException('The upload was cancelled.', 'AbortError')));
    request.onerror = () => settle(() => reject(new UnreachableError()));
    request.onload = () =>
      settle(() => {
        try {
          resolve(readAnswer(request));
        } catch (error) {
          reject(error);
        }
      });
    signal.addEventListener('abort', cancel);
    if (signal.aborted) return reject(new DOMException('The upload was cancelled.', 'AbortError'));
    const form = new FormData();
    form.append('file', file, file.name);
    request.send(form);
  });
}

function readAnswer(request: XMLHttpRequest): Upload {
  if (request.getResponseHeader('X-App') !== 'dmse') throw foreignAnswer(request.status);
  if (request.status >= 200 && request.status < 300) return Upload.parse(JSON.parse(request.responseText));
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
