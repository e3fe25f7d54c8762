import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx';
import { useStore } from '../../session/store.ts';
import { logOut, logOutWarning } from './log-out.ts';

/** Asks before someone logs out of a tablet that holds data the server has not got. */
export function LogOutWarning() {
  const count = useStore(logOutWarning);
  if (count === null) return null;
  return (
    <ConfirmDialog
      open
      title="Field data has not been synced"
      verb="Log out anyway"
      cancelLabel="Stay signed in"
      onConfirm={() => logOut()}
      onClose={() => logOutWarning.set(null)}
    >
      {count === 1 ? 'One item' : `${count} items`} collected on this device {count === 1 ? 'has' : 'have'} not reached the server. Logging
      out deletes nothing, but syncing resumes only after you sign in again on this device.
    </ConfirmDialog>
  );
}
