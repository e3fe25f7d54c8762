/** Any 401 leads here: to the sign-in page, and back to where the person was. */
export function goToSignIn(): void {
  const here = window.location.pathname + window.location.search;
  window.location.assign(`/auth/login/?next=${encodeURIComponent(here)}`);
}
