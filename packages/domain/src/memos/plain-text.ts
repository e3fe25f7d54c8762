import { type RichBlock, type RichDocument, type RichInline, type RichItem, readRichText } from './rich-text.ts';

function inlineWords(content: readonly RichInline[] = []): string {
  return content.map((node) => (node.type === 'text' ? node.text : '\n')).join('');
}

function indent(text: string, mark: string): string {
  return mark + text.replaceAll('\n', `\n${' '.repeat(mark.length)}`);
}

function itemWords({ content }: RichItem, mark: string): string {
  return indent(content.map(blockWords).join('\n'), mark);
}

function blockWords(block: RichBlock): string {
  switch (block.type) {
    case 'bulletList':
      return block.content.map((item) => itemWords(item, '- ')).join('\n');
    case 'orderedList':
      return block.content.map((item, at) => itemWords(item, `${block.attrs.start + at}. `)).join('\n');
    case 'blockquote':
      return block.content.map(blockWords).join('\n\n').replace(/^/gm, '> ');
    default:
      return inlineWords(block.content);
  }
}

/** The document as a letter without formatting: paragraphs apart by an empty line, lists with their marks. For mail and search. */
export function plainText(document: RichDocument): string {
  return document.content.map(blockWords).join('\n\n').trim();
}

function paragraphOf(text: string) {
  const content = text
    .split('\n')
    .flatMap((line, at) => [...(at > 0 ? [{ type: 'hardBreak' }] : []), ...(line === '' ? [] : [{ type: 'text', text: line }])]);
  return { type: 'paragraph', content };
}

const LONGEST_START = 100_000;

/** A document from plain text: an empty line begins a paragraph, a single line end stays one. */
export function documentFromText(text: string): RichDocument {
  const paragraphs = text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replace(/^\n|\n$/g, ''))
    .filter((paragraph) => paragraph.trim() !== '');
  const whole = readRichText({ type: 'doc', content: paragraphs.map(paragraphOf) });
  if ('value' in whole) return whole.value;
  // Too long for a memo: its beginning in one paragraph. Whoever calls keeps the original beside it.
  const start = readRichText({ type: 'doc', content: [paragraphOf(text.replace(/\s+/gu, ' ').slice(0, LONGEST_START))] });
  if ('value' in start) return start.value;
  throw new RangeError(start.problem);
}

/** The beginning of a document in one line, cut at a word where it can be, never inside a letter. */
export function summaryOf(document: RichDocument, most: number): string {
  const line = plainText(document).replace(/\s+/gu, ' ');
  const letters: string[] = [];
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(line)) {
    if (letters.push(segment) > most) break;
  }
  if (letters.length <= most) return line;
  const cut = letters.slice(0, most - 1).join('');
  const word = cut.lastIndexOf(' ');
  return `${(word > most / 2 ? cut.slice(0, word) : cut).trimEnd()}…`;
}

function hasWords(node: RichBlock | RichItem | RichInline): boolean {
  if (node.type === 'text') return node.text.trim() !== '';
  return 'content' in node && (node.content ?? []).some(hasWords);
}

/** Nothing one could read: an empty document is as good as none. */
export function isEmptyDocument(document: RichDocument): boolean {
  return !document.content.some(hasWords);
}
