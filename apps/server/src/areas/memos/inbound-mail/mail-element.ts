import { isSafeLink } from '@dmse/domain/memos/rich-text';

export type Attributes = Record<string, string>;
export type Mark = 'bold' | 'italic' | 'underline' | 'strike' | 'code';

/** Gone with everything inside: code, other grammars than HTML's own, and what a browser would fetch or ask for. */
const DROPPED = new Set(
  'script style title svg math template iframe frame frameset object embed applet audio video canvas noscript noembed noframes select textarea xmp'.split(
    ' ',
  ),
);

const MARKS: Record<string, Mark> = {
  b: 'bold',
  strong: 'bold',
  th: 'bold',
  i: 'italic',
  em: 'italic',
  cite: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strike',
  strike: 'strike',
  del: 'strike',
  code: 'code',
  tt: 'code',
  kbd: 'code',
};

/** Not for the eyes of whoever reads the mail: previews for mail lists, pixels that count readers. */
const HIDDEN = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|font-size\s*:\s*0(?:px|pt|em)?\s*(?:;|$|!))/i;

export function isDropped(name: string, attributes: Attributes): boolean {
  return DROPPED.has(name) || 'hidden' in attributes || HIDDEN.test(attributes.style ?? '');
}

/** What an element says about its letters, by its name or by the four words of its style that mean something. Nothing else of a style is kept. */
export function marksOf(name: string, { style = '' }: Attributes): Mark[] {
  const marks = new Set<Mark>();
  if (Object.hasOwn(MARKS, name)) marks.add(MARKS[name]!);
  if (/font-weight\s*:\s*(?:bold|[6-9]00)/i.test(style)) marks.add('bold');
  if (/font-style\s*:\s*italic/i.test(style)) marks.add('italic');
  if (/text-decoration[\w-]*\s*:[^;]{0,80}underline/i.test(style) && name !== 'a') marks.add('underline');
  if (/text-decoration[\w-]*\s*:[^;]{0,80}line-through/i.test(style)) marks.add('strike');
  return [...marks];
}

/** Where a link leads, or null: javascript:, data: and their like lead nowhere here. */
export function linkOf(name: string, { href = '' }: Attributes): string | null {
  const address = name === 'a' ? href.trim() : '';
  return isSafeLink(address) ? address : null;
}
