import type { Upload } from '@dmse/contract/accounting/upload';

const AT = '2026-03-04T12:00:00.000Z';
const client = { id: 3, name: 'Baie Verte Ltd.' };

/** A change of an invoice that was refused. */
export function buildUpload(change: Partial<Upload> = {}): Upload {
  return {
    ...{ id: 5, kind: 'invoice', operation: 'update', number: '00007', client, invoice: { id: 7, num: '00007' }, payment: null },
    ...{ amount: 431_25, upload_status: 'UPDATE_FAILED', state: 'failed', attempts: 1, says: 'It has a payment.' },
    ...{ remedy: 'Take the payment off, press Retry.', next_on: null, created_on: AT, ended_on: AT },
    ...change,
  };
}
