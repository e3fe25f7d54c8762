/**
 * The little XML that Carlson's files need: elements, attributes, text, comments. A document type is refused and no entity is expanded
 * but the five of XML itself and character numbers, so no file can grow or reach out while it is read.
 */

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
  readonly from_line: number;
  readonly to_line: number;
}

interface XmlTrouble {
  readonly line: number;
  readonly sentence: string;
}

interface XmlDocument {
  readonly roots: readonly XmlElement[];
  readonly troubles: readonly XmlTrouble[];
  /** A document type was met: nothing was read. */
  readonly is_refused: boolean;
}

interface OpenElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
  from_line: number;
  to_line: number;
}

const MAX_DEPTH = 100;
/** A longer tag is no tag of these files; the limit also keeps a lone "<" from being searched to the end again and again. */
const LONGEST_TAG = 10_000;

/** Lines of `text` end in LF. */
export function parseXml(text: string): XmlDocument {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) {
    return { roots: [], troubles: [{ line: 1, sentence: 'The file has a document type definition, which is refused.' }], is_refused: true };
  }
  const reader = new XmlReader();
  let at = 0;
  while (at < text.length) {
    const end = text.charAt(at) === '<' ? findEnd(text, at) : endOr(text.indexOf('<', at), text.length);
    reader.take(text.slice(at, end));
    at = end;
  }
  return reader.finish();
}

/** Where the comment, declaration or tag that begins here ends; only one sign further if it is none. */
function findEnd(text: string, at: number): number {
  if (text.startsWith('<!--', at)) return endOr(text.indexOf('-->', at + 4) + 3, text.length, 2);
  if (text.startsWith('<?', at)) return endOr(text.indexOf('?>', at + 2) + 2, text.length, 1);
  const most = Math.min(text.length, at + LONGEST_TAG);
  let quote = '';
  for (let i = at + 1; i < most; i++) {
    const sign = text.charAt(i);
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '>') return i + 1;
    else if (sign === '<') break;
  }
  return at + 1;
}

function endOr(found: number, otherwise: number, least = -1): number {
  return found > least ? found : otherwise;
}

class XmlReader {
  readonly #roots: XmlElement[] = [];
  readonly #open: OpenElement[] = [];
  readonly #troubles: XmlTrouble[] = [];
  #line = 1;

  take(text: string): void {
    const tag = /^<(\/?)([^\s<>/"'=?!][^\s<>/"'=]*)/.exec(text);
    if (!tag || !text.endsWith('>')) this.#other(text);
    else if (tag[1] === '/') this.#close(tag[2] as string);
    else this.#start(tag[2] as string, text.slice(tag[0].length, -1).trimEnd());
    this.#line += countLineEnds(text);
  }

  #start(name: string, inside: string): void {
    const isEmpty = inside.endsWith('/');
    const attributes = readAttributes(isEmpty ? inside.slice(0, -1) : inside);
    const element: OpenElement = { name, attributes, children: [], text: '', from_line: this.#line, to_line: this.#line };
    if (this.#open.length >= MAX_DEPTH) this.#complain('Elements lie too deep inside each other.');
    else if (isEmpty) this.#keep(element);
    else this.#open.push(element);
  }

  #close(name: string): void {
    const at = this.#open.findLastIndex((element) => element.name === name);
    if (at < 0) this.#complain(`</${name.slice(0, 40)}> closes nothing.`);
    while (at >= 0 && this.#open.length > at) {
      const element = this.#open.pop() as OpenElement;
      if (element.name !== name) this.#complain(`<${element.name.slice(0, 40)}> is not closed.`);
      element.to_line = this.#line;
      this.#keep(element);
    }
  }

  /** Text, comments, declarations, and a "<" that opens nothing. */
  #other(text: string): void {
    const element = this.#open[this.#open.length - 1];
    const isTag = text.startsWith('<');
    if (isTag && !/^<[?!]/.test(text)) this.#complain('A "<" opens no element.');
    else if (element && !isTag) element.text += decodeEntities(text);
    else if (!isTag && text.replace(/^\uFEFF/, '').trim() !== '') this.#complain('Text stands outside of every element.');
  }

  finish(): XmlDocument {
    while (this.#open.length > 0) {
      const element = this.#open.pop() as OpenElement;
      this.#complain(`<${element.name.slice(0, 40)}> is not closed.`);
      element.to_line = this.#line;
      this.#keep(element);
    }
    return { roots: this.#roots, troubles: this.#troubles, is_refused: false };
  }

  #keep(element: XmlElement): void {
    const parent = this.#open[this.#open.length - 1];
    if (parent) parent.children.push(element);
    else this.#roots.push(element);
  }

  #complain(sentence: string): void {
    this.#troubles.push({ line: this.#line, sentence });
  }
}

function countLineEnds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

const NAME = /[^\s=<>"'/]+/y;
const EQUALS = /\s*=\s*/y;
const QUOTED = /"([^"]*)"|'([^']*)'/y;

/** Goes through the text once: a name that no value follows is passed over whole, never tried again from its second letter. */
function readAttributes(text: string): Record<string, string> {
  const attributes: [string, string][] = [];
  for (let at = 0; at < text.length; ) {
    const name = matchAt(NAME, text, at);
    const equals = name && matchAt(EQUALS, text, at + name[0].length);
    at += (name?.[0].length ?? 1) + (equals?.[0].length ?? 0);
    const value = equals && matchAt(QUOTED, text, at);
    if (!name || !value) continue;
    attributes.push([name[0], decodeEntities(value[1] ?? value[2] ?? '')]);
    at += value[0].length;
  }
  return Object.fromEntries(attributes);
}

function matchAt(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
  sticky.lastIndex = at;
  return sticky.exec(text);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? all;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}
