import type { Cents } from '../money/cents.ts';
import type { UploadOperation } from '../states/upload.ts';

/** A document as it is found over there, by its number or its id. */
export type FoundDocument = { is_ours: boolean; total: Cents; is_void: boolean };

/** `send`: it has not taken effect, or it does no harm twice. */
export type LookUpStep = { step: 'done' } | { step: 'send' } | { step: 'failed'; says: string };

/**
 * After an answer that was lost. What was to be created and is there is done; an update replaces the whole document and may be sent again;
 * what was to be void and is not there counts for nothing already.
 */
export function stepAfterLookUp(operation: UploadOperation, total: Cents, found: FoundDocument | null): LookUpStep {
  if (operation === 'void') return found === null || found.is_void ? { step: 'done' } : { step: 'send' };
  if (found === null) return operation === 'create' ? { step: 'send' } : { step: 'failed', says: 'The document is not there any more.' };
  if (!found.is_ours) return { step: 'failed', says: 'Another document has this number over there.' };
  if (found.is_void) return { step: 'failed', says: 'The document has been voided over there.' };
  if (operation === 'update') return { step: 'send' };
  return found.total === total ? { step: 'done' } : { step: 'failed', says: 'The document is there with another total.' };
}

/** The same for every attempt at one operation on one version: a second one with the same key has no effect over there. */
export function idempotencyKey(document: string, version: number, operation: UploadOperation): string {
  return `${document}:v${version}:${operation}`;
}
