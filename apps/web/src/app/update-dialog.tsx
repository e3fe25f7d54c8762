import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Dialog } from '../parts/dialog/dialog.tsx';
import { useStore } from '../session/store.ts';
import { useUnsynced } from '../session/use-unsynced.ts';
import { applyUpdate, updateReady } from './updates.ts';

/** That what has been collected survives the update: it, or they. */
export function sayStaying(unsynced: number): string {
  const isOne = unsynced === 1;
  const words = `collected on this device ${isOne ? 'has' : 'have'} not been synced. ${isOne ? 'It stays' : 'They stay'}`;
  return `${isOne ? 'One item' : `${unsynced} items`} ${words}`;
}

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
        <Typography sx={{ mt: 2 }}>{sayStaying(unsynced)} on the device, and so does what you are typing in the field app.</Typography>
      ) : null}
    </Dialog>
  );
}
