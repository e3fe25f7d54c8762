import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolder } from '../postgres/fixture.ts';
import { wasDiskFull } from './full-disk.ts';

const folder = makeFolder();
afterAll(() => folder.remove());

test('what PostgreSQL said since the start counts; what it said last week does not', () => {
  const since = new Date('2026-03-04T15:00:00.500Z');
  expect(wasDiskFull(folder.path, since)).toBe(false);
  const line = (at: string) => `${at} UTC [7] PANIC:  could not write to file "pg_wal/xlogtemp.7": No space left on device\n`;
  writeFileSync(join(folder.path, 'postgres.log'), line('2026-02-25 09:00:00.000'));
  expect(wasDiskFull(folder.path, since)).toBe(false);
  writeFileSync(join(folder.path, 'postgres.log'), line('2026-03-04 15:00:02.000'), { flag: 'a' });
  expect(wasDiskFull(folder.path, since)).toBe(true);
});
