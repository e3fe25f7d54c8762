import { readFileSync } from 'node:fs';
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
/** Lines of a drawing are read as letters too; what the reader itself doubts is left out. */
const MIN_CONFIDENCE = 40;
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

/** The words in a picture; `scale` takes its pixels to those of the page. */
export async function recognise(picture: Buffer, scale: number): Promise<PageText> {
  ready ??= start();
  await ready;
  const { blocks } = (await ask('recognize', { image: picture, options: {}, output: { text: false, blocks: true } })) as Recognised;
  const lines = (blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap((paragraph) => paragraph.lines));
  const words: ScanWord[] = [];
  const text: string[] = [];
  for (const line of lines) {
    const sure = line.words.filter((word) => word.confidence >= MIN_CONFIDENCE && /[\p{L}\p{N}]/u.test(word.text));
    if (sure.length > 0) text.push(sure.map((word) => word.text).join(' '));
    for (const { text: word, bbox } of sure) {
      const [left, top] = [Math.round(bbox.x0 * scale), Math.round(bbox.y0 * scale)];
      words.push([word, left, top, Math.round(bbox.x1 * scale) - left, Math.round(bbox.y1 * scale) - top]);
    }
  }
  return { text_source: text.length > 0 ? 'picture' : 'none', text: text.join('\n'), words };
}
