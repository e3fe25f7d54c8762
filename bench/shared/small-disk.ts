import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MB = 1024 * 1024;

/** A disk of a chosen size that can be filled to the last byte and grown again. */
export type SmallDisk = {
  folder: string;
  freeMb(): number;
  fill(leaveKb: number): void;
  release(): void;
  resize(freeMb: number): void;
  remove(): void;
};

/** Answers null where mounting is not permitted. */
export function mountSmallDisk(sizeMb: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'dmse-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m,mode=755`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  const filler = join(folder, 'filler');
  const free = () => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  };
  return {
    folder,
    freeMb: () => free() / MB,
    fill: (leaveKb) => writeFileSync(filler, Buffer.alloc(Math.max(0, free() - leaveKb * 1024), 1)),
    release: () => rmSync(filler, { force: true }),
    resize(freeMb) {
      const { blocks, bsize } = statfsSync(folder);
      const used = blocks * bsize - free();
      execFileSync('mount', ['-o', `remount,size=${Math.ceil(used / MB + freeMb)}m`, folder]);
    },
    remove() {
      execFileSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true });
    },
  };
}
