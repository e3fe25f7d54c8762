import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { signIn } from './product.ts';

type Answer = { status: number; body: Record<string, unknown> };

/** Somebody at a desk who remembers, outside the product and on another disk, everything the product said yes to. */
export type Office = {
  acked: { uploads: Map<number, string>; clients: Map<number, string> };
  upload(bytes: Buffer): Promise<Answer>;
  writeClient(name: string): Promise<Answer>;
  get(path: string): Promise<Response>;
  close(): void;
};

export async function openOffice(origin: string, username: string, ledgerFile: string): Promise<Office> {
  const cookie = await signIn(origin, username);
  const csrf = /csrftoken=([^;]+)/.exec(cookie)?.[1] ?? '';
  const ledger = openSync(ledgerFile, 'a');
  const acked: Office['acked'] = { uploads: new Map(), clients: new Map() };
  const remember = (entry: object) => {
    writeSync(ledger, `${JSON.stringify(entry)}\n`);
    fsyncSync(ledger);
  };
  const post = async (path: string, body: FormData | string): Promise<Answer> => {
    const headers = {
      cookie,
      'x-csrftoken': decodeURIComponent(csrf),
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
    };
    const answer = await fetch(`${origin}${path}`, { method: 'POST', headers, body }).catch(() => null);
    if (!answer) return { status: 0, body: {} };
    return { status: answer.status, body: (await answer.json().catch(() => ({}))) as Record<string, unknown> };
  };
  return {
    acked,
    async upload(bytes) {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(bytes)]), 'photo.bin');
      const answer = await post('/api/core/upload/', form);
      if (answer.status === 201) {
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        acked.uploads.set(Number(answer.body.id), sha256);
        remember({ op: 'upload', id: answer.body.id, hash: sha256, acked_at: Date.now() });
      }
      return answer;
    },
    async writeClient(name) {
      const answer = await post('/api/clients/client/', JSON.stringify({ name, note: 'n'.repeat(2000) }));
      if (answer.status === 201) {
        acked.clients.set(Number(answer.body.id), name);
        remember({ op: 'client', id: answer.body.id, name, acked_at: Date.now() });
      }
      return answer;
    },
    // As it lies in the store: what a proxy or the server may do to it on the way is not the question here.
    get: (path) => fetch(`${origin}${path}`, { headers: { cookie, 'accept-encoding': 'identity' } }),
    close: () => closeSync(ledger),
  };
}
