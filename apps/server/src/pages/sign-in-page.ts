import type { SignInFont } from './sign-in-font.ts';

/** What every page before the sign-in shows. */
export type AuthFrame = {
  firm_name: string;
  /** The firm has a logo of its own; without one the product's mark is shown. */
  has_logo: boolean;
  fonts: readonly SignInFont[];
  csrf: string;
  problem?: string | undefined;
};

export type SignInView = AuthFrame & {
  next: string;
  is_demo: boolean;
  username?: string;
  is_field?: boolean;
  signed_in_as?: string;
  /** Something that was done a moment ago. */
  notice?: string | undefined;
  /** People sign in by another system and not with a password. */
  has_form: boolean;
  can_reset: boolean;
  providers: readonly { id: number; name: string }[];
  passkey: object | null;
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

export const STYLE = `
:root { color-scheme: light dark; --page:#F7F6F9; --card:#FFF; --line:#E3E0EA; --ink:#211D2A; --muted:#5D576A; --field:#857F92; --primary:#5B3A9E; --on:#FFF; --error:#B3261E; --tint:#F9EEED; --wash:#F2EFF7; }
@media (prefers-color-scheme: dark) { :root { --page:#15131A; --card:#1E1B25; --line:#35313F; --ink:#ECE9F2; --muted:#ADA7BA; --field:#8A8498; --primary:#B69CF2; --on:#1A1721; --error:#FF8A80; --tint:#422D34; --wash:#363046; } }
* { box-sizing: border-box; }
body { margin:0; min-height:100vh; display:grid; place-items:center; padding:24px 16px; background:var(--page); color:var(--ink); font:14px/1.5 'Inter Variable', system-ui, sans-serif; }
main { width:100%; max-width:400px; background:var(--card); border:1px solid var(--line); border-radius:10px; padding:32px; }
.mark { width:40px; height:40px; display:block; margin-bottom:16px; }
.logo { max-width:100%; max-height:56px; display:block; margin-bottom:16px; object-fit:contain; object-position:left; }
@media (prefers-color-scheme: dark) { .logo { background:#FFF; border-radius:8px; padding:6px 10px; } }
@media (max-width: 440px) { main { padding:24px 20px; } }
h1 { font-size:20px; font-weight:600; margin:0 0 4px; }
h2 { font-size:16px; font-weight:600; margin:12px 0 4px; }
p { margin:0 0 20px; color:var(--muted); }
label { display:block; font-weight:500; margin-bottom:4px; }
.field { margin-bottom:16px; }
input[type=text], input[type=password], input[type=email] { width:100%; height:44px; padding:0 12px; font:inherit; color:inherit; background:transparent; border:1px solid var(--field); border-radius:8px; }
:focus-visible { outline:2px solid var(--primary); outline-offset:2px; }
.check { display:flex; gap:10px; align-items:flex-start; font-weight:400; margin-bottom:24px; }
.check input { width:18px; height:18px; margin:2px 0 0; accent-color:var(--primary); flex:none; }
.check small { display:block; font-size:12px; color:var(--muted); }
button { width:100%; height:44px; border:0; border-radius:22px; background:var(--primary); color:var(--on); font:inherit; font-weight:600; cursor:pointer; }
.problem { background:var(--tint); color:var(--error); border-radius:8px; padding:10px 12px; margin-bottom:16px; }
.demo { margin-top:24px; padding:12px; background:var(--wash); border-radius:8px; font-size:13px; }
.demo b { font-weight:600; } .demo ul { margin:6px 0 0; padding-left:18px; }
a { color:var(--primary); }
.notice { background:var(--wash); border-radius:8px; padding:10px 12px; margin-bottom:16px; }
a.next { display:grid; place-items:center; height:44px; border-radius:22px; background:var(--primary); color:var(--on); font-weight:600; text-decoration:none; }
.other { display:block; width:100%; min-height:44px; padding:10px 16px; border:1px solid var(--field); border-radius:22px; background:transparent; color:inherit; font-weight:600; text-align:center; text-decoration:none; }
.or { display:flex; align-items:center; gap:12px; margin:20px 0; color:var(--muted); font-size:12px; } .or::before, .or::after { content:''; flex:1; height:1px; background:var(--line); }
.stack { display:grid; gap:12px; } .small { font-size:13px; margin:16px 0 0; text-align:center; } .small + .stack { margin-top:20px; }
[hidden] { display:none; }
.qr { display:block; width:200px; height:200px; margin:0 auto 16px; padding:12px; background:#FFF; border:1px solid var(--line); border-radius:8px; }
code { display:block; padding:10px 12px; margin-bottom:16px; background:var(--wash); border-radius:8px; font:13px/1.6 ui-monospace, monospace; user-select:all; }
.codes { list-style:none; margin:0 0 20px; padding:12px; background:var(--wash); border-radius:8px; font:13px/1.9 ui-monospace, monospace; text-align:center; }
input.code { letter-spacing:.2em; font-variant-numeric:tabular-nums; }`;

/** The product's mark, as in its icon; drawn here, so that it shows while no file is given out yet. */
export const MARK = `<svg class="mark" viewBox="0 0 512 512" aria-hidden="true"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#7A55C7"/><stop offset="1" stop-color="#4A2B8A"/></linearGradient></defs><rect width="512" height="512" rx="112" fill="url(#g)"/><g fill="none" stroke="#fff" stroke-linecap="round" stroke-linejoin="round"><path d="M256 104 L404 360 H108 Z" stroke-width="34"/><circle cx="256" cy="276" r="30" fill="#F0935A" stroke="none"/><path d="M172 424 H340" stroke-width="30" stroke="#CDBBF5"/></g></svg>`;
const LOGO = '<img class="logo" src="/auth/logo/" alt="">';

function fontFace({ url, range }: SignInFont): string {
  return `@font-face { font-family:'Inter Variable'; font-style:normal; font-display:swap; font-weight:100 900; src:url('${url}') format('woff2'); unicode-range:${range}; }`;
}

const DEMO = `<div class="demo"><b>Demo firm.</b> Every password is <b>demo</b>, unless the server was told to listen to the network. Sign in as:
<ul><li><b>alice</b>, IT and every administrator role</li><li><b>mona</b>, job manager</li><li><b>joe</b>, jobs user</li><li><b>fern</b>, field crew</li><li><b>pia</b>, data processor</li><li><b>ivan</b>, invoices</li><li><b>tess</b>, timesheets</li><li><b>chelsea</b>, an employee with no further role</li></ul></div>`;

const SIGN_IN = 'Sign in';

/** A page before the sign-in, whole. `script` is the address of one, where it needs any. */
export function authPage({ firm_name, has_logo, fonts, problem }: AuthFrame, title: string, body: string, script = ''): string {
  const name = escapeHtml(firm_name);
  return `<!doctype html>
<html lang="en-CA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} · ${name}</title>
<meta name="robots" content="noindex"><link rel="icon" href="/app/favicon.svg"><style>${fonts.map(fontFace).join('\n')}${STYLE}</style></head>
<body><main>${has_logo ? LOGO : MARK}
<h1>${name}</h1>
${title === SIGN_IN ? '' : `<h2>${escapeHtml(title)}</h2>`}
${problem ? `<div class="problem" role="alert">${escapeHtml(problem)}</div>` : ''}
${body}
</main>${script ? `<script src="${script}"></script>` : ''}</body></html>`;
}

export function hiddenFields(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('');
}

/** Shown by its script, where the browser knows passkeys. */
export function passkeyForm(options: object, fields: Record<string, string>): string {
  return `<form method="post" action="/auth/passkey/" data-passkey="${escapeHtml(JSON.stringify(options))}" hidden>${hiddenFields(fields)}
<input type="hidden" name="answer"><input type="hidden" name="device"><div class="problem" role="alert" hidden></div><button class="other" type="submit">Use a passkey</button></form>`;
}

const FIELD_TABLET = 'Stays signed in for up to 30 days, so that a crew without signal is not asked.';

function passwordForm({ csrf, next, username = '', is_field, can_reset }: SignInView): string {
  return `<form method="post" action="/auth/login/">
${hiddenFields({ csrf, next })}
<div class="field"><label for="username">Username or e-mail</label><input id="username" name="username" type="text" autocomplete="username webauthn" autocapitalize="none" spellcheck="false" required value="${escapeHtml(username)}"${username ? '' : ' autofocus'}></div>
<div class="field"><label for="password">Password</label><input id="password" name="password" type="password" autocomplete="current-password" required${username ? ' autofocus' : ''}></div>
<label class="check"><input type="checkbox" name="device" value="field"${is_field ? ' checked' : ''}><span>This is a field tablet<small>${FIELD_TABLET}</small></span></label>
<button type="submit">Sign in</button>
</form>
${can_reset ? '<p class="small"><a href="/auth/forgot/">Forgot your password?</a></p>' : ''}`;
}

function otherWays({ csrf, next, providers, passkey, has_form }: SignInView): string {
  const to = (id: number, more = '') => `/auth/sso/${id}/?next=${encodeURIComponent(next)}${more}`;
  const links = providers.map(({ id, name }) => `<a class="other" href="${escapeHtml(to(id))}">Sign in with ${escapeHtml(name)}</a>`);
  const ways = [...links, ...(passkey ? [passkeyForm(passkey, { csrf, next })] : [])];
  if (ways.length === 0) return '';
  const [first] = providers;
  const tablet = first
    ? `<p class="small">On a field tablet: <a href="${escapeHtml(to(first.id, '&device=field'))}">stay signed in for up to 30 days</a></p>`
    : '';
  const password = has_form
    ? ''
    : `<p class="small"><a href="/auth/login/?password=1&amp;next=${encodeURIComponent(next)}">Use an emergency account</a></p>`;
  return `${has_form && links.length > 0 ? '<div class="or">or</div>' : ''}<div class="stack">${ways.join('')}</div>${tablet}${password}`;
}

/** The sign-in page. It works without a line of script; only passkeys need one. */
export function signInPage(view: SignInView): string {
  const { next, is_demo, signed_in_as, notice } = view;
  const who = signed_in_as
    ? `You are signed in as ${escapeHtml(signed_in_as)}. <a href="${escapeHtml(next)}">Continue</a>, or sign in as someone else.`
    : 'Sign in to continue.';
  const body = `<p>${who}</p>
${notice ? `<div class="notice" role="status">${escapeHtml(notice)}</div>` : ''}
${view.has_form ? passwordForm(view) : ''}
${otherWays(view)}
${is_demo ? DEMO : ''}`;
  return authPage(view, SIGN_IN, body, view.passkey ? PASSKEY_SCRIPT : '');
}

export const PASSKEY_SCRIPT = '/auth/passkey.js';
