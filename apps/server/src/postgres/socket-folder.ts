import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { giveTo, type RunAs } from './run-as.ts';
import { StartProblem } from './start-problem.ts';

/**
 * The only door to the embedded PostgreSQL is a socket in a folder of mode 700: no TCP port, nothing another user of the machine could
 * open. That is why it asks for no password ("trust"): whoever can pass this folder is the user who owns the data files (or root) and
 * could read those directly. The kernel allows a socket 107 bytes of path, so a deep data folder gets its door under the temporary
 * folder, in a folder of a name nobody can guess beforehand, remembered in the data folder.
 */
const SOCKET = '.s.PGSQL.5432';
const LONGEST = 107;

export function makeSocketFolder(dataDir: string, way: RunAs): string {
  const near = join(dataDir, 'socket');
  if (fits(near)) {
    mkdirSync(near, { recursive: true, mode: 0o700 });
    return close(near, way);
  }
  const note = join(dataDir, 'socket-folder');
  const known = readNote(note);
  if (known && fits(known) && isOurFolder(known, way)) return close(known, way);
  const roots = [realpathSync(tmpdir()), '/tmp'];
  const root = roots.find((path) => fits(join(path, 'dmse-XXXXXX')));
  if (!root) throw new StartProblem(`The path ${dataDir} is too long for a socket: choose a shorter DATA_DIR.`);
  const far = mkdtempSync(join(root, 'dmse-'));
  writeFileSync(note, far, { mode: 0o600 });
  return close(far, way);
}

/** The door of a product that runs on this folder; null: there is none. */
export function findSocketFolder(dataDir: string): string | null {
  const near = join(dataDir, 'socket');
  const folder = fits(near) ? near : readNote(join(dataDir, 'socket-folder'));
  return folder && existsSync(socketPath(folder)) ? folder : null;
}

export function socketPath(folder: string): string {
  return join(folder, SOCKET);
}

/** The address of a database behind that door. Port and mode are said so that PGPORT or PGSSLMODE of the caller change nothing. */
export function socketUrl(folder: string, role: string, database: string): string {
  return `postgres://${role}@/${database}?host=${encodeURIComponent(folder)}&port=5432&sslmode=disable`;
}

function fits(folder: string): boolean {
  return Buffer.byteLength(socketPath(folder)) <= LONGEST;
}

function readNote(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}

/** Anybody may put something into the temporary folder; only a real folder that belongs to us and is closed to others will do. */
function isOurFolder(path: string, way: RunAs): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return false;
  return [way.owner, process.getuid!()].includes(found.uid) && (found.mode & 0o077) === 0;
}

function close(folder: string, way: RunAs): string {
  chmodSync(folder, 0o700);
  giveTo(folder, way);
  return folder;
}
