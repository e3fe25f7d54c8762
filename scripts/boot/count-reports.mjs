import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './places.mjs';

/**
 * @typedef {import('./steps.mjs').Count} Count
 * @typedef {{ status: string, fullName?: string, failureMessages?: string[] }} VitestTest
 * @typedef {{ name?: string, status: string, message?: string, assertionResults: VitestTest[] }} VitestFile
 * @typedef {{ testResults: VitestFile[] }} VitestReport
 * @typedef {{ status: string, results?: { duration?: number, error?: { message?: string } }[] }} PlaywrightTest
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

const MOST_NAMED = 10;

/**
 * What took longest, a line each.
 * @param {{ name: string, milliseconds: number }[]} measured
 * @returns {string[]}
 */
export function nameSlowest(measured) {
  const slowest = measured.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, MOST_NAMED);
  return ['The slowest:', ...slowest.map(({ name, milliseconds }) => `${(milliseconds / 1000).toFixed(1).padStart(7)} s  ${name}`)];
}

/** The journeys that took longest. */
export function listSlowestJourneys(/** @type {PlaywrightReport} */ { suites = [] }) {
  return nameSlowest(suites.flatMap(listJourneys));
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

/** @returns {{ status: string, name: string, milliseconds: number, line: string }[]} */
function listJourneys(/** @type {PlaywrightSuite} */ { specs = [], suites = [] }) {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests.map(({ status, results = [] }) => {
      const message = results.find((result) => result.error)?.error?.message ?? '';
      const milliseconds = results.reduce((sum, { duration = 0 }) => sum + duration, 0);
      const name = `${file} › ${title}`;
      return { status, name, milliseconds, line: `${name}${shorten(message)}` };
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
