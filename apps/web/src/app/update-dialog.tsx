import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { useStore } from '../session/store.ts';
import { useUnsynced } from '../session/use-unsynced.ts';
import { applyUpdate, updateReady } from './updates.ts';

export type UpdateDialogProps = { apply?: () => Promise<void> };

/** Asks before a new version takes over: only the person knows whether this is a good moment. */
export function UpdateDialog({ apply = applyUpdate }: UpdateDialogProps) {
  const isReady = useStore(updateReady);
  const unsynced = useUnsynced()?.unsynced ?? 0;
  const [isReloading, setReloading] = useState(false);
  const close = () => updateReady.set(false);
  const reload = () => {
    setReloading(true);
    void apply();
  };
  const actions = (
    <>
      <Button onClick={close} disabled={isReloading}>
        Cancel
      </Button>
      <Button variant="contained" onClick={reload} loading={isReloading}>
        Reload
      </Button>
    </>
  );
  return (
    <Dialog open={isReady} title="Update Ready" onClose={close} actions={actions}>
      A new update is ready to use.
      {unsynced > 0 ? (
        <Typography sx={{ mt: 2 }}>
          {unsynced === 1 ? 'One item' : `${unsynced} items`} collected on this device {unsynced === 1 ? 'has' : 'have'} not been synced.
          They stay on the device, and so does what you are typing in the field app.
        </Typography>
      ) : null}
    </Dialog>
  );
}
