import { closeSync, openSync, readSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DrawnPage, type OpenPages, ScanRefusal } from './open-pages.ts';
import { openPictures } from './picture-pages.ts';
import type { PageText, ScanAnswer, ScanQuestion, TextQuestion } from './scan-reader.ts';
import { writeTilePack } from './tile-pack.ts';

const MAX_PAGES = 500;
/** The longer side of the picture that text is looked for in. */
const TEXT_SIDE = 4000;
const DAMAGED = 'This scan is damaged and cannot be read.';

let opened: OpenPages | undefined;

async function openScan(path: string): Promise<OpenPages> {
  const pages = isPdf(path) ? await (await import('./pdf-pages.ts')).openPdf(path) : await openPictures(path);
  if (pages.pages === 0) throw new ScanRefusal('This scan has no pages.');
  if (pages.pages > MAX_PAGES) throw new ScanRefusal(`This scan has ${pages.pages} pages; at most ${MAX_PAGES} can be read.`);
  return pages;
}

function isPdf(path: string): boolean {
  const head = Buffer.alloc(1024);
  const file = openSync(path, 'r');
  try {
    readSync(file, head, 0, head.length, 0);
  } finally {
    closeSync(file);
  }
  return head.includes('%PDF-');
}

/** The tiles of a page, and its text where the file holds it; otherwise the picture in which text is looked for next. */
async function drawPage(page: DrawnPage, folder: string): Promise<ScanAnswer> {
  const { width, height } = await writeTilePack(page.picture(), page.isLineWork, folder);
  if (!page.text) {
    const small = page.picture().resize(TEXT_SIDE, TEXT_SIDE, { fit: 'inside', withoutEnlargement: true });
    await small.toColourspace('b-w').png({ compressionLevel: 1 }).toFile(join(folder, 'text.png'));
  }
  return { kind: 'drawn', width, height, text: page.text };
}

async function readText({ folder, long_side, known }: TextQuestion): Promise<PageText> {
  const { recognise, recogniseSideways } = await import('./recognise.ts');
  const picture = await readFile(join(folder, 'text.png'));
  const scale = Math.max(1, long_side / TEXT_SIDE);
  return known ? recogniseSideways(picture, scale, known) : recognise(picture, scale);
}

async function answer(question: ScanQuestion): Promise<ScanAnswer> {
  if (question.ask === 'open') {
    opened = await openScan(question.path);
    return { kind: 'opened', pages: opened.pages };
  }
  if (question.ask === 'draw') {
    if (!opened) throw new Error('Nothing is open.');
    return opened.draw(question.page, (page) => drawPage(page, question.folder));
  }
  return { kind: 'text', ...(await readText(question)) };
}

process.on('message', async (question: ScanQuestion) => {
  const told = await answer(question).catch(
    (error: unknown): ScanAnswer => ({ kind: 'refused', sentence: error instanceof ScanRefusal ? error.message : DAMAGED }),
  );
  process.send?.(told);
});
// The server that asked is gone.
process.on('disconnect', () => process.exit());
