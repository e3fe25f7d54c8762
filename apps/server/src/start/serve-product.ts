import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildApp } from '../app.ts';
import type { Config } from '../config.ts';
import { openDatabase, openPool } from '../db/database.ts';
import { StartProblem } from '../db/embedded/start-problem.ts';
import { migrate } from '../db/migrate.ts';
import { createFirstAdmin } from '../demo/first-admin.ts';
import { loadDemo } from '../demo/load-demo.ts';
import { createBossQueue, installQueue } from '../outside/boss-queue.ts';
import { createDiskFileStore } from '../outside/disk-file-store.ts';
import { createDocuments } from '../outside/documents.ts';
import { createDrive } from '../outside/drive.ts';
import type { FileStore } from '../outside/file-store.ts';
import { createGeocoder } from '../outside/geocoder.ts';
import { createLayerConverter } from '../outside/layer-converter.ts';
import { createSpaceWatch } from '../work/disk-space.ts';
import { startInbox } from '../work/start-inbox.ts';
import { startWorkers } from '../work/start-workers.ts';
import { openHouse } from './database-house.ts';
import { askForAdmin } from './first-admin.ts';
import { openLog } from './log-stream.ts';
import { decideMode } from './mode.ts';

export type Running = { address: string; stop(): Promise<void> };

type Say = (line: string) => void;

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host);
}

function readTls(tls: Config['tls']): Config['tls'] {
  if (!tls) return null;
  try {
    return { cert: readFileSync(tls.cert, 'utf8'), key: readFileSync(tls.key, 'utf8') };
  } catch (error) {
    throw new StartProblem(`TLS_CERT or TLS_KEY cannot be read: ${(error as Error).message}`);
  }
}

async function prepareFirstStart(config: Config, ownerUrl: string, mode: 'demo' | 'firm', files: FileStore, say: Say): Promise<void> {
  if (mode === 'firm') {
    await createFirstAdmin(ownerUrl, await askForAdmin(config));
    return;
  }
  say('Loading the demo firm …');
  const passwords = isLoopback(config.host) ? 'demo' : 'random';
  const people = await loadDemo(ownerUrl, { size: config.demoSize, passwords, now: new Date().toISOString(), files });
  if (passwords === 'demo') return;
  say('This demo listens to the network, so its passwords are random. They are shown only now:');
  for (const person of people) say(`  ${person.username.padEnd(10)} ${person.password}   ${person.says}`);
}

/** Brings the whole product up, in the order that lets each failure be told in one sentence, and answers how to bring it down. */
export async function serveProduct(given: Config, say: Say): Promise<Running> {
  const config = { ...given, tls: readTls(given.tls) };
  const house = await openHouse(config, say);
  const closers: (() => Promise<void>)[] = [() => house.close()];
  const stop = async () => {
    for (const close of closers.reverse()) await close();
    closers.length = 0;
  };
  try {
    const { mode, isFirstStart } = await decideMode(config, house);
    let starting: string | null = 'The server is starting.';
    const files = await createDiskFileStore(join(config.dataDir, 'files'));
    const space = createSpaceWatch(files);
    closers.push(async () => space.stop());
    const pool = openPool(house.appUrl, 20, house.setRole);
    const db = openDatabase(pool);
    closers.push(() => db.close());
    const queue = createBossQueue({ url: house.appUrl, setRole: house.setRole });
    closers.push(() => queue.close());
    const outside = {
      files,
      queue,
      layers: createLayerConverter(),
      documents: createDocuments(),
      drive: createDrive(config.drive),
      geocoder: createGeocoder(),
      maxUploadBytes: config.maxUploadBytes,
    };
    closers.push(() => outside.documents.stop());
    const log = openLog(config.logFile);
    const readiness = {
      whyNotWrite: (isUpload: boolean) =>
        starting ??
        (space.state()[isUpload ? 'uploads' : 'writes']
          ? null
          : 'The server has almost no disk space left, so nothing new is taken. Tell IT.'),
      whyNotServe: () => starting,
    };
    const fastify = await buildApp({ db, outside, config, mode, readiness }, log);
    closers.push(() => fastify.close());
    const address = await listen(fastify, config);
    house.announce(address);

    const ran = await migrate(house.ownerUrl);
    if (ran.length > 0 && !isFirstStart) say(`Migrated the database: ${ran.join(', ')}.`);
    await installQueue(house.ownerUrl);
    if (isFirstStart) await prepareFirstStart(config, house.ownerUrl, mode, files, say);
    const workers = await startWorkers({ db, outside, config, log });
    closers.push(() => workers.stop());
    const inbox = startInbox({ db, outside, config, log });
    closers.push(() => inbox.stop());
    starting = null;
    tellAddress(address, mode, config, say);
    return { address, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function listen(fastify: Awaited<ReturnType<typeof buildApp>>, config: Config): Promise<string> {
  try {
    await fastify.listen({ host: config.host, port: config.port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new StartProblem(`Port ${config.port} is in use: stop what listens there, or choose another with PORT.`);
    if (code === 'EACCES') throw new StartProblem(`Port ${config.port} is not open to this user: choose one above 1023 with PORT.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartProblem(`This machine has no address ${config.host}: correct HOST.`);
    throw error;
  }
  const bound = fastify.server.address();
  const port = typeof bound === 'object' && bound ? bound.port : config.port;
  const host = isLoopback(config.host) || config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host;
  return `${config.tls ? 'https' : 'http'}://${host}:${port}/`;
}

function tellAddress(address: string, mode: 'demo' | 'firm', config: Config, say: Say): void {
  say('');
  say(`  DMSE is ready at ${address}`);
  if (mode === 'demo') {
    say('');
    say('  Demo sign-ins (password: demo, where none other was printed at first start):');
    say('    alice    IT and every administrator role      mona     job manager');
    say('    joe      jobs user                            fern     field crew');
    say('    pia      data processor                       ivan     invoices');
    say('    tess     timesheets                           chelsea  employee, no further role');
  }
  if (!config.smtpUrl) say(`\n  No SMTP_URL: mails are kept in ${join(config.dataDir, 'mail')}`);
  say('  Stop with Ctrl-C.');
}
