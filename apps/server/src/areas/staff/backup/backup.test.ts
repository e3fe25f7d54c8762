import { join } from 'node:path';
import * as backup from '@dmse/contract/staff/backup';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { keepEmptyBackup } from '../../../testing/fixtures/backup-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();

it('backups: are listed with their folder, and one that is asked for waits in the queue, once', async () => {
  const alice = await app.as('alice');
  expect(await alice.call(backup.getBackups, {})).toMatchObject({ running: null, last_failure: null, backups: [] });
  const name = await keepEmptyBackup(join(app.dataDir, 'backups'));
  expect((await alice.call(backup.getBackups, {})).backups).toMatchObject([{ name, rows: 0, drill: null }]);
  expect(await alice.call(backup.drillBackup, { name })).toMatchObject({ running: 'drill' });
  await alice.call(backup.takeBackup, {});
  expect(await alice.call(backup.takeBackup, {})).toMatchObject({ running: 'backup' });
  expect((await alice.send(backup.drillBackup, { name: '2020-01-01T00-00-00Z' })).status).toBe(404);
});

it('backups: one that failed says why while it waits to be tried again', async () => {
  const alice = await app.as('alice');
  await alice.call(backup.takeBackup, {});
  await sql`update pgboss.job set state = 'retry', output = '{"message": "The disk is full."}' where name = 'backup'`.execute(app.tx());
  expect(await alice.call(backup.getBackups, {})).toMatchObject({ running: 'backup', last_failure: { says: 'The disk is full.' } });
  // As the queue notes it of a process that died.
  await sql`update pgboss.job set output = '{"value": {"message": "job heartbeat timeout"}}' where name = 'backup'`.execute(app.tx());
  expect((await alice.call(backup.getBackups, {})).last_failure?.says).toBe('job heartbeat timeout');
});
