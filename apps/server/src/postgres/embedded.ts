import { mkdirSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { findBinaries } from './binaries.ts';
import { prepareCluster } from './cluster.ts';
import {
  AlreadyRunning,
  type Cluster,
  findPostmaster,
  halt,
  keepsLog,
  launch,
  type Postmaster,
  refuseUnseen,
  waitForAnswer,
} from './postmaster.ts';
import { isRunning, sleep } from './processes.ts';
import { APP, DATABASE, makeRoles, OWNER } from './roles.ts';
import { chooseRunAs, type RunAs } from './run-as.ts';
import { makeSocketFolder, socketUrl } from './socket-folder.ts';
import { explain } from './start-problem.ts';

/**
 * The PostgreSQL that runs when no DATABASE_URL is given: the real programs, in `<dataDir>/pg`, reachable only through a private socket.
 * It promises: it outlives a killed server, and the next start serves on with it; it is never started twice on one folder (hold the data
 * lock before calling); when it ends without being asked it is started again; stop() returns when the last page is on the disk.
 */
export type Embedded = {
  ownerUrl: string;
  appUrl: string;
  version: string;
  adopted: boolean;
  socketFolder: string;
  /** Told each time it has ended without being asked; it is being started again meanwhile. */
  onExit(listener: () => void): void;
  stop(): Promise<void>;
};

type Wish = {
  dataDir: string;
  say: (line: string) => void;
  /** Aborted when somebody wants the start to end; nothing of it stays running then. */
  asked?: AbortSignal;
  /** Over ours: to keep the log, or to recover from one. */
  settings?: Record<string, string>;
  /** For tests only: the ways of root to try. */
  ways?: RunAs[];
};

export async function startEmbedded({ dataDir, say, asked, settings = {}, ways }: Wish): Promise<Embedded> {
  const wanted = resolve(dataDir);
  try {
    mkdirSync(wanted, { recursive: true, mode: 0o700 });
    const home = realpathSync(wanted);
    const binaries = await findBinaries();
    const way = await chooseRunAs(binaries.postgres, ways);
    if (way.says) say(way.says);
    const folder = await prepareCluster(home, binaries, way, say, asked ?? null);
    asked?.throwIfAborted();
    const socketFolder = makeSocketFolder(home, way);
    const cluster: Cluster = { folder, socketFolder, binaries, way, settings, asked: asked ?? null };
    const running = await adoptOrLaunch(cluster, say);
    await makeRoles(socketFolder).catch(async (error) => {
      await halt(running.postmaster, say);
      throw error;
    });
    return supervise(cluster, running, say);
  } catch (error) {
    throw explain(error, wanted);
  }
}

type Running = { postmaster: Postmaster; adopted: boolean };

async function adoptOrLaunch(cluster: Cluster, say: (line: string) => void): Promise<Running> {
  for (let attempt = 1; ; attempt++) {
    const survivor = await findPostmaster(cluster, say);
    if (survivor && (await canStay(survivor, cluster, say))) return { postmaster: survivor, adopted: true };
    await refuseUnseen(cluster.socketFolder, cluster.folder);
    try {
      return { postmaster: await launch(cluster, say), adopted: false };
    } catch (error) {
      // Between our look and its start another one came up (a start that was killed a moment ago): look again.
      if (!(error instanceof AlreadyRunning) || attempt === 5) throw error;
      await sleep(200);
    }
  }
}

/** A survivor of an older release, one behind another door, or one that keeps its log where it should not, or the other way round, is ended properly and replaced. */
async function canStay(survivor: Postmaster, cluster: Cluster, say: (line: string) => void): Promise<boolean> {
  const version = await waitForAnswer(survivor, say, cluster.asked);
  const isSame = version === cluster.binaries.version && survivor.socketFolder === cluster.socketFolder;
  if (isSame && (await keepsLog(survivor)) === (cluster.settings.archive_mode === 'on')) return true;
  if (version !== null) await halt(survivor, say);
  return false;
}

function supervise(cluster: Cluster, { postmaster, adopted }: Running, say: (line: string) => void): Embedded {
  let current = postmaster;
  let stopping = false;
  let restarting: Promise<void> | null = null;
  const listeners: (() => void)[] = [];

  async function startAgain(): Promise<void> {
    for (let pause = 200; !stopping; pause = Math.min(pause * 2, 5000)) {
      try {
        current = (await adoptOrLaunch(cluster, say)).postmaster;
        say('PostgreSQL runs again.');
        return;
      } catch (error) {
        if (stopping) return;
        say(`PostgreSQL could not be started again yet: ${(error as Error).message}`);
        await sleep(pause);
      }
    }
  }

  const watch = setInterval(() => {
    if (stopping || restarting || isRunning(current)) return;
    say('PostgreSQL has ended without being asked; starting it again.');
    restarting = startAgain().finally(() => {
      restarting = null;
    });
    for (const listener of listeners) listener();
  }, 200);
  watch.unref();

  return {
    ownerUrl: socketUrl(cluster.socketFolder, OWNER, DATABASE),
    appUrl: socketUrl(cluster.socketFolder, APP, DATABASE),
    version: cluster.binaries.version,
    adopted,
    socketFolder: cluster.socketFolder,
    onExit: (listener) => void listeners.push(listener),
    stop: async () => {
      stopping = true;
      clearInterval(watch);
      await restarting;
      await halt(current, say);
    },
  };
}
