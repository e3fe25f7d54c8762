import Box from '@mui/material/Box';
import { useSyncExternalStore } from 'react';
import { ToastBanner } from './toast-banner.tsx';
import { type QueuedToast, readToasts, subscribeToasts } from './toast-store.ts';

const AT_ONCE = 3;

/**
 * The toast banner. A few stand above each other, so that "Saved." need not wait for an older error to go; the rest waits its turn.
 * Mounted once by the shell. The live regions stand in the page before
 * there is anything to say, or screen readers would miss the first words.
 */
export function Toasts() {
  const shown = useSyncExternalStore(subscribeToasts, readToasts).slice(0, AT_ONCE);
  const show = (toasts: QueuedToast[]) => toasts.map((toast) => <ToastBanner key={toast.id} toast={toast} />);
  return (
    <Box
      component="section"
      aria-label="Notifications"
      sx={{
        position: 'fixed',
        zIndex: 'snackbar',
        left: 16,
        right: 16,
        // The save bar says how high it stands, so that it is never covered.
        bottom: 'calc(16px + var(--bottom-bar, 0px))',
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        pointerEvents: 'none',
      }}
    >
      <div role="status" aria-live="polite">
        {show(shown.filter((toast) => toast.colour !== 'error'))}
      </div>
      <div role="alert" aria-live="assertive">
        {show(shown.filter((toast) => toast.colour === 'error'))}
      </div>
    </Box>
  );
}
