import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { Icon } from '../../parts/icon/icon.tsx';
import { showToast } from '../../parts/toast/toast-store.ts';

export type PasswordOnceProps = { name: string; username: string; password: string; onClose: () => void };

/** A password made by the server. It is not kept in a readable form anywhere, so this is the only time it can be read. */
export function PasswordOnce({ name, username, password, onClose }: PasswordOnceProps) {
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(password);
    showToast({ text: 'Copied the password.' });
  }
  const actions = (
    <>
      <Button startIcon={<Icon name="content_copy" size={18} />} onClick={() => void copy()}>
        Copy
      </Button>
      <Button variant="contained" onClick={onClose}>
        I have noted it
      </Button>
    </>
  );
  return (
    <Dialog open title={`A password for ${name}`} onClose={() => {}} actions={actions}>
      <Typography sx={{ color: 'text.secondary' }}>
        It is shown only now. Hand it over in person; {name.split(' ')[0]} can change it in Preferences after signing in as {username}.
      </Typography>
      <Paper
        variant="outlined"
        sx={{ mt: 3, p: 3, textAlign: 'center', fontFamily: 'monospace', fontSize: 20, userSelect: 'all' }}
        data-testid="password"
      >
        {password}
      </Paper>
    </Dialog>
  );
}
