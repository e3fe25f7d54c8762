import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countPlaywright, countVitest } from './count-reports.mjs';
import { complete, findMissing } from './lockfile.mjs';
import { ROOT } from './places.mjs';

test('The lockfile holds every edition its packages name, so that npm ci accepts it (else: node scripts/complete-lockfile.mjs).', () => {
  expect(Object.keys(findMissing(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))))).toEqual([]);
});

test('Editions for other platforms are written down so that they are never fetched here.', () => {
  const optionalDependencies = {
    '@tool/cli-darwin-x64': '1.2.3',
    '@tool/cli-linux-x64-musl': '1.2.3',
    '@tool/cli-linux-x64': '1.2.3',
    fsevents: '~2.3.2',
  };
  const lockfile = {
    packages: { 'node_modules/tool': { dev: true, optionalDependencies }, 'node_modules/@tool/cli-linux-x64': { version: '1.2.3' } },
  };
  const whole = complete(lockfile);
  expect(findMissing(whole)).toEqual({});
  expect(whole.packages).toMatchObject({
    'node_modules/@tool/cli-darwin-x64': { version: '1.2.3', dev: true, optional: true, os: ['darwin'], cpu: ['x64'] },
    'node_modules/@tool/cli-linux-x64-musl': { os: ['linux'], libc: ['musl'] },
    'node_modules/fsevents': { version: '2.3.2', os: ['!linux'] },
  });
});

test('A test file that could not be loaded counts as a failure, and so does a journey that needed a second try.', () => {
  const results = [
    { status: 'passed', assertionResults: [{ status: 'passed' }, { status: 'pending' }, { status: 'todo' }] },
    { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
    { status: 'failed', assertionResults: [] },
  ];
  expect(countVitest({ testResults: results })).toEqual({ passed: 2, failed: 2, skipped: 2 });
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 };
  expect(countPlaywright({ stats, errors: ['no browser'] })).toEqual({ passed: 5, failed: 3, skipped: 2 });
});
