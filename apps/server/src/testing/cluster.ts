import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { installQueue } from '../adapters/boss-queue.ts';
import type { DemoSize } from '../config.ts';
import { migrate } from '../db/migrate.ts';
import { startEmbedded } from '../postgres/embedded.ts';
import { seedPeople } from './fixtures/people.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where tests may create databases. */
    adminUrl: string;
    /** Where the pictures of the demo firm lie, once somebody has asked for it. */
    demoFolder: string;
  }
}

export const TEMPLATE = 'dmse_test_template';
/** Migrated, and holds nothing. */
export const EMPTY = 'dmse_test_empty';
/** Loaded by the first test that needs one, and cloned by all of them. */
export const demoTemplate = (size: DemoSize) => `dmse_test_demo_of_${size}`;

/** The same address for another database, as another role. */
export function databaseUrl(adminUrl: string, database: string, role?: string): string {
  const [address, search] = adminUrl.split('?') as [string, string | undefined];
  const match = /^(postgres(?:ql)?:\/\/)([^@/]*@)?([^/]*)\/?.*$/.exec(address);
  if (!match) throw new Error(`Not a PostgreSQL address: ${adminUrl}`);
  const who = role ? `${role}@` : (match[2] ?? '');
  return `${match[1]}${who}${match[3]}/${database}${search ? `?${search}` : ''}`;
}

/** Copies the files: to write every page to the log as well takes ten times as long, and nothing here outlives a power cut. */
export function cloneCommand(database: string, template: string): string {
  return `create database ${database} owner dmse_owner template ${template} strategy file_copy`;
}

async function makeTemplate(adminUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  for (const role of ['dmse_owner', 'dmse_app']) {
    await admin.query(
      `do $$ begin if not exists (select from pg_roles where rolname = '${role}') then create role ${role} login; end if; end $$`,
    );
  }
  for (const database of [TEMPLATE, EMPTY, demoTemplate('small'), demoTemplate('medium')])
    await admin.query(`drop database if exists ${database} with (force)`);
  await admin.query(`create database ${EMPTY} owner dmse_owner template template0 encoding 'UTF8' locale 'C'`);
  await migrate(databaseUrl(adminUrl, EMPTY, 'dmse_owner'));
  await admin.query(cloneCommand(TEMPLATE, EMPTY));
  await admin.end();
  const templateUrl = databaseUrl(adminUrl, TEMPLATE, 'dmse_owner');
  await installQueue(templateUrl);
  await seedPeople(templateUrl);
}

/** One PostgreSQL for the whole run: a fresh embedded one, or the one TEST_DATABASE_URL names. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const demoFolder = await mkdtemp(join(tmpdir(), 'dmse-demo-'));
  const removeDemo = () => rm(demoFolder, { recursive: true, force: true });
  project.provide('demoFolder', demoFolder);
  if (given) {
    project.provide('adminUrl', given);
    await makeTemplate(given);
    return removeDemo;
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'dmse-test-'));
  const embedded = await startEmbedded({
    dataDir,
    say: () => {},
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  });
  const adminUrl = embedded.ownerUrl.replace('dmse_owner@', 'dmse_admin@').replace('/dmse?', '/postgres?');
  project.provide('adminUrl', adminUrl);
  await makeTemplate(adminUrl);
  return async () => {
    await embedded.stop();
    await removeDemo();
    await rm(dataDir, { recursive: true, force: true });
  };
}
