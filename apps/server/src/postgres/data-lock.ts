import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findProcess, isRunning } from './processes.ts';
import { whyNotOurs } from './run-as.ts';
import { explain, StartProblem } from './start-problem.ts';

/**
 * One server per data folder. The lock is a file `server-<n>.lock`; the highest number counts. Who finds its holder gone writes the
 * next number by link(), which only one of several can win, and then looks again: a number above one's own means one was too late.
 * The highest number is never removed, only marked free, so it never goes back and no two can ever both believe they hold it.
 * A holder is known by number and start of its process and by the boot of the machine, so neither a reused number nor a power cut
 * leaves a lock behind. A process in another container cannot be seen here; the embedded PostgreSQL looks for that one by its socket.
 */
export type DataLock = {
  /** Where the holder listens, for the sentence that a second one reads. */
  announce(address: string): void;
  release(): void;
};

type Holder = { pid: number; started: string; boot: string; address: string | null };

const NAME = /^server-(\d+)\.lock$/;
const DRAFT = /^server-lock-[\w-]+\.draft$/;

export function takeDataLock(dataDir: string): DataLock {
  const folder = resolve(dataDir);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return take(folder);
  } catch (error) {
    throw explain(error, folder);
  }
}

function take(folder: string): DataLock {
  // Asked before anything is written: root must leave no file in a folder that its owner then could not use.
  const foreign = whyNotOurs(join(folder, 'pg'));
  if (foreign) throw new StartProblem(foreign);
  const me: Holder = { ...ownProcess(), boot: bootId(), address: null };
  for (;;) {
    const highest = highestNumber(folder);
    const holder = readHolder(folder, highest);
    if (holder && holds(holder)) throw new StartProblem(describe(folder, holder));
    const mine = highest + 1;
    if (!createExclusively(folder, mine, me)) continue;
    if (highestNumber(folder) > mine) {
      rmSync(lockPath(folder, mine), { force: true });
      continue;
    }
    removeOlder(folder, mine);
    return {
      announce: (address) => tryReplace(folder, mine, { ...me, address }),
      release: () => tryReplace(folder, mine, null),
    };
  }
}

function lockPath(folder: string, number: number): string {
  return join(folder, `server-${number}.lock`);
}

function highestNumber(folder: string): number {
  return readdirSync(folder).reduce((highest, name) => Math.max(highest, Number(NAME.exec(name)?.[1] ?? 0)), 0);
}

/** Null when it is free, was never taken, or cannot be read (it appears whole or not at all, so that is a power cut's leftover). */
function readHolder(folder: string, number: number): Holder | null {
  try {
    return JSON.parse(readFileSync(lockPath(folder, number), 'utf8')) as Holder | null;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function holds(holder: Holder): boolean {
  return holder.boot === bootId() && isRunning({ pid: holder.pid, started: holder.started });
}

function describe(folder: string, holder: Holder): string {
  const where = holder.address ? `at ${holder.address}` : 'and is still starting';
  return `DMSE is already running on ${folder}: process ${holder.pid} ${where}. Stop it first, or choose another folder with DATA_DIR.`;
}

function createExclusively(folder: string, number: number, holder: Holder): boolean {
  const draft = writeDraft(folder, holder);
  try {
    linkSync(draft, lockPath(folder, number));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** A full disk or a folder removed meanwhile is no reason to fail: whether the holder lives is read from its process, not from here. */
function tryReplace(folder: string, number: number, holder: Holder | null): void {
  try {
    renameSync(writeDraft(folder, holder), lockPath(folder, number));
  } catch {}
}

function writeDraft(folder: string, holder: Holder | null): string {
  const draft = join(folder, `server-lock-${randomUUID()}.draft`);
  try {
    writeFileSync(draft, JSON.stringify(holder), { mode: 0o600 });
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  return draft;
}

/** Older locks, and drafts whose writer was killed. A young draft may belong to somebody who is about to be told no. */
function removeOlder(folder: string, mine: number): void {
  for (const name of readdirSync(folder)) {
    const number = Number(NAME.exec(name)?.[1] ?? mine);
    if (number < mine || (DRAFT.test(name) && isOld(join(folder, name)))) rmSync(join(folder, name), { force: true });
  }
}

function isOld(path: string): boolean {
  const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return written !== undefined && Date.now() - written > 60_000;
}

function ownProcess(): { pid: number; started: string } {
  const own = findProcess(process.pid);
  if (!own) throw new StartProblem('DMSE needs /proc to know its own process: mount it and start again.');
  return own;
}

/** Names this boot of this machine and, inside a container, the container: numbers of processes mean something only there. */
function bootId(): string {
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
}
