import { type ChildProcess, spawn } from 'node:child_process';
import { createTestClient, type TestClient, type Transport } from '@dmse/testkit/client';

const MAIN = new URL('../main.ts', import.meta.url).pathname;

export type ServerProcess = {
  origin: string;
  child: ChildProcess;
  output: () => string;
  transport: Transport;
  signIn(username: string, password?: string): Promise<{ status: number; client: TestClient }>;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

function transportTo(origin: string): Transport {
  return async ({ method, url, headers, payload }) => {
    const body = payload === undefined ? null : typeof payload === 'string' ? payload : new Uint8Array(payload);
    const answer = await fetch(origin + url, { method, headers, body, redirect: 'manual' });
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body: Buffer.from(await answer.arrayBuffer()) };
  };
}

function cookiesOf(answer: Response): Record<string, string> {
  return Object.fromEntries(answer.headers.getSetCookie().map((line) => line.split(';')[0]!.split('=') as [string, string]));
}

/** The server as people run it: a process of its own, spoken to over HTTP. */
export async function startServerProcess(env: Record<string, string>): Promise<ServerProcess> {
  const child = spawn(process.execPath, [MAIN], { env: { ...process.env, PORT: '0', ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const origin = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const match = /ready at (http:\/\/[^/\s]+)\//.exec(output);
      if (match) resolve(match[1]!);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void exited.then((code) => reject(new Error(`The server ended with ${code}: ${output}`)));
  });
  const transport = transportTo(origin);
  return {
    origin,
    child,
    output: () => output,
    transport,
    async signIn(username, password = 'demo') {
      const page = await fetch(`${origin}/auth/login/`);
      const csrf = /name="csrf" value="([^"]+)"/.exec(await page.text())![1]!;
      const answer = await fetch(`${origin}/auth/login/`, {
        method: 'POST',
        headers: { cookie: `signin=${cookiesOf(page).signin}`, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ csrf, username, password }).toString(),
        redirect: 'manual',
      });
      const { sessionid = '', csrftoken = '' } = cookiesOf(answer);
      return { status: answer.status, client: createTestClient(transport, { sessionid, csrftoken }) };
    },
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return exited;
    },
  };
}
