/// <reference path="../../adapters/documents/pdfkit.d.ts" />
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { fontFile } from '../../adapters/documents/pdf-look.ts';
import { readWoff } from '../../adapters/documents/woff-font.ts';
import type { Random } from '../firm/random.ts';
import type { Mark, Sheet } from './sheet.ts';

const INK = '#111111';
type TextMark = Extract<Mark, { text: string }>;

let letters: Record<'plain' | 'bold', Buffer> | null = null;
const loadLetters = () => {
  letters ??= { plain: readWoff(fontFile(400)), bold: readWoff(fontFile(600)) };
  return letters;
};

function openDocument(title = '', date = '2000-01-01'): PDFDocument {
  const doc = new PDFDocument({
    ...{ autoFirstPage: false, margin: 0, pdfVersion: '1.7' },
    info: { Title: title, Creator: 'Plan', Producer: 'Plan', CreationDate: new Date(`${date}T12:00:00Z`) },
  });
  for (const [name, font] of Object.entries(loadLetters())) doc.registerFont(name, font);
  return doc;
}

const startOf = ({ at, align = 'left' }: TextMark, width: number) =>
  at[0] - (align === 'middle' ? width / 2 : align === 'right' ? width : 0);

/** A vector PDF whose text is text. */
export function writePdf(sheets: readonly Sheet[], title: string, date: string): Promise<Buffer> {
  const doc = openDocument(title, date);
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  for (const { width, height, marks } of sheets) {
    doc.addPage({ size: [width, height], margin: 0 });
    doc.strokeColor(INK).fillColor(INK);
    for (const mark of marks) drawOn(doc, mark);
  }
  return new Promise((resolve) => {
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.end();
  });
}

function drawOn(doc: PDFDocument, mark: Mark): void {
  if ('text' in mark) {
    doc.font(mark.is_bold ? 'bold' : 'plain').fontSize(mark.size);
    const left = startOf(mark, doc.widthOfString(mark.text));
    doc.save().rotate(mark.angle ?? 0, { origin: [mark.at[0], mark.at[1]] });
    doc.text(mark.text, left, mark.at[1], { lineBreak: false, baseline: 'alphabetic' });
    doc.restore();
    return;
  }
  if ('circle' in mark) {
    doc.lineWidth(mark.width ?? 1).circle(...mark.circle, mark.radius);
    if (mark.is_solid) doc.fill();
    else doc.stroke();
    return;
  }
  const [first, ...rest] = 'line' in mark ? mark.line : mark.area;
  doc.moveTo(...first!);
  for (const spot of rest) doc.lineTo(...spot);
  if ('area' in mark) {
    doc.closePath().fill();
    return;
  }
  if (mark.dash) doc.dash(mark.dash, { space: mark.dash * 0.7 });
  doc.lineWidth(mark.width ?? 1).stroke();
  if (mark.dash) doc.undash();
}

const round = (n: number) => Math.round(n * 100) / 100;

/** The same drawing for a picture. Letters are outlines: a server without fonts draws them too. */
function writeSvg({ width, height, marks }: Sheet, dpi: number): Buffer {
  const doc = openDocument();
  const drawn = new Map<string, string>();
  const body = marks.map((mark) => {
    if (!('text' in mark)) return svgOf(mark);
    doc.font(mark.is_bold ? 'bold' : 'plain');
    const { glyphs, positions, advanceWidth } = doc._font.layoutRun(mark.text);
    const scale = mark.size / 1000;
    const unit = doc._font.scale;
    let x = 0;
    const uses = glyphs.map((glyph, at) => {
      const { id, path } = glyph as { id: number; path: { toSVG(): string } };
      const name = `${mark.is_bold ? 'b' : 'p'}${id}`;
      if (!drawn.has(name)) drawn.set(name, path.toSVG());
      const use = `<use href="#${name}" x="${round(x / unit)}"/>`;
      x += (positions[at] as { advanceWidth: number }).advanceWidth;
      return use;
    });
    const left = round(startOf(mark, advanceWidth * scale) - mark.at[0]);
    const size = round(scale * unit * 1e4) / 1e4;
    return `<g transform="translate(${round(mark.at[0])} ${round(mark.at[1])}) rotate(${round(mark.angle ?? 0)}) translate(${left} 0) scale(${size} ${-size})">${uses.join('')}</g>`;
  });
  const defs = [...drawn].map(([name, path]) => `<path id="${name}" d="${path}"/>`).join('');
  const pixels = (points: number) => Math.round((points * dpi) / 72);
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels(width)}" height="${pixels(height)}" viewBox="0 0 ${width} ${height}"><defs>${defs}</defs><rect width="${width}" height="${height}" fill="#fff"/>${body.join('')}</svg>`,
  );
}

function svgOf(mark: Exclude<Mark, TextMark>): string {
  if ('circle' in mark) {
    const [x, y] = mark.circle;
    const look = mark.is_solid ? '' : ` fill="none" stroke="${INK}" stroke-width="${mark.width ?? 1}"`;
    return `<circle cx="${round(x)}" cy="${round(y)}" r="${mark.radius}"${look}/>`;
  }
  const points = ('line' in mark ? mark.line : mark.area).map(([x, y]) => `${round(x)},${round(y)}`).join(' ');
  if ('area' in mark) return `<polygon points="${points}"/>`;
  const dash = mark.dash ? ` stroke-dasharray="${mark.dash} ${mark.dash * 0.7}"` : '';
  return `<polyline points="${points}" fill="none" stroke="${INK}" stroke-width="${mark.width ?? 1}"${dash}/>`;
}

/** One byte for each pixel. What is black on white needs no more, and the rest goes twice as fast. */
async function drawGrey(sheet: Sheet, dpi: number) {
  const { data, info } = await sharp(writeSvg(sheet, dpi)).extractChannel(0).raw().toBuffer({ resolveWithObject: true });
  return { data, raw: { width: info.width, height: info.height, channels: 1 as const } };
}

/** Pages of black and white in one file, as an office scanner packs them; all of one size. */
export async function writeTiff(sheets: readonly Sheet[], dpi = 300): Promise<Buffer> {
  const pages = [];
  for (const sheet of sheets) pages.push(await drawGrey(sheet, dpi));
  const { raw } = pages[0]!;
  const all = { ...raw, height: raw.height * pages.length, pageHeight: raw.height };
  return sharp(Buffer.concat(pages.map(({ data }) => data)), { raw: all })
    .threshold(150)
    .toColourspace('b-w')
    .tiff({ compression: 'ccittfax4', bitdepth: 1, xres: dpi / 25.4, yres: dpi / 25.4 })
    .toBuffer();
}

export async function writePng(sheet: Sheet, dpi = 200): Promise<Buffer> {
  const { data, raw } = await drawGrey(sheet, dpi);
  return sharp(data, { raw }).toColourspace('b-w').png().toBuffer();
}

const GRAIN = 256;

/** A photograph of paper: a little askew, yellowed, with grain. */
export async function writeJpeg(random: Random, sheet: Sheet, dpi = 150): Promise<Buffer> {
  const grain = Buffer.alloc(GRAIN * GRAIN * 3);
  for (let at = 0; at < grain.length; at += 3) {
    const shade = 255 - random.int(0, 26);
    grain.set([shade, shade - 4, shade - 18], at);
  }
  const paper = { input: grain, raw: { width: GRAIN, height: GRAIN, channels: 3 as const }, tile: true, blend: 'multiply' as const };
  const angle = (random.chance(0.5) ? -1 : 1) * (0.4 + random.next() * 0.5);
  const drawn = await drawGrey(sheet, dpi);
  const { data, info } = await sharp(drawn.data, { raw: drawn.raw })
    .rotate(angle, { background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return sharp(data, { raw: { width, height, channels } })
    .composite([paper])
    .withMetadata({ density: dpi })
    .jpeg({ quality: 62 })
    .toBuffer();
}
