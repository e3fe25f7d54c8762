import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, readSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { createConnection } from 'node:net';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { Binaries } from './binaries.ts';
import { ADMIN } from './cluster.ts';
import { findProcess, isRunning, listProcessesIn, type Process, signal, sleep, waitForEnd } from './processes.ts';
import { giveTo, type RunAs } from './run-as.ts';
import { SETTINGS } from './settings.ts';
import { socketPath, socketUrl } from './socket-folder.ts';
import { explainLog, StartProblem } from './start-problem.ts';

const LOG_LIMIT = 10 * 1024 * 1024;

/** The first lines of postmaster.pid: who runs this folder, behind which door, and whether it is on its way out. */
type Note = { pid: number; socketFolder: string; status: string };

function readNote(folder: string): Note | null {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return pid > 0 ? { pid, socketFolder: lines[4]?.trim() ?? '', status: lines[7]?.trim() ?? '' } : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Everything a postmaster is started with. */
export type Cluster = {
  folder: string;
  socketFolder: string;
  binaries: Binaries;
  way: RunAs;
  settings: Record<string, string>;
  /** Aborted when nobody wants it any more. */
  asked: AbortSignal | null;
};

export type Postmaster = Process & { socketFolder: string };

/**
 * The postmaster that survived its server: the note names a process, and that process stands in this folder (a number alone may have
 * been reused). One that is just starting is waited for, one that is stopping is waited out. Everything else found in the folder is an
 * orphan of a killed postmaster; it must be gone before a new one may start, or two would write at once.
 */
export async function findPostmaster(
  { folder, asked }: Pick<Cluster, 'folder' | 'asked'>,
  say: (line: string) => void,
): Promise<Postmaster | null> {
  const place = realpathSync(folder);
  for (let round = 1, orphaned = 0; ; round++) {
    const inside = listProcessesIn(place);
    const note = readNote(folder);
    const process = inside.find((candidate) => candidate.pid === note?.pid);
    if (process && note && note.status !== 'stopping' && note.socketFolder) return { ...process, socketFolder: note.socketFolder };
    if (inside.length === 0) return forgetStale(folder, note);
    // Without a postmaster its children end within moments, unless a long statement keeps one busy; a new one soon writes its note.
    orphaned = process ? 0 : orphaned + 1;
    if (orphaned > 150) await endOrphans(inside, folder);
    asked?.throwIfAborted();
    if (round % 250 === 0) say('Waiting for the PostgreSQL that is still at work here.');
    await sleep(20);
  }
}

function forgetStale(folder: string, note: Note | null): null {
  if (note && findProcess(note.pid)) rmSync(join(folder, 'postmaster.pid'), { force: true }); // its number belongs to a stranger now
  return null;
}

async function endOrphans(orphans: Process[], folder: string): Promise<void> {
  for (const [name, patience] of [
    ['SIGQUIT', 5000],
    ['SIGKILL', 5000],
  ] as const) {
    for (const orphan of orphans) signal(orphan, name);
    if (await waitForEnd(orphans, patience)) return;
  }
  const left = orphans.filter(isRunning).map((orphan) => orphan.pid);
  throw new StartProblem(`Processes of an earlier PostgreSQL still use ${folder} and do not end: ${left.join(', ')}.`);
}

/** Somebody answers at the door although no process of this folder can be seen: another container runs it. Two would ruin the data. */
export async function refuseUnseen(socketFolder: string, folder: string): Promise<void> {
  const answers = await new Promise<boolean>((done) => {
    const socket = createConnection(socketPath(socketFolder));
    socket.once('connect', () => done(true)).once('error', () => done(false));
    socket.once('connect', () => socket.destroy());
  });
  if (answers) throw new StartProblem(`The data folder ${folder} is in use by a PostgreSQL outside this container: stop that one first.`);
}

const ROUNDS_OF_PATIENCE = 3;

/**
 * Ends it as fast as is clean: sessions are cut off, everything committed is on the disk when this returns. One that does not serve is
 * starting, or picking itself up after a crash: asked politely just then it may wait for ever (seen with PostgreSQL 18), and it has
 * nothing to save that is not on the disk already, so it is cut off.
 */
export async function halt(postmaster: Postmaster, say: (line: string) => void): Promise<void> {
  signal(postmaster, (await isServing(postmaster)) ? 'SIGINT' : 'SIGQUIT');
  for (let round = 1; !(await waitForEnd([postmaster], 10_000)); round++) {
    if (round < ROUNDS_OF_PATIENCE) say('PostgreSQL is still writing its last pages.');
    else {
      say('PostgreSQL does not come to its end by itself: it is cut off, and recovers at the next start.');
      signal(postmaster, 'SIGQUIT');
    }
  }
}

/** One that has its hands full, or is on its way out already, serves as well. */
async function isServing(postmaster: Postmaster): Promise<boolean> {
  const said = await tryVersion(postmaster.socketFolder);
  return typeof said === 'string' || /too many|reserved for|shutting down/.test(said.message);
}

/** Starts a postmaster that outlives this process; resolves when it answers. Says what became of it when it does not. */
export async function launch(cluster: Cluster, say: (line: string) => void): Promise<Postmaster> {
  const { folder, socketFolder, binaries, way, settings, asked } = cluster;
  giveTo(folder, way);
  const log = join(dirname(folder), 'postgres.log');
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT) renameSync(log, `${log}.1`);
  const output = openSync(log, 'a', 0o600);
  const from = statSync(log).size;
  const door = `"${socketFolder.replaceAll('"', '""')}"`;
  const options = Object.entries({ ...SETTINGS, unix_socket_directories: door, ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const [file, args] = way.command(binaries.postgres, ['-D', folder, ...options]);
  // Detached: Ctrl-C goes to the server alone, which stops this one when the last request is answered.
  const child = spawn(file, args, {
    detached: true,
    stdio: ['ignore', output, output],
    cwd: '/',
    env: { PATH: process.env.PATH, TZ: 'UTC' },
  });
  closeSync(output);
  const failure = new Promise<never>((_, fail) => child.once('error', fail));
  failure.catch(() => {});
  if (child.pid === undefined) return failure;
  child.unref();
  const own = findProcess(child.pid);
  if (own && (await waitForAnswer({ ...own, socketFolder }, say, asked))) return { ...own, socketFolder };
  throw explainLaunch(readFrom(log, from), folder, log);
}

/**
 * Its version once it serves, null when it ended. Recovery after a power cut may take long and is cut short only by somebody who wants
 * the start to end: the next one recovers from where this one began.
 */
export async function waitForAnswer(
  postmaster: Postmaster,
  say: (line: string) => void,
  asked: AbortSignal | null,
): Promise<string | null> {
  let silentUntil = performance.now() + 5000;
  // Each look leaves a line in its log while it recovers, so they become rarer.
  for (let pause = 10; isRunning(postmaster); pause = Math.min(pause * 1.5, 500)) {
    const version = await askVersion(postmaster.socketFolder);
    if (asked?.aborted) await halt(postmaster, say);
    asked?.throwIfAborted();
    if (version) return version;
    if (performance.now() > silentUntil) {
      say('PostgreSQL is still recovering; this goes on until it is done.');
      silentUntil = performance.now() + 15_000;
    }
    await sleep(pause);
  }
  return null;
}

async function askVersion(socketFolder: string): Promise<string | null> {
  const said = await tryVersion(socketFolder);
  return typeof said === 'string' ? said : null;
}

/** Are finished pieces of its log kept? */
export async function keepsLog({ socketFolder }: Postmaster): Promise<boolean> {
  return (await trySetting(socketFolder, 'archive_mode')) === 'on';
}

/** Its version, or why it does not say. */
const tryVersion = (socketFolder: string) => trySetting(socketFolder, 'server_version');

async function trySetting(socketFolder: string, name: 'server_version' | 'archive_mode'): Promise<string | Error> {
  const client = new pg.Client({ connectionString: socketUrl(socketFolder, ADMIN, 'postgres'), connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<Record<string, string>>(`show ${name}`)).rows[0]![name]!;
  } catch (error) {
    return error as Error;
  } finally {
    await client.end().catch(() => {});
  }
}

export class AlreadyRunning extends StartProblem {}

function explainLaunch(said: string, folder: string, log: string): Error {
  if (/lock file ".*" already exists|pre-existing shared memory block/.test(said))
    return new AlreadyRunning(`Another PostgreSQL holds ${folder}; see ${log}.`);
  const reason =
    said
      .trim()
      .split('\n')
      .findLast((line) => /FATAL|PANIC|error|refus/i.test(line)) ?? 'it gave no reason';
  return (
    explainLog(said, folder) ?? new StartProblem(`PostgreSQL did not start (${reason.replace(/^.*?(FATAL|PANIC): */, '')}); see ${log}.`)
  );
}

function readFrom(path: string, from: number): string {
  const handle = openSync(path, 'r');
  try {
    const rest = Buffer.alloc(Math.min(64 * 1024, Math.max(0, statSync(path).size - from)));
    readSync(handle, rest, 0, rest.length, from);
    return rest.toString('utf8');
  } finally {
    closeSync(handle);
  }
}
