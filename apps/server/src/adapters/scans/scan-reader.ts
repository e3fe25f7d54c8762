import type { ChildProcess } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { askBounded, startBounded } from '../bounded-process.ts';
import { ScanRefusal } from './open-pages.ts';

/** The word; left, top, width and height in pixels of the page. */
export type ScanWord = [text: string, left: number, top: number, width: number, height: number];
/** `file`: the file itself holds the text. `picture`: it was recognised. `unreadable`: looking for it took too long. */
export type PageText = { text_source: 'file' | 'picture' | 'none' | 'unreadable'; text: string; words: ScanWord[] };
export type ReadPage = PageText & { page: number; width: number; height: number; tiles: () => Readable };

/** `known`: what stands upright has been read; now what is written sideways. */
export type TextQuestion = { ask: 'text'; folder: string; long_side: number; known: readonly ScanWord[] | null };
export type ScanQuestion = { ask: 'open'; path: string } | { ask: 'draw'; page: number; folder: string } | TextQuestion;
export type ScanAnswer =
  | { kind: 'opened'; pages: number }
  | { kind: 'drawn'; width: number; height: number; text: PageText | null }
  | ({ kind: 'text' } & PageText)
  | { kind: 'refused'; sentence: string };

/** What wants to know: how many pages there are (answering which to begin with), and each page as it is read. */
type Listener = { opened(pages: number): Promise<number>; page(page: ReadPage): Promise<void> };

export type ScanReader = {
  /** Reads a scan page by page. Throws a `ScanRefusal` for what cannot be read. */
  read(bytes: Readable, listener: Listener): Promise<void>;
  /** Ends what is being read, which then fails. */
  stop(): void;
};

type Limits = { memoryMb: number; openSeconds: number; drawSeconds: number; textSeconds: number; isLast: boolean };

const LIMITS: Limits = { memoryMb: 900, openSeconds: 60, drawSeconds: 300, textSeconds: 180, isLast: true };
const HEAP_MB = 250;
const TOO_MUCH = 'takes too long or too much memory to read.';
const STOPPING = 'The server is stopping.';
const PROCESS = fileURLToPath(new URL('./scan-process.ts', import.meta.url));

/** Milliseconds of reading upright after which a page is not turned and read again. */
const TURNED_WITHIN_MS = 10_000;

/**
 * Scans come from strangers and are large, so each is read in a process of its own, after everything else the machine has to do. When
 * that process takes too long or asks for too much memory, it is ended: for the picture of a page that is a sentence about the scan;
 * for its text the page simply has none, and a new process goes on with the next page.
 */
export function createScanReader(workFolder: string, limits: Partial<Limits> = {}): ScanReader {
  const { memoryMb, openSeconds, drawSeconds, textSeconds, isLast } = { ...LIMITS, ...limits };
  const running = new Set<ChildProcess>();
  let isStopped = false;

  function start(): ChildProcess {
    if (isStopped) throw new Error(STOPPING);
    const child = startBounded('scans', PROCESS, memoryMb, [`--max-old-space-size=${HEAP_MB}`], isLast);
    running.add(child);
    child.once('exit', () => running.delete(child));
    return child;
  }

  async function ask<K extends ScanAnswer['kind']>(child: ChildProcess, question: ScanQuestion, seconds: number, kind: K, what: string) {
    const answer = (await askBounded(child, question, seconds, TOO_MUCH).catch(() => {
      if (isStopped) throw new Error(STOPPING);
      throw new ScanRefusal(`${what} ${TOO_MUCH}`);
    })) as ScanAnswer;
    if (answer.kind === 'refused') throw new ScanRefusal(answer.sentence);
    if (answer.kind !== kind) throw new Error(`The reader of scans answered ${answer.kind}.`);
    return answer as Extract<ScanAnswer, { kind: K }>;
  }

  async function readIn(folder: string, bytes: Readable, listener: Listener): Promise<void> {
    const path = join(folder, 'scan');
    await pipeline(bytes, createWriteStream(path, { mode: 0o600 }));
    const drawer = start();
    const texts = createTextReader();
    try {
      const { pages } = await ask(drawer, { ask: 'open', path }, openSeconds, 'opened', 'This scan');
      for (let page = await listener.opened(pages); page <= pages; page += 1) {
        const what = pages > 1 ? `Page ${page}` : 'This scan';
        const drawn = await ask(drawer, { ask: 'draw', page, folder }, drawSeconds, 'drawn', what).catch((error) => {
          if (error instanceof ScanRefusal && pages > 1 && !error.message.startsWith(what))
            throw new ScanRefusal(`${what}: ${error.message}`);
          throw error;
        });
        const { width, height } = drawn;
        const text = drawn.text ?? (await texts.recognise(folder, Math.max(width, height)));
        await listener.page({ ...text, page, width, height, tiles: () => createReadStream(join(folder, 'tiles')) });
      }
    } finally {
      drawer.kill('SIGKILL');
      texts.end();
    }
  }

  /** Text is looked for in a second process: its memory would be missing where the next page is drawn. */
  function createTextReader() {
    let child: ChildProcess | null = null;
    async function readText(question: TextQuestion): Promise<PageText> {
      child ??= start();
      try {
        const { text_source, text, words } = await ask(child, question, textSeconds, 'text', 'Its text');
        return { text_source, text, words };
      } catch (error) {
        if (!(error instanceof ScanRefusal)) throw error;
        child.kill('SIGKILL');
        child = null;
        return { text_source: 'unreadable', text: '', words: [] };
      }
    }
    return {
      async recognise(folder: string, longSide: number): Promise<PageText> {
        const began = performance.now();
        const upright = await readText({ ask: 'text', folder, long_side: longSide, known: null });
        // A page that takes long as it is takes as long when it is turned, and whoever wants to see it waits meanwhile.
        if (upright.text_source === 'unreadable' || performance.now() - began > TURNED_WITHIN_MS) return upright;
        const sideways = await readText({ ask: 'text', folder, long_side: longSide, known: upright.words });
        if (sideways.text_source !== 'picture') return upright;
        return {
          text_source: 'picture',
          text: `${upright.text}\n${sideways.text}`.trim(),
          words: [...upright.words, ...sideways.words],
        };
      },
      end: () => void child?.kill('SIGKILL'),
    };
  }

  return {
    async read(bytes, listener) {
      await mkdir(workFolder, { recursive: true, mode: 0o700 });
      const folder = await mkdtemp(join(workFolder, 'scan-'));
      try {
        await readIn(folder, bytes, listener);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    stop() {
      isStopped = true;
      for (const child of running) child.kill('SIGKILL');
    },
  };
}
