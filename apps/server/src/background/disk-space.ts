import type { FileStore } from '../adapters/files/file-store.ts';

const MB = 1024 * 1024;

/**
 * How much must stay free: files are refused first, so that what little is left serves the database. On a small disk a share of it
 * counts instead of the full amount.
 */
const KEEP_FREE = {
  uploads: { bytes: 256 * MB, share: 0.1 },
  writes: { bytes: 64 * MB, share: 0.03 },
};

type SpaceState = { uploads: boolean; writes: boolean };
type SpaceWatch = { state(): SpaceState; stop(): void };

export function checkSpace({ free, total }: { free: number; total: number }): SpaceState {
  const isEnough = ({ bytes, share }: { bytes: number; share: number }) => free >= Math.min(bytes, total * share);
  return { uploads: isEnough(KEEP_FREE.uploads), writes: isEnough(KEEP_FREE.writes) };
}

/** Looks at the disk every few seconds, so that asking costs nothing. */
export function createSpaceWatch(files: Pick<FileStore, 'space'>, everyMs = 3000): SpaceWatch {
  let state: SpaceState = { uploads: true, writes: true };
  const look = async () => {
    try {
      state = checkSpace(await files.space());
    } catch {
      // A store that cannot even tell its size takes no files; the database speaks for itself.
      state = { uploads: false, writes: true };
    }
  };
  void look();
  const timer = setInterval(look, everyMs);
  timer.unref();
  return { state: () => state, stop: () => clearInterval(timer) };
}
