import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readZip } from '../../files/zip-reader.ts';
import { packZip } from '../../files/zip-writer.ts';
import { loadSigner } from '../signer.ts';
import { about, source_files, store, stored, syntheticRun } from './export-fixture.ts';
import { makeAllExports, sealPackage } from './package.ts';
import { verifyPackage } from './verify-package.ts';

const folder = mkdtempSync(join(tmpdir(), 'dmse-package-'));
const other = mkdtempSync(join(tmpdir(), 'dmse-package-'));
afterAll(() => {
  for (const one of [folder, other]) rmSync(one, { recursive: true });
});

const signer = loadSigner(folder);
type Part = { name: string; bytes: Buffer };
let parts: Part[] = [];
let zip: Buffer;
beforeAll(async () => {
  // Two files of one name, and one that would like to lie elsewhere.
  const sources = [
    ...source_files,
    store('raw_file', '25001AT251014.rw5', Buffer.from('again')),
    store('loc_file', '../../etc/x', Buffer.from('x')),
  ];
  const made = await makeAllExports(syntheticRun(), { ...about, signing_key: signer.fingerprint });
  zip = await buffer(sealPackage(made, sources, openStored, about, signer).content);
  parts = readZip(zip, { entries: 100, bytes: 1e8, ratio: 1e4 }).map((entry) => ({ name: entry.name, bytes: entry.read() }));
});
const openStored = (sha256: string) => [stored.get(sha256)!];
const verify = async (changed: readonly Part[], key: string | null = null) => verifyPackage(await packZip(changed), key);
const change = (name: string, edit: (bytes: Buffer) => Buffer) =>
  parts.map((part) => (part.name === name ? { name, bytes: edit(part.bytes) } : part));

describe('the signed package', () => {
  it('holds every format, the raw files as they came, and a manifest of all of them', () => {
    const names = parts.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'manifest.json',
        'manifest.sig',
        'signing-key.pub.pem',
        'README.txt',
        'exports/decisions.json',
        'exports/25001-Run-1.report.pdf',
        'exports/25001-Run-1.gpkg',
        'raw/raw_file/25001AT251014.rw5',
        'raw/raw_file/25001AT251014-2.rw5',
      ]),
    );
    expect(names.filter((name) => name.split('/').includes('..'))).toEqual([]);
    const manifest = JSON.parse(parts[0]!.bytes.toString());
    expect(manifest).toMatchObject({
      format: 'dmse-survey-package',
      format_version: 1,
      run: 'Run 1',
      attempt: 1,
      processed_by: 'Pia',
      software: 'DMSE 0.1.0',
      signing_key: signer.fingerprint,
      settings: { frame: { name: 'NAD83' } },
    });
    expect(manifest.files.map(({ path }: { path: string }) => path)).toEqual(names.slice(3));
    const raw = parts.find(({ name }) => name === 'raw/raw_file/25001AT251014.rw5')!;
    expect(raw.bytes.equals(stored.get(source_files[0]!.sha256)!)).toBe(true);
    expect(parts.find(({ name }) => name === 'exports/25001-Run-1.report.pdf')!.bytes.length).toBeGreaterThan(10_000);
  });

  it('is sound as it was made, with the expected key however it is typed', () => {
    expect(verifyPackage(zip, null)).toMatchObject({ is_sound: true });
    const typed = signer.fingerprint.toUpperCase().replaceAll(/(....)/g, '$1 ');
    const { is_sound, sentences } = verifyPackage(zip, typed);
    expect(is_sound).toBe(true);
    expect(sentences).toEqual([
      'The manifest says: job 25001, Run 1, attempt 1, by Pia on 2025-10-20T12:00:00.000Z, with DMSE 0.1.0.',
      `The manifest is signed by the key with the fingerprint ${signer.fingerprint}.`,
      'That is the key you expect.',
      expect.stringMatching(/^(\d+) of \1 files have the bytes that the manifest lists\.$/),
      'The package is as it was signed.',
    ]);
  });

  it('raw files go through it in pieces: however large they are, less than a megabyte of them is held', async () => {
    const PIECE = 64 * 1024;
    const noise = randomBytes(PIECE);
    async function most(megabytes: number): Promise<number> {
      let [given, taken, held] = [0, 0, 0];
      const open = function* () {
        for (; given < megabytes * 1024 * 1024; given += PIECE) yield noise;
      };
      const large = { part: 'raw_file', name: 'large.rw5', sha256: '0'.repeat(64), bytes: megabytes * 1024 * 1024 } as const;
      // Noise cannot be packed: what has gone in and not come out is held.
      for await (const piece of sealPackage([], [large], open, about, signer).content) {
        taken += piece.length;
        held = Math.max(held, given - taken);
      }
      expect(taken).toBeGreaterThan(large.bytes);
      return held;
    }
    expect(Math.max(await most(2), await most(24))).toBeLessThan(1024 * 1024);
  });

  it('OpenSSL agrees', () => {
    for (const name of ['manifest.json', 'manifest.sig', 'signing-key.pub.pem'])
      writeFileSync(join(folder, name), parts.find((part) => part.name === name)!.bytes);
    const asked = [
      'pkeyutl',
      '-verify',
      '-pubin',
      '-inkey',
      'signing-key.pub.pem',
      '-rawin',
      '-in',
      'manifest.json',
      '-sigfile',
      'manifest.sig',
    ];
    expect(spawnSync('openssl', asked, { cwd: folder, encoding: 'utf8' }).stdout).toContain('Signature Verified Successfully');
  });

  it('a changed byte, a missing file, an added one and one that is there twice are each said', async () => {
    const name = 'exports/25001-Run-1.penzd.csv';
    const flipped = change(name, (bytes) => Buffer.from(bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte))));
    for (const [changed, sentence] of [
      [flipped, `${name} was changed: it is not the file that was signed.`],
      [parts.filter((part) => part.name !== name), `${name} is missing.`],
      [[...parts, { name: 'exports/extra.csv', bytes: Buffer.from('x') }], 'exports/extra.csv was added: the manifest does not list it.'],
      [[...parts, { name, bytes: Buffer.from('x') }], `${name} is in the archive more than once.`],
      [parts.filter((part) => part.name !== 'manifest.sig'), 'manifest.sig is missing.'],
    ] as const) {
      const { is_sound, sentences } = await verify(changed);
      expect([is_sound, sentences]).toEqual([false, expect.arrayContaining([sentence])]);
    }
    const damaged = Buffer.from(zip);
    damaged[damaged.length >> 1]! ^= 1;
    expect(verifyPackage(damaged, null).is_sound).toBe(false);
    expect(verifyPackage(Buffer.from('no zip'), null)).toMatchObject({ is_sound: false });
  });

  it('a manifest that was changed with its file, or signed by somebody else, is no longer the firm’s', async () => {
    const edited = change('manifest.json', (bytes) => Buffer.from(bytes.toString().replace('"Pia"', '"Eve"')));
    expect((await verify(edited)).sentences).toContain('The signature does not belong to this manifest and key: one of them was changed.');
    const eve = loadSigner(other);
    const again = await buffer(sealPackage([], [], openStored, { ...about, processed_by: 'Eve' }, eve).content);
    expect(verifyPackage(again, null).is_sound).toBe(true);
    const { is_sound, sentences } = verifyPackage(again, signer.fingerprint);
    expect([is_sound, sentences]).toEqual([false, expect.arrayContaining([expect.stringContaining('somebody else signed this package')])]);
    const borrowed = change('signing-key.pub.pem', () => Buffer.from(eve.public_pem));
    expect((await verify(borrowed, signer.fingerprint)).is_sound).toBe(false);
  });
});

describe('the signing key', () => {
  it('is made once, for its owner alone, and is the same at the next start', () => {
    expect(loadSigner(folder).fingerprint).toBe(signer.fingerprint);
    expect(statSync(join(folder, 'signing.key')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, 'signing.key'), 'utf8')).toContain('BEGIN PRIVATE KEY');
    expect(signer.public_pem).not.toContain('PRIVATE');
    writeFileSync(join(other, 'signing.key'), 'nonsense');
    expect(() => loadSigner(other)).toThrow('must hold an Ed25519 private key');
  });
});
