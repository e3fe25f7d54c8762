import { createWriteStream, existsSync, mkdirSync, openSync, renameSync, statSync, type WriteStream } from 'node:fs';
import { dirname } from 'node:path';
import { Writable } from 'node:stream';

export type LogLimits = {
  bytes: number;
  /** Milliseconds since the file was begun. */
  age: number;
  /** How many files are kept that were set aside; the oldest goes. */
  kept: number;
};

const LIMITS: LogLimits = { bytes: 20 * 1024 * 1024, age: 7 * 86_400_000, kept: 8 };

/** Where the log goes: a file beside the data, set aside when it has grown large or old, or the terminal. */
export function openLog(file: string | null, limits = LIMITS, elapsed: () => number = () => performance.now()): NodeJS.WritableStream {
  return file ? new RotatingLog(file, limits, elapsed) : process.stdout;
}

/**
 * Appends to a file and begins another in its place when the limit is reached. What was written before still goes into the file that was
 * set aside, under its new name, so that no line is lost or cut in two. A disk that is full, or a folder that may not be written to, must
 * not end the server because of its log: then it goes on in the file it has.
 */
class RotatingLog extends Writable {
  readonly #file: string;
  readonly #limits: LogLimits;
  readonly #elapsed: () => number;
  #stream: WriteStream | null = null;
  #bytes = 0;
  /** When the file was begun, by the stopwatch; before zero for one that an earlier process began. */
  #begun = 0;

  constructor(file: string, limits: LogLimits, elapsed: () => number) {
    super({ decodeStrings: true });
    this.#file = file;
    this.#limits = limits;
    this.#elapsed = elapsed;
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    this.#open();
  }

  #open(): void {
    const fd = openSync(this.#file, 'a', 0o600);
    const { size, birthtimeMs } = statSync(this.#file);
    this.#bytes = size;
    this.#begun = this.#elapsed() - (size > 0 ? Math.max(0, Date.now() - birthtimeMs) : 0);
    this.#stream = createWriteStream(this.#file, { fd });
    this.#stream.on('error', () => {});
  }

  /** The disk would not take a line; perhaps it will take the next. */
  #reopen(): void {
    try {
      this.#open();
    } catch {}
  }

  #isDue(): boolean {
    return this.#bytes > 0 && (this.#bytes >= this.#limits.bytes || this.#elapsed() - this.#begun >= this.#limits.age);
  }

  #rotate(): void {
    const before = this.#stream;
    try {
      for (let at = this.#limits.kept; at > 0; at -= 1) {
        const younger = at === 1 ? this.#file : `${this.#file}.${at - 1}`;
        if (existsSync(younger)) renameSync(younger, `${this.#file}.${at}`);
      }
      this.#open();
      before?.end();
    } catch {
      // Tried again after as many bytes or days more.
      this.#bytes = 0;
      this.#begun = this.#elapsed();
    }
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (this.#isDue()) this.#rotate();
    else if (this.#stream?.destroyed) this.#reopen();
    this.#bytes += chunk.length;
    // Nobody waits for the disk: a line that it will not take is no reason to stop.
    this.#stream?.write(chunk);
    done();
  }

  override _final(done: () => void): void {
    if (this.#stream === null || this.#stream.destroyed) done();
    else this.#stream.end(done);
  }
}
