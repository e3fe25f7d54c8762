import { useEffect } from 'react';

/** Text fields have an undo of their own, and a dialog is not the page. */
function isElsewhere(target: EventTarget | null): boolean {
  const element = target instanceof Element ? target : null;
  return element?.closest('input, textarea, [contenteditable="true"], [role="dialog"]') != null;
}

/** Ctrl+Z takes the last step back and Ctrl+Y does it again, wherever on the page the focus is. */
export function useUndoKeys(changes: { undo: () => unknown; redo: () => unknown }, canEdit: boolean): void {
  useEffect(() => {
    if (!canEdit) return;
    function read(event: KeyboardEvent): void {
      const isControl = (event.ctrlKey || event.metaKey) && !event.altKey;
      const key = event.key.toLowerCase();
      if (!isControl || (key !== 'z' && key !== 'y') || isElsewhere(event.target)) return;
      event.preventDefault();
      void (key === 'y' || event.shiftKey ? changes.redo() : changes.undo());
    }
    window.addEventListener('keydown', read);
    return () => window.removeEventListener('keydown', read);
  }, [changes, canEdit]);
}
