import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listProcessesIn, signal, waitForEnd } from './processes.ts';

test('a process is found by its folder, also when the folder is gone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dmse-processes-'));
  const child = spawn('sleep', ['60'], { cwd: folder });
  await once(child, 'spawn');
  const inside = listProcessesIn(folder);
  expect(inside.map(({ pid }) => pid)).toEqual([child.pid]);
  rmSync(folder, { recursive: true });
  expect(listProcessesIn(folder)).toEqual(inside);
  signal(inside[0]!, 'SIGKILL');
  expect(await waitForEnd(inside, 5000)).toBe(true);
  expect(listProcessesIn(folder)).toEqual([]);
});
