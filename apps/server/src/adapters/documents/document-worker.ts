import { parentPort } from 'node:worker_threads';
import { renderDepositSlip } from './deposit-slip.ts';
import type { Order } from './documents.ts';
import { renderQuote } from './quote-document.ts';
import { renderReimbursement } from './reimbursement-document.ts';

function render(order: Order): Promise<Buffer> {
  switch (order.kind) {
    case 'quote':
      return renderQuote(order.document);
    case 'reimbursement':
      return renderReimbursement(order.document);
    case 'deposit':
      return renderDepositSlip(order.document);
  }
}

/** The other side of documents.ts: one document at a time. */
parentPort?.on('message', async (order: Order) => {
  try {
    const bytes = await render(order);
    parentPort?.postMessage({ bytes });
  } catch (error) {
    parentPort?.postMessage({ problem: (error as Error).message });
  }
});
