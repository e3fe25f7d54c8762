import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { makeFolder } from '../postgres/fixture.ts';
import { openPlace } from './place.ts';

it('backup: a place that cannot be written fails the backup and does not end the server', async () => {
  const folder = makeFolder();
  writeFileSync(join(folder.path, 'no-folder'), '');
  const rows = new PassThrough();
  const writing = openPlace(join(folder.path, 'no-folder')).writePart('2026-11-18T01-20-00Z', 'client.copy.gz', rows);
  await expect(writing).rejects.toThrow('ENOTDIR');
  // The connection ends after that, and the rows with it: nobody listens, and an error nobody listens to would end the process.
  rows.destroy(new Error('Connection terminated'));
  await setImmediate();
  await setImmediate();
  folder.remove();
});
