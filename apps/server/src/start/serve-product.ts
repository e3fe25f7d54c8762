import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createAccountingSystem } from '../adapters/accounting/accounting-system.ts';
import { createSeal } from '../adapters/accounting/seal.ts';
import { watchSealKeys } from '../adapters/accounting/seal-keys.ts';
import { createBossQueue, installQueue } from '../adapters/boss-queue.ts';
import { createDocuments } from '../adapters/documents/documents.ts';
import { createDrive } from '../adapters/files/drive.ts';
import type { FileStore } from '../adapters/files/file-store.ts';
import { openFileStore } from '../adapters/files/open-file-store.ts';
import { createGeocoder } from '../adapters/geocoder.ts';
import { createHostSecrets } from '../adapters/host-secrets.ts';
import { createIdentityClient } from '../adapters/identity/identity-client.ts';
import { createLayerConverter } from '../adapters/layers/layer-converter.ts';
import { createMapIndex } from '../adapters/map/map-index.ts';
import { createProcessor } from '../adapters/processing/processor.ts';
import { loadSigner } from '../adapters/processing/signer.ts';
import { createTileService } from '../adapters/tiles/tile-service.ts';
import { buildApp } from '../app.ts';
import { requeueScans } from '../areas/historicals/scan/read-scan.service.ts';
import { mapSource } from '../areas/places/map/map-source.service.ts';
import { createSpaceWatch } from '../background/disk-space.ts';
import { startInbox } from '../background/start-inbox.ts';
import { startWorkers } from '../background/start-workers.ts';
import { createBackups } from '../backup/backups.ts';
import { whyNotStartHere } from '../backup/restore-backup.ts';
import type { Config, Mode } from '../config.ts';
import { openDatabase, openPool } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { createFirstAdmin } from '../demo/first-admin.ts';
import { loadDemo } from '../demo/load-demo.ts';
import { cutConnections } from '../guard/http2.ts';
import { StartProblem } from '../postgres/start-problem.ts';
import { closeDemo } from './closed-demo.ts';
import { type Closers, createClosers } from './closers.ts';
import { type DatabaseServer, openDatabaseServer } from './database-server.ts';
import { explainStart } from './explain-start.ts';
import { askForAdmin } from './first-admin.ts';
import { wasDiskFull } from './full-disk.ts';
import { isLoopback, listen } from './listen.ts';
import { openLog } from './log-stream.ts';
import { decideMode } from './mode.ts';
import { readTls } from './read-tls.ts';

export type Running = { address: string; stop(): Promise<void> };

type Say = (line: string) => void;

/** Somebody wants it to end, whether it is up already or still on its way. */
type Asked = AbortSignal;

type Surroundings = {
  say: Say;
  asked: Asked;
  /** The build of the web app, which may still be under way. */
  webApp?: Promise<void> | undefined;
  patience?: number;
};

/** How long requests and jobs in hand may go on after somebody asked for the end. */
const PATIENCE = 30_000;

/**
 * Brings the whole product up, in the order that lets each failure be told in one sentence, and answers how to bring it down. Asked to end
 * while it starts, it closes what is open and throws; what was under way then loses its connection, and every step of a start is a
 * transaction, so the next start finds it done or not begun.
 */
export async function serveProduct(given: Config, { say, asked, webApp, patience = PATIENCE }: Surroundings): Promise<Running> {
  const config = { ...given, tls: readTls(given.tls) };
  const unfinished = whyNotStartHere(config.dataDir);
  if (unfinished) throw new StartProblem(unfinished);
  const closers = createClosers(say, patience);
  const began = new Date();
  try {
    const database = await openDatabaseServer(config, say, asked);
    closers.add({ holder: 'PostgreSQL', close: () => database.close(), mayTakeLong: true });
    const address = await giveUpWhen(asked, () => bringUp(config, database, closers, { say, asked, webApp }));
    return { address, stop: () => closers.closeAll() };
  } catch (error) {
    const isDiskFull = wasDiskFull(config.dataDir, began);
    await closers.closeAll().catch(() => {});
    throw explainStart(error, { dataDir: config.dataDir, isEmbedded: config.databaseUrl === null, isDiskFull });
  }
}

/** Waits for the work, but no longer than it is wanted. */
async function giveUpWhen<T>(asked: Asked, start: () => Promise<T>): Promise<T> {
  asked.throwIfAborted();
  const unwanted = new Promise<never>((_, fail) => asked.addEventListener('abort', () => fail(asked.reason), { once: true }));
  return await Promise.race([start(), unwanted]);
}

async function bringUp(config: Config, database: DatabaseServer, closers: Closers, { say, asked, webApp }: Surroundings): Promise<string> {
  const { mode, isFirstStart } = await decideMode(config, database);
  let starting: string | null = 'The server is starting.';
  const files = await openFileStore(config);
  await mkdir(join(config.dataDir, 'drive'), { recursive: true, mode: 0o700 });
  const space = createSpaceWatch(files);
  closers.add({ holder: 'The look at the disk', close: async () => space.stop() });
  const db = openDatabase(openPool(database.appUrl, 12, database.setRole));
  closers.add({ holder: 'A query', close: () => db.close() });
  const queue = createBossQueue({ url: database.appUrl, setRole: database.setRole });
  closers.add({ holder: 'The queue', close: () => queue.close() });
  const signer = loadSigner(config.dataDir);
  const adapters = {
    files,
    queue,
    layers: createLayerConverter(),
    map: createMapIndex({ db, source: mapSource, listen: { url: database.appUrl, setRole: database.setRole } }),
    processor: createProcessor(files, signer),
    documents: createDocuments(),
    drive: createDrive(config.drive),
    geocoder: createGeocoder(),
    tileService: createTileService(),
    secrets: createHostSecrets(config),
    identity: createIdentityClient({ isTrusted: (issuer) => config.oidcIssuers.includes(issuer) }),
    accounting: config.accounting && createAccountingSystem(config.accounting),
    seal: createSeal(watchSealKeys(config.dataDir)),
    signer,
    backups: createBackups({ config, ownerUrl: database.ownerUrl, files }),
    maxUploadBytes: config.maxUploadBytes,
    publicOrigin: config.publicOrigin ?? '',
  };
  closers.add({ holder: 'The processing of a run', close: () => adapters.processor.close() });
  closers.add({ holder: 'The map', close: () => adapters.map.close() });
  closers.add({ holder: 'A document', close: () => adapters.documents.stop() });
  const log = openLog(config.logFile);
  const readiness = {
    whyNotWrite: (isUpload: boolean) =>
      starting ??
      (space.state()[isUpload ? 'uploads' : 'writes']
        ? null
        : 'The server has almost no disk space left, so nothing new is taken. Tell IT.'),
    whyNotServe: () => starting,
  };
  const fastify = await buildApp({ db, adapters, config, mode, readiness }, log);
  db.tellSlow((statement) => fastify.log.warn(statement, 'slow statement'));
  closers.add({
    holder: 'A request',
    close: () => fastify.close(),
    cutOff: () => cutConnections(fastify),
    isDoor: true,
  });
  const address = await listen(fastify, config);
  adapters.publicOrigin ||= address.replace(/\/$/, '');
  database.announce(address);

  const ran = await migrate(database.ownerUrl);
  if (ran.length > 0 && !isFirstStart) say(`Migrated the database: ${ran.join(', ')}.`);
  await installQueue(database.ownerUrl);
  if (isFirstStart) await prepareFirstStart(config, database.ownerUrl, mode, files, say, asked);
  // The demo's own plans are read in the background.
  if (isFirstStart && mode === 'demo') await db.write((tx) => requeueScans(tx, adapters.queue, new Date().toISOString()));
  else if (mode === 'demo' && !isLoopback(config.host)) tellPasswords(await closeDemo(database.ownerUrl, new Date().toISOString()), say);
  const workers = await startWorkers({ db, adapters, config, log });
  closers.add({ holder: 'A job in the background', close: () => workers.stop(), isDoor: true });
  const inbox = startInbox({ db, adapters, config, log });
  closers.add({ holder: 'The inbox', close: () => inbox.stop(), isDoor: true });
  await webApp?.catch((error: Error) => {
    throw new StartProblem(error.message);
  });
  asked.throwIfAborted();
  starting = null;
  adapters.map.preload();
  tellAddress(address, mode, config, say);
  return address;
}

async function prepareFirstStart(config: Config, ownerUrl: string, mode: Mode, files: FileStore, say: Say, asked: Asked): Promise<void> {
  if (mode === 'firm') {
    await createFirstAdmin(ownerUrl, await askForAdmin(config, asked));
    return;
  }
  say('Loading the demo firm …');
  const passwords = isLoopback(config.host) ? 'demo' : 'random';
  const people = await loadDemo(ownerUrl, { size: config.demoSize, passwords, now: new Date().toISOString(), files, say });
  if (passwords === 'random') tellPasswords(people, say);
}

function tellPasswords(people: { username: string; password: string; says: string }[], say: Say): void {
  if (people.length === 0) return;
  say('This demo listens to the network, so its passwords are random. They are shown only now:');
  for (const person of people) say(`  ${person.username.padEnd(10)} ${person.password}   ${person.says}`);
}

function tellAddress(address: string, mode: Mode, config: Config, say: Say): void {
  say('');
  say(`  DMSE is ready at ${address}`);
  if (mode === 'demo') {
    say('');
    const password = isLoopback(config.host) ? 'password: demo, or what was printed when it listened to a network' : 'passwords as printed';
    say(`  Demo sign-ins (${password}):`);
    say('    alice    IT and every administrator role      mona     job manager');
    say('    joe      jobs user                            fern     field crew');
    say('    pia      data processor                       ivan     invoices');
    say('    tess     timesheets                           chelsea  employee, no further role');
  }
  if (!config.smtpUrl) say(`\n  No SMTP_URL: mails are kept in ${join(config.dataDir, 'mail')}`);
  say('  Stop with Ctrl-C.');
}
