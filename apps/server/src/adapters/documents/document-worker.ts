import { parentPort } from 'node:worker_threads';
import type { Order } from './documents.ts';
import { renderQuote } from './quote-document.ts';
import { renderReimbursement } from './reimbursement-document.ts';

/** The other side of documents.ts: one document at a time. */
parentPort?.on('message', async (order: Order) => {
  try {
    const bytes = await (order.kind === 'quote' ? renderQuote(order.document) : renderReimbursement(order.document));
    parentPort?.postMessage({ bytes });
  } catch (error) {
    parentPort?.postMessage({ problem: (error as Error).message });
  }
});
