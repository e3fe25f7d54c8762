import { isRefused } from '@dmse/domain/states/upload';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useCan } from '../../../session/self.ts';
import type { UploadMark } from './upload-chips.tsx';
import { useRetryUpload } from './use-retry-upload.ts';

/** Why the accounting system did not take the invoice, what helps, and another try. Nothing where it was taken or still waits. */
export function UploadNotice({ upload: { id, upload_status, says, remedy, is_waiting } }: { upload: UploadMark }) {
  const mayRetry = useCan('invoices.write');
  const { retry, isBusy } = useRetryUpload();
  if (is_waiting || !isRefused(upload_status)) return null;
  return (
    <Alert
      severity="error"
      action={
        mayRetry ? (
          <Button color="inherit" size="small" loading={isBusy} onClick={() => void retry([id])}>
            Retry
          </Button>
        ) : null
      }
    >
      The accounting system says: {says}
      <Box>{remedy}</Box>
    </Alert>
  );
}
