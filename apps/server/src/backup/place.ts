import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BACKUP_NAME, Drill, Manifest } from './manifest.ts';

/**
 * The folder that keeps the backups:
 *   2026-11-18T01-20-00Z/manifest.json and a file for each table,
 *   files/ab/abcd…        the bytes of uploaded files, each once for all backups, `.age` behind the name when encrypted.
 * A backup that is being written stands in a folder with `.part` behind its name.
 */
export type Place = ReturnType<typeof openPlace>;

const PART = '.part';

export function openPlace(folder: string) {
  const poolPath = (sha256: string, isEncrypted: boolean) =>
    join(folder, 'files', sha256.slice(0, 2), sha256 + (isEncrypted ? '.age' : ''));

  async function names(): Promise<string[]> {
    const found = await readdir(folder).catch(() => [] as string[]);
    return found.filter((name) => BACKUP_NAME.test(name)).sort();
  }
  async function readManifest(name: string): Promise<Manifest> {
    return Manifest.parse(JSON.parse(await readFile(join(folder, name, 'manifest.json'), 'utf8')));
  }
  return {
    folder,
    names,
    readManifest,
    /** What the last trial has shown; null before there was one. */
    async readDrill(name: string): Promise<Drill | null> {
      const told = await readFile(join(folder, name, 'drill.json'), 'utf8').catch(() => null);
      return told ? Drill.parse(JSON.parse(told)) : null;
    },
    openPart: (name: string, file: string) => createReadStream(join(folder, name, file)),
    openFile: (sha256: string, isEncrypted: boolean) => createReadStream(poolPath(sha256, isEncrypted)),
    hasFile: (sha256: string, isEncrypted: boolean) => existsSync(poolPath(sha256, isEncrypted)),
    /** What a backup that was cut off has left is removed first. */
    async begin(name: string): Promise<void> {
      await mkdir(join(folder, 'files'), { recursive: true, mode: 0o700 });
      for (const left of await readdir(folder)) if (left.endsWith(PART)) await rm(join(folder, left), { recursive: true });
      await mkdir(join(folder, name + PART), { mode: 0o700 });
    },
    writePart: (name: string, file: string, bytes: Readable) => writeDurably(join(folder, name + PART, file), bytes),
    async keepFile(sha256: string, isEncrypted: boolean, bytes: Readable): Promise<void> {
      const path = poolPath(sha256, isEncrypted);
      await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
      await writeDurably(`${path}${PART}`, bytes);
      await rename(`${path}${PART}`, path);
    },
    /** The manifest is written, and with the new name of the folder the backup is there. */
    async finish(name: string, manifest: Manifest): Promise<void> {
      const part = join(folder, name + PART);
      await writeFile(join(part, 'manifest.json'), JSON.stringify(manifest, null, 1), { mode: 0o600, flush: true });
      await rename(part, join(folder, name));
      await flushFolder(folder);
    },
    abandon: (name: string) => rm(join(folder, name + PART), { recursive: true, force: true }),
    noteDrill: (name: string, drill: Drill) =>
      writeFile(join(folder, name, 'drill.json'), JSON.stringify(drill), { mode: 0o600, flush: true }),
    /** Removes these backups and then the files that no backup names any more. Answers how many files went. */
    async remove(gone: readonly string[]): Promise<number> {
      for (const name of gone) await rm(join(folder, name), { recursive: true });
      if (gone.length === 0) return 0;
      const wanted = new Set<string>();
      for (const name of await names()) {
        const { files, is_encrypted } = await readManifest(name);
        for (const { sha256 } of files) wanted.add(poolPath(sha256, is_encrypted));
      }
      const held = await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true });
      const unwanted = held.filter((entry) => entry.isFile() && !wanted.has(join(entry.parentPath, entry.name)));
      for (const entry of unwanted) await rm(join(entry.parentPath, entry.name));
      return unwanted.length;
    },
    async freeBytes(): Promise<number | null> {
      const found = await statfs(folder).catch(() => null);
      return found && found.bavail * found.bsize;
    },
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
  return { stream, result: () => ({ bytes, sha256: hash.digest('hex') }) };
}

async function writeDurably(path: string, bytes: Readable): Promise<{ bytes: number; sha256: string }> {
  const meter = createMeter();
  await pipeline(bytes, meter.stream, createWriteStream(path, { mode: 0o600, flush: true }));
  return meter.result();
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
