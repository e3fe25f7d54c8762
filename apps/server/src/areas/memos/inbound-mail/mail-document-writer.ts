import {
  RICH_LIMITS,
  type RichBlock,
  type RichDocument,
  type RichInline,
  type RichItem,
  type RichMark,
} from '@dmse/domain/memos/rich-text';

type Place = { kind: 'blocks'; content: RichBlock[] } | { kind: 'list'; content: RichItem[] };

export const GOES_ON = 'The mail goes on. The whole of it is in the original.';

const MOST_DEPTH = 12;
const MOST_LETTERS = RICH_LIMITS.letters - 50_000;
const MOST_NODES = RICH_LIMITS.nodes - 2000;

/** Writes a document from the pieces of an HTML text in the order they come, and mends what is in the wrong place. */
export class DocumentWriter {
  #places: Place[] = [{ kind: 'blocks', content: [] }];
  #line: RichInline[] = [];
  #marks: RichMark[] = [];
  #heading: number | null = null;
  #isKept = false;
  #letters = 0;
  #nodes = 0;

  get #isFull(): boolean {
    return this.#letters > MOST_LETTERS || this.#nodes > MOST_NODES;
  }

  mark(marks: readonly RichMark[]): () => void {
    const before = this.#marks;
    this.#marks = [...before, ...marks.filter((mark) => !before.some((one) => one.type === mark.type))];
    return () => {
      this.#marks = before;
    };
  }

  write(text: string): void {
    if (this.#isKept) {
      const [first = '', ...lines] = text.replace(/\r\n?/g, '\n').split('\n');
      this.#put(first);
      for (const line of lines) {
        this.breakLine();
        this.#put(line);
      }
    } else this.#put(this.#joined(text.replace(/[ \t\n\r\f]+/g, ' ')));
  }

  /** A space at the beginning of a line, or after another, is not seen. */
  #joined(text: string): string {
    const last = this.#line.at(-1);
    const isAfterSpace = last === undefined || last.type === 'hardBreak' || last.text.endsWith(' ');
    return isAfterSpace ? text.replace(/^ /, '') : text;
  }

  #put(text: string): void {
    if (text === '' || this.#isFull) return;
    this.#letters += text.length;
    const last = this.#line.at(-1);
    const marks = this.#marks.length > 0 ? { marks: this.#marks } : {};
    if (last?.type === 'text' && last.marks === marks.marks) last.text += text;
    else {
      this.#nodes += 1;
      this.#line.push({ type: 'text', text, ...marks });
    }
  }

  /** Two in a row are what people take for the end of a paragraph. */
  breakLine(): void {
    if (this.#isFull) return;
    const last = this.#line.at(-1);
    if (last?.type === 'hardBreak' && this.#heading === null) {
      this.endBlock();
      return;
    }
    if (last?.type === 'text' && !this.#isKept) last.text = last.text.trimEnd();
    this.#nodes += 1;
    this.#line.push({ type: 'hardBreak' });
  }

  beginCell(): void {
    if (this.#line.some((node) => node.type === 'text' && node.text.trim() !== '')) this.write(' | ');
  }

  endBlock(): void {
    const content = trimmed(this.#line);
    this.#line = [];
    if (content.length === 0) return;
    this.#nodes += 1;
    this.#push(this.#heading === null ? { type: 'paragraph', content } : { type: 'heading', attrs: { level: this.#heading }, content });
  }

  #push(block: RichBlock): void {
    const place = this.#places.at(-1)!;
    if (place.kind === 'blocks') place.content.push(block);
    else place.content.push({ type: 'listItem', content: [block] });
  }

  enterHeading(level: number): () => void {
    this.endBlock();
    const before = this.#heading;
    this.#heading = level;
    return () => {
      this.endBlock();
      this.#heading = before;
    };
  }

  enterKept(): () => void {
    this.endBlock();
    const before = this.#isKept;
    this.#isKept = true;
    return () => {
      this.endBlock();
      this.#isKept = before;
    };
  }

  enterQuote(): () => void {
    const content: RichBlock[] = [];
    return this.#enter({ kind: 'blocks', content }, () => ({ type: 'blockquote', content }));
  }

  enterList(start: number | null): () => void {
    const content: RichItem[] = [];
    const first = start !== null && Number.isInteger(start) && start >= 1 && start <= 1_000_000 ? start : 1;
    return this.#enter({ kind: 'list', content }, () =>
      start === null ? { type: 'bulletList', content } : { type: 'orderedList', attrs: { start: first }, content },
    );
  }

  enterItem(): () => void {
    this.endBlock();
    const list = this.#places.at(-1)!;
    if (list.kind !== 'list') return () => this.endBlock();
    const content: RichBlock[] = [];
    return this.#step({ kind: 'blocks', content }, () => {
      if (content.length > 0) list.content.push({ type: 'listItem', content });
    });
  }

  #enter(place: Place, make: () => RichBlock): () => void {
    this.endBlock();
    if (this.#places.length >= MOST_DEPTH) return () => this.endBlock();
    return this.#step(place, () => {
      if (place.content.length > 0) this.#push(make());
    });
  }

  #step(place: Place, keep: () => void): () => void {
    this.#nodes += 1;
    this.#places.push(place);
    return () => {
      this.endBlock();
      this.#places.pop();
      keep();
    };
  }

  finish(): RichDocument {
    this.endBlock();
    if (this.#isFull) {
      this.#push({ type: 'paragraph', content: [{ type: 'text', text: GOES_ON, marks: [{ type: 'italic' }] }] });
    }
    return { type: 'doc', content: this.#places[0]!.content as RichBlock[] };
  }
}

function isBlank(node: RichInline | undefined): boolean {
  return node !== undefined && (node.type === 'hardBreak' || node.text.trim() === '');
}

/** Without the empty ends that mail programs leave. */
function trimmed(line: readonly RichInline[]): RichInline[] {
  let [from, to] = [0, line.length];
  while (from < to && isBlank(line[from])) from += 1;
  while (to > from && isBlank(line[to - 1])) to -= 1;
  const kept = line.slice(from, to);
  const last = kept.at(-1);
  if (last?.type === 'text') kept[kept.length - 1] = { ...last, text: last.text.trimEnd() };
  return kept;
}
