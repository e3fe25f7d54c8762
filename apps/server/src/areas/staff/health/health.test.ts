import { getHealth } from '@dmse/contract/staff/health';
import { expect, it } from 'vitest';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();

it('health: says in words what is wrong, and where it is mended', async () => {
  const alice = await app.as('alice');
  const before = await alice.call(getHealth, {});
  expect(before.findings.map(({ says }) => says)).toContain('There is no backup yet.');
  const mail = {
    message_id: '<health@example.ca>',
    recipients: ['x@example.ca'],
    subject: 'x',
    body: 'x',
    state: 'refused' as const,
    answer: '550',
  };
  await app
    .tx()
    .insertInto('mail')
    .values({ ...mail, created_on: app.clock.now })
    .execute();
  await app
    .tx()
    .insertInto('file')
    .values({ sha256: 'a'.repeat(64), bytes: 1, name: 'a.pdf', mime_type: 'application/pdf', created_on: app.clock.now })
    .execute();
  await app
    .tx()
    .insertInto('file_check')
    .values({ sha256: 'a'.repeat(64), checked_on: app.clock.now, finding: 'missing' })
    .execute();
  const { findings } = await alice.call(getHealth, {});
  expect(findings).toContainEqual(expect.objectContaining({ says: '1 kept file is missing or damaged.', level: 'wrong', page: 'backups' }));
  expect(findings).toContainEqual(
    expect.objectContaining({ says: '1 mail of the last week did not arrive.', level: 'look', page: 'mails' }),
  );
});
