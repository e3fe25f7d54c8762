import { settleSaves } from '../session/pending-saves.ts';

/** Pages on which somebody collects data: no answer of the server may take them away from what they type. */
export function isFieldRoute(path: string = window.location.pathname): boolean {
  return path.startsWith('/app/fieldrun/field/');
}

/** Any 401 leads here: to the sign-in page, and back to where the person was. In the field what is typed is saved first. */
export function goToSignIn(): void {
  const here = window.location.pathname + window.location.search;
  const go = () => window.location.assign(`/auth/login/?next=${encodeURIComponent(here)}`);
  if (isFieldRoute()) void settleSaves().then(go);
  else go();
}
