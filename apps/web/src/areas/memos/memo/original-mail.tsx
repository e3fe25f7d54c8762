import { getMemoOriginal } from '@dmse/contract/memos/memo';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useCall } from '../../../api/use-call.ts';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import { Icon } from '../../../parts/icon/icon.tsx';
import { ErrorState } from '../../../parts/notice/error-state.tsx';

export type OriginalMailProps = { memo: number; onClose: () => void };

/** The mail a memo came from, in a frame that can do nothing: no script, no form, no network, no way out. */
export function OriginalMail({ memo, onClose }: OriginalMailProps) {
  const mail = useCall(getMemoOriginal, { id: memo }, { retry: false });
  const shown = mail.data;
  return (
    <Dialog
      open
      isTall
      width="md"
      title={shown?.subject || 'The mail'}
      onClose={onClose}
      actions={
        <>
          {shown ? (
            <Button component="a" href={shown.eml_url} download startIcon={<Icon name="download" size={18} />}>
              Download .eml
            </Button>
          ) : null}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      {shown ? (
        <>
          <Typography sx={{ color: 'text.secondary', mb: 3 }}>From {shown.from}</Typography>
          {shown.html ? (
            <Box
              component="iframe"
              title="The mail"
              sandbox=""
              srcDoc={shown.html}
              sx={{ width: '100%', height: 480, border: 1, borderColor: 'divider', borderRadius: '8px', backgroundColor: '#fff' }}
            />
          ) : (
            <Box component="pre" sx={{ whiteSpace: 'pre-wrap', fontFamily: 'inherit', m: 0 }}>
              {shown.text}
            </Box>
          )}
        </>
      ) : mail.isError ? (
        <ErrorState title="The mail could not be loaded." error={mail.error} onRetry={() => void mail.refetch()} />
      ) : (
        <Skeleton variant="rounded" height={320} />
      )}
    </Dialog>
  );
}
