import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countPlaywright, countVitest } from './count-reports.mjs';
import { listTypeScriptFolders, ROOT, toolPath } from './places.mjs';
import { FAILED, inParallel, judge, PASSED, runProgram } from './steps.mjs';

/** @typedef {import('./steps.mjs').Step} Step */

const node = process.execPath;

/** @returns {Step} */
export function checkTypes() {
  return {
    name: 'types',
    run: async () => {
      const ends = await inParallel(listTypeScriptFolders(), 2, async (folder) => {
        const { code } = await runProgram([node, toolPath('typescript/bin/tsc'), '-p', join(ROOT, folder)], { hold: true });
        process.stdout.write(`${folder}: ${code === 0 ? 'ok' : 'errors'}\n`);
        return code;
      });
      return ends.every((code) => code === 0) ? PASSED : FAILED;
    },
  };
}

export const checkStyle = () => judge('lint', [node, toolPath('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings']);
export const checkUnused = () => judge('unused code', [node, toolPath('knip/bin/knip.js')]);

/** @returns {Step} */
export function runVitest(/** @type {string} */ name, /** @type {string[]} */ args = [], /** @type {Record<string, string>} */ env = {}) {
  const command = [node, toolPath('vitest/vitest.mjs'), 'run', '--reporter=default', '--reporter=json'];
  return { name, run: () => countReport((file) => runProgram([...command, `--outputFile.json=${file}`, ...args], { env }), countVitest) };
}

/** @returns {Step} */
export function runJourneys() {
  const command = [node, toolPath('@playwright/test/cli.js'), 'test', '--reporter=list,json'];
  return {
    name: 'journeys in the browser',
    run: () =>
      countReport((file) => runProgram(command, { cwd: join(ROOT, 'e2e'), env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file } }), countPlaywright),
  };
}

/**
 * Runs tests that leave a report. No report, no test in it, or a bad end without a failed test is a failure too: silence proves nothing.
 * @param {(file: string) => Promise<import('./steps.mjs').Ended>} run
 * @param {(report: any) => import('./steps.mjs').Count} count
 */
async function countReport(run, count) {
  const folder = mkdtempSync(join(tmpdir(), 'dmse-report-'));
  try {
    const file = join(folder, 'report.json');
    const { code } = await run(file);
    const counted = count(JSON.parse(readFileSync(file, 'utf8')));
    const isEmpty = counted.passed + counted.failed + counted.skipped === 0;
    if (isEmpty) process.stdout.write('There was no test in it.\n');
    return isEmpty || (code !== 0 && counted.failed === 0) ? { ...counted, failed: counted.failed + 1 } : counted;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
