import { mkdir, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AddressRule, guardedRequest, isOutsideHouse } from './guarded-request.ts';

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
export type Drive = { createFolders(wish: Folders): Promise<{ folder_url: string; created: number }> };

export type DriveParts = { user?: string | null; password?: string | null; isAllowed?: AddressRule; timeoutMs?: number };

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

export function createDrive({ user, password, isAllowed = isOutsideHouse, timeoutMs = 10_000 }: DriveParts = {}): Drive {
  const headers: Record<string, string> = user
    ? { Authorization: `Basic ${Buffer.from(`${user}:${password ?? ''}`).toString('base64')}` }
    : {};
  return {
    createFolders(wish) {
      if (/^https?:\/\//i.test(wish.drive)) return createOnWebdav(wish, { headers, isAllowed, timeoutMs });
      return createOnDisk(wish);
    },
  };
}

async function createOnDisk(wish: Folders): Promise<{ folder_url: string; created: number }> {
  const { drive } = wish;
  if (!isAbsolute(drive)) throw new DriveProblem('The drive in the settings must be a full path or the address of a WebDAV drive.');
  const root = await realpath(drive).catch(() => null);
  if (root === null || !(await stat(root)).isDirectory()) throw new DriveProblem('The drive is not there. Is the share connected?');
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
  if (real === null || !real.startsWith(root.endsWith(sep) ? root : root + sep) || !(await stat(real)).isDirectory())
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
