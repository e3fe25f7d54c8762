import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readTls } from './read-tls.ts';

/** Of a key that nobody has any more. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBfDCCASOgAwIBAgIUduqBVVaubauPdWjZ6rmxXj3+UwcwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MB4XDTI2MTExNjAyMzczMVoXDTI2MTExODAy
MzczMVowFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0D
AQcDQgAEcS1Zsw2tLss+rQFWAHIKQ4PLCz1pUbPXjNXCdW3qaLv51pbK0zVXSXzW
zaTavPQJQWVuR0M112/PyOGwzO185aNTMFEwHQYDVR0OBBYEFOmYHu0kB24cK6G9
JCNq88o91IkbMB8GA1UdIwQYMBaAFOmYHu0kB24cK6G9JCNq88o91IkbMA8GA1Ud
EwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDRwAwRAIgHCUwJEStWH3D/G/Nq1AbCOOo
uvfQbhCvaO+Zxl+Fl8ACIDQsALGi6m9ZaUjN9pt3kjnGvMrzDsYtGB0w5hDTae0z
-----END CERTIFICATE-----`;

const folder = mkdtempSync(join(tmpdir(), 'dmse-tls-'));
const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
afterAll(() => rmSync(folder, { recursive: true }));

test('a certificate and a key that will not do are one sentence each', () => {
  expect(readTls(null)).toBeNull();
  expect(() => readTls({ cert, key })).toThrow(/^TLS_CERT cannot be read: ENOENT/);
  writeFileSync(cert, 'garbage');
  writeFileSync(key, 'garbage');
  expect(() => readTls({ cert, key })).toThrow(/^TLS_CERT \(.*cert\.pem\) is not a certificate in PEM form\.$/);
  writeFileSync(cert, CERTIFICATE);
  expect(() => readTls({ cert, key })).toThrow(/^TLS_KEY \(.*key\.pem\) is not a private key in PEM form/);
  writeFileSync(key, generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }));
  expect(() => readTls({ cert, key })).toThrow(/^TLS_CERT and TLS_KEY do not belong together/);
});
