import type { Tx } from '../db/database.ts';

/** Work to be done after the transaction has ended well. Enqueued through the same transaction, so it is never done for what did not happen. */
export type Queue = {
  /** With a key, a second job of that key is not added while the first still waits or runs. */
  send(tx: Tx, queue: string, data: object, key?: string): Promise<void>;
  /** Many jobs at once, each with its key. */
  sendAll(tx: Tx, queue: string, jobs: readonly { data: object; key: string }[]): Promise<void>;
  /** Gives a job that failed after its last try one more. Answers whether there was such a job. */
  retry(tx: Tx, queue: string, id: string): Promise<boolean>;
};

/** One job in a worker's hands. `source` names the queue a dead letter came from. */
export type Job<T> = { id: string; data: T; signal: AbortSignal; source: string | null };

export type WorkLog = { info: Say; warn: Say; error: Say };
type Say = (details: object, message: string) => void;

/** The side that does the work: one job at a time per queue and process, each job given to one process only. */
export type QueueWorker = {
  work<T extends object>(queue: string, everySeconds: number, handle: (job: Job<T>) => Promise<void>): Promise<void>;
  /** Takes no new jobs and finishes those in hand. */
  stop(): Promise<void>;
};

export type WorkQueue = Queue & {
  /** From here on this process does work too: it keeps the queues in order and starts what comes by the clock. Those it is to leave others do. */
  openWorker(log: WorkLog, leave: readonly string[]): Promise<QueueWorker>;
  /** Lets go of the database. */
  close(): Promise<void>;
};
