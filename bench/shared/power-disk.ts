import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listProcessesIn, signal } from '../../apps/server/src/postgres/processes.ts';
import { atEnd } from './at-end.ts';

/** A disk of its own (an ext4 image on a loop device) whose power can be cut: what had not been forced to it by then is gone. */
export type PowerDisk = {
  /** For the product; a PostgreSQL that is left there is ended with the disk. */
  dataDir: string;
  /** From this instant nothing reaches the disk, and whoever still runs on it gets only errors. */
  cut(): void;
  /** As when the machine is switched on again: the journal is replayed. Nobody may be at work in the folder any more. */
  replug(): void;
  remove(): void;
};

/** EXT4_IOC_SHUTDOWN with "do not flush the log". Perl belongs to every Debian; a compiler does not. */
const CUT = 'open(my $f, "<", $ARGV[0]) or die $!; ioctl($f, 0x8004587d, my $how = pack("L", 2)) or die $!;';

/** Answers null where there is no root, no loop device, or a kernel that cannot cut. */
export function mountPowerDisk(sizeMb: number): PowerDisk | null {
  const home = mkdtempSync(join(tmpdir(), 'dmse-power-'));
  const [image, folder, dataDir] = [join(home, 'image'), join(home, 'disk'), join(home, 'disk', 'data')];
  const run = (program: string, ...words: string[]) => void execFileSync(program, words, { stdio: 'pipe' });
  // The loop device goes with the last user of the mount, so that no way out of here leaves one behind.
  const mount = () => run('mount', '-o', 'loop', image, folder);
  const disk: PowerDisk = {
    dataDir,
    cut: () => run('perl', '-e', CUT, folder),
    replug() {
      run('umount', folder);
      mount();
    },
    remove() {
      for (const left of listProcessesIn(join(dataDir, 'pg'))) signal(left, 'SIGKILL');
      try {
        run('umount', '-l', folder);
      } catch {}
      rmSync(home, { recursive: true, force: true });
    },
  };
  try {
    mkdirSync(folder);
    writeFileSync(image, '');
    truncateSync(image, sizeMb * 1024 * 1024);
    run('mkfs.ext4', '-q', '-F', image);
    mount();
    disk.cut();
    disk.replug();
  } catch {
    disk.remove();
    return null;
  }
  atEnd(() => disk.remove());
  return disk;
}
