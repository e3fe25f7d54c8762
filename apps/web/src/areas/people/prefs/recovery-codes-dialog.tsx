import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import { Icon } from '../../../parts/icon/icon.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';

export type RecoveryCodesDialogProps = { codes: readonly string[]; onClose: () => void };

/** Recovery codes. The server keeps only their hashes, so this is the only time they can be read. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(codes.join('\n'));
    showToast({ text: 'Copied the recovery codes.' });
  }
  const actions = (
    <>
      <Button startIcon={<Icon name="content_copy" size={18} />} onClick={() => void copy()}>
        Copy
      </Button>
      <Button variant="contained" onClick={onClose}>
        I have noted them
      </Button>
    </>
  );
  return (
    <Dialog open title="Recovery codes" onClose={() => {}} actions={actions}>
      <Typography sx={{ color: 'text.secondary' }}>
        Keep them somewhere you can reach without your phone. Each works once in place of a code. They are not shown again.
      </Typography>
      <Paper variant="outlined" sx={{ mt: 3, p: 3 }}>
        <Box
          component="ul"
          aria-label="Recovery codes"
          sx={{ m: 0, p: 0, listStyle: 'none', columnCount: { xs: 1, sm: 2 }, fontFamily: 'monospace', fontSize: 14, lineHeight: 1.9 }}
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Box>
      </Paper>
    </Dialog>
  );
}
