import { chownSync, closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a key of the server's own where there is none yet. It appears whole, and only once the disk has it: a power cut soon after the first start would
 * leave an empty file, and the server could not be started again. Of two processes that start at the same moment one's key is there for both.
 */
export function makeKeyFile(file: string, makeKey: () => string | Buffer): void {
  if (existsSync(file)) return;
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, makeKey(), { mode: 0o600, flush: true });
  try {
    linkSync(fresh, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(fresh);
  }
  forceFolder(file);
}

/** Puts another content in its place: whoever reads meanwhile, or after a power cut, finds the one or the other, whole. It keeps its owner. */
export function replaceKeyFile(file: string, content: string): void {
  const fresh = `${file}.new`;
  rmSync(fresh, { force: true });
  writeFileSync(fresh, content, { mode: 0o600, flush: true });
  const { uid, gid } = statSync(file);
  if (process.getuid?.() === 0) chownSync(fresh, uid, gid);
  renameSync(fresh, file);
  forceFolder(file);
}

function forceFolder(file: string): void {
  const folder = openSync(dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
}
