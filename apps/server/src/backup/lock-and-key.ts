import type { Readable } from 'node:stream';
import { Readable as NodeReadable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { StartProblem } from '../postgres/start-problem.ts';

/**
 * Backups are encrypted for a public key: the server that writes them cannot read them. Who restores brings the secret half.
 * Both are those of the age format, so that any tool for it can open a backup by hand.
 */
export type LockAndKey = {
  encrypt: ((plain: Readable) => Promise<Readable>) | null;
  decrypt: ((sealed: Readable) => Promise<Readable>) | null;
};

const asWeb = (stream: Readable) => NodeReadable.toWeb(stream) as globalThis.ReadableStream<Uint8Array>;
const asNode = (stream: globalThis.ReadableStream<Uint8Array>) => NodeReadable.fromWeb(stream as ReadableStream);

export function createLockAndKey(recipient: string | null, identity: string | null): LockAndKey {
  const encrypter = new Encrypter();
  if (recipient) encrypter.addRecipient(recipient);
  const decrypter = new Decrypter();
  if (identity) decrypter.addIdentity(identity);
  return {
    encrypt: recipient ? async (plain) => asNode(await encrypter.encrypt(asWeb(plain))) : null,
    decrypt: identity ? async (sealed) => asNode(await decrypter.decrypt(asWeb(sealed)).catch(sayOfKey)) : null,
  };
}

/** No key was given, or one of another backup. Nothing is known about the backup itself then. */
export class KeyProblem extends StartProblem {}

/** Tries the key on a small encrypted part, before anything is written. */
export async function expectKey({ decrypt }: LockAndKey, what: string, openSmallPart: () => Readable): Promise<void> {
  if (!decrypt) throw new KeyProblem(`${what} is encrypted: give the file with its secret key, --key FILE.`);
  (await decrypt(openSmallPart())).destroy();
}

function sayOfKey(error: Error): never {
  if (!/no identity matched/.test(error.message)) throw error;
  throw new KeyProblem('The secret key is not the one this was encrypted for. Give the file whose public half was BACKUP_RECIPIENT then.');
}

export function isRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text);
    return true;
  } catch {
    return false;
  }
}

/** `AGE-SECRET-KEY-…` out of a key file, whose other lines are remarks. */
export function readIdentity(text: string): string | null {
  return /^AGE-SECRET-KEY-1[0-9A-Z]+$/m.exec(text)?.[0] ?? null;
}

export async function makeKeyPair(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}
