import { answerSchema, type Endpoint } from '@dmse/contract/endpoint';
import { rolesFor } from '@dmse/domain/access/grants';
import { z } from 'zod';
import { escapeHtml } from './sign-in-page.ts';

const STYLE = `
:root { color-scheme: light dark; --page:#F7F6F9; --card:#FFF; --line:#E3E0EA; --ink:#1D1A24; --muted:#5D5769; --primary:#5B3A9E; --get:#2C6FB3; --write:#2E7D4F; --gone:#B3261E; }
@media (prefers-color-scheme: dark) { :root { --page:#15131A; --card:#1E1B25; --line:#35313F; --ink:#ECE9F2; --muted:#B3ACC2; --primary:#B69CF2; --get:#7FB5EE; --write:#6FCF97; --gone:#FF8A80; } }
* { box-sizing:border-box; } body { margin:0; background:var(--page); color:var(--ink); font:14px/1.5 Inter, system-ui, sans-serif; }
main { max-width:960px; margin:0 auto; padding:32px 16px 80px; } h1 { font-size:20px; } h2 { font-size:16px; margin:32px 0 8px; text-transform:capitalize; }
details { background:var(--card); border:1px solid var(--line); border-radius:10px; margin-bottom:8px; } summary { padding:10px 14px; cursor:pointer; display:flex; flex-wrap:wrap; gap:4px 12px; align-items:baseline; }
summary code { font-weight:600; } .method { font:600 12px ui-monospace, monospace; min-width:52px; } .get { color:var(--get); } .post,.patch,.put { color:var(--write); } .delete { color:var(--gone); }
.says { color:var(--muted); } .inside { padding:0 14px 14px; } pre { overflow:auto; background:var(--page); border:1px solid var(--line); border-radius:8px; padding:12px; font-size:12px; } a { color:var(--primary); } h3 { font-size:13px; margin:12px 0 4px; }`;

function shape(title: string, schema: z.ZodType | null | undefined): string {
  if (!schema) return '';
  const { $schema: _, ...json } = z.toJSONSchema(schema, { unrepresentable: 'any' });
  return `<h3>${title}</h3><pre tabindex="0">${escapeHtml(JSON.stringify(json, null, 2))}</pre>`;
}

function entry(name: string, endpoint: Endpoint): string {
  const { declaration, method, path } = endpoint;
  const roles = rolesFor(declaration.needs).join(', ');
  return `<details id="${name}"><summary><span class="method ${method}">${method.toUpperCase()}</span><code>${escapeHtml(path)}</code><span class="says">${escapeHtml(declaration.says)}</span></summary>
<div class="inside"><p>Needs <b>${declaration.needs}</b>: ${escapeHtml(roles)}.${declaration.multipart ? ' Sent as multipart/form-data.' : ''}${declaration.gives === 'file' ? ' Answers a file.' : ''}</p>
${shape('Query', declaration.query)}${shape('Body', declaration.body)}${shape('Answer', answerSchema(endpoint))}</div></details>`;
}

/** The contract as a page a person can read: no script, nothing fetched. */
export function docsPage(endpoints: ReadonlyMap<string, Endpoint>): string {
  const areas = Map.groupBy(endpoints, ([, endpoint]) => endpoint.path.split('/')[2] ?? '');
  const sections = [...areas].map(
    ([area, list]) => `<h2>${escapeHtml(area)}</h2>${list.map(([name, endpoint]) => entry(name, endpoint)).join('\n')}`,
  );
  return `<!doctype html><html lang="en-CA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>DMSE API</title><link rel="icon" href="/app/favicon.svg"><style>${STYLE}</style></head>
<body><main><h1>DMSE API</h1><p class="says">${endpoints.size} calls, made from the declarations the server itself runs on. Also as <a href="/api/openapi.json">OpenAPI</a>. Unsafe methods carry the <code>X-CSRFToken</code> header; lists answer <code>count</code> and <code>results</code>; refusals answer <code>detail</code> and messages per field.</p>
${sections.join('\n')}</main></body></html>`;
}
