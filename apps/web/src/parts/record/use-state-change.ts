import { type ReactNode, useState } from 'react';
import { ProblemError } from '../../api/problem-error.ts';
import { showProblem } from '../../api/problem-toast.ts';
import { showToast } from '../toast/toast-store.ts';

export type StateChange = {
  /** Writes the new state; false when the person thought better of it. */
  onChoose?: ((state: string) => Promise<unknown>) | undefined;
  /** The words of the catalogue when it fails: "Failed to save job." */
  failedText: string;
  /** What has to be done before a blocked state; a dialog that calls back when closed, and says itself when the state was changed after all. */
  checklist?: ((state: string, blockers: unknown, onClose: () => void) => ReactNode) | undefined;
};

export function saySaved(): void {
  showToast({ text: 'Saved state edit.', icon: 'check', colour: 'success' });
}

/** Changes a record's state and says what came of it. A state that is blocked opens the checklist, which stands in `dialog`. */
export function useStateChange({ onChoose, failedText, checklist }: StateChange) {
  const [isBusy, setBusy] = useState(false);
  const [blocked, setBlocked] = useState<{ state: string; blockers: unknown } | null>(null);

  async function change(state: string, isBlocked = false): Promise<void> {
    if (isBlocked && checklist) {
      setBlocked({ state, blockers: undefined });
      return;
    }
    setBusy(true);
    try {
      if ((await onChoose?.(state)) !== false) saySaved();
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'BLOCKED' && checklist) setBlocked({ state, blockers: error.problem.blockers });
      else showProblem(error, failedText);
    } finally {
      setBusy(false);
    }
  }
  return { change, isBusy, dialog: blocked ? checklist?.(blocked.state, blocked.blockers, () => setBlocked(null)) : null };
}
