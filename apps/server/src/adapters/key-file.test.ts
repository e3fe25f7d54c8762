import fs, { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readSealKeys } from './accounting/seal-keys.ts';
import { makeKeyFile } from './key-file.ts';
import { loadSigner } from './processing/signer.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'dmse-key-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  rmSync(home, { recursive: true });
});

test('A key is made once, and nothing else stays beside it.', () => {
  const file = join(home, 'a.key');
  makeKeyFile(file, () => 'first');
  makeKeyFile(file, () => 'second');
  expect(readFileSync(file, 'utf8')).toBe('first');
  expect(readdirSync(home)).toEqual(['a.key']);
});

test.each([
  ['signing.key', () => loadSigner(home).fingerprint],
  ['secrets.key', () => readSealKeys(home)],
])('INT-F4 %s is forced to the disk before it has its name, and its folder after that', (_name, load) => {
  const steps: string[] = [];
  const [link, sync] = [fs.linkSync, fs.fsyncSync];
  vi.spyOn(fs, 'linkSync').mockImplementation((...args) => {
    steps.push('named');
    link(...args);
  });
  vi.spyOn(fs, 'fsyncSync').mockImplementation((handle) => {
    steps.push('forced');
    sync(handle);
  });
  syncBuiltinESMExports();
  const made = load();
  expect(steps).toEqual(['forced', 'named', 'forced']);
  expect(load()).toEqual(made);
});
