import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readRepository } from './frame/source.ts';

type Locked = { integrity?: string; license?: string; optional?: true; hasInstallScript?: true; link?: true };
const read = (name: string) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'));
const lock: [string, Locked][] = Object.entries(read('package-lock.json').packages);
const packages = lock.filter(([path, { link }]) => path.startsWith('node_modules/') && !link);

/** Licences that ask for no more than their notice, and the lesser ones of libraries that stay files of their own. */
const LICENCES =
  /^(MIT|MIT-0|0BSD|ISC|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|MPL-2\.0|LGPL-3\.0-or-later|OFL-1\.1|CC0-1\.0|Python-2\.0|Unlicense|Zlib)$/;

/** Packages that name their licence only in a file of their own. */
const IN_A_FILE: Record<string, string> = { 'png-js': 'MIT' };

test('SEC-S38 every package is one the lockfile knows by its hash, under a licence that was looked at, and few run scripts', () => {
  expect(packages.length).toBeGreaterThan(300);
  const { allowScripts } = read('package.json');
  const faults = packages.flatMap(([path, { integrity, license = '', optional, hasInstallScript }]) => {
    const name = path.split('node_modules/').at(-1)!;
    // A part for another system, of which this registry told nothing: it is never installed from this lockfile.
    if (!integrity) return optional && !existsSync(new URL(`../${path}`, import.meta.url)) ? [] : [`${name} has no hash`];
    const allowed = (license || (IN_A_FILE[name] ?? '')).replace(/[()]/g, '').split(/ OR /);
    const isFree = allowed.some((one) => one.split(' AND ').every((part) => LICENCES.test(part)));
    return [
      ...(isFree ? [] : [`${name} is under ${license}`]),
      ...(hasInstallScript && !(name in allowScripts) && !optional ? [`${name} would run a script`] : []),
    ];
  });
  expect(faults).toEqual([]);
});

test('every row of the security list is the name of a test, or of a campaign', () => {
  const tests = readRepository().filter(({ path }) => /\.(test|spec|campaign)\.tsx?$/.test(path));
  const named = new Set(tests.flatMap(({ text }) => [...text.matchAll(/SEC-S(\d\d)/g)].map(([, row]) => Number(row))));
  const rows = Array.from({ length: 40 }, (_, at) => at + 1);
  expect(rows.filter((row) => !named.has(row))).toEqual([]);
});
