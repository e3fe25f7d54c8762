import { createWriteStream, existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const LARGE = 20 * 1024 * 1024;

/** Where the log goes: a file beside the data, set aside when it has grown large, or the terminal. */
export function openLog(file: string | null): NodeJS.WritableStream {
  if (!file) return process.stdout;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (existsSync(file) && statSync(file).size > LARGE) renameSync(file, `${file}.1`);
  const stream = createWriteStream(file, { flags: 'a', mode: 0o600 });
  // A disk that is full must not end the server because of its log.
  stream.on('error', () => {});
  return stream;
}
