import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './places.mjs';

/**
 * @typedef {import('./steps.mjs').Count} Count
 * @typedef {{ status: string, fullName?: string, failureMessages?: string[] }} VitestTest
 * @typedef {{ name?: string, status: string, message?: string, assertionResults: VitestTest[] }} VitestFile
 * @typedef {{ testResults: VitestFile[] }} VitestReport
 * @typedef {{ status: string, results?: { error?: { message?: string } }[] }} PlaywrightTest
 * @typedef {{ title?: string, file?: string, specs?: { title: string, file: string, tests: PlaywrightTest[] }[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, suites?: PlaywrightSuite[], errors?: { message?: string }[] }} PlaywrightReport
 */

/**
 * What vitest reported. A file that could not be loaded has no tests in it, and is one failure of its own.
 * @param {VitestReport} report
 * @returns {Count}
 */
export function countVitest({ testResults }) {
  const tests = testResults.flatMap((file) => file.assertionResults.map((test) => test.status));
  const broken = testResults.filter(isBroken);
  const passed = tests.filter((status) => status === 'passed').length;
  const failed = tests.filter((status) => status === 'failed').length;
  return { passed, failed: failed + broken.length, skipped: tests.length - passed - failed, failures: testResults.flatMap(nameFailures) };
}

/**
 * The report with the files that were tried again as they ended then; what had failed and now passes is named.
 * @param {VitestReport} report
 * @param {VitestReport} second
 * @returns {{ report: VitestReport, again: string[] }}
 */
export function joinReports(report, second) {
  const files = new Map(second.testResults.map((file) => [file.name, file]));
  const testResults = report.testResults.map((file) => (file.status === 'failed' ? (files.get(file.name) ?? file) : file));
  const left = new Set(testResults.flatMap(nameFailures).map((line) => line.split('\n')[0]));
  const again = report.testResults.flatMap(nameFailures).filter((line) => !left.has(line.split('\n')[0]));
  return { report: { testResults }, again };
}

/** @returns {string[]} */
export function listFailedFiles(/** @type {VitestReport} */ { testResults }) {
  return testResults.filter((file) => file.status === 'failed').map((file) => file.name ?? '');
}

/**
 * What Playwright reported, with what went wrong outside any test. A journey that passed on its second try has passed, and is named.
 * @param {PlaywrightReport} report
 * @returns {Count}
 */
export function countPlaywright({ stats, suites = [], errors = [] }) {
  const tests = suites.flatMap(listJourneys);
  const named = (/** @type {string} */ status) => tests.filter((test) => test.status === status).map(({ line }) => line);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    failures: [...named('unexpected'), ...errors.map((error) => error.message ?? String(error))],
    again: named('flaky'),
  };
}

/** @returns {{ status: string, line: string }[]} */
function listJourneys(/** @type {PlaywrightSuite} */ { specs = [], suites = [] }) {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests.map(({ status, results = [] }) => {
      const message = results.find((result) => result.error)?.error?.message ?? '';
      return { status, line: `${file} › ${title}${shorten(message)}` };
    }),
  );
  return [...own, ...suites.flatMap(listJourneys)];
}

function isBroken(/** @type {VitestFile} */ file) {
  return file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed');
}

/** @returns {string[]} */
function nameFailures(/** @type {VitestFile} */ file) {
  const path = relative(ROOT, file.name ?? '');
  if (isBroken(file)) return [`${path}${shorten(file.message ?? '')}`];
  const failed = file.assertionResults.filter((test) => test.status === 'failed');
  return failed.map((test) => `${path} › ${test.fullName ?? ''}${shorten(test.failureMessages?.[0] ?? '')}`);
}

/** The first lines of a message, which are enough to know what it is about. */
function shorten(/** @type {string} */ message) {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim());
  return lines
    .slice(0, 8)
    .map((line) => `\n      ${line.slice(0, 200)}`)
    .join('');
}
