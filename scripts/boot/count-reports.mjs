/** @typedef {import('./steps.mjs').Count} Count */

/**
 * What vitest reported. A file that could not be loaded has no tests in it, and is one failure of its own.
 * @param {{ testResults: { status: string, assertionResults: { status: string }[] }[] }} report
 * @returns {Count}
 */
export function countVitest({ testResults }) {
  const tests = testResults.flatMap((file) => file.assertionResults.map((test) => test.status));
  const broken = testResults.filter((file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'));
  const passed = tests.filter((status) => status === 'passed').length;
  const failed = tests.filter((status) => status === 'failed').length;
  return { passed, failed: failed + broken.length, skipped: tests.length - passed - failed };
}

/**
 * What Playwright reported. A test that passed only when it was tried again has failed, and so has what went wrong outside any test.
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors?: unknown[] }} report
 * @returns {Count}
 */
export function countPlaywright({ stats, errors = [] }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped };
}
