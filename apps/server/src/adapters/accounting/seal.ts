import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeKeyFile } from '../key-file.ts';

/** Makes a secret unreadable for whoever has the database and not the server's own key (AES-256-GCM; the key is named by its hash). */
export type Seal = { close(text: string): string /** Null: another key, or not as it was sealed. */; open(sealed: string): string | null };

const nameOf = (key: Buffer) => createHash('sha256').update(key).digest('hex').slice(0, 8);
const BYTES = 32;

/** The first key seals; the others still open what they have sealed. */
export function createSeal(keys: readonly Buffer[]): Seal {
  return {
    close(text) {
      const [key, iv] = [keys[0]!, randomBytes(12)];
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return [nameOf(key), ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join('.');
    },
    open(text) {
      const [name, ...parts] = text.split('.');
      const key = keys.find((one) => nameOf(one) === name);
      if (!key) return null;
      const [iv, tag, sealed] = parts.map((part) => Buffer.from(part, 'base64url'));
      try {
        // Sealed texts also come back from browsers: a shorter tag would be easier to guess.
        const decipher = createDecipheriv('aes-256-gcm', key, iv!, { authTagLength: 16 });
        decipher.setAuthTag(tag!);
        return Buffer.concat([decipher.update(sealed!), decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}

/**
 * The keys of this server: a line each in `secrets.key` beside the data, which is no part of the database. A new one put first is used from
 * the next start on.
 */
export function loadSealKeys(dataDir: string): Buffer[] {
  const file = join(dataDir, 'secrets.key');
  makeKeyFile(file, () => `${randomBytes(BYTES).toString('base64')}\n`);
  chmodSync(file, 0o600);
  const keys = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => Buffer.from(line.trim(), 'base64'));
  if (keys.length === 0 || keys.some((key) => key.length !== BYTES))
    throw new Error(`${file} must hold keys of 32 bytes in base64, one on each line.`);
  return keys;
}
