import { afterEach, expect, test, vi } from 'vitest';
import { FAILED, PASSED, sideBySide } from './steps.mjs';

afterEach(() => vi.restoreAllMocks());

const step = (name: string, run: () => Promise<typeof PASSED>) => ({ name, run });

test('Steps side by side are one: all are counted, and each that failed is named.', async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const broken = async () => Promise.reject(new Error('It broke.'));
  const count = await sideBySide('the code', [
    step('types', async () => PASSED),
    step('lint', async () => FAILED),
    step('build', broken),
  ]).run();
  expect(count).toEqual({ passed: 1, failed: 2, skipped: 0, failures: ['lint', 'build'] });
});

test('They run at the same time.', async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const { promise, resolve } = Promise.withResolvers<typeof PASSED>();
  const second = async () => {
    resolve(PASSED);
    return PASSED;
  };
  const count = await sideBySide('both', [step('waits', () => promise), step('lets go', second)]).run();
  expect(count).toMatchObject({ passed: 2, failed: 0 });
});
