import Button from '@mui/material/Button';
import { useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { useStore } from '../session/store.ts';
import { applyUpdate, updateReady } from './updates.ts';

export type UpdateDialogProps = { apply?: () => Promise<void> };

/** Asks before a new version takes over: only the person knows whether this is a good moment. */
export function UpdateDialog({ apply = applyUpdate }: UpdateDialogProps) {
  const isReady = useStore(updateReady);
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
    </Dialog>
  );
}
