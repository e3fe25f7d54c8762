import { mkdir, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AddressRule, guardedRequest, isOutsideHouse, whyNotHost } from '../guarded-request.ts';

/** What went wrong on the drive, in a sentence for whoever pressed the button. */
export class DriveProblem extends Error {}

export type Folders = {
  /** A folder on disk or a share, or the address of a WebDAV drive. */
  drive: string;
  /** The record's own folder, directly on the drive. */
  home: string;
  /** What goes into it, levels parted by a slash. */
  folders: readonly string[];
};

/** The firm's drive. Folders are made and nothing else: what is there stays as it is, however often this is asked. */
export type Drive = {
  createFolders(wish: Folders): Promise<{ folder_url: string; created: number }>;
  /** Why this drive would be refused when it is used. */
  whyNot(drive: string): Promise<string | null>;
};

export type DriveParts = {
  user?: string | null;
  password?: string | null;
  /** A drive on disk lies in or below one of these. */
  roots: readonly string[];
  isAllowed?: AddressRule;
  timeoutMs?: number;
};

const FORBIDDEN = /[\\/:*?"<>|\p{Cc}]/gu;
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** A name any file system takes, made of what people typed. It is one level and never leads upwards. */
export function folderName(words: string): string {
  const name = words
    .normalize('NFC')
    .replace(FORBIDDEN, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 120)
    .replace(/^\.+|[. ]+$/g, '')
    .trim();
  return name === '' || RESERVED.test(name) ? `_${name}` : name;
}

/** Every level that must be there, parents before children, each once. */
function levelsOf({ home, folders }: Folders): string[][] {
  const paths = [[folderName(home)], ...folders.map((path) => [folderName(home), ...path.split('/').filter(Boolean).map(folderName)])];
  const all = paths.flatMap((path) => path.map((_, depth) => path.slice(0, depth + 1)));
  return [...new Map(all.map((path) => [path.join('/'), path])).values()];
}

/** Is the drive on a server of its own, which is signed in to? */
export function isWebDrive(drive: string): boolean {
  return /^https?:\/\//i.test(drive);
}

function isWithin(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

export function createDrive({ user, password, roots, isAllowed = isOutsideHouse, timeoutMs = 10_000 }: DriveParts): Drive {
  const headers: Record<string, string> = user
    ? { Authorization: `Basic ${Buffer.from(`${user}:${password ?? ''}`).toString('base64')}` }
    : {};
  return {
    createFolders(wish) {
      if (isWebDrive(wish.drive)) return createOnWebdav(wish, { headers, isAllowed, timeoutMs });
      return createOnDisk(wish, roots);
    },
    whyNot: async (drive) => (isWebDrive(drive) ? whyNotWeb(drive, isAllowed) : whyNotOnDisk(drive, roots)),
  };
}

async function whyNotWeb(drive: string, isAllowed: AddressRule): Promise<string | null> {
  const url = URL.parse(drive);
  if (!url) return 'This web address cannot be read.';
  if (url.username || url.password) return 'Leave the user and the password out of the address: they come from the server’s environment.';
  if (url.search || url.hash) return 'Use an address without ? and #: the names of folders come after it.';
  return whyNotHost(url, isAllowed);
}

function whyNotOnDisk(drive: string, roots: readonly string[]): string | null {
  if (!isAbsolute(drive)) return 'Use a full path, or the address of a WebDAV drive.';
  if (roots.some((root) => isWithin(root, resolve(drive)))) return null;
  return `Use a folder in ${roots.join(' or ')}. Others are named by DRIVE_ROOTS, where the server is started.`;
}

async function createOnDisk(wish: Folders, roots: readonly string[]): Promise<{ folder_url: string; created: number }> {
  const { drive } = wish;
  const why = whyNotOnDisk(drive, roots);
  if (why) throw new DriveProblem(why);
  const root = await realpath(drive).catch(() => null);
  if (root === null || !(await stat(root)).isDirectory()) throw new DriveProblem('The drive is not there. Is the share connected?');
  // A link below a root may lead out of it.
  const realRoots = await Promise.all(roots.map((one) => realpath(one).catch(() => one)));
  if (!realRoots.some((one) => isWithin(one, root)))
    throw new DriveProblem('The drive is a link that leads out of the folders for drives.');
  let created = 0;
  for (const level of levelsOf(wish)) {
    const path = join(root, ...level);
    const isNew = await mkdir(path).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return false;
        throw new DriveProblem(`The folder ${level.join('/')} could not be created: ${error.code ?? error.message}.`);
      },
    );
    if (isNew) created += 1;
    // What stands there already may lead somewhere else; nothing is made behind it.
    else await refuseForeign(root, path, level);
  }
  return { folder_url: pathToFileURL(join(root, folderName(wish.home))).href, created };
}

async function refuseForeign(root: string, path: string, level: readonly string[]): Promise<void> {
  const real = await realpath(path).catch(() => null);
  if (real === null || !isWithin(root, real) || !(await stat(real)).isDirectory())
    throw new DriveProblem(`${level.join('/')} is on the drive already, and is not a folder of it.`);
}

type Web = { headers: Record<string, string>; isAllowed: AddressRule; timeoutMs: number };

const WORDS: Record<number, string> = {
  401: 'the drive wants another user or password',
  403: 'the drive does not allow it',
  404: 'the address leads nowhere',
  409: 'the folder it belongs in is missing',
  423: 'it is locked',
  507: 'the drive is full',
};

async function createOnWebdav(wish: Folders, { headers, isAllowed, timeoutMs }: Web): Promise<{ folder_url: string; created: number }> {
  const base = new URL(wish.drive.endsWith('/') ? wish.drive : `${wish.drive}/`);
  const addressOf = (level: readonly string[]) => new URL(`${level.map(encodeURIComponent).join('/')}/`, base);
  let created = 0;
  for (const level of levelsOf(wish)) {
    const asked = { url: addressOf(level), method: 'MKCOL', headers, isAllowed, timeoutMs, mostBytes: 100_000 };
    const { status } = await guardedRequest(asked).catch((error: Error) => {
      throw new DriveProblem(`The drive did not answer: ${error.message}`);
    });
    if (status === 201 || status === 200) created += 1;
    // Method not allowed is how WebDAV says that something is there.
    else if (status !== 405) throw new DriveProblem(`The folder ${level.join('/')} was refused: ${WORDS[status] ?? `answer ${status}`}.`);
  }
  return { folder_url: addressOf([folderName(wish.home)]).href, created };
}
