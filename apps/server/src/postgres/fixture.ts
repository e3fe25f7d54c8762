import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type Embedded, startEmbedded } from './embedded.ts';
import type { RunAs } from './run-as.ts';

/** Small and quick: these tests are about starting and stopping, and no power is cut. */
const SMALL = { fsync: 'off', shared_buffers: '16MB' };

export function makeFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'dmse-test-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}

export function start(dataDir: string, said: string[] = [], ways?: RunAs[]): Promise<Embedded> {
  return startEmbedded({ dataDir, say: (line) => void said.push(line), settings: SMALL, ...(ways ? { ways } : {}) });
}

export async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

export type Answer = { ok: boolean; name?: string; says?: string };

/** A process of its own doing `task`; `through` is put in front of its command, for another user or another disk. */
export function runChild(task: string, dataDir: string, through: string[] = []): { child: ChildProcess; answer: Promise<Answer> } {
  const script = fileURLToPath(new URL('./fixture-child.ts', import.meta.url));
  const [file, ...args] = [...through, process.execPath, script, task, dataDir];
  const child = spawn(file!, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let complaint = '';
  child.stderr!.on('data', (chunk) => {
    complaint += chunk;
  });
  const answer = new Promise<Answer>((done, fail) => {
    createInterface({ input: child.stdout! }).once('line', (line) => done(JSON.parse(line) as Answer));
    child.once('error', fail);
    child.once('close', () => fail(new Error(`It ended without an answer. ${complaint}`)));
  });
  answer.catch(() => {});
  return { child, answer };
}

export function ended(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) done();
    else child.once('exit', () => done());
  });
}
