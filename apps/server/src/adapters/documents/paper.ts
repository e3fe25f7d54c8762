/// <reference path="./pdfkit.d.ts" />
import PDFDocument from 'pdfkit';
import { fontFile, INK, LINE, MUTED, WEIGHTS, type Weight } from './pdf-look.ts';
import { readWoff } from './woff-font.ts';

/** Where things stand on a letter page, in points. What is above `bottom` belongs to the text, what is below to the foot. */
export const PAGE = { left: 50, right: 562, top: 40, bottom: 732, width: 512 } as const;
const [PAGE_WIDTH, PAGE_HEIGHT] = [612, 792];
const FOOT_TOP = 746;
const LINE_HEIGHT = 1.32;

export type TextLook = { size?: number; weight?: Weight; colour?: string; align?: 'left' | 'right' };
type Box = TextLook & { x?: number; width?: number };
/** A place on the page, in points from its top left. */
export type Spot = readonly [x: number, y: number];

/** What stands on every page. */
export type PaperFrame = {
  title: string;
  author: string;
  language: string;
  /** The day the file says it was made on: the same document gives the same bytes. */
  date: string;
  /** Large and pale behind the text, where it must not be taken for an invoice that is owed; may be empty. */
  mark: string;
  foot: string;
  /** "Page {n} of {m}" */
  page: string;
};

/** Letters the font keeps in a second file. */
const EXTENDED = /([\u0100-\u0130\u0132-\u0151\u0154-\u02ba\u1e00-\u1eff]+)/;
const isExtended = (letters: string) => EXTENDED.test(letters[0] ?? '');

/** What is drawn on a page goes into it at once: pdfkit keeps a buffer of its own for every stroke, of which a long table has 300,000. */
class PageDocument extends PDFDocument {
  #held: string[] = [];

  override addContent(operators: string): this {
    this.#held.push(operators);
    return this;
  }

  flush(): void {
    if (this.#held.length > 0) super.addContent(this.#held.join('\n'));
    this.#held = [];
  }
}

/** Figures as a list of coordinates has them. */
const FIGURES = /^-?[\d.]{2,}$/;

let fonts: Map<string, Buffer> | null = null;
function loadFonts(): Map<string, Buffer> {
  fonts ??= new Map(
    WEIGHTS.flatMap((weight) => [
      [String(weight), readWoff(fontFile(weight))],
      [`${weight} ext`, readWoff(fontFile(weight, 'latin-ext'))],
    ]),
  );
  return fonts;
}

/**
 * Paper to write on from top to bottom, over pdfkit. Tables of thousands of rows are laid out here in a second, for which a layout engine
 * of boxes takes minutes; see decision 0032.
 */
export function openPaper({ title, author, language, date, mark, foot, page }: PaperFrame) {
  const doc = new PageDocument({
    ...{ autoFirstPage: false, bufferPages: true, size: 'LETTER', margin: 0, pdfVersion: '1.7', lang: language, displayTitle: true },
    info: { Title: title, Author: author, Creator: 'DMSE', Producer: 'DMSE', CreationDate: new Date(`${date}T12:00:00Z`) },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  for (const [name, font] of loadFonts()) doc.registerFont(name, font);
  const widths = new Map<string, number>();
  const pictures = new Map<Uint8Array, ReturnType<typeof doc.openImage>>();
  let y: number = PAGE.top;
  /** What the page draws with just now. Saying it again for every cell would be a third of the file. */
  let [ink, pen] = ['', ''];

  const quick = new Set<string>();

  /** Figures are put together of their digits: shaping each of the thousands of different ones would take most of the time of a long list. */
  function setFont(name: string, size: number): void {
    doc.font(name).fontSize(size);
    if (quick.has(name)) return;
    quick.add(name);
    const font = doc._font;
    const shape = font.layoutRun.bind(font);
    font.layoutRun = (text, features) => {
      if (features || !FIGURES.test(text)) return shape(text, features);
      const runs = [...text].map((digit) => font.layoutCached(digit));
      return {
        glyphs: runs.flatMap(({ glyphs }) => glyphs),
        positions: runs.flatMap(({ positions }) => positions),
        advanceWidth: runs.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0),
      };
    };
  }

  function setInk(font: string, size: number, colour: string): void {
    setFont(font, size);
    if (ink !== colour) doc.fillColor(colour);
    ink = colour;
  }

  const partsOf = (line: string) => (EXTENDED.test(line) ? line.split(EXTENDED).filter(Boolean) : [line]);
  const fontOf = (part: string, weight: Weight) => (isExtended(part) ? `${weight} ext` : String(weight));

  /** Measured once for each word and weight, whatever its size. */
  function widthOf(line: string, { size = 10, weight = 400 }: TextLook): number {
    const key = `${weight} ${line}`;
    let width = widths.get(key);
    if (width === undefined) {
      width = 0;
      for (const part of partsOf(line)) {
        setFont(fontOf(part, weight), 1000);
        width += doc.widthOfString(part);
      }
      widths.set(key, width);
    }
    return (width * size) / 1000;
  }

  /** A word that is wider than its place is parted at a letter. */
  function partWord(word: string, width: number, look: TextLook): string[] {
    if (widthOf(word, look) <= width) return [word];
    const parts: string[] = [];
    let part = '';
    for (const letter of word) {
      if (part !== '' && widthOf(part + letter, look) > width) {
        parts.push(part);
        part = '';
      }
      part += letter;
    }
    return [...parts, part];
  }

  function wrap(text: string, width: number, look: TextLook): string[] {
    const space = widthOf(' ', look);
    return clean(text)
      .split('\n')
      .flatMap((paragraph) => {
        const lines: string[] = [];
        let [line, used] = ['', 0];
        for (const word of paragraph.split(' ').flatMap((one) => partWord(one, width, look))) {
          const wide = widthOf(word, look);
          if (line !== '' && used + space + wide > width) {
            lines.push(line);
            [line, used] = ['', 0];
          }
          used += line === '' ? wide : space + wide;
          line = line === '' ? word : `${line} ${word}`;
        }
        return [...lines, line];
      });
  }

  function drawLine(line: string, x: number, top: number, look: TextLook): void {
    const { size = 10, weight = 400, colour = INK } = look;
    let at = x;
    for (const part of partsOf(line)) {
      setInk(fontOf(part, weight), size, colour);
      doc.text(part, at, top, { lineBreak: false });
      at += widthOf(part, look);
    }
  }

  const heightOf = (lines: readonly string[], { size = 10 }: TextLook) => lines.length * size * LINE_HEIGHT;

  /** Lines below each other from a height on; answers where they end. */
  function drawLines(lines: readonly string[], top: number, { x = PAGE.left, width = PAGE.width, ...look }: Box): number {
    const step = (look.size ?? 10) * LINE_HEIGHT;
    for (const [at, line] of lines.entries()) {
      if (line === '') continue;
      const left = look.align === 'right' ? x + width - widthOf(line, look) : x;
      drawLine(line, left, top + at * step, look);
    }
    return top + lines.length * step;
  }

  function setPen(width: number, colour: string): void {
    if (pen !== `${width} ${colour}`) doc.lineWidth(width).strokeColor(colour);
    pen = `${width} ${colour}`;
  }

  function setFill(colour: string): void {
    if (ink !== colour) doc.fillColor(colour);
    ink = colour;
  }

  function trace([first, ...rest]: readonly Spot[]): void {
    doc.moveTo(...first!);
    for (const spot of rest) doc.lineTo(...spot);
  }

  function rule(at: number, width: number, colour: string, [from, to]: readonly [number, number] = [PAGE.left, PAGE.right]): void {
    setPen(width, colour);
    doc.moveTo(from, at).lineTo(to, at).stroke();
  }

  function newPage(): void {
    doc.flush();
    doc.addPage();
    [y, ink, pen] = [PAGE.top, '', ''];
    if (mark === '') return;
    const size = Math.min(120, 620 / widthOf(mark, { size: 1, weight: 600 }));
    doc.save().rotate(-40, { origin: [PAGE_WIDTH / 2, PAGE_HEIGHT / 2] });
    const look = { size, weight: 600, colour: '#ECEAF1' } as const;
    drawLine(mark, (PAGE_WIDTH - widthOf(mark, look)) / 2, PAGE_HEIGHT / 2 - size * 0.7, look);
    doc.restore();
    ink = '';
  }

  function finish(): Promise<Buffer> {
    doc.flush();
    const { count } = doc.bufferedPageRange();
    const look = { size: 8.5, colour: MUTED };
    for (let at = 0; at < count; at += 1) {
      doc.switchToPage(at);
      [ink, pen] = ['', ''];
      rule(FOOT_TOP, 0.5, LINE);
      drawLines([foot], FOOT_TOP + 6, look);
      drawLines([page.replace('{n}', String(at + 1)).replace('{m}', String(count))], FOOT_TOP + 6, { ...look, align: 'right' });
      doc.flush();
    }
    return new Promise((resolve) => {
      doc.on('end', () => resolve(Buffer.concat(chunks)));
      doc.end();
    });
  }

  return {
    newPage,
    finish,
    wrap,
    heightOf,
    drawLines,
    rule,
    widthOf,
    /** A line to cut along. */
    cut(at: number): void {
      doc.dash(4, { space: 4 });
      rule(at, 0.75, MUTED);
      doc.undash();
    },
    /** Fails for what is neither a JPEG nor a PNG. */
    image(bytes: Uint8Array, top: number, x: number = PAGE.left, fit: [number, number] = [200, 44]): void {
      pictures.set(bytes, pictures.get(bytes) ?? doc.openImage(Buffer.from(bytes)));
      doc.image(pictures.get(bytes)!, x, top, { fit });
    },
    line(spots: readonly Spot[], width: number, colour: string, is_dashed = false): void {
      setPen(width, colour);
      if (is_dashed) doc.dash(3, { space: 2.5 });
      trace(spots);
      doc.stroke();
      if (is_dashed) doc.undash();
    },
    circle([x, y]: Spot, radius: number, width: number, colour: string): void {
      setPen(width, colour);
      doc.circle(x, y, radius).stroke();
    },
    area(spots: readonly Spot[], colour: string): void {
      setFill(colour);
      trace(spots);
      doc.closePath().fill();
    },
    /** Little squares around their places, all at once. */
    dots(spots: readonly Spot[], size: number, colour: string): void {
      if (spots.length === 0) return;
      setFill(colour);
      for (const [x, y] of spots) doc.rect(x - size / 2, y - size / 2, size, size);
      doc.fill();
    },
    /** Text where the paper is; a line that does not fit begins the next page. */
    write(text: string, box: Box = {}): void {
      for (const line of wrap(text, box.width ?? PAGE.width, box)) {
        if (y + heightOf([line], box) > PAGE.bottom) newPage();
        y = drawLines([line], y, box);
      }
    },
    get y() {
      return y;
    },
    set y(to: number) {
      y = to;
    },
    /** Is there room for so much below? */
    fits: (height: number) => y + height <= PAGE.bottom,
  };
}

export type Paper = ReturnType<typeof openPaper>;

/** Composed letters, no characters that print nothing. */
function clean(text: string): string {
  if (/^[\n -~\u00a0-\u00ff]*$/.test(text)) return text;
  return text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, ' ')
    .replace(/[^\P{Cc}\n]/gu, '');
}
