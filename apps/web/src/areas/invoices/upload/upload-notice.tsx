import { isRefused } from '@dmse/domain/states/upload';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useCan } from '../../../session/self.ts';
import type { UploadMark } from './upload-chips.tsx';
import { useRetryUpload } from './use-retry-upload.ts';

/** Why the accounting system did not take the invoice or its PDF, what helps, and another try. Nothing where both were taken or still wait. */
export function UploadNotice({ upload: { id, upload_status, says, remedy, is_waiting, pdf_says } }: { upload: UploadMark }) {
  const mayRetry = useCan('invoices.write');
  const { retry, isBusy } = useRetryUpload();
  const isInvoice = isRefused(upload_status);
  if (is_waiting || !(isInvoice || pdf_says)) return null;
  return (
    <Alert
      severity={isInvoice ? 'error' : 'warning'}
      action={
        mayRetry ? (
          <Button color="inherit" size="small" loading={isBusy} onClick={() => void retry([id])}>
            Retry
          </Button>
        ) : null
      }
    >
      {isInvoice ? `The accounting system says: ${says}` : `The PDF is not in the accounting system: ${pdf_says}`}
      {isInvoice ? <Box>{remedy}</Box> : null}
    </Alert>
  );
}
