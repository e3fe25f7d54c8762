export type SignInView = {
  firm_name: string;
  csrf: string;
  next: string;
  is_demo: boolean;
  problem?: string;
  username?: string;
  is_field?: boolean;
  signed_in_as?: string;
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const STYLE = `
:root { color-scheme: light dark; --page:#F7F6F9; --card:#FFF; --line:#E3E0EA; --ink:#1D1A24; --muted:#5D5769; --field:#857F92; --primary:#5B3A9E; --on:#FFF; --error:#B3261E; --tint:#F9E7E6; --wash:#EEE9F8; }
@media (prefers-color-scheme: dark) { :root { --page:#15131A; --card:#1E1B25; --line:#35313F; --ink:#ECE9F2; --muted:#B3ACC2; --field:#8A8498; --primary:#B69CF2; --on:#1D1233; --error:#FF8A80; --tint:#3A2023; --wash:#2B2440; } }
* { box-sizing: border-box; }
body { margin:0; min-height:100vh; display:grid; place-items:center; padding:24px 16px; background:var(--page); color:var(--ink); font:14px/1.5 Inter, system-ui, sans-serif; }
main { width:100%; max-width:400px; background:var(--card); border:1px solid var(--line); border-radius:10px; padding:32px; }
.mark { width:40px; height:40px; display:block; margin-bottom:16px; color:var(--primary); }
h1 { font-size:20px; font-weight:600; margin:0 0 4px; }
p { margin:0 0 20px; color:var(--muted); }
label { display:block; font-weight:500; margin-bottom:4px; }
.field { margin-bottom:16px; }
input[type=text], input[type=password] { width:100%; height:44px; padding:0 12px; font:inherit; color:inherit; background:transparent; border:1px solid var(--field); border-radius:8px; }
:focus-visible { outline:2px solid var(--primary); outline-offset:2px; }
.check { display:flex; gap:10px; align-items:flex-start; font-weight:400; margin-bottom:24px; }
.check input { width:18px; height:18px; margin:2px 0 0; accent-color:var(--primary); flex:none; }
.check small { display:block; font-size:12px; color:var(--muted); }
button { width:100%; height:44px; border:0; border-radius:22px; background:var(--primary); color:var(--on); font:inherit; font-weight:600; cursor:pointer; }
.problem { background:var(--tint); color:var(--error); border-radius:8px; padding:10px 12px; margin-bottom:16px; }
.demo { margin-top:24px; padding:12px; background:var(--wash); border-radius:8px; font-size:13px; }
.demo b { font-weight:600; } .demo ul { margin:6px 0 0; padding-left:18px; }
a { color:var(--primary); }`;

const MARK = `<svg class="mark" viewBox="0 0 40 40" fill="none" stroke="currentColor" stroke-width="2.5" aria-hidden="true"><circle cx="20" cy="20" r="17"/><path d="M20 3v10M20 27v10M3 20h10M27 20h10"/><circle cx="20" cy="20" r="3" fill="currentColor"/></svg>`;

const DEMO = `<div class="demo"><b>Demo firm.</b> Every password is <b>demo</b>, unless the server was told to listen to the network. Sign in as:
<ul><li><b>alice</b>, IT and every administrator role</li><li><b>mona</b>, job manager</li><li><b>joe</b>, jobs user</li><li><b>fern</b>, field crew</li><li><b>pia</b>, data processor</li><li><b>ivan</b>, invoices</li><li><b>tess</b>, timesheets</li><li><b>chelsea</b>, an employee with no further role</li></ul></div>`;

/** The sign-in page, whole, without a line of script. */
export function signInPage(view: SignInView): string {
  const { firm_name, csrf, next, is_demo, problem, username = '', is_field, signed_in_as } = view;
  const name = escapeHtml(firm_name);
  return `<!doctype html>
<html lang="en-CA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Sign in · ${name}</title>
<meta name="robots" content="noindex"><link rel="icon" href="/app/favicon.svg"><style>${STYLE}</style></head>
<body><main>${MARK}
<h1>${name}</h1>
<p>${signed_in_as ? `You are signed in as ${escapeHtml(signed_in_as)}. <a href="${escapeHtml(next)}">Go on</a>, or sign in as someone else.` : 'Sign in to go on.'}</p>
${problem ? `<div class="problem" role="alert">${escapeHtml(problem)}</div>` : ''}
<form method="post" action="/auth/login/">
<input type="hidden" name="csrf" value="${escapeHtml(csrf)}"><input type="hidden" name="next" value="${escapeHtml(next)}">
<div class="field"><label for="username">Username or e-mail</label><input id="username" name="username" type="text" autocomplete="username" autocapitalize="none" spellcheck="false" required value="${escapeHtml(username)}"${username ? '' : ' autofocus'}></div>
<div class="field"><label for="password">Password</label><input id="password" name="password" type="password" autocomplete="current-password" required${username ? ' autofocus' : ''}></div>
<label class="check"><input type="checkbox" name="device" value="field"${is_field ? ' checked' : ''}><span>This is a field tablet<small>Stays signed in for up to 30 days, so that a crew without signal is not asked.</small></span></label>
<button type="submit">Sign in</button>
</form>
${is_demo ? DEMO : ''}
</main></body></html>`;
}
