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
 * Shows what went wrong as a toast, by the catalogue of errors: `failed` says what did not work ("Failed to update.") above the reason.
 * What is no error at all, or an answer the catalogue does not know, is thrown on: it is a mistake of ours, and hiding it would keep
 * it alive.
 */
export function showProblem(error: unknown, failed?: string, action?: Toast['action']): void {
  // A request we cancelled ourselves is nobody's misfortune.
  if (error instanceof DOMException && error.name === 'AbortError') return;
  if (!(error instanceof Error)) throw error;
  const look = error instanceof ProblemError ? problemLook(error.status) : ({ icon: 'error', colour: 'error' } as const);
  if (!look) throw error;
  const reason = error instanceof ProblemError ? problemText(error) : error.message;
  showToast({ ...(failed ? { text: failed, subtitle: reason } : { text: reason }), ...look, action });
}
