import { checkFile } from './check-file.ts';
import type { FileStore } from './file-store.ts';
import { forEachOf } from './for-each-of.ts';

type MoveParts = { from: FileStore; to: FileStore; stop?: AbortSignal; tell?: (moved: number) => void };
export type Moved = { moved: number; problems: string[]; isComplete: boolean };

/** A few at once: the product is serving people meanwhile. */
const AT_ONCE = 4;

/**
 * Moves every file to another store while the product uses both. A file is read, its hash compared, written, read back and compared again,
 * and only then taken away from where it was; one that is damaged stays, and is told. Stopped or killed at any moment, a second run does the rest.
 */
export async function moveFiles({ from, to, stop, tell = () => {} }: MoveParts): Promise<Moved> {
  const problems: string[] = [];
  let moved = 0;
  await forEachOf(untilStopped(), move, AT_ONCE);
  return { moved, problems, isComplete: !stop?.aborted };

  async function* untilStopped() {
    for await (const { sha256 } of from.list()) {
      if (stop?.aborted) return;
      yield sha256;
    }
  }

  async function move(sha256: string): Promise<void> {
    const isThere = (await to.size(sha256)) !== null && (await checkFile(to, sha256)) === 'sound';
    if (!isThere) {
      const bytes = await from.size(sha256);
      // Swept in the meantime.
      if (bytes === null) return;
      const staged = await to.stage(from.open(sha256), bytes);
      if (staged.sha256 !== sha256) {
        await staged.drop();
        problems.push(`File ${sha256} is damaged: it has other bytes than were put there. It stays where it is.`);
        return;
      }
      await staged.keep();
      if ((await checkFile(to, sha256)) !== 'sound')
        throw new Error(`File ${sha256} does not come back as it was written. Nothing more was moved.`);
    }
    // Nobody stores in the old place any more, so it is as old as it will ever be.
    await from.remove(sha256, Number.MAX_SAFE_INTEGER);
    moved += 1;
    tell(moved);
  }
}
