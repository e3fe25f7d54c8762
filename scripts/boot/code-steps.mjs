import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countPlaywright, countVitest, listSlowestJourneys } from './count-reports.mjs';
import { ROOT, toolPath } from './places.mjs';
import { judge, runProgram } from './steps.mjs';

/** @typedef {import('./steps.mjs').Step} Step */

const node = process.execPath;
const SLOWEST = join(import.meta.dirname, 'slowest-reporter.mjs');
/** Many tests start the product as a process of its own; what the first of them compiled, the others read. */
export const KEEP_COMPILED = { NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled') };

/** Several checkers would each work out the same types; two folders at a time keep two cores busy. What has not changed is not read again. */
export const checkTypes = () => judge('types', [node, toolPath('typescript/bin/tsc'), '--build', '--checkers', '1', '--builders', '2']);
export const checkStyle = () => judge('lint', [node, toolPath('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings']);
export const checkUnused = () => judge('unused code', [node, toolPath('knip/bin/knip.js')]);

/**
 * A test of Vitest has one try. What is slow is named.
 * @param {string} name
 * @param {string[]} [args]
 * @param {Record<string, string>} [env]
 * @returns {Step}
 */
export function runVitest(name, args = [], env = {}) {
  const command = [node, toolPath('vitest/vitest.mjs'), 'run', '--reporter=default', '--reporter=json', `--reporter=${SLOWEST}`];
  return {
    name,
    run: async () => {
      const run = (/** @type {string} */ file) =>
        runProgram([...command, `--outputFile.json=${file}`, ...args], { env: { ...KEEP_COMPILED, ...env } });
      const { code, report } = await withReport(run);
      return classifyReport(code, countVitest(report));
    },
  };
}

/** @returns {Step} */
export function runJourneys() {
  const command = [node, toolPath('@playwright/test/cli.js'), 'test', '--reporter=list,json'];
  return {
    name: 'journeys in the browser',
    run: async () => {
      const run = (/** @type {string} */ file) =>
        runProgram(command, { cwd: join(ROOT, 'e2e'), env: { ...KEEP_COMPILED, PLAYWRIGHT_JSON_OUTPUT_FILE: file } });
      const { code, report } = await withReport(run);
      process.stdout.write(`\n${listSlowestJourneys(report).join('\n')}\n`);
      return classifyReport(code, countPlaywright(report));
    },
  };
}

/**
 * Runs tests that leave a report.
 * @param {(file: string) => Promise<import('./steps.mjs').Ended>} run
 * @returns {Promise<{ code: number, report: any }>}
 */
async function withReport(run) {
  const folder = mkdtempSync(join(tmpdir(), 'dmse-report-'));
  try {
    const file = join(folder, 'report.json');
    const { code } = await run(file);
    return { code, report: JSON.parse(readFileSync(file, 'utf8')) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** No test in the report, or a bad end without a failed test, is a failure too: silence proves nothing. */
function classifyReport(/** @type {number} */ code, /** @type {import('./steps.mjs').Count} */ count) {
  const isEmpty = count.passed + count.failed + count.skipped === 0;
  if (!isEmpty && (code === 0 || count.failed > 0)) return count;
  const why = isEmpty ? 'There was no test in it.' : `No test failed, and yet it ended with code ${code}.`;
  return { ...count, failed: count.failed + 1, failures: [...(count.failures ?? []), why] };
}
