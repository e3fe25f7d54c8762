import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, expect, test, vi } from 'vitest';
import { FAILED, PASSED, runSteps, sideBySide } from './steps.mjs';

afterEach(() => vi.restoreAllMocks());

const step = (name: string, run: () => Promise<typeof PASSED>) => ({ name, run });

test('Steps side by side are one: all are counted, and each that failed is named.', async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const broken = async () => Promise.reject(new Error('It broke.'));
  const count = await sideBySide('the code', [
    step('types', async () => PASSED),
    step('lint', async () => FAILED),
    step('build', broken),
  ]).run();
  expect(count).toEqual({ passed: 1, failed: 2, skipped: 0, failures: ['lint', 'build'] });
});

test('They run at the same time.', async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const { promise, resolve } = Promise.withResolvers<typeof PASSED>();
  const second = async () => {
    resolve(PASSED);
    return PASSED;
  };
  const count = await sideBySide('both', [step('waits', () => promise), step('lets go', second)]).run();
  expect(count).toMatchObject({ passed: 2, failed: 0 });
});

test('Two at a time: all are counted, and what must be alone comes when nothing else runs.', async () => {
  const said: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  const { exitCode } = process;
  let running = 0;
  const seen: number[] = [];
  const waits = async () => {
    running += 1;
    await new Promise((resolve) => setTimeout(resolve, 10));
    seen.push(running);
    running -= 1;
    return PASSED;
  };
  await runSteps([{ ...step('alone', waits), isAlone: true }, step('a', waits), step('b', waits), step('c', async () => FAILED)], 2);
  expect(seen).toEqual([2, 1, 1]);
  expect(said.at(-1)).toBe('\n✗ c\n3 passed, 1 failed, 0 skipped\n');
  expect(process.exitCode).toBe(1);
  process.exitCode = exitCode;
});

test('Stopped: what runs ends with all that it has started, and neither a second try nor the next step is begun.', async () => {
  const waits = (ms: number) => `setInterval(() => undefined, ${ms})`;
  const parent = `const { pid } = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(waits(1000))}]); console.log('started', process.pid, pid); ${waits(1000)}`;
  const script = `
    import { runProgram, runSteps, stopWithChildren } from ${JSON.stringify(new URL('./steps.mjs', import.meta.url).href)};
    stopWithChildren();
    const program = () => runProgram([process.execPath, '-e', ${JSON.stringify(parent)}]);
    const twice = async () => { await program(); await program(); return { passed: 1, failed: 0, skipped: 0 }; };
    await runSteps(['a', 'b', 'c', 'd'].map((name) => ({ name, run: twice })), 2);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const started: number[][] = [];
  for await (const line of createInterface(child.stdout)) {
    const pids = /^started (\d+) (\d+)$/.exec(line)?.slice(1).map(Number);
    if (pids && started.push(pids) === 2) child.kill('SIGTERM');
  }
  if (child.exitCode === null) await once(child, 'exit');
  expect(child.exitCode).toBe(130);
  expect(started).toHaveLength(2);
  const isRunning = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  await vi.waitFor(() => expect(started.flat().filter(isRunning)).toEqual([]), { timeout: 60_000 });
});
