import Box from '@mui/material/Box';
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { ToastBanner } from './toast-banner.tsx';
import { readToasts, subscribeToasts } from './toast-store.ts';

/** The totals of a table; a grid keeps them in sight at the bottom of the window. */
const TOTALS = 'tfoot';

/** How far from the bottom of the window a toast must stay so that it covers no totals; nothing where there is no room above them. */
function measureLift(toasts: HTMLElement): number {
  const { height } = toasts.getBoundingClientRect();
  const shelf = window.innerHeight;
  let lift = 0;
  for (const totals of document.querySelectorAll(TOTALS)) {
    const { top, bottom } = totals.getBoundingClientRect();
    const isInTheWay = bottom > shelf - lift - height && top < shelf - lift;
    if (isInTheWay && top > height) lift = shelf - top;
  }
  return lift;
}

/**
 * The toast banner: one at a time, the rest waits its turn. Mounted once by the shell. The live regions stand in the page before there
 * is anything to say, or screen readers would miss the first words.
 */
export function Toasts() {
  const [toast] = useSyncExternalStore(subscribeToasts, readToasts);
  const section = useRef<HTMLElement>(null);
  const id = toast?.id;
  useLayoutEffect(() => {
    if (id === undefined) return;
    const place = () => section.current?.style.setProperty('--lift', `${measureLift(section.current)}px`);
    place();
    window.addEventListener('scroll', place, { capture: true, passive: true });
    window.addEventListener('resize', place);
    return () => {
      window.removeEventListener('scroll', place, { capture: true });
      window.removeEventListener('resize', place);
    };
  }, [id]);
  const banner = toast ? <ToastBanner key={toast.id} toast={toast} /> : null;
  const isUrgent = toast?.colour === 'error';
  return (
    <Box
      component="section"
      ref={section}
      aria-label="Notifications"
      sx={{
        position: 'fixed',
        zIndex: 'snackbar',
        left: 16,
        right: 16,
        // What stands at the bottom of the window says how high it is; what is summed up there is measured.
        bottom: 'calc(16px + max(var(--bottom-bar, 0px), var(--lift, 0px)))',
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        pointerEvents: 'none',
      }}
    >
      <div role="status" aria-live="polite">
        {isUrgent ? null : banner}
      </div>
      <div role="alert" aria-live="assertive">
        {isUrgent ? banner : null}
      </div>
    </Box>
  );
}
