import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeKeyFile, replaceKeyFile } from '../key-file.ts';

/** `keys`: the first seals, the others open what they sealed. `next` seals nothing yet: it waits until every server has it. */
export type SealKeys = { keys: Buffer[]; next: Buffer | null };

const BYTES = 32;
const NEXT = ' next';

export const makeSealKey = () => randomBytes(BYTES);
export const sealKeyFile = (dataDir: string) => join(dataDir, 'secrets.key');

/** The keys of this server: a line each in `secrets.key` beside the data, which is no part of the database. The first start makes one. */
export function readSealKeys(dataDir: string): SealKeys {
  const file = sealKeyFile(dataDir);
  makeKeyFile(file, () => toText({ keys: [makeSealKey()], next: null }));
  chmodSync(file, 0o600);
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const read = (isNext: boolean) =>
    lines.filter((line) => line.endsWith(NEXT) === isNext).map((line) => Buffer.from(line.replace(NEXT, ''), 'base64'));
  const [keys, [next = null]] = [read(false), read(true)];
  if (keys.length === 0 || [...keys, ...(next ? [next] : [])].some((key) => key.length !== BYTES))
    throw new Error(`${file} must hold keys of ${BYTES} bytes in base64, one on each line.`);
  return { keys, next };
}

export const writeSealKeys = (dataDir: string, keys: SealKeys): void => replaceKeyFile(sealKeyFile(dataDir), toText(keys));

function toText({ keys, next }: SealKeys): string {
  const lines = keys.map((key) => key.toString('base64'));
  return [...lines, ...(next ? [`${next.toString('base64')}${NEXT}`] : []), ''].join('\n');
}

/**
 * The keys as they are now: a command may change them while the server runs. A file that cannot be read for a moment, or is half copied,
 * changes nothing.
 */
export function watchSealKeys(dataDir: string): () => readonly Buffer[] {
  let [known, seen] = [[] as Buffer[], ''];
  const look = () => {
    const stamp = stampOf(sealKeyFile(dataDir));
    if (stamp === seen) return;
    const { keys, next } = readSealKeys(dataDir);
    [known, seen] = [next ? [...keys, next] : keys, stamp];
  };
  readSealKeys(dataDir);
  look();
  return () => {
    try {
      look();
    } catch {
      // The keys that were read before are still good.
    }
    return known;
  };
}

function stampOf(file: string): string {
  const { ino, size, mtimeNs } = statSync(file, { bigint: true });
  return `${ino} ${size} ${mtimeNs}`;
}
