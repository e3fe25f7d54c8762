/** What is used of pdfkit, which brings no types of its own. */
declare module 'pdfkit' {
  import type { EventEmitter } from 'node:events';

  type TextOptions = { lineBreak?: boolean; features?: readonly string[]; characterSpacing?: number; baseline?: 'alphabetic' };
  /** A picture that was read; drawn many times it is in the file once. */
  type Picture = { width: number; height: number };
  /** A text as glyphs and where each of them stands. */
  type GlyphRun = { glyphs: readonly unknown[]; positions: readonly unknown[]; advanceWidth: number };
  type Font = {
    /** From units of the font to thousandths of its size. */
    scale: number;
    layoutRun(text: string, features?: readonly string[]): GlyphRun;
    layoutCached(text: string): GlyphRun;
  };
  export default class PDFDocument extends EventEmitter {
    constructor(options: {
      autoFirstPage?: boolean;
      bufferPages?: boolean;
      size?: string;
      margin?: number;
      pdfVersion?: string;
      lang?: string;
      displayTitle?: boolean;
      info?: Record<string, string | Date>;
    });
    registerFont(name: string, font: Buffer): this;
    font(name: string): this;
    /** The one in use. */
    _font: Font;
    fontSize(size: number): this;
    fillColor(colour: string): this;
    strokeColor(colour: string): this;
    lineWidth(width: number): this;
    dash(length: number, options?: { space?: number }): this;
    undash(): this;
    moveTo(x: number, y: number): this;
    lineTo(x: number, y: number): this;
    closePath(): this;
    rect(x: number, y: number, width: number, height: number): this;
    circle(x: number, y: number, radius: number): this;
    stroke(): this;
    fill(): this;
    save(): this;
    restore(): this;
    rotate(angle: number, options: { origin: [number, number] }): this;
    text(text: string, x: number, y: number, options: TextOptions): this;
    widthOfString(text: string, options?: TextOptions): number;
    openImage(source: Buffer): Picture;
    image(source: Picture, x: number, y: number, options: { fit: [number, number] }): this;
    /** Writes operators to the page; everything that draws ends here. */
    addContent(operators: string): this;
    addPage(options?: { size: [number, number]; margin: number }): this;
    switchToPage(page: number): void;
    bufferedPageRange(): { start: number; count: number };
    end(): void;
  }
}
