import { type Attributes, linkOf, type Mark, marksOf } from './mail-element.ts';
import { walkHtml } from './mail-walk.ts';

/** Elements that stay, each with the attributes it may keep. Marks have names of their own below. */
const KEPT: Record<string, readonly string[]> = {
  ...Object.fromEntries(
    'p div br h1 h2 h3 h4 h5 h6 ul li dl dt dd blockquote pre sub sup small address center caption'.split(' ').map((name) => [name, []]),
  ),
  hr: [],
  ol: ['start'],
  table: ['border', 'cellpadding', 'cellspacing', 'width', 'align', 'bgcolor'],
  thead: [],
  tbody: [],
  tfoot: [],
  tr: ['align', 'valign', 'bgcolor'],
  td: ['colspan', 'rowspan', 'align', 'valign', 'width', 'bgcolor'],
  th: ['colspan', 'rowspan', 'align', 'valign', 'width', 'bgcolor'],
  font: ['color'],
  img: ['alt', 'width', 'height'],
};
const ELEMENT_OF: Record<Mark, string> = { bold: 'b', italic: 'i', underline: 'u', strike: 's', code: 'code' };
const VOID = new Set(['br', 'hr', 'img']);
const NUMBERS = new Set(['start', 'border', 'cellpadding', 'cellspacing', 'width', 'height', 'colspan', 'rowspan']);
const COLOURS = new Set(['color', 'bgcolor']);
const DEEPEST = 200;

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function isPlainValue(name: string, value: string): boolean {
  if (NUMBERS.has(name)) return /^\d{1,4}%?$/.test(value);
  if (COLOURS.has(name)) return /^(?:#[0-9a-f]{3,8}|[a-z]{3,20})$/i.test(value);
  return name === 'alt' || /^[a-z]{3,10}$/i.test(value);
}

function writeAttributes(name: string, attributes: Attributes): string {
  const kept = (KEPT[name] ?? []).filter((key) => attributes[key] !== undefined && isPlainValue(key, attributes[key]));
  return kept.map((key) => ` ${key}="${escapeHtml(attributes[key]!.slice(0, 300))}"`).join('');
}

/** A picture that came with the mail is shown; one that would be fetched from elsewhere is not, and its sender is not told that it was read. */
function writePicture(attributes: Attributes, pictures: ReadonlyMap<string, string>): string {
  const source = pictures.get((attributes.src ?? '').replace(/^cid:/i, '').trim());
  const words = attributes.alt?.trim();
  if (source) return `<img src="${source}"${writeAttributes('img', attributes)}>`;
  return words ? escapeHtml(`[${words.slice(0, 300)}]`) : '';
}

/**
 * The HTML of a mail, written anew from a short list of elements: nothing of the sender's own text becomes markup, so whatever a browser
 * would make of it on a second reading, it is only text. No script, style, form, address of elsewhere. Shown in a sandboxed frame besides.
 */
export function cleanHtml(html: string, pictures: ReadonlyMap<string, string>): string {
  const out: string[] = [];
  let depth = 0;
  walkHtml(html, {
    open(name, attributes) {
      if (depth >= DEEPEST) return undefined;
      depth += 1;
      if (name === 'img') out.push(writePicture(attributes, pictures));
      const link = linkOf(name, attributes);
      const marks = marksOf(name === 'th' ? '' : name, attributes).map((mark) => ELEMENT_OF[mark]);
      const names = [...(Object.hasOwn(KEPT, name) && name !== 'img' ? [name] : []), ...marks];
      for (const one of names) out.push(`<${one}${one === name ? writeAttributes(name, attributes) : ''}>`);
      if (link) out.push(`<a href="${escapeHtml(link)}" target="_blank" rel="noopener noreferrer nofollow">`);
      return () => {
        depth -= 1;
        if (link) out.push('</a>');
        for (const one of names.reverse()) if (!VOID.has(one)) out.push(`</${one}>`);
      };
    },
    text: (text) => out.push(escapeHtml(text)),
  });
  return out.join('').trim();
}
