import type { Upload } from '@dmse/contract/accounting/upload';
import type { Invoice } from '@dmse/contract/invoices/invoice';
import { UPLOAD } from '@dmse/domain/states/upload';
import { ToneChip } from '../../../parts/record/tone-chip.tsx';
import { UPLOAD_STATE_WORDS, UPLOAD_STATUS_WORDS } from './upload-text.ts';

export type UploadMark = NonNullable<Invoice['upload']>;

/** What the accounting system has of an invoice. */
export function UploadChip({ upload: { upload_status, is_waiting } }: { upload: UploadMark }) {
  if (is_waiting) return <ToneChip {...UPLOAD_STATE_WORDS.waiting} />;
  return <ToneChip text={UPLOAD_STATUS_WORDS[upload_status]} tone={UPLOAD.rows[upload_status].tone} />;
}

export function UploadStateChip({ state }: Pick<Upload, 'state'>) {
  return <ToneChip {...UPLOAD_STATE_WORDS[state]} />;
}
