import type { Payment } from '@dmse/contract/payments/payment';
import { STAMPS } from './stamps.ts';

/** A cheque that lies in a deposit at the bank, all of it on invoices. */
export function buildPayment(change: Partial<Payment> = {}): Payment {
  const whyNot = {
    change: 'This payment has been deposited.',
    allocate: null,
    refund: 'There is no credit.',
    delete: 'Returned, not deleted.',
  };
  return {
    ...{ id: 5, client: { id: 7, name: 'Town of Sackville' }, method: 'Check', reference: '118', note: '', received_on: '2026-03-04' },
    ...{ amount: 150_00, unapplied: 0, standing: 'deposited', allocated: 150_00, refunded: 0, allocations: [], refunds: [] },
    ...{ reversed_on: null, reason: '', fee: 0, deposit: { id: 3, date: '2026-03-05', state: 'DEPOSITED' } },
    ...{ why_not: { ...whyNot, return: null }, ...STAMPS, ...change },
  };
}
