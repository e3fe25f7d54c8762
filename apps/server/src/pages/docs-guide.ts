import { CONTRACT_VERSION } from '@dmse/contract/endpoint';
import { CODE_WORDS, STATUS_WORDS } from './docs-text.ts';
import { escapeHtml } from './sign-in-page.ts';

type Section = { id: string; title: string; html: string };

function pairs(head: [string, string], rows: readonly (readonly [string, string])[]): string {
  const lines = rows.map(([name, says]) => `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${escapeHtml(says)}</td></tr>`);
  return `<table class="two"><thead><tr><th scope="col">${head[0]}</th><th scope="col">${head[1]}</th></tr></thead><tbody>${lines.join('')}</tbody></table>`;
}

/** What holds for every call, told once. */
export const GUIDE: readonly Section[] = [
  {
    id: 'signing-in',
    title: 'Signing in',
    html: `<p>Sign in at <code>/auth/login/</code> with a form (<code>username</code>, <code>password</code>, the hidden <code>csrf</code> of the page, and <code>device=field</code> for a tablet). The answer sets two cookies: <code>sessionid</code>, which only the browser reads and which every call needs (over https it is named <code>__Host-sessionid</code>), and <code>csrftoken</code>. Without a session every call answers 401. <code>POST /auth/logout/</code> ends it.</p>
<p>What you may do follows from your roles; each call below names the grant it needs and the least roles that have it. <code>GET /api/users/self/</code> lists what is granted to you as <code>can</code>.</p>`,
  },
  {
    id: 'csrf',
    title: 'The CSRF token',
    html: '<p>Every call carries the value of the cookie <code>csrftoken</code> in the header <code>X-CSRFToken</code>; POST, PATCH, PUT and DELETE are refused without it. It belongs to the session; when it no longer fits, the next GET sets a new one. A request that a browser says came from another site is refused.</p>',
  },
  {
    id: 'sending',
    title: 'What is sent',
    html: '<p>Bodies are JSON (<code>Content-Type: application/json</code>) unless the call says that it takes a multipart form or raw bytes; most calls take 64 kB of it, larger ones answer 413. In a PATCH only the fields that change are sent; one that is emptied is sent as <code>null</code>. A field or parameter the call does not know is a 400 that names it. Parameters with several values are repeated: <code>state=A&amp;state=B</code>.</p><p>Money is whole cents, labour whole minutes, a day <code>2026-03-04</code>, an instant UTC with milliseconds, coordinates metres or degrees. References are answered as records and sent as ids.</p>',
  },
  {
    id: 'paging',
    title: 'Lists and pages',
    html: '<p>A list answers <code>count</code>, how many there are in all, and <code>results</code>. <code>page</code> begins with 1, <code>page_size</code> is 25 unless said and at most 200, <code>ordering</code> names columns with commas between them, a leading minus for descending. <code>query</code> finds records that have every word, in any order, without regard to case and accents.</p>',
  },
  {
    id: 'versions',
    title: 'Versions and conflicts',
    html: '<p>A record that can be edited carries its <code>version</code>, which is also its <code>ETag</code>. Send it back with a PATCH as <code>If-Match: "7"</code>: when somebody else has saved meanwhile, the answer is 409 with the code <code>CONFLICT</code>, <code>current</code> (the record as it is now) and <code>changed</code> (the fields that differ), and nothing is written. Without <code>If-Match</code> the last one to save wins.</p>',
  },
  {
    id: 'once',
    title: 'Calls that take effect once',
    html: '<p>A call that writes may carry an <code>Idempotency-Key</code> of 8 to 128 plain characters, best a UUID. However often the same request arrives under it, it takes effect once, and the later ones are answered as the first was. The same key with another request is a 422.</p>',
  },
  {
    id: 'contract',
    title: 'The version of the contract',
    html: `<p>Every answer names the contract it speaks in <code>X-Contract</code>, now <b>${CONTRACT_VERSION}</b>. The number goes up when a shape on the wire changes; the calls tablets use understand the last two, so that a tablet that was away can still bring home what it holds. Those calls also name the <code>X-Dataset-Epoch</code>, which changes when a backup was restored.</p>`,
  },
  {
    id: 'refusals',
    title: 'Refusals',
    html: `<p>A refusal answers <code>detail</code>, a sentence for a person, or messages in lists at the names of the fields (<code>{"name": ["This field is required."]}</code>), or both; <code>code</code> where a program can act on it; and <code>request_id</code>, which names the request in the server’s log.</p>
${pairs(['Status', 'Means'], STATUS_WORDS)}<h4>Codes</h4>${pairs(['Code', 'What to do'], Object.entries(CODE_WORDS))}`,
  },
  {
    id: 'budget',
    title: 'How often',
    html: '<p>Everybody has a budget of calls that refills steadily, far above what a person needs, and a smaller one for heavy calls (those that read or make whole files). Whoever is faster gets 429 with <code>Retry-After</code>, the seconds to wait.</p>',
  },
];

export function guideHtml(): string {
  return GUIDE.map(({ id, title, html }) => `<section id="${id}"><h3>${title}</h3>${html}</section>`).join('\n');
}
