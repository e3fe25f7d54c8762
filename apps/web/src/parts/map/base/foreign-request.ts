import { addProtocol, type RequestParameters } from 'maplibre-gl';
import { csrfToken } from '../../../api/call.ts';
import { createStore } from '../../../session/store.ts';
import { tellForeignAnswer } from './foreign-answers.ts';

const PAGE = 'page+';

/**
 * Asks other servers from the page and not from the map's worker. Which servers may be asked is said by the page, new each time it is
 * loaded; the worker is a file that browsers keep for a year, with what it said then.
 */
async function fetchOnPage({ url, type, headers }: RequestParameters, { signal }: AbortController) {
  const response = await fetch(url.slice(PAGE.length), { signal, credentials: 'omit', ...(headers ? { headers } : {}) });
  tellForeignAnswer(response.status);
  if (!response.ok) throw Object.assign(new Error(`${response.status}`), { status: response.status });
  const data: unknown = type === 'json' ? await response.json() : type === 'string' ? await response.text() : await response.arrayBuffer();
  return { data, cacheControl: response.headers.get('Cache-Control'), expires: response.headers.get('Expires') };
}
for (const scheme of ['http', 'https']) addProtocol(PAGE + scheme, fetchOnPage as Parameters<typeof addProtocol>[1]);

/** The page was loaded before a server was named in the settings: it may ask it once it is loaded again. */
export const needsReload = createStore(false);
document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
  if (!/^(connect|img)-src/.test(effectiveDirective) || !/^https?:/.test(blockedURI)) return;
  // A device keeps the page with what it said about servers.
  navigator.serviceWorker?.controller?.postMessage({ type: 'REFRESH_PAGE' });
  needsReload.set(true);
});

/** Other servers from the page; our own as every call of ours, with the token. */
export function askOnPage(url: string): RequestParameters {
  if (/^https?:/.test(url) && new URL(url).origin !== location.origin) return { url: PAGE + url };
  return /^(https?:|\/)/.test(url) ? { url, headers: { 'X-CSRFToken': csrfToken() } } : { url };
}
