import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { Config } from '../config.ts';
import { StartProblem } from '../postgres/start-problem.ts';

/** The certificate and its key, from the files that were named; tried together before anything is opened. */
export function readTls(tls: Config['tls']): Config['tls'] {
  if (!tls) return null;
  const [cert, key] = [readPem('TLS_CERT', tls.cert), readPem('TLS_KEY', tls.key)];
  check({ cert }, `TLS_CERT (${tls.cert}) is not a certificate in PEM form`);
  check({ key }, `TLS_KEY (${tls.key}) is not a private key in PEM form, or it is locked with a passphrase`);
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)))
    throw new StartProblem('TLS_CERT and TLS_KEY do not belong together: the key is not the one of this certificate.');
  return { cert, key };
}

function readPem(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new StartProblem(`${name} cannot be read: ${(error as Error).message}.`);
  }
}

function check(parts: { cert?: string; key?: string }, sentence: string): void {
  try {
    createSecureContext(parts);
  } catch (error) {
    throw new StartProblem(`${sentence}.`, { cause: error });
  }
}
