import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'dmse-verify-'));
afterAll(() => rmSync(folder, { recursive: true }));
const boot = join(import.meta.dirname, 'boot.mjs');
const verify = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [boot, 'verify-package', ...args], { encoding: 'utf8' });
  return { status, says: stdout + stderr };
};

test('verify-package: what cannot be checked ends with 1 and a sentence', () => {
  const file = join(folder, 'x.zip');
  writeFileSync(file, 'not a zip');
  expect(verify(file)).toEqual({ status: 1, says: expect.stringContaining('Do not rely on this package.') });
  expect(verify()).toEqual({ status: 1, says: expect.stringContaining('Say which package') });
  expect(verify(join(folder, 'none.zip'))).toEqual({ status: 1, says: expect.stringContaining('cannot be read') });
});
