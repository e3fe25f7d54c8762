import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeKeyFile } from '../key-file.ts';

/** The firm's signature under a package: Ed25519. Whoever has the public half can tell whether a package is as the firm made it. */
export type Signer = {
  /** SHA-256 of the public half, in hex: what the firm tells people to compare. */
  fingerprint: string;
  public_pem: string;
  sign(bytes: Uint8Array): Buffer;
};

/** Of the key as it is stored in DER, so that line breaks do not matter. */
export function fingerprintOf(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}

function newKey(): string | Buffer {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
}

/** The key in `signing.key` beside the data, which is no part of the database. */
export function loadSigner(dataDir: string): Signer {
  const file = join(dataDir, 'signing.key');
  makeKeyFile(file, newKey);
  chmodSync(file, 0o600);
  let key: KeyObject;
  try {
    key = createPrivateKey(readFileSync(file));
  } catch {
    throw new Error(`${file} must hold an Ed25519 private key in PEM.`);
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${file} must hold an Ed25519 private key in PEM.`);
  const shown = createPublicKey(key);
  return {
    fingerprint: fingerprintOf(shown),
    public_pem: String(shown.export({ type: 'spki', format: 'pem' })),
    sign: (bytes) => sign(null, bytes, key),
  };
}
