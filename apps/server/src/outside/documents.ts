import { Worker } from 'node:worker_threads';
import type { QuoteDocument } from './quote-document.ts';

/** Makes the PDFs that leave the house. */
export type Documents = { makeQuote(document: QuoteDocument): Promise<Buffer>; stop(): Promise<void> };

type Answer = { id: number; bytes?: Uint8Array; problem?: string };
type Waiting = { resolve: (bytes: Buffer) => void; reject: (error: Error) => void };

const IDLE_SECONDS = 60;

/**
 * Laying out a long quote takes most of a second, so it is done beside the thread that answers requests. The worker is started for
 * the first document, stays for the next, and goes when there has been none for a while.
 */
export function createDocuments(): Documents {
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let next = 1;
  const waiting = new Map<number, Waiting>();

  function failAll(words: string): void {
    worker = null;
    for (const { reject } of waiting.values()) reject(new Error(words));
    waiting.clear();
  }

  function start(): Worker {
    const started = new Worker(new URL('./document-worker.ts', import.meta.url));
    started.on('message', ({ id, bytes, problem }: Answer) => {
      const asked = waiting.get(id);
      waiting.delete(id);
      if (bytes) asked?.resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      else asked?.reject(new Error(problem ?? 'The document could not be made.'));
      if (waiting.size === 0) rest();
    });
    started.once('error', (error) => failAll(error.message));
    started.once('exit', () => {
      if (worker === started) failAll('The document could not be made.');
    });
    return started;
  }

  function rest(): void {
    worker?.unref();
    idle = setTimeout(() => void stop(), IDLE_SECONDS * 1000);
    idle.unref();
  }

  async function stop(): Promise<void> {
    clearTimeout(idle);
    const ending = worker;
    worker = null;
    await ending?.terminate();
  }

  return {
    makeQuote(document) {
      clearTimeout(idle);
      worker ??= start();
      worker.ref();
      const id = next++;
      const asked = worker;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        asked.postMessage({ id, document });
      });
    },
    stop,
  };
}
