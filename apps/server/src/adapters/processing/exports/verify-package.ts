import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { readZip, type ZipEntry, ZipRefusal } from '../../files/zip-reader.ts';
import { fingerprintOf } from '../signer.ts';
import { sha256 } from './make-export.ts';
import { type Manifest, PACKAGE_FORMAT, PACKAGE_VERSION, SEAL_FILES } from './package.ts';

/** What was found, in sentences; sound when nothing speaks against it. */
export type Verdict = { is_sound: boolean; sentences: readonly string[] };

/** Somebody checks a file of their own on their own machine. */
const LIMITS = { entries: 60_000, bytes: 8_000_000_000, ratio: 100_000 };

/** Checks a package against its own list, the list against its signature, and the key against the fingerprint that is expected. */
export function verifyPackage(zip: Buffer, expected_key: string | null): Verdict {
  const faults: string[] = [];
  const facts: string[] = [];
  try {
    const entries = readZip(zip, LIMITS);
    const { manifest, sentences } = checkSeal(entries, expected_key, faults);
    facts.push(...sentences);
    if (manifest) facts.push(...checkFiles(entries, manifest, faults));
  } catch (error) {
    if (!(error instanceof ZipRefusal)) throw error;
    faults.push(error.message);
  }
  const verdict = faults.length === 0 ? 'The package is as it was signed.' : 'Do not rely on this package.';
  return { is_sound: faults.length === 0, sentences: [...facts, ...faults, verdict] };
}

function readOne(entries: readonly ZipEntry[], name: string, faults: string[]): Buffer | null {
  const found = entries.filter((entry) => entry.name === name);
  if (found.length === 1) return found[0]!.read();
  faults.push(found.length === 0 ? `${name} is missing.` : `${name} is in the archive more than once.`);
  return null;
}

function checkSeal(entries: readonly ZipEntry[], expected_key: string | null, faults: string[]) {
  const read = (name: string) => readOne(entries, name, faults);
  const [list, signature, pem] = [read(SEAL_FILES.manifest), read(SEAL_FILES.signature), read(SEAL_FILES.key)];
  const manifest = list && parseManifest(list, faults);
  const key = pem && readKey(pem, faults);
  const sentences: string[] = [];
  if (manifest) {
    const { job, run, attempt, processed_by, processed_at, software } = manifest;
    sentences.push(`The manifest says: job ${job}, ${run}, attempt ${attempt}, by ${processed_by} on ${processed_at}, with ${software}.`);
  }
  if (!list || !signature || !key) return { manifest, sentences };
  const fingerprint = fingerprintOf(key);
  if (!verify(null, list, key, signature)) faults.push('The signature does not belong to this manifest and key: one of them was changed.');
  else sentences.push(`The manifest is signed by the key with the fingerprint ${fingerprint}.`);
  if (manifest && manifest.signing_key !== fingerprint) faults.push('The manifest names another key than the one beside it.');
  if (expected_key === null)
    sentences.push('That key came with the package itself. Compare its fingerprint with the one the firm gave you, or give it with --key.');
  else if (normalizeKey(expected_key) === fingerprint) sentences.push('That is the key you expect.');
  else faults.push(`That is not the key you expect (${normalizeKey(expected_key)}): somebody else signed this package.`);
  return { manifest, sentences };
}

const normalizeKey = (typed: string) => typed.replaceAll(/[\s:]/g, '').toLowerCase();

function parseManifest(list: Buffer, faults: string[]): Manifest | null {
  try {
    const manifest = JSON.parse(list.toString('utf8')) as Manifest;
    if (manifest.format !== PACKAGE_FORMAT || !Array.isArray(manifest.files)) throw new Error();
    if (manifest.format_version > PACKAGE_VERSION)
      faults.push(`This package is of format ${manifest.format_version}, newer than this program.`);
    return manifest;
  } catch {
    faults.push('manifest.json is not the list of a survey package.');
    return null;
  }
}

function readKey(pem: Buffer, faults: string[]): KeyObject | null {
  try {
    const key = createPublicKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Said below, like a key of another kind.
  }
  faults.push(`${SEAL_FILES.key} is not an Ed25519 public key.`);
  return null;
}

function checkFiles(entries: readonly ZipEntry[], { files }: Manifest, faults: string[]): string[] {
  const found = Map.groupBy(entries, ({ name }) => name);
  let unchanged = 0;
  for (const { path, bytes, sha256: hash } of files) {
    const [entry, second] = found.get(path) ?? [];
    if (!entry) faults.push(`${path} is missing.`);
    else if (second) faults.push(`${path} is in the archive more than once.`);
    else if (isSame(entry, bytes, hash)) unchanged += 1;
    else faults.push(`${path} was changed: it is not the file that was signed.`);
  }
  const listed = new Set([...files.map(({ path }) => path), ...Object.values(SEAL_FILES)]);
  for (const name of found.keys()) if (!listed.has(name)) faults.push(`${name} was added: the manifest does not list it.`);
  return [`${unchanged} of ${files.length} files have the bytes that the manifest lists.`];
}

function isSame(entry: ZipEntry, bytes: number, hash: string): boolean {
  try {
    const content = entry.read();
    return content.length === bytes && sha256(content) === hash;
  } catch (error) {
    if (error instanceof ZipRefusal) return false;
    throw error;
  }
}
