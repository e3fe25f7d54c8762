import { parentPort } from 'node:worker_threads';
import type { Order } from './documents.ts';

/** What a document is drawn with is loaded when the first of its kind is asked for. */
async function render(order: Order): Promise<Buffer> {
  if (order.kind === 'quote') return (await import('./quote-document.ts')).renderQuote(order.document);
  return (await import('./sheets.ts')).renderSheets(order.document);
}

/** The other side of documents.ts: one document at a time. */
parentPort?.on('message', async (order: Order) => {
  try {
    parentPort?.postMessage({ bytes: await render(order) });
  } catch (error) {
    parentPort?.postMessage({ problem: (error as Error).message });
  }
});
