import { parentPort } from 'node:worker_threads';
import { type QuoteDocument, renderQuote } from './quote-document.ts';

/** The other side of documents.ts: one document at a time. */
parentPort?.on('message', async (document: QuoteDocument) => {
  try {
    parentPort?.postMessage({ bytes: await renderQuote(document) });
  } catch (error) {
    parentPort?.postMessage({ problem: (error as Error).message });
  }
});
