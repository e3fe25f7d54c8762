import { createHash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { S3Access } from '../adapters/files/bucket.ts';
import { BACKUP_NAME, Drill, Manifest } from './manifest.ts';
import { openShelf } from './shelf.ts';

/**
 * Where the backups are kept, a folder or a bucket:
 *   2026-11-18T01-20-00Z/… a file for each table, and manifest.json, which is written last: without it the backup is not whole,
 *   base/… and wal/…      what leads to any minute of the last days,
 *   files/ab/abcd…        the bytes of uploaded files, each once for all backups, `.age` behind the name when encrypted.
 */
export type Place = ReturnType<typeof openPlace>;

/** `s3`: how buckets are reached, where the place may be one. */
export function openPlace(folder: string, s3: S3Access | null = null) {
  const shelf = openShelf(folder, s3);
  const poolName = (sha256: string, isEncrypted: boolean) => `files/${sha256.slice(0, 2)}/${sha256}${isEncrypted ? '.age' : ''}`;
  const writeJson = (name: string, content: unknown) => shelf.write(name, Readable.from([Buffer.from(JSON.stringify(content, null, 1))]));

  /** Every backup that was begun, and the names of what is in it. Their names begin with the year. */
  async function listBegun(): Promise<Map<string, string[]>> {
    const begun = new Map<string, string[]>();
    for await (const { name } of shelf.list('2')) {
      const [backup = ''] = name.split('/');
      const known = BACKUP_NAME.test(backup.replace(/\.part$/, '')) ? (begun.get(backup) ?? []) : null;
      if (known) begun.set(backup, [...known, name]);
    }
    return begun;
  }
  const isWhole = (name: string, parts: readonly string[]) => BACKUP_NAME.test(name) && parts.includes(`${name}/manifest.json`);
  async function names(): Promise<string[]> {
    return [...(await listBegun())].flatMap(([name, parts]) => (isWhole(name, parts) ? [name] : [])).sort();
  }
  async function readManifest(name: string): Promise<Manifest> {
    return Manifest.parse(JSON.parse(await text(shelf.read(`${name}/manifest.json`))));
  }
  /** The manifest goes first, so that what is half gone is no backup any more. */
  async function removeParts(name: string, parts: readonly string[]): Promise<void> {
    const last = `${name}/manifest.json`;
    for (const part of [...parts].sort((a, b) => Number(b === last) - Number(a === last))) await shelf.remove(part);
  }

  return {
    folder,
    shelf,
    names,
    readManifest,
    /** What the last trial has shown; null before there was one. */
    async readDrill(name: string): Promise<Drill | null> {
      if (!(await shelf.has(`${name}/drill.json`))) return null;
      return Drill.parse(JSON.parse(await text(shelf.read(`${name}/drill.json`))));
    },
    openPart: (name: string, file: string) => shelf.read(`${name}/${file}`),
    openFile: (sha256: string, isEncrypted: boolean) => shelf.read(poolName(sha256, isEncrypted)),
    hasFile: (sha256: string, isEncrypted: boolean) => shelf.has(poolName(sha256, isEncrypted)),
    /** What a backup that was cut off has left is removed first. */
    async begin(): Promise<void> {
      for (const [name, parts] of await listBegun()) if (!isWhole(name, parts)) await removeParts(name, parts);
    },
    async writePart(name: string, file: string, bytes: Readable): Promise<{ bytes: number; sha256: string }> {
      const meter = createMeter();
      bytes.on('error', (error) => meter.stream.destroy(error));
      await shelf.write(`${name}/${file}`, bytes.pipe(meter.stream));
      return meter.result();
    },
    keepFile: (sha256: string, isEncrypted: boolean, bytes: Readable) => shelf.write(poolName(sha256, isEncrypted), bytes),
    /** With its manifest the backup is there. */
    finish: (name: string, manifest: Manifest) => writeJson(`${name}/manifest.json`, manifest),
    async abandon(name: string): Promise<void> {
      await removeParts(name, (await listBegun()).get(name) ?? []);
    },
    noteDrill: (name: string, drill: Drill) => writeJson(`${name}/drill.json`, drill),
    /** Removes these backups and then the files that no backup names any more, unless they came since. Answers how many files went. */
    async remove(gone: readonly string[], keptSince = Number.POSITIVE_INFINITY): Promise<number> {
      if (gone.length === 0) return 0;
      const begun = await listBegun();
      for (const name of gone) await removeParts(name, begun.get(name) ?? []);
      const wanted = new Set<string>();
      for (const name of await names()) {
        const { files, is_encrypted } = await readManifest(name);
        for (const { sha256 } of files) wanted.add(poolName(sha256, is_encrypted));
      }
      let removed = 0;
      for await (const { name, stored_at } of shelf.list('files/')) {
        if (wanted.has(name) || stored_at >= keptSince) continue;
        await shelf.remove(name);
        removed += 1;
      }
      return removed;
    },
    freeBytes: () => shelf.freeBytes(),
  };
}

/** Passes bytes on and knows afterwards how many there were and their hash. */
export function createMeter() {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  // Whoever reads it is told of an error; where writing has failed before, nobody reads any more, and an error that comes then must not end the process.
  stream.on('error', () => {});
  return { stream, result: () => ({ bytes, sha256: hash.digest('hex') }) };
}
