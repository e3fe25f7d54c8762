import { ORGANISATION } from '../books/seed.ts';
import { escapeHtml, pageOf } from './html.ts';

/** Asks a person whether the app may write the organisation's books. */
export function consentPage(query: URLSearchParams): string {
  const hidden = [...query]
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('\n');
  const scopes = (query.get('scope') ?? '').split(' ').map((scope) => `<li>${escapeHtml(scope)}</li>`);
  return pageOf(
    'Allow access',
    `<h1>Allow access to ${escapeHtml(ORGANISATION.name)}?</h1>
<p>This is a stand-in of the accounting system on this machine. Nothing here is real.</p>
<p>The app asks for:</p>
<ul>${scopes.join('')}</ul>
<form method="post" action="/identity/connect/authorize/allow">
${hidden}
<button>Allow</button>
<button formaction="/identity/connect/authorize/cancel">Cancel</button>
</form>`,
  );
}
