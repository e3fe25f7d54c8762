import { saveDraft } from '@dmse/sync/local/draft';
import type { Session } from '@dmse/sync/session';
import type { Fields } from '@dmse/sync/wire';
import { useCallback, useEffect, useRef } from 'react';
import { trackSave } from '../../../session/pending-saves.ts';

/** Half of what is allowed after the last key. */
const AFTER = 250;

/**
 * Keeps what is being typed on the device, a moment after each change and at once when the page goes to the background. `flush` waits
 * until it is written; `stop` forgets what is still waiting, for when it has been saved properly.
 */
export function useDraft(session: Session, run: string, key: string) {
  const waiting = useRef<{ data: Fields; key: string; run: string } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const writing = useRef<Promise<void>>(Promise.resolve());

  const flush = useCallback(async () => {
    clearTimeout(timer.current);
    const draft = waiting.current;
    waiting.current = null;
    if (draft) {
      // A draft that cannot be written must not stop the form: the words are still on the screen.
      const write = () => trackSave(saveDraft(session, draft.key, draft.run, draft.data)).catch(() => undefined);
      writing.current = writing.current.then(write);
    }
    await writing.current;
  }, [session]);

  const keep = useCallback(
    (data: Fields) => {
      waiting.current = { data, key, run };
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void flush(), AFTER);
    },
    [flush, key, run],
  );

  const stop = useCallback(async () => {
    clearTimeout(timer.current);
    waiting.current = null;
    await writing.current;
  }, []);

  useEffect(() => {
    const leave = () => void flush();
    document.addEventListener('visibilitychange', leave);
    window.addEventListener('pagehide', leave);
    return () => {
      document.removeEventListener('visibilitychange', leave);
      window.removeEventListener('pagehide', leave);
      void flush();
    };
  }, [flush]);

  return { keep, flush, stop };
}
