import { expect, test } from 'vitest';
import { whyTooLarge } from './processing.ts';

test('SUR-C8a all files of a run may have 200 MB together, and not a byte more', () => {
  const MEGABYTE = 1024 * 1024;
  expect(whyTooLarge(0)).toBeNull();
  expect(whyTooLarge(200 * MEGABYTE)).toBeNull();
  expect(whyTooLarge(200 * MEGABYTE + 1)).toBe('The files have 201 MB together; a run takes at most 200 MB.');
});
