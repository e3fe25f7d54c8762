import { setImmediate } from 'node:timers/promises';
import { CONTRACT_VERSION, type Endpoint } from '@dmse/contract/endpoint';
import { rolesFor } from '@dmse/domain/access/grants';
import { namedShape, namesWithin, type Shape, spelledOut } from '../call/api-shapes.ts';
import { type Described, describeCall } from '../call/describe-call.ts';
import { GUIDE, guideHtml } from './docs-guide.ts';
import { DOCS_STYLE } from './docs-style.ts';
import { fieldTable, linkTo, shapeBlock } from './docs-table.ts';
import { escapeHtml } from './sign-in-page.ts';

type Call = { name: string; endpoint: Endpoint; described: Described };
type Noun = { area: string; noun: string; id: string; calls: Call[] };

/** Where a call stands in the contents: `/api/jobs/quote/:id/` under Jobs, quote. */
function placeOf({ path }: Endpoint): { area: string; noun: string } {
  const [, , area = '', second = ''] = path.split('/');
  return { area, noun: second === '' || second.startsWith(':') ? area : second };
}

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete'];

/** The list before its records, and of one address what looks before what changes. */
function byPath({ endpoint: one }: Call, { endpoint: other }: Call): number {
  return one.path.localeCompare(other.path, 'en') || METHODS.indexOf(one.method) - METHODS.indexOf(other.method);
}

function nounsOf(calls: readonly Call[]): Noun[] {
  const grouped = Map.groupBy(calls, ({ endpoint }) => {
    const { area, noun } = placeOf(endpoint);
    return `${area}/${noun}`;
  });
  const nouns = [...grouped].map(([key, list]) => {
    const [area = '', noun = ''] = key.split('/');
    return { area, noun, id: `noun-${area}-${noun}`, calls: list.toSorted(byPath) };
  });
  return nouns.sort((one, other) => one.area.localeCompare(other.area, 'en') || one.noun.localeCompare(other.noun, 'en'));
}

function spell(word: string): string {
  return escapeHtml(word.replace(/[-_]/g, ' ').replace(/^./, (letter) => letter.toUpperCase()));
}

/** What is sent, field by field: whoever writes a call wants to see it where they are. */
function asked(title: string, shape: Shape | null): string {
  if (!shape) return '';
  return `<h4>${title}${shape.$ref ? `: ${linkTo(shape.$ref)}` : ''}</h4>${shapeBlock(spelledOut(shape), true)}`;
}

/** A sentence of the contract; it marks names as Markdown does. */
function sentence(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

function entry({ name, endpoint, described }: Call): string {
  const { declaration, method, path } = endpoint;
  const { parameters, body, answer, notes, status } = described;
  const roles = rolesFor(declaration.needs).join(', ');
  const findable = [name, method, path, declaration.summary, declaration.needs, JSON.stringify(body ?? ''), JSON.stringify(answer ?? '')];
  const words = [
    ...new Set(
      findable
        .join(' ')
        .toLowerCase()
        .match(/[\p{L}\p{N}_/:-]+/gu) ?? [],
    ),
  ]
    .filter((word) => !NOISE.has(word))
    .join(' ');
  return `<details class="call" data-find="${escapeHtml(words)}"><summary><span class="method ${method}">${method.toUpperCase()}</span><code>${escapeHtml(path)}</code><span>${sentence(declaration.summary)}</span></summary>
<div class="inside" id="${name}"><p>For <b>${escapeHtml(roles)}</b> and whoever holds more (<code>${declaration.needs}</code>). ${notes.map(escapeHtml).join(' ')}</p>
${asked('Parameters', parameters)}${asked('Body', body)}<h4>Answer, ${status}</h4>${answer ? shapeBlock(answer, false) : `<p>${declaration.response === 'file' ? 'A file.' : 'Nothing.'}</p>`}</div></details>`;
}

/** Words of JSON Schema itself, which nobody looks for. */
const NOISE = new Set([
  'type',
  'properties',
  'required',
  'anyof',
  'items',
  'object',
  'array',
  'string',
  'integer',
  'null',
  'pattern',
  'description',
  'format',
  'enum',
]);

function shapeEntry(name: string): string {
  const shape = namedShape(name);
  const words = [name, ...Object.keys(shape.properties ?? {})].join(' ').toLowerCase();
  return `<section class="shape" data-find="${escapeHtml(words)}" id="shape-${name}"><h3>${name}</h3>${shape.properties ? fieldTable(shape, false) : shapeBlock(shape, false)}</section>`;
}

function contents(nouns: readonly Noun[]): string {
  const guide = GUIDE.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`).join('');
  const areas = [...Map.groupBy(nouns, ({ area }) => area)].map(
    ([area, list]) =>
      `<b>${spell(area)}</b><ul>${list.map(({ id, noun, calls }) => `<li><a href="#${id}">${spell(noun)} <span class="muted">${calls.length}</span></a></li>`).join('')}</ul>`,
  );
  return `<nav aria-label="Contents"><details open><summary>Contents</summary><b>For every call</b><ul>${guide}</ul>${areas.join('')}<b>Records</b><ul><li><a href="#records">All records</a></li></ul></details></nav>`;
}

/**
 * The contract as a page a person can read: what holds for every call, the calls by noun, and the records they speak of. Made piece by
 * piece, so that whoever calls the server meanwhile does not wait for it.
 */
export async function docsPage(endpoints: ReadonlyMap<string, Endpoint>): Promise<string> {
  const calls: Call[] = [];
  for (const [name, endpoint] of endpoints) {
    calls.push({ name, endpoint, described: describeCall(endpoint) });
    await setImmediate();
  }
  const nouns = nounsOf(calls);
  const sections: string[] = [];
  for (const { area, noun, id, calls: list } of nouns) {
    const title = area === noun ? spell(area) : `${spell(area)}: ${spell(noun).toLowerCase()}`;
    sections.push(`<section id="${id}" data-group><h3>${title}</h3>${list.map(entry).join('\n')}</section>`);
    await setImmediate();
  }
  const shapes: string[] = [];
  for (const name of namesWithin(calls.map(({ described }) => described))) {
    shapes.push(shapeEntry(name));
    await setImmediate();
  }
  return `<!doctype html><html lang="en-CA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>DMSE API</title><link rel="icon" href="/app/favicon.svg"><style>${DOCS_STYLE}</style><script src="/api/docs/find.js" defer></script></head>
<body><a class="skip" href="#calls">To the calls</a><div class="frame">${contents(nouns)}
<main><h1>DMSE API</h1><p class="muted">${calls.length} calls, version ${CONTRACT_VERSION} of the contract, printed from the declarations the server itself runs on. For programs there is <a href="/api/openapi.json">OpenAPI</a>.</p>
<form id="find" class="find" role="search" hidden><label for="words">Find a call, a record or a field</label><input id="words" type="search" autocomplete="off" spellcheck="false"><output aria-live="polite"></output></form>
<div id="guide"><h2>For every call</h2>${guideHtml()}</div>
<div id="calls" data-group><h2>Calls</h2>${sections.join('\n')}</div>
<div id="records" data-group><h2>Records</h2><p class="muted">Those with a name of their own, as calls answer or take them.</p>${shapes.join('\n')}</div>
</main></div></body></html>`;
}
