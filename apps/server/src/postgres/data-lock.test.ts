import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeDataLock } from './data-lock.ts';
import { ended, makeFolder, runChild } from './fixture.ts';
import { StartProblem } from './start-problem.ts';

let folder: ReturnType<typeof makeFolder>;
beforeEach(() => {
  folder = makeFolder();
});
afterEach(() => folder.remove());

const locks = () => readdirSync(folder.path).filter((name) => name.startsWith('server'));

test('A second server on the folder is told the process and the address of the first.', () => {
  const lock = takeDataLock(folder.path);
  expect(() => takeDataLock(folder.path)).toThrow(`process ${process.pid} and is still starting`);
  lock.announce('http://localhost:8080/');
  expect(() => takeDataLock(folder.path)).toThrow(`process ${process.pid} at http://localhost:8080/`);
  expect(() => takeDataLock(folder.path)).toThrow(StartProblem);
});

test('A released lock is free again, and only one file stays behind.', () => {
  for (let round = 0; round < 5; round++) takeDataLock(folder.path).release();
  takeDataLock(folder.path);
  expect(locks()).toEqual(['server-6.lock']);
});

test('A lock of a killed process is taken over.', async () => {
  const { child, answer } = runChild('lock', folder.path);
  expect(await answer).toEqual({ ok: true });
  expect(() => takeDataLock(folder.path)).toThrow(`process ${child.pid} at http://localhost:8111/`);
  child.kill('SIGKILL');
  await ended(child);
  takeDataLock(folder.path);
});

test('A number that belongs to another process now, another boot, and a torn file hold nothing.', () => {
  const boot = 'e58c2f4e another boot';
  for (const text of [JSON.stringify({ pid: process.pid, started: '1', boot, address: null }), '{"pid":', 'null']) {
    writeFileSync(join(folder.path, 'server-9.lock'), text);
    takeDataLock(folder.path).release();
    for (const name of locks()) writeFileSync(join(folder.path, name), 'null');
  }
});

test('Of twelve who find the same dead holder at once exactly one wins.', async () => {
  for (let round = 0; round < 3; round++) {
    writeFileSync(join(folder.path, `server-${round * 100 + 1}.lock`), JSON.stringify({ pid: 1, started: '0', boot: 'x', address: null }));
    const runners = Array.from({ length: 12 }, () => runChild('lock', folder.path));
    const answers = await Promise.all(runners.map((runner) => runner.answer));
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
    expect(answers.filter((answer) => !answer.ok && answer.name === 'StartProblem')).toHaveLength(11);
    for (const { child } of runners) child.kill('SIGKILL');
    await Promise.all(runners.map(({ child }) => ended(child)));
  }
});

test('A path that is no folder is one sentence.', () => {
  writeFileSync(join(folder.path, 'file'), '');
  expect(() => takeDataLock(join(folder.path, 'file'))).toThrow('is not a folder');
  expect(() => takeDataLock(join(folder.path, 'file', 'below'))).toThrow('is not a folder');
});
