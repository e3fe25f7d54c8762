import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { askBounded, startBounded } from '../bounded-process.ts';

type Thumbnail = { picture: Buffer; width: number; height: number };
/** WebP for screens; JPEG for documents, which know no WebP. */
export type ThumbnailFormat = 'webp' | 'jpeg';

/** Makes small pictures of large ones. Answers null for what cannot be read as one; fails when reading it went beyond all bounds. */
export type Thumbnailer = { make(bytes: Buffer, format?: ThumbnailFormat): Promise<Thumbnail | null>; stop(): void };

type Limits = { seconds: number; memoryMb: number; idleSeconds: number };

const LIMITS: Limits = { seconds: 20, memoryMb: 1500, idleSeconds: 30 };
const TOO_MUCH = 'The picture took too long or too much memory to read.';
const PROCESS = fileURLToPath(new URL('./thumbnail-process.ts', import.meta.url));

/**
 * Pictures come from strangers and are read by large libraries, so they are read in a process of its own: one picture at a time, ended
 * when it takes too long or asks for too much memory, and its death is only that picture's misfortune. It stays for the next
 * picture and goes when there has been none for a while.
 */
export function createThumbnailer(limits: Partial<Limits> = {}): Thumbnailer {
  const { seconds, memoryMb, idleSeconds } = { ...LIMITS, ...limits };
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  function start(): ChildProcess {
    const started = startBounded('thumbnails', PROCESS, memoryMb);
    started.once('exit', () => {
      if (child === started) child = null;
    });
    return started;
  }

  function end(): void {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = null;
  }

  async function makeOne(bytes: Buffer, format: ThumbnailFormat): Promise<Thumbnail | null> {
    clearTimeout(idle);
    child ??= start();
    const made = await askBounded(child, { bytes, format }, seconds, TOO_MUCH).catch((error) => {
      end();
      throw error;
    });
    idle = setTimeout(end, idleSeconds * 1000);
    idle.unref();
    return made as Thumbnail | null;
  }

  return {
    make(bytes, format = 'webp') {
      const mine = turn.then(() => makeOne(bytes, format));
      turn = mine.catch(() => {});
      return mine;
    },
    stop: end,
  };
}
