import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.ts';
import { listProcessesIn, signal, waitForEnd } from './processes.ts';
import { giveTo, type RunAs, whyNotOurs } from './run-as.ts';
import { explainLog, StartProblem } from './start-problem.ts';

/** The superuser. Only the supervisor signs in with it, to make the two roles the product uses. */
export const ADMIN = 'dmse_admin';

const DRAFT = /^pg\.new-/;
const run = promisify(execFile);

/**
 * The folder of a database cluster, made when there is none. It is made under another name and renamed when it is whole and on the
 * disk, so a first start that was killed leaves nothing that looks like a database: the next one begins afresh.
 */
export async function prepareCluster(
  dataDir: string,
  binaries: Binaries,
  way: RunAs,
  say: (line: string) => void,
  asked: AbortSignal | null,
): Promise<string> {
  const folder = join(dataDir, 'pg');
  for (const name of readdirSync(dataDir)) if (DRAFT.test(name)) await removeDraft(join(dataDir, name));
  if (!isMade(folder)) {
    say('First start: making an empty database.');
    await makeCluster(dataDir, folder, binaries, way, asked);
  }
  const foreign = whyNotOurs(folder);
  if (foreign) throw new StartProblem(foreign);
  const major = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  if (major !== binaries.major) {
    throw new StartProblem(
      `The data folder ${folder} was made by PostgreSQL ${major}, and this is PostgreSQL ${binaries.major}: ` +
        'start the version of DMSE that made it, take a backup there and restore it here.',
    );
  }
  return folder;
}

function isMade(folder: string): boolean {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  if (names.length > 0 && !names.includes('PG_VERSION')) {
    throw new StartProblem(`The folder ${folder} holds something that is not a database: move it away, or choose another DATA_DIR.`);
  }
  return names.length > 0;
}

/**
 * The initdb of a start that was killed may still be at work in it; it stands in the folder it fills, so it can be found. One that is
 * only just beginning would make the folder anew, so it is looked for once more when the folder is gone.
 */
async function removeDraft(path: string): Promise<void> {
  let left = listProcessesIn(path);
  do {
    for (const process of left) signal(process, 'SIGKILL');
    await waitForEnd(left, 5000);
    rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    left = listProcessesIn(path);
  } while (left.length > 0);
}

async function makeCluster(dataDir: string, folder: string, binaries: Binaries, way: RunAs, asked: AbortSignal | null): Promise<void> {
  const draft = mkdtempSync(join(dataDir, 'pg.new-'));
  try {
    giveTo(draft, way);
    await initdb(draft, binaries, way, asked);
    rmSync(folder, { recursive: true, force: true }); // only ever an empty one
    renameSync(draft, folder);
    await syncFolder(dataDir);
  } catch (error) {
    await removeDraft(draft);
    throw error;
  }
}

/**
 * The builtin provider orders by code point on every machine; the C library's own C.UTF-8 only classifies letters, for trigrams, and
 * where the library has none, plain C does. Checksums let a bad disk be noticed instead of believed.
 */
async function initdb(folder: string, binaries: Binaries, way: RunAs, asked: AbortSignal | null): Promise<void> {
  for (const ctype of ['C.UTF-8', 'C']) {
    const [file, args] = way.command(binaries.initdb, [
      `--pgdata=${folder}`,
      `--username=${ADMIN}`,
      '--auth-local=trust',
      '--auth-host=reject',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      `--lc-ctype=${ctype}`,
      '--data-checksums',
      '--no-instructions',
    ]);
    try {
      await run(file, args, { cwd: folder, env: { PATH: process.env.PATH, TZ: 'UTC' }, ...(asked ? { signal: asked } : {}) });
      return;
    } catch (error) {
      asked?.throwIfAborted();
      const said = `${(error as { stderr?: string }).stderr ?? ''}${(error as { stdout?: string }).stdout ?? ''}` || String(error);
      if (/invalid locale name/.test(said) && ctype !== 'C') continue;
      // The draft has a name of the moment; people know the folder it stands in.
      const home = dirname(folder);
      throw explainLog(said, home) ?? new StartProblem(`A new database could not be made in ${home}: ${lastComplaint(said)}`);
    }
  }
}

function lastComplaint(text: string): string {
  const lines = text.trim().split('\n');
  return lines.findLast((line) => /error|fatal|panic/i.test(line)) ?? lines.at(-1)!;
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync();
  await handle.close();
}
