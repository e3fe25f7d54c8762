import type { Upload } from '@dmse/contract/accounting/upload';
import type { MirrorKind, UploadState } from '@dmse/domain/accounting-link/documents';
import type { Tone } from '@dmse/domain/states/machine';
import type { UploadOperation, UploadStatus } from '@dmse/domain/states/upload';

/** What a document is in the accounting system. */
export const UPLOAD_STATUS_WORDS: Record<UploadStatus, string> = {
  NOT_UPLOADED: 'Not sent',
  UPLOADED: 'Sent',
  UPLOAD_FAILED: 'Refused',
  UPDATE_FAILED: 'Change refused',
  VOIDED: 'Void over there',
};

/** What became of one thing that was to be sent. */
export const UPLOAD_STATE_WORDS: Record<UploadState, { text: string; tone: Tone }> = {
  waiting: { text: 'Waits to be sent', tone: 'info' },
  done: { text: 'Done', tone: 'success' },
  failed: { text: 'Refused', tone: 'error' },
  replaced: { text: 'Replaced', tone: 'muted' },
};

const KINDS: Record<MirrorKind, string> = {
  invoice: 'Invoice',
  'write-off': 'Write-off',
  payment: 'Payment',
  overpayment: 'Overpayment',
  allocation: 'Credit put on an invoice',
  refund: 'Refund',
};
const OPERATIONS: Record<UploadOperation, string> = { create: '', update: ', changed', void: ', voided' };

/** "Invoice", "Invoice, changed", "Payment, voided". */
export function sayUpload({ kind, operation }: Pick<Upload, 'kind' | 'operation'>): string {
  return `${KINDS[kind]}${OPERATIONS[operation]}`;
}
