import { createHash, randomUUID } from 'node:crypto';
import { LAWS } from '@dmse/sync/laws';
import { createLockSpace, openMemoryLock } from '@dmse/sync/memory/memory-lock';
import { createDisk, type MemoryDisk, openMemoryStore } from '@dmse/sync/memory/memory-store';
import type { Remote } from '@dmse/sync/ports';
import { LIMITS, openSession, type Session } from '@dmse/sync/session';
import type { WireAnswer, WireRequest } from '@dmse/sync/wire';
import type { TestClient } from '@dmse/testkit/client';
import type { FastifyInstance } from 'fastify';
import { formOf } from './field-steps.ts';

/** Small, so that a picture of two kilobytes comes in pieces and a list of a few rows has pages. */
const SMALL: typeof LIMITS = { ...LIMITS, form_bytes: 1500, chunk_bytes: 600, page_size: 3, ballast_bytes: 8 };

/** What becomes of one exchange: it arrives, it is lost on the way, it is done and the answer lost, or it comes twice. */
export type Weather = 'fair' | 'lost' | 'unanswered' | 'twice';

export type Tablet = { session: Session; disk: MemoryDisk; weather: () => Weather; user: number; client: TestClient };

/** The sync engine as the field app runs it, with the server itself at the other end of the wire. */
export function createTablet(fastify: FastifyInstance, client: TestClient, user: number): Tablet {
  const disk = createDisk();
  const tablet = { disk, weather: () => 'fair', user, client } as unknown as Tablet;
  const nonce = randomUUID();
  const remote: Remote = {
    online: () => true,
    async send(request) {
      const weather = tablet.weather();
      if (weather === 'lost') return null;
      const answer = await sendAs(fastify, tablet.client, request);
      if (weather === 'unanswered') return null;
      return weather === 'twice' ? sendAs(fastify, tablet.client, request) : answer;
    },
  };
  tablet.session = openSession(
    {
      store: openMemoryStore(disk),
      remote,
      lock: openMemoryLock(createLockSpace(), {}),
      clock: { now: () => Date.now(), monotonic: () => performance.now() },
      tools: {
        random: () => 0.5,
        newId: () => randomUUID(),
        digest: async (bytes) => createHash('sha256').update(bytes).digest('hex'),
        installNonce: () => nonce,
        user: () => tablet.user,
        announce: () => undefined,
      },
    },
    LAWS,
    SMALL,
  );
  return tablet;
}

/** One request as the field app sends it. */
export async function sendAs(fastify: FastifyInstance, { credentials }: TestClient, request: WireRequest): Promise<WireAnswer> {
  const { sessionid, csrftoken } = credentials!;
  const headers: Record<string, string> = {
    ...request.headers,
    cookie: `sessionid=${sessionid}; csrftoken=${csrftoken}`,
    'x-csrftoken': csrftoken,
  };
  const payload = payloadOf(request, headers);
  const answer = await fastify.inject({
    method: request.method,
    url: request.path,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
  const told = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
  return { status: answer.statusCode, headers: told, body: readJson(answer.body) };
}

function payloadOf({ file, chunk, body }: WireRequest, headers: Record<string, string>): Buffer | string | undefined {
  if (file) {
    const form = formOf({ ...body }, { bytes: Buffer.from(file.bytes), name: file.name, mime: file.mime });
    Object.assign(headers, form.headers);
    return form.payload;
  }
  if (chunk) {
    headers['content-type'] = 'application/offset+octet-stream';
    return Buffer.from(chunk);
  }
  if (body === undefined) return undefined;
  headers['content-type'] = 'application/json';
  return JSON.stringify(body);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
