import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { atEnd } from './at-end.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const running = new Set<ChildProcess>();
atEnd(() => {
  for (const child of running) child.kill('SIGKILL');
});

export type Product = { origin: string; dataDir: string; pid: number; readyAfterMs: number; stop(): Promise<void>; kill(): Promise<void> };

/** Runs the product as a person would, on a data folder of its own, and waits for its "ready" line. */
export async function startProduct(
  env: Record<string, string> = {},
  command = [process.execPath, 'apps/server/src/main.ts'],
): Promise<Product> {
  const dataDir = env.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'dmse-bench-')));
  const began = performance.now();
  const child = spawn(command[0]!, command.slice(1), {
    cwd: ROOT,
    // The text of the demo's scans takes a minute of a core; only some want it.
    env: { ...process.env, PORT: '0', LEAVE_QUEUES: 'scan', ...env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const origin = await readAddress(child);
  const readyAfterMs = performance.now() - began;
  return {
    origin,
    dataDir,
    pid: child.pid!,
    readyAfterMs,
    /** As a power cut to this process would: no time to finish anything. */
    async kill() {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await exited;
    },
    async stop() {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await exited;
      if (!env.DATA_DIR) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function readAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      // How far the load of a large firm has come.
      for (const [stage] of chunk.toString().matchAll(/^ +\d+ s {2}.*$/gm)) console.log(stage);
      const match = /ready at (https?:\/\/[^/\s]+)\//.exec(output);
      if (match) resolve(match[1]!);
    });
    child.once('exit', (code) => reject(new Error(`The product ended with ${code}: ${output}`)));
  });
}

/** Signs in through the page's own form and answers the cookie header. */
export async function signIn(origin: string, username: string): Promise<string> {
  const page = await fetch(`${origin}/auth/login/`);
  const csrf = /name="csrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const cookie = page.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const answer = await fetch(`${origin}/auth/login/`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ csrf, username, password: 'demo' }).toString(),
    redirect: 'manual',
  });
  if (answer.status !== 303) throw new Error(`Signing in as ${username} answered ${answer.status}.`);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

/** Posts as the person whose cookie it is, and answers what was made. */
export async function postAs<Made = { id: number }>(origin: string, cookie: string, path: string, body: object): Promise<Made> {
  const csrf = decodeURIComponent(/csrftoken=([^;]+)/.exec(cookie)?.[1] ?? '');
  const headers = { cookie, 'x-csrftoken': csrf, 'content-type': 'application/json' };
  const answer = await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Made;
}

const agent = new Agent({ keepAlive: true });

/** How long an answer takes until its last byte is here. To unpack and read it is not the server's time; `fetch` counts that in. */
export function timedGet<Body = unknown>(url: string, cookie: string): Promise<{ ms: number; body: Body }> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const headers = { cookie, 'accept-encoding': 'gzip' };
    const request = get(url, { agent, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const ms = performance.now() - began;
        const bytes = Buffer.concat(chunks);
        const text = String(answer.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes);
        if (answer.statusCode === 200) resolve({ ms, body: JSON.parse(text) as Body });
        else reject(new Error(`${url} answered ${answer.statusCode}: ${text.slice(0, 200)}`));
      });
    });
    request.on('error', reject);
  });
}

/** The cookie header as a browser's context takes it. */
export function browserCookies(origin: string, cookie: string): { name: string; value: string; url: string }[] {
  return cookie.split('; ').map((one) => ({ name: one.split('=')[0]!, value: one.slice(one.indexOf('=') + 1), url: origin }));
}

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/**
 * What "1.5 times" means in every bench: a call may take half as long again as the same SQL run directly on the same database, or three
 * milliseconds more where that is more, since below that the ratio measures the socket.
 */
export function compareWithSql(what: string, httpMs: number, sqlMs: number): void {
  console.log(`${what}: HTTP ${httpMs.toFixed(1)} ms, the same SQL ${sqlMs.toFixed(1)} ms, true ratio ${(httpMs / sqlMs).toFixed(2)}`);
  const [target, why] = 1.5 * sqlMs > sqlMs + 3 ? [1.5 * sqlMs, '1.5 times SQL'] : [sqlMs + 3, 'SQL + 3 ms'];
  compare(`${what}, HTTP against ${why}`, httpMs, Math.round(target * 100) / 100, 'ms');
}

/** The verdict line every bench ends with, one for each target. */
export function compare(what: string, figure: number, target: number, unit: string): void {
  const rounded = Math.round(figure * 100) / 100;
  console.log(`${what}: ${rounded} ${unit} (at most ${target})`);
  console.log(figure <= target ? 'ok' : `short: ${what} ${rounded} ${unit}, ${target} wanted`);
}

/** Waits until what begins with the server, such as the index of the map, has ended: answers come at once then, one after the other. Two minutes at most. */
export async function untilQuiet(origin: string): Promise<void> {
  const end = performance.now() + 120_000;
  for (let inRow = 0; inRow < 20 && performance.now() < end; await new Promise((resolve) => setTimeout(resolve, 100))) {
    const began = performance.now();
    await (await fetch(`${origin}/healthz`)).text();
    inRow = performance.now() - began < 10 ? inRow + 1 : 0;
  }
}
