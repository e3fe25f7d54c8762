import { COMPONENTS, type Shape } from '../call/api-shapes.ts';
import { FIELD_WORDS } from './docs-text.ts';
import { escapeHtml } from './sign-in-page.ts';

type Row = { field: string; shape: Shape; isRequired: boolean };

/** How deep fields inside fields are told in the same table. */
const DEEPEST = 3;

function branchesOf({ anyOf, oneOf }: Shape): Shape[] {
  return anyOf ?? oneOf ?? [];
}

/** What a field is beside being nothing. */
function filled(shape: Shape): Shape {
  const branches = branchesOf(shape).filter(({ type }) => type !== 'null');
  return branches.length === 1 ? { ...branches[0], ...(shape.description ? { description: shape.description } : {}) } : shape;
}

function mayBeNull(shape: Shape): boolean {
  return branchesOf(shape).some(({ type }) => type === 'null');
}

const FORMATS = new Map(
  Object.entries({ date: 'date', 'date-time': 'instant', uuid: 'UUID', email: 'e-mail address', uri: 'web address', binary: 'file' }),
);

/** The type of a field in a few words, with a link where the record has a name of its own. */
function typeOf(shape: Shape): string {
  if (mayBeNull(shape)) return `${typeOf(filled(shape))} or null`;
  if (shape.$ref) return linkTo(shape.$ref);
  if (shape.const !== undefined) return `<code>${escapeHtml(JSON.stringify(shape.const))}</code>`;
  if (shape.items) return `list of ${typeOf(shape.items)}`;
  if (shape.prefixItems) return `list of ${shape.prefixItems.length}: ${shape.prefixItems.map(typeOf).join(', ')}`;
  const branches = branchesOf(shape);
  if (branches.length > 0) return [...new Set(branches.map(typeOf))].join(' or ');
  if (shape.enum) return 'one of a list';
  if (shape.properties) return 'record';
  if (shape.type === 'object') return 'record of any fields';
  return FORMATS.get(shape.format ?? '') ?? (shape.type === 'string' ? 'text' : (shape.type ?? 'anything'));
}

export function linkTo(ref: string): string {
  const name = escapeHtml(ref.replace(COMPONENTS, ''));
  return `<a href="#shape-${name}">${name}</a>`;
}

function limitsOf(shape: Shape): string[] {
  const { minimum, exclusiveMinimum, maximum, maxLength, minItems, maxItems, pattern, format } = shape;
  const said = shape.default === undefined ? [] : [`Without it: ${JSON.stringify(shape.default)}.`];
  if (shape.enum) said.push(`${shape.enum.map(String).join(', ')}.`);
  if (minimum !== undefined && maximum !== undefined) said.push(`From ${minimum} to ${maximum}.`);
  else if (minimum !== undefined) said.push(`${minimum} or more.`);
  else if (maximum !== undefined) said.push(`At most ${maximum}.`);
  // An id is more than 0, which nobody needs to be told.
  if (exclusiveMinimum !== undefined && !shape.description) said.push(`More than ${exclusiveMinimum}.`);
  if (maxLength !== undefined) said.push(`At most ${maxLength} characters.`);
  if (minItems !== undefined && minItems > 0 && maxItems !== minItems) said.push(`At least ${minItems}.`);
  if (maxItems !== undefined && maxItems !== minItems) said.push(`At most ${maxItems} of them.`);
  if (pattern && !format && !/Cc|\\0/.test(pattern)) said.push(`Written as ${pattern}.`);
  return said;
}

/** What a field means: what is known of its name, what its kind means, and what is allowed. */
function meaningOf(field: string, shape: Shape): string {
  const one = filled(shape);
  const item = one.items ? filled(one.items) : null;
  const last =
    field
      .split(/[.[\]]+/)
      .filter(Boolean)
      .at(-1) ?? field;
  const named = FIELD_WORDS.get(last);
  const kind = one.description ?? item?.description;
  const title = shape.title && `${shape.title}.`;
  const said = [...(named ? [named] : [title, kind]), shape.place].filter((words) => words !== undefined);
  return [...said, ...limitsOf(one), ...(item ? limitsOf(item) : [])].join(' ');
}

/** The fields of a record, those inside it with dots before their names. */
function rowsOf(shape: Shape, prefix = '', depth = 1): Row[] {
  const required = new Set(shape.required ?? []);
  return Object.entries(shape.properties ?? {}).flatMap(([name, inner]) => {
    const row = { field: prefix + name, shape: inner, isRequired: required.has(name) };
    const one = filled(inner);
    const within = one.items ? filled(one.items) : one;
    if (!within.properties || depth >= DEEPEST) return [row];
    return [row, ...rowsOf(within, `${prefix}${name}${one.items ? '[]' : ''}.`, depth + 1)];
  });
}

/** A record as a table: field, type, required, meaning. `isAsked`: of what is sent, it matters what must be. */
export function fieldTable(shape: Shape, isAsked: boolean): string {
  const rows = rowsOf(shape);
  if (rows.length === 0) return `<p>${typeOf(shape)}</p>`;
  const must = isAsked ? 'required' : 'always';
  const lines = rows.map(({ field, shape: inner, isRequired }) => {
    const says = escapeHtml(meaningOf(field, inner));
    return `<tr><th scope="row"><code>${escapeHtml(field)}</code></th><td>${typeOf(inner)}</td><td>${isRequired ? must : ''}</td><td>${says}</td></tr>`;
  });
  const head = `<tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">${isAsked ? 'Required' : 'Present'}</th><th scope="col">Meaning</th></tr>`;
  return `<table><thead>${head}</thead><tbody>${lines.join('')}</tbody></table>`;
}

/** A shape where it is used: the record's name as a link, a list of it, or its fields on the spot. */
export function shapeBlock(shape: Shape, isAsked: boolean): string {
  const isPage = shape.properties?.results?.items?.$ref !== undefined && shape.properties.count !== undefined;
  if (isPage) return `<p>A page of ${typeOf(shape.properties!.results!.items!)}: <code>count</code> and <code>results</code>.</p>`;
  if (shape.properties) return fieldTable(shape, isAsked);
  return `<p>${typeOf(shape)}</p>`;
}
