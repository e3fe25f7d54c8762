import { expect, test } from 'vitest';
import { translateDatabaseError } from './database-complaint.ts';

const failure = (code: string) => Object.assign(new Error('of PostgreSQL'), { code });

test.each([
  ['57P01', 'it is being stopped'],
  ['58030', 'its disk answers with errors'],
  ['25006', 'another one leads now'],
  ['ECONNREFUSED', 'nobody listens'],
])('INT-F3 INT-F4 %s (%s) is for a moment, and says so: 503', (code) => {
  expect(translateDatabaseError(failure(code))).toMatchObject({ status: 503 });
});

test('a statement prepared before a newer server migrated is for a moment too', () => {
  const outdated = Object.assign(new Error('cached plan must not change result type'), { code: '0A000' });
  expect(translateDatabaseError(outdated)).toMatchObject({ status: 503 });
  expect(translateDatabaseError(failure('0A000'))).toBeNull();
});

test('What is nobody else’s fault stays ours', () => {
  expect(translateDatabaseError(failure('42601'))).toBeNull();
});
