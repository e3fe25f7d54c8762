import { showToast, type Toast } from '../parts/toast/toast-store.ts';
import { ProblemError } from './problem-error.ts';

/** What a refusal says: its sentence, else each field with its message, else whatever the error itself has to say. */
export function problemText(error: ProblemError): string {
  if (error.problem.detail) return error.problem.detail;
  const lines = Object.entries(error.fields).map(([field, messages]) => `${field}: ${messages.join(' ')}`);
  return lines.length > 0 ? lines.join('\n') : error.message;
}

/** The look of a refusal by its status, or null where the catalogue has nothing to say. */
function problemLook(status: number): Pick<Toast, 'icon' | 'colour'> | null {
  if (status === 401) return { icon: 'security', colour: 'neutral' };
  if (status === 403) return { icon: 'security', colour: 'warning' };
  if (status >= 400 && status < 500) return { icon: 'warning', colour: 'error' };
  if (status >= 500) return { icon: 'sync_problem', colour: 'neutral' };
  return null;
}

/**
 * Shows what went wrong as a toast, by the catalogue of errors. What is no error at all, or an answer the catalogue does not know,
 * is thrown on: it is a mistake of ours, and hiding it would keep it alive.
 */
export function showProblem(error: unknown): void {
  if (error instanceof ProblemError) {
    const look = problemLook(error.status);
    if (!look) throw error;
    showToast({ text: problemText(error), ...look });
    return;
  }
  // A request we cancelled ourselves is nobody's misfortune.
  if (error instanceof DOMException && error.name === 'AbortError') return;
  if (!(error instanceof Error)) throw error;
  showToast({ text: error.message, icon: 'error', colour: 'error' });
}
