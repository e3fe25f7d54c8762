import { parentPort } from 'node:worker_threads';
import { type QuoteDocument, renderQuote } from './quote-document.ts';

/** The other side of documents.ts. */
parentPort?.on('message', async ({ id, document }: { id: number; document: QuoteDocument }) => {
  try {
    const bytes = await renderQuote(document);
    parentPort?.postMessage({ id, bytes });
  } catch (error) {
    parentPort?.postMessage({ id, problem: (error as Error).message });
  }
});
