import { type AuthFrame, authPage, escapeHtml, hiddenFields, PASSKEY_SCRIPT, passkeyForm } from './sign-in-page.ts';

const AGAIN = '<p class="small"><a href="/auth/login/">Start again</a></p>';

function codeForm(csrf: string, more: Record<string, string>, label: string, hint: string): string {
  return `<form method="post" action="/auth/code/">${hiddenFields({ csrf, ...more })}
<div class="field"><label for="code">${label}</label><input class="code" id="code" name="code" type="text" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="40" required autofocus></div>
<p>${hint}</p>
<button type="submit">Continue</button></form>`;
}

/** Asks for a code of the app, a recovery code, or a passkey. */
export function codePage(frame: AuthFrame, has: { totp: boolean; passkey: object | null }): string {
  const hint = has.totp
    ? 'The six digits your authenticator app shows now, or one of your recovery codes.'
    : 'One of your recovery codes, if your passkey is not at hand.';
  const passkey = has.passkey ? `<div class="or">or</div>${passkeyForm(has.passkey, { csrf: frame.csrf, second: '1' })}` : '';
  const body = `<p>One more step: show that it is you.</p>${codeForm(frame.csrf, {}, 'Code', hint)}${passkey}${AGAIN}`;
  return authPage(frame, 'Second factor', body, has.passkey ? PASSKEY_SCRIPT : '');
}

type Setup = { secret: string; qr: { size: number; path: string }; ticket: string };

/** Sets up the app that shows codes, for somebody whose groups need a second factor and who has none. */
export function setupPage(frame: AuthFrame, { secret, qr, ticket }: Setup): string {
  const picture = `<svg class="qr" viewBox="0 0 ${qr.size} ${qr.size}" role="img" aria-label="QR code with the key below" shape-rendering="crispEdges"><path d="${qr.path}" fill="#000"/></svg>`;
  const body = `<p>Your groups need a second factor. Scan this with an authenticator app on your phone, such as Microsoft or Google Authenticator.</p>
${picture}<p>Or type this key into the app:</p><code>${escapeHtml(secret.replace(/.{4}(?=.)/g, '$& '))}</code>
${codeForm(frame.csrf, { setup: ticket }, 'Code', 'The six digits the app shows now.')}${AGAIN}`;
  return authPage(frame, 'Set up a second factor', body);
}

/** Shown once, after the app was set up. */
export function recoveryPage(frame: AuthFrame, codes: readonly string[], next: string): string {
  const list = codes.map((code) => `<li>${escapeHtml(code)}</li>`).join('');
  const body = `<p>The app is set up. Keep these recovery codes somewhere you can reach without your phone. Each works once in place of a code. They are not shown again.</p>
<ul class="codes">${list}</ul><a class="next" href="${escapeHtml(next)}">I have noted them</a>`;
  return authPage(frame, 'Recovery codes', body);
}
