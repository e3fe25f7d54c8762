import { expect, test } from 'vitest';
import { leaseUntil, whyNotHold } from './processing-lease.ts';

const mona = { id: 1, full_name: 'Mona Roy' };
const now = '2026-11-17T12:00:00.000Z';

test('A run is held against others until the hold has run out, and never against whoever holds it.', () => {
  const lease = { holder: mona, until: leaseUntil(now) };
  expect(whyNotHold(null, { id: 2 }, now)).toBeNull();
  expect(whyNotHold(lease, mona, now)).toBeNull();
  expect(whyNotHold(lease, { id: 2 }, now)?.sentence).toBe('Mona Roy is working on this run. Take it over to change something.');
  expect(whyNotHold(lease, { id: 2 }, lease.until)).toBeNull();
});
