import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { installQueue } from '../adapters/boss-queue.ts';
import { createDiskFileStore } from '../adapters/files/disk-file-store.ts';
import type { DemoSize } from '../config.ts';
import { loadDemo } from '../demo/load-demo.ts';
import { cloneCommand, databaseUrl, demoTemplate, EMPTY } from './cluster.ts';

const NOW = '2026-03-04T15:00:00.000Z';
/** A number nobody else uses, so that two workers do not both load. */
const LOCK = 712_004_413;

/** Loads the demo firm unless another file has; under another name first, so that a load that failed is not taken for one that did not. */
async function loadOnce(admin: pg.Client, adminUrl: string, size: DemoSize): Promise<void> {
  const template = demoTemplate(size);
  if ((await admin.query('select 1 from pg_database where datname = $1', [template])).rowCount) return;
  const begun = `${template}_begun`;
  await admin.query(`drop database if exists ${begun} with (force)`);
  await admin.query(cloneCommand(begun, EMPTY));
  const ownerUrl = databaseUrl(adminUrl, begun, 'dmse_owner');
  await installQueue(ownerUrl);
  const files = await createDiskFileStore(join(inject('demoFolder'), size, 'files'));
  await loadDemo(ownerUrl, { size, passwords: 'demo', now: NOW, files });
  await admin.query(`alter database ${begun} rename to ${template}`);
}

/** A demo firm of one's own, with its pictures: loaded once in the whole run, and cloned. */
export async function cloneDemo(name: string, size: DemoSize = 'small') {
  const adminUrl = inject('adminUrl');
  const database = `dmse_test_${name}_${process.pid}`;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query('select pg_advisory_lock($1)', [LOCK]);
    await loadOnce(admin, adminUrl, size);
    await admin.query(`drop database if exists ${database} with (force)`);
    await admin.query(cloneCommand(database, demoTemplate(size)));
  } finally {
    await admin.end();
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'dmse-demo-'));
  await cp(join(inject('demoFolder'), size), dataDir, { recursive: true });
  return {
    ownerUrl: databaseUrl(adminUrl, database, 'dmse_owner'),
    appUrl: databaseUrl(adminUrl, database, 'dmse_app'),
    dataDir,
    removeFiles: () => rm(dataDir, { recursive: true, force: true }),
  };
}
