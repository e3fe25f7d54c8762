import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestClient, type TestClient, type Transport } from '@dmse/testkit/client';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { createAccountingSystem } from '../adapters/accounting/accounting-system.ts';
import { createSeal } from '../adapters/accounting/seal.ts';
import { watchSealKeys } from '../adapters/accounting/seal-keys.ts';
import type { Adapters } from '../adapters/adapters.ts';
import { createBossQueue } from '../adapters/boss-queue.ts';
import { createDocuments } from '../adapters/documents/documents.ts';
import { createDiskFileStore } from '../adapters/files/disk-file-store.ts';
import { createDrive } from '../adapters/files/drive.ts';
import { createGeocoder } from '../adapters/geocoder.ts';
import { createHostSecrets } from '../adapters/host-secrets.ts';
import { createIdentityClient } from '../adapters/identity/identity-client.ts';
import { createLayerConverter } from '../adapters/layers/layer-converter.ts';
import { createMapIndex } from '../adapters/map/map-index.ts';
import { createProcessor } from '../adapters/processing/processor.ts';
import { loadSigner } from '../adapters/processing/signer.ts';
import { createTileService } from '../adapters/tiles/tile-service.ts';
import { buildApp } from '../app.ts';
import { openSession } from '../areas/people/session/session.service.ts';
import { mapSource } from '../areas/places/map/map-source.service.ts';
import { createBackups } from '../backup/backups.ts';
import { type Config, readConfig } from '../config.ts';
import { type Database, openDatabase, openPool, type Tx } from '../db/database.ts';
import { makeCsrfToken } from '../guard/csrf.ts';
import { cloneDatabase, createRollbackDatabase, ownerUrlOf, type RollbackDatabase, workerDatabaseUrl } from './test-database.ts';
import { TEST_SECRETS } from './test-secrets.ts';

const PUBLIC_ORIGIN = 'https://dmse.example.ca';
/** Tests make more calls in a second than any person does. */
const BURST = 10_000;

export type TestApp = {
  /** A signed-in client of one of the named people. */
  as(username: string, kind?: 'office' | 'field'): Promise<TestClient>;
  anonymous(): TestClient;
  fastify: FastifyInstance;
  db: Database;
  /** Looks at, or prepares, the data behind the calls of this test. */
  tx(): Tx;
  adapters: Adapters;
  dataDir: string;
  config: Config;
  /** What the server takes for the time; move it to see things expire. */
  clock: { now: string };
};

export function transportOf(fastify: FastifyInstance): Transport {
  return async ({ method, url, headers, payload }) => {
    const answer = await fastify.inject({ method: method as 'GET', url, headers, ...(payload === undefined ? {} : { payload }) });
    return { status: answer.statusCode, headers: answer.headers, body: answer.rawPayload };
  };
}

/** Opens a session for somebody without the ceremony of the sign-in page. */
export async function signInAs(
  db: Database,
  fastify: FastifyInstance,
  username: string,
  now: string,
  kind: 'office' | 'field' = 'office',
): Promise<TestClient> {
  const token = await db.write(async (tx) => {
    const { id } = await tx.selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow();
    return openSession(tx, { user_id: id, kind, now, address: '127.0.0.1', device: 'test' });
  });
  return createTestClient(transportOf(fastify), { sessionid: token, csrftoken: makeCsrfToken(token) });
}

/** What stands outside; drives and geocoders of tests are on this machine. */
function createWorld(config: Config) {
  const isAllowed = () => true;
  // A layer that takes too long is another refusal; on a busy machine every layer takes long.
  const [layers, documents] = [createLayerConverter({ seconds: 120 }), createDocuments()];
  return {
    layers,
    documents,
    drive: createDrive({ ...config.drive, roots: [config.dataDir], isAllowed, timeoutMs: 1000 }),
    geocoder: createGeocoder({ isAllowed, timeoutMs: 1000 }),
    tileService: createTileService({ isAllowed, timeoutMs: 1000 }),
    secrets: createHostSecrets(config),
    identity: createIdentityClient({ isTrusted: (issuer) => issuer.startsWith('http://127.0.0.1:') }),
    accounting: config.accounting && createAccountingSystem({ ...config.accounting, perMinute: 1_000_000 }, { timeoutMs: 3000 }),
    seal: createSeal(watchSealKeys(config.dataDir)),
    signer: loadSigner(config.dataDir),
  };
}

/** The whole server on a real database; what a test does is rolled back after it. */
export function useTestApp(): TestApp {
  const clock = { now: '2026-03-04T15:00:00.000Z' };
  const app = { clock } as TestApp & { db: RollbackDatabase };
  let close = async () => {};
  beforeAll(async () => {
    const url = await workerDatabaseUrl();
    app.dataDir = await mkdtemp(join(tmpdir(), 'dmse-app-'));
    app.db = createRollbackDatabase(url);
    app.config = readConfig({ DATA_DIR: app.dataDir, BACKUP_DIR: join(app.dataDir, 'backups'), ...TEST_SECRETS }, []);
    const queue = createBossQueue({ url });
    const files = await createDiskFileStore(join(app.dataDir, 'files'));
    const world = { ...createWorld(app.config), maxUploadBytes: app.config.maxUploadBytes, publicOrigin: PUBLIC_ORIGIN };
    const processor = createProcessor(files, world.signer);
    const map = createMapIndex({ db: app.db, source: mapSource, listen: null });
    const backups = createBackups({ config: app.config, ownerUrl: ownerUrlOf(url), files });
    app.adapters = { files, queue, processor, map, backups, ...world };
    app.fastify = await buildApp({
      db: app.db,
      adapters: app.adapters,
      config: app.config,
      mode: 'demo',
      readiness: { whyNotWrite: () => null, whyNotServe: () => null },
      burst: BURST,
      now: () => clock.now,
    });
    await app.fastify.ready();
    close = async () => {
      await app.fastify.close();
      await processor.close();
      await queue.close();
      await app.db.close();
      await rm(app.dataDir, { recursive: true, force: true });
    };
  });
  beforeEach(async () => {
    clock.now = '2026-03-04T15:00:00.000Z';
    await app.db.begin();
  });
  afterEach(() => app.db.rollback());
  afterAll(() => close());
  app.as = (username, kind) => signInAs(app.db, app.fastify, username, clock.now, kind);
  app.anonymous = () => createTestClient(transportOf(app.fastify), null);
  app.tx = () => app.db.tx();
  return app;
}

export type CommittedApp = Pick<TestApp, 'as' | 'anonymous' | 'fastify' | 'db' | 'adapters' | 'dataDir'> & {
  url: string;
  ownerUrl: string;
  close(): Promise<void>;
};

/** A server that really commits, on a database of its own: for races, crashes and several processes. A folder it was given stays. */
export async function startCommittedApp(name: string, given: { url?: string; dataDir?: string } = {}): Promise<CommittedApp> {
  const url = given.url ?? (await cloneDatabase(`dmse_test_${name}_${process.pid}`));
  const dataDir = given.dataDir ?? (await mkdtemp(join(tmpdir(), 'dmse-app-')));
  const db = openDatabase(openPool(url, 10, null));
  const config = readConfig({ DATA_DIR: dataDir, ...TEST_SECRETS }, []);
  const ownerUrl = ownerUrlOf(url);
  const queue = createBossQueue({ url });
  const files = await createDiskFileStore(join(dataDir, 'files'));
  const world = createWorld(config);
  const adapters = {
    files,
    queue,
    map: createMapIndex({ db, source: mapSource, listen: { url, setRole: null } }),
    processor: createProcessor(files, world.signer),
    backups: createBackups({ config, ownerUrl, files }),
    ...world,
    maxUploadBytes: config.maxUploadBytes,
    publicOrigin: PUBLIC_ORIGIN,
  };
  const readiness = { whyNotWrite: () => null, whyNotServe: () => null };
  const fastify = await buildApp({ db, adapters, config, mode: 'demo', readiness, burst: BURST });
  await fastify.ready();
  return {
    url,
    ownerUrl,
    fastify,
    db,
    adapters,
    dataDir,
    as: (username, kind) => signInAs(db, fastify, username, new Date().toISOString(), kind),
    anonymous: () => createTestClient(transportOf(fastify), null),
    async close() {
      await fastify.close();
      await adapters.map.close();
      await adapters.processor.close();
      await queue.close();
      await db.close();
      if (given.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
