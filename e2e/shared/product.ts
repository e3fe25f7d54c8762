import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export type Product = {
  origin: string;
  dataDir: string;
  stop(signal?: NodeJS.Signals): Promise<void>;
  startAgain(): Promise<void>;
  remove(): void;
};

function waitForReady(child: ChildProcess, ready = /ready at (https?:\/\/[^/\s]+)\//): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const match = ready.exec(output);
      if (match) resolve(match[1]!);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => reject(new Error(`The product ended with ${code}: ${output}`)));
  });
}

/** Where the demo firm lies as it is after its first start. */
const LOADED = 'DMSE_E2E_LOADED';

/** The demo firm is loaded once for all journeys: a first start takes five times as long as any other. Answers how to clear up. */
export default async function loadOnce(): Promise<() => void> {
  const product = await startProduct();
  await product.stop();
  process.env[LOADED] = product.dataDir;
  return () => product.remove();
}

/**
 * The whole product on a data folder of its own: real server, real PostgreSQL, the demo firm. The text of the demo's scans, a minute of
 * a core for each product, is read only where that is asked for.
 */
export async function startProduct(env: Record<string, string> = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'dmse-e2e-'));
  const loaded = process.env[LOADED];
  if (loaded) execFileSync('cp', ['-a', `${loaded}/.`, dataDir]);
  let child: ChildProcess;
  const run = async (port: string): Promise<string> => {
    child = spawn(process.execPath, ['apps/server/src/main.ts'], {
      cwd: ROOT,
      env: { ...process.env, PORT: port, DATA_DIR: dataDir, LEAVE_QUEUES: 'scan', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return waitForReady(child);
  };
  const origin = await run('0');
  return {
    origin,
    dataDir,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.kill(signal);
      await exited;
    },
    async startAgain() {
      await run(new URL(origin).port);
    },
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

export type StandIn = { origin: string; env: Record<string, string>; stop(): void };

/** The stand-in of the accounting system, and what the product has to be started with to use it. */
export async function startStandIn(): Promise<StandIn> {
  const child = spawn(process.execPath, ['apps/server/src/testing/accounting-stand-in/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const origin = await waitForReady(child, /listens on (http:\/\/[^,\s]+),/);
  const env = { XERO_URL: origin, XERO_CLIENT_ID: 'STANDIN', XERO_CLIENT_SECRET: 'stand-in-secret' };
  return { origin, env, stop: () => void child.kill() };
}
