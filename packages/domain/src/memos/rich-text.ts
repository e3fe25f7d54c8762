import type { Reading } from '../text/reading.ts';

/** The document of a memo as the editor keeps it, cut down to what we render. What is not listed here is never stored. */
export type RichMark = { type: 'bold' | 'italic' | 'underline' | 'strike' | 'code' } | { type: 'link'; attrs: { href: string } };
export type RichText = { type: 'text'; text: string; marks?: RichMark[] };
export type RichInline = RichText | { type: 'hardBreak' };
export type RichItem = { type: 'listItem'; content: RichBlock[] };
export type RichBlock =
  | { type: 'paragraph'; content?: RichInline[] }
  | { type: 'heading'; attrs: { level: number }; content?: RichInline[] }
  | { type: 'codeBlock'; content?: RichInline[] }
  | { type: 'blockquote'; content: RichBlock[] }
  | { type: 'bulletList'; content: RichItem[] }
  | { type: 'orderedList'; attrs: { start: number }; content: RichItem[] };
export type RichDocument = { type: 'doc'; content: RichBlock[] };

export const RICH_LIMITS = { depth: 32, nodes: 20_000, letters: 200_000, href: 2000, levels: 6 } as const;

const PLAIN_MARKS = ['bold', 'italic', 'underline', 'strike', 'code'] as const;

/** Thrown inside the reader only, and turned into its answer. */
class Refused extends Error {}

function refuse(problem: string): never {
  throw new Refused(problem);
}

type Raw = Record<string, unknown>;

function asNode(value: unknown): Raw & { type: string } {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || typeof (value as Raw).type !== 'string')
    return refuse('This is not a document of the editor.');
  return value as Raw & { type: string };
}

function asList(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : refuse('This is not a document of the editor.');
}

function numberIn(attrs: unknown, key: string, most: number): number {
  const value = typeof attrs === 'object' && attrs !== null ? (attrs as Raw)[key] : undefined;
  if (value === undefined || value === null) return 1;
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most
    ? (value as number)
    : refuse(`“${key}” is out of bounds.`);
}

/** Only addresses one can visit or write to. Anything else (javascript:, data:, a space before it) could do something when clicked. */
export function isSafeLink(href: string): boolean {
  return href.length <= RICH_LIMITS.href && /^(?:https?:\/\/|mailto:)[^\s\p{C}<>"]+$/iu.test(href);
}

function readMark(value: unknown): RichMark {
  const mark = asNode(value);
  const plain = PLAIN_MARKS.find((type) => type === mark.type);
  if (plain) return { type: plain };
  if (mark.type !== 'link') return refuse(`A memo cannot have “${mark.type.slice(0, 40)}”.`);
  const href = (mark.attrs as Raw | null | undefined)?.href;
  if (typeof href !== 'string' || !isSafeLink(href)) return refuse('A link leads to http://, https:// or mailto: addresses only.');
  return { type: 'link', attrs: { href } };
}

/** Letters no database and no screen takes: control characters besides tab and line end, and halves of pairs. */
function cleanText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '');
}

/** Walks the document once, counting what it has seen. */
class Reader {
  nodes = 0;
  letters = 0;

  enter(value: unknown, depth: number): Raw & { type: string } {
    this.nodes += 1;
    if (this.nodes > RICH_LIMITS.nodes) refuse('The memo is too long.');
    if (depth > RICH_LIMITS.depth) refuse('The memo has lists within lists too deep.');
    return asNode(value);
  }

  inline(value: unknown, depth: number, isCode: boolean): RichInline[] {
    const node = this.enter(value, depth);
    if (node.type === 'hardBreak' && !isCode) return [{ type: 'hardBreak' }];
    if (node.type !== 'text' || typeof node.text !== 'string') return refuse(`A memo cannot have “${node.type.slice(0, 40)}” here.`);
    this.letters += node.text.length;
    if (this.letters > RICH_LIMITS.letters) refuse('The memo is too long.');
    const text = cleanText(node.text);
    const marks = isCode ? [] : asList(node.marks).map(readMark);
    if (marks.length > PLAIN_MARKS.length + 1) refuse('A text has more marks than there are.');
    if (text === '') return [];
    return [{ type: 'text', text, ...(marks.length > 0 ? { marks } : {}) }];
  }

  inlines(node: Raw, depth: number, isCode = false): { content?: RichInline[] } {
    const content = asList(node.content).flatMap((child) => this.inline(child, depth + 1, isCode));
    return content.length > 0 ? { content } : {};
  }

  blocks(node: Raw, depth: number): RichBlock[] {
    return asList(node.content).map((child) => this.block(child, depth + 1));
  }

  items(node: Raw, depth: number): RichItem[] {
    const items = asList(node.content).map((child): RichItem => {
      const item = this.enter(child, depth + 1);
      if (item.type !== 'listItem') refuse(`A list cannot have “${item.type.slice(0, 40)}” in it.`);
      const content = this.blocks(item, depth + 1);
      // The editor wants every item to begin with a paragraph.
      return { type: 'listItem', content: content[0]?.type === 'paragraph' ? content : [{ type: 'paragraph' }, ...content] };
    });
    return items.length > 0 ? items : [{ type: 'listItem', content: [{ type: 'paragraph' }] }];
  }

  block(value: unknown, depth: number): RichBlock {
    const node = this.enter(value, depth);
    switch (node.type) {
      case 'paragraph':
        return { type: 'paragraph', ...this.inlines(node, depth) };
      case 'heading':
        return { type: 'heading', attrs: { level: numberIn(node.attrs, 'level', RICH_LIMITS.levels) }, ...this.inlines(node, depth) };
      case 'codeBlock':
        return { type: 'codeBlock', ...this.inlines(node, depth, true) };
      case 'blockquote': {
        const content = this.blocks(node, depth);
        return { type: 'blockquote', content: content.length > 0 ? content : [{ type: 'paragraph' }] };
      }
      case 'bulletList':
        return { type: 'bulletList', content: this.items(node, depth) };
      case 'orderedList':
        return { type: 'orderedList', attrs: { start: numberIn(node.attrs, 'start', 1_000_000) }, content: this.items(node, depth) };
      default:
        return refuse(`A memo cannot have “${node.type.slice(0, 40)}”.`);
    }
  }
}

/**
 * Reads whatever arrived as the text of a memo. The answer holds only nodes, marks and attributes of the list above (how a link opens is
 * the renderer's to say), fits the editor's own rules, and reads as itself a second time; anything else is refused in a sentence.
 */
export function readRichText(value: unknown): Reading<RichDocument> {
  try {
    const reader = new Reader();
    const node = reader.enter(value, 0);
    if (node.type !== 'doc') return { problem: 'This is not a document of the editor.' };
    const content = reader.blocks(node, 0);
    return { value: { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] } };
  } catch (error) {
    if (error instanceof Refused) return { problem: error.message };
    throw error;
  }
}
