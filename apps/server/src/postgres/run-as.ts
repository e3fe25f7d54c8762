import { execFile } from 'node:child_process';
import { chownSync, lstatSync, readdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StartProblem } from './start-problem.ts';

/**
 * PostgreSQL refuses to run as root. Started by an ordinary user it simply runs as that user. Started by root it gets a user namespace
 * in which root is called nobody: files stay root's, closed folders stay reachable. Where namespaces are refused (many containers) it
 * runs as the user nobody, who keeps root's right to pass closed folders. `owner` is whom its folders must belong to on disk.
 */
export type RunAs = { says: string | null; owner: number; command(program: string, args: string[]): [file: string, args: string[]] };

const NOBODY = 65534;
const run = promisify(execFile);

const DIRECT: RunAs = {
  says: null,
  owner: process.getuid!(),
  command: (program, args) => [program, args],
};

const NAMESPACE: RunAs = {
  says: null,
  owner: process.getuid!(),
  command: (program, args) => ['unshare', [`--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--', program, ...args]],
};

/** Without the last, access(2) goes by nobody's own rights, and initdb asks by it whether its programs are there. */
const PASSING = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--securebits=+no_setuid_fixup'];

const AS_NOBODY: RunAs = {
  says: 'A user namespace does not work here, so PostgreSQL runs as the user nobody, and its part of the data folder belongs to nobody.',
  owner: NOBODY,
  command: (program, args) => ['setpriv', [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', ...PASSING, '--', program, ...args]],
};

export const WAYS_OF_ROOT = { namespace: NAMESPACE, nobody: AS_NOBODY };

/** The first way that works here, shown by letting PostgreSQL say its version in it. */
export async function chooseRunAs(postgres: string, ways: RunAs[] = Object.values(WAYS_OF_ROOT)): Promise<RunAs> {
  if (process.getuid!() !== 0) return chooseOrdinary(postgres);
  for (const way of ways) if (await works(way, postgres)) return way;
  throw new StartProblem(
    'PostgreSQL refuses to run as root, and this machine allows no way around it: start DMSE as an ordinary user, or set DATABASE_URL.',
  );
}

/** Containers like to run as a number without a name; PostgreSQL wants a name, and in a namespace it is called nobody. */
async function chooseOrdinary(postgres: string): Promise<RunAs> {
  if (hasName()) return DIRECT;
  if (await works(NAMESPACE, postgres)) return NAMESPACE;
  throw new StartProblem(
    `User ${process.getuid!()} has no name in /etc/passwd, which PostgreSQL wants: add a line for it, or set DATABASE_URL.`,
  );
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

function works(way: RunAs, postgres: string): Promise<boolean> {
  const [file, args] = way.command(postgres, ['--version']);
  return run(file, args).then(
    () => true,
    () => false,
  );
}

/** May this database be ours to run? One of some other person's is refused rather than taken from them. */
export function whyNotOurs(folder: string): string | null {
  const owner = lstatSync(folder, { throwIfNoEntry: false })?.uid;
  const user = process.getuid!();
  if (owner === undefined || owner === user || (user === 0 && owner === NOBODY)) return null;
  return `The data folder ${folder} belongs to user ${owner}: start as that user, or choose another DATA_DIR.`;
}

/** Gives everything below to the one who will run it. The folder itself comes last: it shows whether all of it was done. */
export function giveTo(folder: string, way: RunAs): void {
  if (process.getuid!() !== 0 || lstatSync(folder).uid === way.owner) return;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isSymbolicLink()) chownSync(path, way.owner, way.owner);
  }
  chownSync(folder, way.owner, way.owner);
}
