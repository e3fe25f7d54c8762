import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLog } from './log-stream.ts';

const DAY = 86_400_000;

describe('log', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'dmse-log-'));
    file = join(folder, 'server.log');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  async function write(lines: readonly string[], log: NodeJS.WritableStream): Promise<void> {
    for (const line of lines) log.write(`${line}\n`);
    log.end();
    await finished(log);
  }

  /** The lines of all files, the oldest first. */
  function readAll(): string[] {
    const names = readdirSync(folder).sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
    return names.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean));
  }

  it('is set aside while the server runs when it is large, and no line is lost, cut or out of order', async () => {
    const lines = Array.from({ length: 2000 }, (_, at) => `line ${at} ${'x'.repeat(at % 50)}`);
    await write(lines, openLog(file, { bytes: 4000, age: DAY, kept: 100 }));
    expect(readdirSync(folder).length).toBeGreaterThan(5);
    expect(readAll()).toEqual(lines);
    expect(statSync(`${file}.1`).mode & 0o777).toBe(0o600);
  });

  it('keeps as many as are asked for', async () => {
    await write(Array(500).fill('x'.repeat(99)), openLog(file, { bytes: 1000, age: DAY, kept: 3 }));
    expect(readdirSync(folder).sort()).toEqual(['server.log', 'server.log.1', 'server.log.2', 'server.log.3']);
  });

  it('is set aside when it is old, by a stopwatch and not by the clock', async () => {
    const watch = { ms: 0 };
    const log = openLog(file, { bytes: 1_000_000, age: 7 * DAY, kept: 3 }, () => watch.ms);
    log.write('first\n');
    watch.ms = 7 * DAY;
    await write(['second'], log);
    expect(readFileSync(`${file}.1`, 'utf8')).toBe('first\n');
    expect(readFileSync(file, 'utf8')).toBe('second\n');
  });

  it('goes on where an earlier process ended', async () => {
    await write(['before'], openLog(file));
    await write(['after'], openLog(file));
    expect(readAll()).toEqual(['before', 'after']);
  });
});
