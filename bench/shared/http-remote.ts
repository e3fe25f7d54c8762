import { Agent, type IncomingMessage, request } from 'node:http';
import type { Remote } from '@dmse/sync/ports';
import type { WireAnswer, WireRequest } from '@dmse/sync/wire';
import { formOf } from '../../apps/server/src/testing/fixtures/field-fixture.ts';
import type { Person } from './firm.ts';

export type HttpRemote = Remote & { online: () => boolean; close(): void };

type Payload = { bytes: Buffer | null; headers: Record<string, string> };

/**
 * The sync engine's wire over real HTTP, as the field app speaks it: cookies and CSRF token of the person, multipart forms for photos, raw
 * pieces for large ones, a time limit for each exchange. Whatever goes wrong on the line is no answer.
 */
export function openHttpRemote(origin: string, whoIsHere: () => Person): HttpRemote {
  const { hostname, port } = new URL(origin);
  const agent = new Agent({ keepAlive: true });
  return {
    online: () => true,
    close: () => agent.destroy(),
    send(wanted) {
      const { bytes, headers } = payloadOf(wanted);
      const jar = whoIsHere();
      const all: Record<string, string> = {
        ...wanted.headers,
        ...headers,
        cookie: `sessionid=${jar.sessionid}; csrftoken=${jar.csrftoken}`,
        'x-csrftoken': jar.csrftoken,
      };
      if (bytes !== null) all['content-length'] = String(bytes.length);
      return new Promise<WireAnswer | null>((resolve) => {
        const patience = wanted.timeout_ms ?? wanted.stall_ms ?? 30_000;
        const outgoing = request({ hostname, port, agent, method: wanted.method, path: wanted.path, headers: all }, (answer) =>
          readAnswer(answer, resolve, (csrf) => {
            jar.csrftoken = csrf;
          }),
        );
        const alarm = setTimeout(() => outgoing.destroy(new Error('no patience left')), patience);
        outgoing.on('close', () => {
          clearTimeout(alarm);
          resolve(null);
        });
        outgoing.on('error', () => resolve(null));
        outgoing.end(bytes ?? undefined);
      });
    },
  };
}

function readAnswer(answer: IncomingMessage, resolve: (answer: WireAnswer | null) => void, keepCsrf: (token: string) => void): void {
  const parts: Buffer[] = [];
  answer.on('data', (part: Buffer) => parts.push(part));
  answer.on('error', () => resolve(null));
  answer.on('end', () => {
    // Cut in the middle: the length that was promised has not come.
    if (!answer.complete) return resolve(null);
    for (const line of answer.headers['set-cookie'] ?? []) {
      const token = /^csrftoken=([^;]+)/.exec(line)?.[1];
      if (token) keepCsrf(decodeURIComponent(token));
    }
    const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
    resolve({ status: answer.statusCode ?? 0, headers, body: readJson(Buffer.concat(parts)) });
  });
}

function payloadOf({ file, chunk, body }: WireRequest): Payload {
  if (file) {
    const form = formOf({ ...body }, { bytes: Buffer.from(file.bytes), name: file.name, mime: file.mime });
    return { bytes: form.payload, headers: form.headers };
  }
  if (chunk) return { bytes: Buffer.from(chunk), headers: { 'content-type': 'application/offset+octet-stream' } };
  if (body === undefined) return { bytes: null, headers: {} };
  return { bytes: Buffer.from(JSON.stringify(body)), headers: { 'content-type': 'application/json' } };
}

function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}
