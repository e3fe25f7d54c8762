import { CONTRACT_VERSION } from '@dmse/contract/endpoint';
import type { Remote } from '@dmse/sync/ports';
import type { WireAnswer, WireRequest } from '@dmse/sync/wire';
import { csrfToken } from '../../api/call.ts';
import { isOnline, markReachable, markUnreachable } from '../../session/connection.ts';
import { readJson, sendBytes } from './send-bytes.ts';

/** The sites API over HTTP. What is no answer of ours, or none at all, also tells the rest of the app that the server is out of reach. */
export const HTTP_REMOTE: Remote = {
  online: isOnline,
  async send(request) {
    const headers = headersOf(request);
    const answer = request.file || request.chunk ? await sendBytes(request, headers) : await sendJson(request, headers);
    if (answer?.headers['x-app'] === 'dmse') markReachable();
    else markUnreachable(answer?.status);
    return answer;
  },
};

/** The token is read for each request: the server may have changed it meanwhile. */
function headersOf(request: WireRequest): Record<string, string> {
  const headers: Record<string, string> = {
    ...request.headers,
    accept: 'application/json',
    'x-contract': String(CONTRACT_VERSION),
    'x-csrftoken': csrfToken(),
  };
  if (request.body && !request.file) headers['content-type'] = 'application/json';
  return headers;
}

async function sendJson(request: WireRequest, headers: Record<string, string>): Promise<WireAnswer | null> {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), request.timeout_ms ?? 30_000);
  try {
    const response = await fetch(request.path, {
      method: request.method,
      headers,
      body: request.body ? JSON.stringify(request.body) : null,
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'manual',
      signal: giveUp.signal,
    });
    if (response.type === 'opaqueredirect') return null;
    // The body belongs to the exchange: an answer cut in half is none.
    const text = await response.text();
    return { status: response.status, headers: Object.fromEntries(response.headers), body: readJson(text) };
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
