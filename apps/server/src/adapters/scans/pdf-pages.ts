import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import sharp from 'sharp';
import { type OpenPages, ScanRefusal } from './open-pages.ts';
import type { PageText, ScanWord } from './scan-reader.ts';

/** The library's own memory, which it has no types for. */
type Memory = { HEAPU8: Uint8Array; HEAPF64: Float64Array; HEAP32: Int32Array };

const DOTS_PER_INCH = 200;
const POINTS_PER_INCH = 72;
const MAX_PIXELS = 60_000_000;
const MAX_WORDS = 20_000;
/** Less than this is a stamp or a page number on a scanned page, whose text is in the picture. */
const MIN_LETTERS = 12;
const PASSWORD_ERROR = 4;
const RGB = 2;
/** Comments drawn on the plan are shown; red comes before blue. */
const DRAW = 0x01 | 0x10;
const WHITE = 0xffffffff;

/** The pages of a PDF. The file is read in pieces as they are asked for, never whole. */
export async function openPdf(path: string): Promise<OpenPages> {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'));
  const pdf = await init({ wasmBinary: wasm } as object);
  pdf.PDFiumExt_Init();
  const memory = pdf.pdfium as typeof pdf.pdfium & Memory;
  const { malloc } = pdf.pdfium.wasmExports;
  const document = openDocument(pdf, memory, path);
  const pages = pdf.FPDF_GetPageCount(document);
  /** Four numbers at most, where the library writes its answers. */
  const scratch = malloc(64);

  function size(page: number): { width: number; height: number } {
    const scale = DOTS_PER_INCH / POINTS_PER_INCH;
    const [w, h] = [pdf.FPDF_GetPageWidthF(page) * scale, pdf.FPDF_GetPageHeightF(page) * scale];
    if (!(w > 0 && h > 0)) throw new ScanRefusal('This page has no size.');
    const shrink = Math.min(1, Math.sqrt(MAX_PIXELS / (w * h)));
    // Rows of a multiple of four pixels stand one after the other without a gap.
    return { width: Math.max(4, Math.round((w * shrink) / 4) * 4), height: Math.max(1, Math.round(h * shrink)) };
  }

  return {
    pages,
    async draw(number, use) {
      const page = pdf.FPDF_LoadPage(document, number - 1);
      if (!page) throw new ScanRefusal('This page of the PDF is damaged.');
      const { width, height } = size(page);
      const bitmap = pdf.FPDFBitmap_CreateEx(width, height, RGB, 0, 0);
      if (!bitmap) throw new ScanRefusal('This page takes too much memory to draw.');
      try {
        pdf.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
        pdf.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, DRAW);
        const text = readText(pdf, memory, page, { width, height }, scratch);
        const at = pdf.FPDFBitmap_GetBuffer(bitmap);
        // After the last call that may move the memory.
        const pixels = Buffer.from(memory.HEAPU8.buffer, at, width * height * 3);
        const picture = () => sharp(pixels, { raw: { width, height, channels: 3 }, limitInputPixels: false });
        return await use({ picture, width, height, isLineWork: isMostlyWhite(pixels), text });
      } finally {
        pdf.FPDFBitmap_Destroy(bitmap);
        pdf.FPDF_ClosePage(page);
      }
    },
  };
}

function openDocument(pdf: WrappedPdfiumModule, memory: Memory, path: string): number {
  const { malloc } = pdf.pdfium.wasmExports;
  const file = openSync(path, 'r');
  const getBlock = pdf.pdfium.addFunction((_: number, position: number, at: number, length: number) => {
    const into = memory.HEAPU8.subarray(at >>> 0, (at >>> 0) + length);
    return readSync(file, into, 0, length, position >>> 0) === length ? 1 : 0;
  }, 'iiiii');
  const access = malloc(12);
  memory.HEAP32.set([fstatSync(file).size, getBlock, 0], access >> 2);
  const document = pdf.FPDF_LoadCustomDocument(access, '');
  if (document) return document;
  closeSync(file);
  if (pdf.FPDF_GetLastError() === PASSWORD_ERROR)
    throw new ScanRefusal('This PDF is locked with a password. Save it without one and add it again.');
  throw new ScanRefusal('This PDF is damaged and cannot be read.');
}

/** The words the PDF itself holds, and where they stand on the drawn page. Null when it holds none worth the name. */
function readText(
  pdf: WrappedPdfiumModule,
  memory: Memory,
  page: number,
  { width, height }: { width: number; height: number },
  scratch: number,
): PageText | null {
  const textPage = pdf.FPDFText_LoadPage(page);
  if (!textPage) return null;
  try {
    const words: ScanWord[] = [];
    let text = '';
    let word = '';
    let box: number[] | null = null;
    const endWord = () => {
      if (word && box) {
        const corners = [toPixels(box[0]!, box[3]!), toPixels(box[1]!, box[2]!)];
        const [left, right] = [corners[0]![0]!, corners[1]![0]!].sort((a, b) => a - b) as [number, number];
        const [top, bottom] = [corners[0]![1]!, corners[1]![1]!].sort((a, b) => a - b) as [number, number];
        words.push([word, left, top, right - left, bottom - top]);
      }
      word = '';
      box = null;
    };
    const toPixels = (x: number, y: number): number[] => {
      pdf.FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, scratch, scratch + 4);
      return [memory.HEAP32[scratch >> 2]!, memory.HEAP32[(scratch + 4) >> 2]!];
    };
    const count = pdf.FPDFText_CountChars(textPage);
    for (let index = 0; index < count && words.length < MAX_WORDS; index += 1) {
      const letter = letterOf(pdf.FPDFText_GetUnicode(textPage, index));
      text += letter;
      if (letter.trim() === '') {
        endWord();
        continue;
      }
      word += letter;
      pdf.FPDFText_GetCharBox(textPage, index, scratch, scratch + 8, scratch + 16, scratch + 24);
      const [left = 0, right = 0, bottom = 0, top = 0] = memory.HEAPF64.subarray(scratch >> 3, (scratch >> 3) + 4);
      box = box
        ? [Math.min(box[0]!, left), Math.max(box[1]!, right), Math.min(box[2]!, bottom), Math.max(box[3]!, top)]
        : [left, right, bottom, top];
    }
    endWord();
    if ((text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < MIN_LETTERS) return null;
    return { text_source: 'file', text: text.replaceAll('\r\n', '\n'), words };
  } finally {
    pdf.FPDFText_ClosePage(textPage);
  }
}

/** What stands for no letter, or for the hyphen of a divided word, becomes a space. */
function letterOf(code: number): string {
  if (code === 10 || code === 13) return String.fromCharCode(code);
  return code < 32 || (code >= 0xd800 && code < 0xe000) || code >= 0xfffe ? ' ' : String.fromCodePoint(code);
}

/** Lines on paper, not a photograph: judged by every thousandth pixel. */
function isMostlyWhite(pixels: Buffer): boolean {
  let white = 0;
  let seen = 0;
  for (let at = 1; at < pixels.length; at += 3 * 997) {
    seen += 1;
    if (pixels[at]! > 250) white += 1;
  }
  return white > seen * 0.85;
}
