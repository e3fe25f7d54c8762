import { type ChildProcess, spawn } from 'node:child_process';
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

function waitForReady(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const match = /ready at (https?:\/\/[^/\s]+)\//.exec(output);
      if (match) resolve(match[1]!);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => reject(new Error(`The product ended with ${code}: ${output}`)));
  });
}

/** The whole product on a data folder of its own: real server, real PostgreSQL, the demo firm. */
export async function startProduct(env: Record<string, string> = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'dmse-e2e-'));
  let child: ChildProcess;
  const run = async (port: string): Promise<string> => {
    child = spawn(process.execPath, ['apps/server/src/main.ts'], {
      cwd: ROOT,
      env: { ...process.env, PORT: port, DATA_DIR: dataDir, ...env },
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
