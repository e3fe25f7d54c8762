import { Worker } from 'node:worker_threads';
import type { QuoteDocument } from './quote-document.ts';
import type { SheetDocument } from './sheets.ts';

/** Makes the PDFs that leave the house. */
export type Documents = {
  makeQuote(document: QuoteDocument): Promise<Buffer>;
  /** Invoices, statements, reimbursements: a letterhead, tables and texts. */
  makeSheets(document: SheetDocument): Promise<Buffer>;
  stop(): Promise<void>;
};

/** What a thread is asked for. */
export type Order = { kind: 'quote'; document: QuoteDocument } | { kind: 'sheets'; document: SheetDocument };

/** There is more to make than can be made soon; whoever asks again in a moment is served. */
export class DocumentsBusy extends Error {}

export type DocumentLimits = {
  /** How many are made at the same time, each in a thread of its own. */
  workers: number;
  /** How many wait for their turn; one more is refused. */
  waiting: number;
  /** How long one may take before its thread is ended. */
  seconds: number;
};

const LIMITS: DocumentLimits = { workers: 2, waiting: 20, seconds: 60 };
const IDLE_MS = 60_000;
/** A document is text and a logo; a thread that wants more has lost its way. */
const MEMORY_MB = 512;

type Answer = { bytes?: Uint8Array; problem?: string };
type Job = { order: Order; resolve: (bytes: Buffer) => void; reject: (error: Error) => void };
type Hand = { worker: Worker; job: Job | null; timer: NodeJS.Timeout | undefined };

/**
 * Laying out a long quote takes most of a second, so it is done beside the thread that answers requests, by few threads with one document
 * each. They are started when there is something to do and go when there has been nothing for a while. What cannot be made within its
 * time is given up with its thread, and harms no other.
 */
export function createDocuments({ workers, waiting: mostWaiting, seconds }: DocumentLimits = LIMITS): Documents {
  const hands = new Set<Hand>();
  const queue: Job[] = [];

  function startHand(): Hand {
    const worker = new Worker(new URL('./document-worker.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
    const hand: Hand = { worker, job: null, timer: undefined };
    hands.add(hand);
    worker.on('message', ({ bytes, problem }: Answer) =>
      finish(hand, (job) => {
        if (bytes) job.resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
        else job.reject(new Error(problem ?? 'The document could not be made.'));
      }),
    );
    worker.once('error', (error) => lose(hand, error.message));
    worker.once('exit', () => lose(hand, 'The document could not be made.'));
    return hand;
  }

  function begin(hand: Hand, job: Job): void {
    clearTimeout(hand.timer);
    hand.job = job;
    hand.worker.ref();
    hand.timer = setTimeout(() => lose(hand, `The document was not ready after ${seconds} seconds.`), seconds * 1000);
    hand.worker.postMessage(job.order);
  }

  /** The thread is free: it takes the next, or rests. */
  function finish(hand: Hand, settle: (job: Job) => void): void {
    clearTimeout(hand.timer);
    const { job } = hand;
    hand.job = null;
    if (job) settle(job);
    const next = queue.shift();
    if (next) {
      begin(hand, next);
      return;
    }
    hand.worker.unref();
    hand.timer = setTimeout(() => lose(hand, ''), IDLE_MS);
    hand.timer.unref();
  }

  /** The thread is gone, or is ended; what waits is given to another. */
  function lose(hand: Hand, words: string): void {
    if (!hands.delete(hand)) return;
    clearTimeout(hand.timer);
    void hand.worker.terminate();
    hand.job?.reject(new Error(words));
    const next = queue.shift();
    if (next) begin(startHand(), next);
  }

  function make(order: Order): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const job = { order, resolve, reject };
      const free = [...hands].find((hand) => hand.job === null) ?? (hands.size < workers ? startHand() : undefined);
      if (free) begin(free, job);
      else if (queue.length < mostWaiting) queue.push(job);
      else reject(new DocumentsBusy('Many documents are being made just now. Try again in a moment.'));
    });
  }

  return {
    makeQuote: (document) => make({ kind: 'quote', document }),
    makeSheets: (document) => make({ kind: 'sheets', document }),
    async stop() {
      const ending = [...hands];
      hands.clear();
      for (const { job, timer } of ending) {
        clearTimeout(timer);
        job?.reject(new Error('The server is stopping.'));
      }
      for (const { reject } of queue.splice(0)) reject(new Error('The server is stopping.'));
      await Promise.all(ending.map(({ worker }) => worker.terminate()));
    },
  };
}
