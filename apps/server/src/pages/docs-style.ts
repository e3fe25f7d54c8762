/** The look of the API page: the firm's colours in light and dark, one column on a phone. */
export const DOCS_STYLE = `
:root { color-scheme: light dark; --page:#F7F6F9; --card:#FFF; --line:#E3E0EA; --ink:#1D1A24; --muted:#5D5769; --field:#857F92; --primary:#5B3A9E; --wash:#EEE9F8; --get:#1F5D9C; --write:#23693F; --gone:#B3261E; }
@media (prefers-color-scheme: dark) { :root { --page:#15131A; --card:#1E1B25; --line:#35313F; --ink:#ECE9F2; --muted:#B3ACC2; --field:#8A8498; --primary:#B69CF2; --wash:#2B2440; --get:#7FB5EE; --write:#6FCF97; --gone:#FF8A80; } }
* { box-sizing:border-box; }
html { scroll-padding-top:112px; }
body { margin:0; background:var(--page); color:var(--ink); font:14px/1.5 Inter, system-ui, sans-serif; overflow-wrap:anywhere; }
a { color:var(--primary); } :focus-visible { outline:2px solid var(--primary); outline-offset:2px; border-radius:4px; }
.skip { position:absolute; left:-9999px; } .skip:focus { left:8px; top:8px; background:var(--card); padding:8px 12px; }
.frame { display:grid; grid-template-columns:240px minmax(0, 1fr); gap:32px; max-width:1240px; margin:0 auto; padding:24px 24px 80px; }
nav { position:sticky; top:24px; align-self:start; max-height:calc(100vh - 48px); overflow:auto; font-size:13px; }
nav ul { list-style:none; margin:0 0 12px; padding:0; } nav li a { display:block; padding:3px 8px; border-radius:6px; text-decoration:none; color:var(--ink); } nav li a:hover { background:var(--wash); }
nav b { display:block; padding:3px 8px; color:var(--muted); font-weight:600; } nav summary { display:none; }
h1 { font-size:24px; font-weight:600; margin:0 0 4px; } h2 { font-size:18px; font-weight:600; margin:40px 0 8px; padding-top:8px; border-top:1px solid var(--line); } h3 { font-size:15px; font-weight:600; margin:24px 0 8px; } h4 { font-size:13px; font-weight:600; margin:16px 0 4px; }
p { margin:0 0 8px; max-width:75ch; } .muted { color:var(--muted); }
code { font:12.5px ui-monospace, SFMono-Regular, Menlo, monospace; }
.find { position:sticky; top:0; z-index:1; background:var(--page); margin:0 -8px; padding:8px 8px 0; } .find label { display:block; font-weight:500; margin-bottom:4px; }
.find input { width:100%; max-width:480px; height:40px; padding:0 12px; font:inherit; color:inherit; background:var(--card); border:1px solid var(--field); border-radius:8px; } .find output { display:block; font-size:12px; color:var(--muted); min-height:18px; }
.call, .shape { background:var(--card); border:1px solid var(--line); border-radius:10px; margin-bottom:8px; } .shape { padding:10px 14px; } .shape h3 { margin:0 0 8px; } #guide h2 { margin-top:8px; }
.call summary { padding:10px 14px; cursor:pointer; display:flex; flex-wrap:wrap; gap:2px 12px; align-items:baseline; } .call summary code { font-weight:600; } .call summary span:last-child { color:var(--muted); }
.method { font:600 12px ui-monospace, monospace; min-width:52px; } .get, .head { color:var(--get); } .post, .patch, .put { color:var(--write); } .delete { color:var(--gone); }
.inside { padding:0 14px 14px; scroll-margin-top:48px; }
table { width:100%; border-collapse:collapse; font-size:13px; } th, td { text-align:left; vertical-align:top; padding:5px 10px 5px 0; border-bottom:1px solid var(--line); font-weight:400; } thead th { color:var(--muted); font-size:12px; }
th:first-child { width:26%; } td:nth-child(2) { width:22%; } td:nth-child(3) { width:10%; } .two th:first-child { width:30%; } .two td:nth-child(2) { width:70%; }
[hidden] { display:none !important; }
@media (max-width: 900px) { .frame { display:block; padding:16px 16px 64px; } nav { position:static; max-height:none; } nav summary { display:list-item; cursor:pointer; padding:8px 0; font-weight:600; } nav details { background:var(--card); border:1px solid var(--line); border-radius:10px; padding:4px 12px; margin-bottom:16px; } }
@media (max-width: 600px) { thead { display:none; } tr { display:block; border-bottom:1px solid var(--line); padding:6px 0; } th, td, th:first-child, td:nth-child(n) { display:block; width:auto; border:0; padding:1px 0; } td:empty { display:none; } }
@media print { nav, .find { display:none; } .frame { display:block; } }`;
