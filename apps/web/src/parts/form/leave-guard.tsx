import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx';

export type LeaveGuardProps = {
  /** Asked at the moment of leaving: is there something unsaved? */
  isUnsaved: () => boolean;
};

/** Asks before a page with something unsaved is left: by a link, the back button, a reload or closing the window. */
export function LeaveGuard({ isUnsaved }: LeaveGuardProps) {
  const blocker = useBlocker({
    // The query string may change under a form; only another page is leaving.
    shouldBlockFn: ({ current, next }) => isUnsaved() && current.pathname !== next.pathname,
    enableBeforeUnload: false,
    withResolver: true,
  });
  const ask = useRef(isUnsaved);
  ask.current = isUnsaved;
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => ask.current() && event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      title="Leave without saving?"
      verb="Leave without saving"
      cancelLabel="Stay here"
      isDestructive
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      What you changed on this page has not been saved and will be gone.
    </ConfirmDialog>
  );
}
