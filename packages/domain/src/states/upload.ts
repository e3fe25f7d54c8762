import { machine } from './machine.ts';

export const UPLOAD_STATUSES = ['NOT_UPLOADED', 'UPLOADED', 'UPLOAD_FAILED', 'UPDATE_FAILED', 'VOIDED'] as const;
export type UploadStatus = (typeof UPLOAD_STATUSES)[number];

/** What one document over there is. Void is the end: an invoice that is restored is another document over there, with a suffix. */
export const UPLOAD = machine()(UPLOAD_STATUSES, {
  NOT_UPLOADED: { tone: 'muted', moves: { UPLOADED: [], UPLOAD_FAILED: [] } },
  UPLOADED: { tone: 'success', moves: { UPDATE_FAILED: [], VOIDED: [] } },
  UPLOAD_FAILED: { tone: 'error', moves: { UPLOADED: [] } },
  UPDATE_FAILED: { tone: 'error', moves: { UPLOADED: [], VOIDED: [] } },
  VOIDED: { tone: 'muted', moves: {} },
});

export const UPLOAD_OPERATIONS = ['create', 'update', 'void'] as const;
export type UploadOperation = (typeof UPLOAD_OPERATIONS)[number];

/** The accounting system has the document, whatever it thinks of our last change. */
export function isThere(status: UploadStatus): boolean {
  return status === 'UPLOADED' || status === 'UPDATE_FAILED';
}

/** The last thing asked of it was refused, or came to nothing. */
export function isRefused(status: UploadStatus): boolean {
  return status === 'UPLOAD_FAILED' || status === 'UPDATE_FAILED';
}

/** What makes the other side say what we say: null where there is nothing to do. `is_void`: the document counts no longer. */
export function operationFor(status: UploadStatus, is_void: boolean): UploadOperation | null {
  if (status === 'VOIDED') return null;
  if (isThere(status)) return is_void ? 'void' : 'update';
  return is_void ? null : 'create';
}

/** The status once an operation has ended, well or not. A void that is refused is an update that failed. */
export function statusAfter(operation: UploadOperation, is_done: boolean): UploadStatus {
  if (is_done) return operation === 'void' ? 'VOIDED' : 'UPLOADED';
  return operation === 'create' ? 'UPLOAD_FAILED' : 'UPDATE_FAILED';
}
