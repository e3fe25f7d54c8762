import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export type Thumbnail = { picture: Buffer; width: number; height: number };

/** Makes small pictures of large ones. Answers null for what cannot be read as one; fails when reading it went beyond all bounds. */
export type Thumbnailer = { make(bytes: Buffer): Promise<Thumbnail | null>; stop(): void };

type Limits = { seconds: number; memoryMb: number; idleSeconds: number };

const LIMITS: Limits = { seconds: 20, memoryMb: 1500, idleSeconds: 30 };
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
    const started = spawn(
      'sh',
      ['-c', 'ulimit -d "$1" && shift && exec "$@"', 'thumbnails', String(memoryMb * 1024), process.execPath, PROCESS],
      {
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        serialization: 'advanced',
        // Nothing of our own environment is needed to read a picture.
        env: { PATH: process.env.PATH ?? '' },
      },
    );
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

  async function makeOne(bytes: Buffer): Promise<Thumbnail | null> {
    clearTimeout(idle);
    child ??= start();
    const made = await ask(child, bytes, seconds).catch((error) => {
      end();
      throw error;
    });
    idle = setTimeout(end, idleSeconds * 1000);
    idle.unref();
    return made;
  }

  return {
    make(bytes) {
      const mine = turn.then(() => makeOne(bytes));
      turn = mine.catch(() => {});
      return mine;
    },
    stop: end,
  };
}

/** One question, one answer; fails when the process dies of it or does not come back in time. */
function ask(child: ChildProcess, bytes: Buffer, seconds: number): Promise<Thumbnail | null> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer);
      child.off('message', onMessage);
      child.off('exit', onLoss);
      child.off('error', onLoss);
      act();
    };
    const onMessage = (message: unknown) => settle(() => resolve(message as Thumbnail | null));
    const onLoss = () => settle(() => reject(new Error('The picture took too long or too much memory to read.')));
    const timer = setTimeout(onLoss, seconds * 1000);
    child.on('message', onMessage);
    child.once('exit', onLoss);
    child.once('error', onLoss);
    child.send(bytes, (error) => error && onLoss());
  });
}
