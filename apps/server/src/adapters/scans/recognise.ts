import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import script from 'tesseract.js/src/worker-script/index.js';
import getCore from 'tesseract.js/src/worker-script/node/getCore.js';
import gunzip from 'tesseract.js/src/worker-script/node/gunzip.js';
import type { PageText, ScanWord } from './scan-reader.ts';

type Box = { x0: number; y0: number; x1: number; y1: number };
type Word = { text: string; confidence: number; bbox: Box };
type Recognised = { blocks: { paragraphs: { lines: { words: Word[] }[] }[] }[] | null };

const LANGUAGES = {
  eng: import.meta.resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz'),
  fra: import.meta.resolve('@tesseract.js-data/fra/4.0.0_best_int/fra.traineddata.gz'),
};
/** Lines of a drawing are read as letters too; what the reader itself doubts is left out. On a turned page it has more to doubt. */
const MIN_CONFIDENCE = 40;
const MIN_TURNED_CONFIDENCE = 70;
/** Text wherever it stands, as on a plan. */
const SPARSE_TEXT = '11';

let ready: Promise<void> | undefined;

/**
 * The reader of text in pictures, started with the first picture. It runs in this very thread: this process has nothing else to do
 * while it reads, and a second thread would want half of the memory there is.
 */
async function start(): Promise<void> {
  script.setAdapter({ getCore, gunzip });
  const langs = Object.entries(LANGUAGES).map(([code, address]) => ({ code, data: readFileSync(new URL(address)) }));
  await ask('load', { options: { lstmOnly: true } });
  await ask('loadLanguage', { langs, options: { cacheMethod: 'none', lstmOnly: true } });
  await ask('initialize', { langs: Object.keys(LANGUAGES).join('+'), oem: 1 });
  await ask('setParameters', { params: { tessedit_pageseg_mode: SPARSE_TEXT, user_defined_dpi: '150' } });
}

function ask(action: string, payload: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    script.dispatchHandlers({ workerId: 'text', jobId: action, action, payload }, (answer) => {
      if (answer.status === 'resolve') resolve(answer.data);
      if (answer.status === 'reject') reject(new Error(answer.data));
    });
  });
}

/** Degrees clockwise by which the picture is turned before it is read: upright, and for what is written upwards and downwards. */
type Turn = 0 | 90 | 270;
type Size = { width: number; height: number };
type Line = { words: ScanWord[]; box: Box; letters: number };

/** Where a box of the turned picture stands on the picture as it was. */
function turnBack({ x0, y0, x1, y1 }: Box, turn: Turn, { width, height }: Size): Box {
  if (turn === 90) return { x0: y0, y0: height - x1, x1: y1, y1: height - x0 };
  if (turn === 270) return { x0: width - y1, y0: x0, x1: width - y0, y1: x1 };
  return { x0, y0, x1, y1 };
}

const countLetters = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

function isSure({ text, confidence, bbox }: Word, turn: Turn): boolean {
  if (turn === 0) return confidence >= MIN_CONFIDENCE && countLetters(text) > 0;
  // Strokes of upright letters look like one or two letters.
  return confidence >= MIN_TURNED_CONFIDENCE && countLetters(text) > 2 && bbox.x1 - bbox.x0 > bbox.y1 - bbox.y0;
}

/** The lines in a picture that was turned; `scale` takes pixels of the picture to those of the page. */
async function readLines(image: Buffer, size: Size, scale: number, turn: Turn): Promise<Line[]> {
  ready ??= start();
  await ready;
  const { blocks } = (await ask('recognize', { image, options: {}, output: { text: false, blocks: true } })) as Recognised;
  const lines = (blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap((paragraph) => paragraph.lines));
  return lines.flatMap((line): Line[] => {
    const sure = line.words.filter((word) => isSure(word, turn));
    if (sure.length === 0) return [];
    const boxes = sure.map(({ bbox }) => turnBack(bbox, turn, size));
    const words = sure.map(({ text }, at): ScanWord => {
      const { x0, y0, x1, y1 } = boxes[at]!;
      const [left, top] = [Math.round(x0 * scale), Math.round(y0 * scale)];
      return [text, left, top, Math.round(x1 * scale) - left, Math.round(y1 * scale) - top];
    });
    const box = {
      x0: Math.min(...boxes.map(({ x0 }) => x0)),
      y0: Math.min(...boxes.map(({ y0 }) => y0)),
      x1: Math.max(...boxes.map(({ x1 }) => x1)),
      y1: Math.max(...boxes.map(({ y1 }) => y1)),
    };
    return [{ words, box, letters: countLetters(sure.map(({ text }) => text).join('')) }];
  });
}

function textOf(lines: readonly Line[]): PageText {
  const text = lines.map(({ words }) => words.map(([word]) => word).join(' ')).join('\n');
  return { text_source: lines.length > 0 ? 'picture' : 'none', text, words: lines.flatMap(({ words }) => words) };
}

/** What stands upright in a picture. */
export async function recognise(picture: Buffer, scale: number): Promise<PageText> {
  return textOf(await readLines(picture, { width: 0, height: 0 }, scale, 0));
}

/** Does more than half of one lie in the other? */
function isSamePlace(a: Box, b: Box): boolean {
  const wide = Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0);
  const high = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0);
  const areaOf = ({ x0, y0, x1, y1 }: Box) => (x1 - x0) * (y1 - y0);
  return wide > 0 && high > 0 && wide * high > Math.min(areaOf(a), areaOf(b)) / 2;
}

/**
 * What is written along the sides, upwards or downwards. Words known already are painted over first: what is left is read faster, and
 * nothing is read twice. A number can be read from both sides (1288, 8821): the line with more letters is the right one.
 */
export async function recogniseSideways(picture: Buffer, scale: number, known: readonly ScanWord[]): Promise<PageText> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  for (const [, ...box] of known) {
    const [left, top, wide, high] = box.map((pixels) => Math.round(pixels / scale)) as [number, number, number, number];
    for (let y = Math.max(0, top); y < Math.min(height, top + high); y += 1)
      data.fill(255, (y * width + Math.max(0, left)) * channels, (y * width + Math.min(width, left + wide)) * channels);
  }
  const found: Line[] = [];
  for (const turn of [90, 270] as const) {
    const turned = sharp(data, { raw: { width, height, channels } }).rotate(turn);
    found.push(...(await readLines(await turned.png({ compressionLevel: 1 }).toBuffer(), info, scale, turn)));
  }
  const kept: Line[] = [];
  for (const line of found.toSorted((a, b) => b.letters - a.letters))
    if (!kept.some(({ box }) => isSamePlace(box, line.box))) kept.push(line);
  return textOf(found.filter((line) => kept.includes(line)));
}
