import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { buildWebWhenStale } from './build-web.mjs';
import { ROOT } from './places.mjs';
import { BootProblem } from './problem.mjs';
import { runProgram, stopWithChildren } from './steps.mjs';

const FOLDER = join(ROOT, 'bench');
const VERDICT = /^(.*: )?ok$|^short: \S/;

/**
 * Every file `bench/<name>.ts` is a bench; what benches share lies in a folder below. A bench prints its figures and, for each target,
 * a line `ok` or `short: figure target`. `npm run bench -- search` runs only that one and keeps the results of the others.
 */
export async function run(/** @type {string[]} */ only) {
  stopWithChildren();
  const all = readdirSync(FOLDER).flatMap((name) => /^([\w-]+)\.ts$/.exec(name)?.[1] ?? []);
  const unknown = only.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new BootProblem(`There is no bench ${unknown.join(', ')}; there is ${all.join(', ')}.`);
  await buildWebWhenStale();
  const file = join(FOLDER, 'results.json');
  const results = readResults(file);
  for (const name of only.length > 0 ? only : all) {
    process.stdout.write(`\n── ${name}\n`);
    const began = performance.now();
    const { code, output } = await runProgram([process.execPath, join(FOLDER, `${name}.ts`)], { keep: true });
    const lines = output
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
    const verdicts = lines.filter((line) => VERDICT.test(line));
    const isGood = code === 0 && verdicts.length > 0 && verdicts.every((line) => !line.startsWith('short: '));
    results.benches[name] = { is_good: isGood, seconds: Math.round((performance.now() - began) / 100) / 10, lines: lines.slice(-60) };
    if (verdicts.length === 0) process.stdout.write('It ended without a verdict.\n');
  }
  results.machine = { cores: cpus().length, processor: cpus()[0]?.model.trim() ?? '', node: process.version };
  for (const name of Object.keys(results.benches)) if (!all.includes(name)) delete results.benches[name];
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  const short = Object.keys(results.benches).filter((name) => !results.benches[name]?.is_good);
  process.stdout.write(
    `\n${Object.keys(results.benches).length - short.length} ok, ${short.length} short${short.length > 0 ? `: ${short.join(', ')}` : ''}\n`,
  );
  process.exitCode = short.length > 0 ? 1 : 0;
}

/**
 * @typedef {{ is_good: boolean, seconds: number, lines: string[] }} Result
 * @typedef {{ machine: { cores: number, processor: string, node: string } | null, benches: Record<string, Result> }} Results
 * @returns {Results}
 */
function readResults(/** @type {string} */ file) {
  try {
    return { machine: null, benches: JSON.parse(readFileSync(file, 'utf8')).benches ?? {} };
  } catch {
    return { machine: null, benches: {} };
  }
}
