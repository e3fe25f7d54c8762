import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ended } from './fixture.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

/** The whole server as a process of its own, for tests and campaigns that stop or kill it. */
export type Product = { child: ChildProcess; origin: Promise<string>; output(): string };

/** `through` is put in front of its command, for another disk. */
export function startProduct(dataDir: string, more: Record<string, string> = {}, args: string[] = [], through: string[] = []): Product {
  // The text of the demo's scans would take a minute of a core after each start.
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', DATABASE_URL: '', LEAVE_QUEUES: 'scan', ...more };
  const [file, ...words] = [...through, process.execPath, MAIN, ...args];
  const child = spawn(file!, words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const origin = new Promise<string>((done, fail) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      const address = /ready at (http:\/\/[^/\s]+)\//.exec(output)?.[1];
      if (address) done(address);
    };
    child.stdout!.on('data', read);
    child.stderr!.on('data', read);
    child.once('exit', (code, signal) => fail(new Error(`It ended (${code ?? signal}): ${output.trim()}`)));
  });
  origin.catch(() => {});
  return { child, origin, output: () => output };
}

export async function kill(product: Product): Promise<void> {
  product.child.kill('SIGKILL');
  await ended(product.child);
}

/** Somebody who writes and remembers, outside the product, everything it said yes to. */
export type Writer = {
  acked: Map<number, string>;
  cookie: string;
  write(origin: string, name: string): Promise<number>;
  close(): void;
};

export async function openWriter(origin: string, ledgerFile: string): Promise<Writer> {
  const cookie = await signIn(origin, 'mona');
  const csrf = decodeURIComponent(/csrftoken=([^;]+)/.exec(cookie)?.[1] ?? '');
  const headers = { cookie, 'x-csrftoken': csrf, 'content-type': 'application/json' };
  const ledger = openSync(ledgerFile, 'a');
  const acked = new Map<number, string>();
  return {
    acked,
    cookie,
    async write(address, name) {
      const request = fetch(`${address}/api/clients/client/`, { method: 'POST', headers, body: JSON.stringify({ name }) });
      const answer = await request.catch(() => null);
      const body = (await answer?.json().catch(() => null)) as { id?: number } | null | undefined;
      if (answer?.status === 201 && body?.id) {
        acked.set(body.id, name);
        writeSync(ledger, `${JSON.stringify({ op: 'client', id: body.id, name, acked_at: Date.now() })}\n`);
        fsyncSync(ledger);
      }
      return answer?.status ?? 0;
    },
    close: () => closeSync(ledger),
  };
}

/** Through the page's own form; answers the cookies as one header. */
export async function signIn(origin: string, username: string): Promise<string> {
  const page = await fetch(`${origin}/auth/login/`);
  const csrf = /name="csrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const answer = await fetch(`${origin}/auth/login/`, {
    method: 'POST',
    headers: { cookie: cookies(page), 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ csrf, username, password: 'demo' }).toString(),
    redirect: 'manual',
  });
  if (answer.status !== 303) throw new Error(`Signing in as ${username} answered ${answer.status}.`);
  return cookies(answer);
}

function cookies(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}
