import { ORGANISATION } from './seed.ts';

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Asks a person whether the app may write the organisation's books. */
export function consentPage(query: URLSearchParams): string {
  const hidden = [...query]
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('\n');
  const scopes = (query.get('scope') ?? '').split(' ').map((scope) => `<li>${escapeHtml(scope)}</li>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Allow access – accounting stand-in</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
main { max-width: 30rem; margin: 10vh auto; padding: 0 1rem }
button { font: inherit; padding: .5rem 1.25rem; margin-right: .5rem }
</style>
</head>
<body>
<main>
<h1>Allow access to ${escapeHtml(ORGANISATION.name)}?</h1>
<p>This is a stand-in of the accounting system on this machine. Nothing here is real.</p>
<p>The app asks for:</p>
<ul>${scopes.join('')}</ul>
<form method="post" action="/identity/connect/authorize/allow">
${hidden}
<button>Allow</button>
<button formaction="/identity/connect/authorize/cancel">Cancel</button>
</form>
</main>
</body>
</html>
`;
}
