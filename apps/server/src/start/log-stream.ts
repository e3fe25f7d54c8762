import { closeSync, existsSync, fstatSync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs';
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
 * Appends to a file and begins another in its place when the limit is reached. Each line is written before the next thing happens, so that
 * none is lost when it is set aside or the process ends. A disk that is full, or a folder that may not be written to, must not end the
 * server because of its log: the line is given up.
 */
class RotatingLog extends Writable {
  readonly #file: string;
  readonly #limits: LogLimits;
  readonly #elapsed: () => number;
  #fd: number;
  #bytes = 0;
  /** When the file was begun, by the stopwatch; earlier than the process where another process began it. */
  #begun = 0;

  constructor(file: string, limits: LogLimits, elapsed: () => number) {
    super({ decodeStrings: false });
    this.#file = file;
    this.#limits = limits;
    this.#elapsed = elapsed;
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    this.#fd = this.#open();
  }

  #open(): number {
    const fd = openSync(this.#file, 'a', 0o600);
    const { size, birthtimeMs } = fstatSync(fd);
    this.#bytes = size;
    this.#begun = this.#elapsed() - (size > 0 && birthtimeMs > 0 ? Math.max(0, Date.now() - birthtimeMs) : 0);
    return fd;
  }

  #isDue(): boolean {
    return this.#bytes > 0 && (this.#bytes >= this.#limits.bytes || this.#elapsed() - this.#begun >= this.#limits.age);
  }

  #rotate(): void {
    try {
      for (let at = this.#limits.kept; at > 0; at -= 1) {
        const younger = at === 1 ? this.#file : `${this.#file}.${at - 1}`;
        if (existsSync(younger)) renameSync(younger, `${this.#file}.${at}`);
      }
      const before = this.#fd;
      this.#fd = this.#open();
      closeSync(before);
    } catch {
      // It goes on in the file it has, and tries again after as many bytes or days more.
      this.#bytes = 0;
      this.#begun = this.#elapsed();
    }
  }

  override _write(chunk: string | Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (this.#isDue()) this.#rotate();
    this.#bytes += Buffer.byteLength(chunk);
    try {
      writeFileSync(this.#fd, chunk);
    } catch {}
    done();
  }

  override _final(done: () => void): void {
    closeSync(this.#fd);
    done();
  }
}
