import { fileURLToPath } from 'node:url';
import type { ReadSoFar } from '@dmse/survey/run/read-files';
import { startBounded } from '../bounded-process.ts';
import type { FromProcess, HeldRun, Task, ToProcess } from './message.ts';
import { ProcessorRefusal, type RunInputs } from './question.ts';

export type Limits = {
  /** For one task; all formats and the report of a long run take longer. */
  seconds: number;
  exportSeconds: number;
  memoryMb: number;
  heapMb: number;
  /** How many shots one process holds, in all runs together. */
  shots: number;
  idleSeconds: number;
};

/** What a process may ask back while it does a task. */
export type Supply = {
  inputs: RunInputs | null;
  open(sha256: string): AsyncIterable<Uint8Array>;
  onProgress(progress: number): void;
  onRead(done: ReadSoFar): void;
};

export type Child = {
  perform(task: Task, supply: Supply): Promise<unknown>;
  held(): readonly HeldRun[];
  /** Ends it; whoever waits for its answer gets the sentence. */
  end(sentence: string): void;
  readonly pid: number | undefined;
};

const PROCESS = fileURLToPath(new URL('./processor-process.ts', import.meta.url));

/** The heap grows in small steps: a run of 50,000 shots takes 200 MB less that way, and a fifth more time. */
const SMALL_STEPS = ['--max-semi-space-size=8', '--heap-growing-percent=30'];

const TOO_MUCH = 'Working this run out takes too long or too much memory. Import fewer files at once, or tell IT.';
const DIED = 'The computation has stopped unexpectedly. Try again.';

/** The same inputs would end the same way: asking again soon is refused with the same words. */
export class TooMuch extends ProcessorRefusal {}

/** One process that works runs out. What was sent to it it may lose at any time. */
export function startChild({ seconds, exportSeconds, memoryMb, heapMb, shots }: Limits, onEnd: () => void): Child {
  const child = startBounded('processor', PROCESS, memoryMb, [`--max-old-space-size=${heapMb}`, ...SMALL_STEPS]);
  let held: readonly HeldRun[] = [];
  let waiting: { onMessage(message: FromProcess): void; onLoss(error: Error): void } | null = null;
  let is_over = false;
  /** From here on nothing more is given to it. */
  const leave = () => {
    if (is_over) return;
    is_over = true;
    held = [];
    onEnd();
  };
  const onExit = (signal: NodeJS.Signals | null) => {
    leave();
    // V8 aborts when its heap is full.
    waiting?.onLoss(signal === 'SIGABRT' ? new TooMuch(TOO_MUCH) : new ProcessorRefusal(DIED));
  };
  child.on('message', (message: FromProcess) => waiting?.onMessage(message));
  child.once('exit', (_code, signal) => onExit(signal));
  child.once('error', () => onExit(null));
  const send = (message: ToProcess) => child.send(message, () => {});
  /** Waits until it is taken; one that cannot be sent is noticed by the end of the process. */
  const sendAndWait = (message: ToProcess) => new Promise<void>((resolve) => child.send(message, () => resolve()));
  async function sendFiles(hashes: readonly string[], open: Supply['open']): Promise<void> {
    for (const sha256 of hashes) for await (const bytes of open(sha256)) if (!is_over) await sendAndWait({ kind: 'piece', sha256, bytes });
    send({ kind: 'all_sent' });
  }
  const end = (why: ProcessorRefusal) => {
    leave();
    child.kill('SIGKILL');
    waiting?.onLoss(why);
  };
  /** A process that only holds results does not keep the server from ending. */
  const hold = (isBusy: boolean) => {
    child[isBusy ? 'ref' : 'unref']();
    child.channel?.[isBusy ? 'ref' : 'unref']();
  };

  return {
    pid: child.pid,
    held: () => held,
    end: (sentence) => end(new ProcessorRefusal(sentence)),
    async perform(task, { inputs, open, onProgress, onRead }) {
      hold(true);
      const is_export = task.kind === 'ask' && task.question.kind === 'export';
      const timer = setTimeout(() => end(new TooMuch(TOO_MUCH)), (is_export ? exportSeconds : seconds) * 1000);
      const done = new Promise<unknown>((resolve, reject) => {
        const fail = (error: unknown) => {
          reject(error);
          end(new ProcessorRefusal(DIED));
        };
        const onMessage = (message: FromProcess) => {
          if (message.kind === 'progress') return onProgress(message.progress);
          if (message.kind === 'read_so_far') return onRead(message.done);
          if (message.kind === 'needs_inputs') return inputs && send({ kind: 'inputs', inputs });
          if (message.kind === 'needs_bytes') return sendFiles(message.hashes, open).catch(fail);
          held = message.held;
          if (message.kind === 'answer') return resolve(message.answer);
          return reject(message.kind === 'refused' ? new ProcessorRefusal(message.sentence) : new Error(message.stack));
        };
        waiting = { onMessage, onLoss: reject };
        send({ kind: 'task', task, most_shots: shots });
      });
      return done.finally(() => {
        clearTimeout(timer);
        waiting = null;
        hold(false);
      });
    },
  };
}
