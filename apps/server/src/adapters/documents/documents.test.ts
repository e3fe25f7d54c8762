import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDocuments, DocumentsBusy } from './documents.ts';
import { QUOTE_SAMPLES } from './quote-samples.ts';

const documents = createDocuments();
const folder = mkdtempSync(join(tmpdir(), 'dmse-pdf-'));
afterAll(async () => {
  await documents.stop();
  rmSync(folder, { recursive: true });
});

function ask(program: string, ...args: string[]): string {
  return spawnSync(program, args, { encoding: 'utf8' }).stdout;
}

describe.each(Object.entries(QUOTE_SAMPLES))('the quote as a PDF: %s', (name, sample) => {
  const path = join(folder, `${name}.pdf`);
  let pages: string[] = [];
  beforeAll(async () => {
    writeFileSync(path, await documents.makeQuote(sample));
    pages = ask('pdftotext', '-layout', path, '-').split('\f').slice(0, -1);
  });

  it('is text that can be selected, with the letterhead first and every task in order', () => {
    const whole = pages.join('\n').replace(/\s+/g, ' ');
    expect(pages[0]).toContain(sample.firm.name);
    expect(pages[0]).toContain(`Quote ${sample.num}`);
    let from = 0;
    for (const [place, task] of sample.tasks.entries()) {
      const at = whole.indexOf(`${place + 1}. ${task.name}`, from);
      expect(at, task.name).toBeGreaterThanOrEqual(from);
      from = at;
    }
  });

  it('numbers its pages', () => {
    for (const [place, page] of pages.entries()) expect(page).toContain(`Page ${place + 1} of ${pages.length}`);
  });

  it('embeds the font its text is in', () => {
    const fonts = ask('pdffonts', path)
      .split('\n')
      .slice(2)
      .filter((line) => line.includes('SourceSans'));
    expect(fonts.length).toBeGreaterThan(1);
    for (const font of fonts) expect(font).toMatch(/ yes yes yes /);
  });

  it('leaves no heading alone at the end of a page, and the sums with its last row', () => {
    for (const page of pages) {
      const lines = page.split('\n').filter((line) => line.trim() !== '' && !line.includes('Page '));
      expect(['Fees', 'Terms', 'Acceptance', 'Scope of work']).not.toContain(lines.at(-1)?.trim());
    }
    const last = pages.find((page) => page.includes(sample.sums[0]!.label))!;
    const lines = last.split('\n').filter((line) => line.trim() !== '');
    const first = lines.findIndex((line) => line.includes(sample.sums[0]!.label));
    for (const [place, { label, amount }] of sample.sums.entries()) {
      expect(lines[first + place]).toContain(label);
      expect(lines[first + place]).toContain(amount);
    }
    if (sample.basis) expect(last.replace(/\s+/g, ' ')).toContain(sample.basis);
    const before = lines[first - 1]!;
    if (!sample.has_rows) expect(last).not.toContain(sample.tasks.at(-1)!.amount);
    else if (sample.detail === 'by task') expect(before).toContain(sample.tasks.at(-1)!.amount);
  });
});

describe('documents at once', () => {
  it('are made by two threads beside this one; more than may wait are refused with a sentence', async () => {
    const few = createDocuments({ workers: 2, waiting: 3, seconds: 60 });
    const before = { own: process.threadCpuUsage(), all: process.cpuUsage() };
    const made = await Promise.allSettled(Array.from({ length: 8 }, () => few.makeQuote(QUOTE_SAMPLES.short)));
    expect(made.map(({ status }) => status)).toEqual([...Array(5).fill('fulfilled'), ...Array(3).fill('rejected')]);
    expect(made.at(-1)).toMatchObject({ reason: new DocumentsBusy('Many documents are being made just now. Try again in a moment.') });
    // Of the work that was done this thread did the lesser part.
    expect(process.threadCpuUsage(before.own).user).toBeLessThan(process.cpuUsage(before.all).user / 2);
    await few.stop();
  });

  it('one that takes too long ends with its thread, and the one behind it is made by another', async () => {
    const hasty = createDocuments({ workers: 1, waiting: 1, seconds: 0.001 });
    const late = await Promise.allSettled([hasty.makeQuote(QUOTE_SAMPLES.short), hasty.makeQuote(QUOTE_SAMPLES.short)]);
    expect(late.map((one) => (one as PromiseRejectedResult).reason.message)).toEqual(
      Array(2).fill('The document was not ready after 0.001 seconds.'),
    );
    await hasty.stop();
  });

  it('under way when the server stops are given up', async () => {
    const stopped = createDocuments();
    const asked = Promise.allSettled(Array.from({ length: 4 }, () => stopped.makeQuote(QUOTE_SAMPLES.short)));
    await stopped.stop();
    expect((await asked).map((one) => (one as PromiseRejectedResult).reason.message)).toEqual(Array(4).fill('The server is stopping.'));
  });
});

it('SEC-S26 what is written in a document is text: nothing is fetched, no file is read, nothing ends early', async () => {
  let asked = 0;
  const canary = createServer((_, answer) => {
    asked += 1;
    answer.end();
  }).listen(0, '127.0.0.1');
  await once(canary, 'listening');
  const url = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/x.png`;
  const hostile = [`<img src=${url}>`, 'file:///etc/passwd', ') Tj ET endstream endobj', String.raw`\) Tj`, `<a href="javascript:x">`];
  const task = QUOTE_SAMPLES.short.tasks[0]!;
  const path = join(folder, 'hostile.pdf');
  const tasks = hostile.map((name) => ({ ...task, name, description: name }));
  writeFileSync(path, await documents.makeQuote({ ...QUOTE_SAMPLES.short, desc: hostile[2]!, tasks }));
  canary.close();
  const text = ask('pdftotext', '-layout', path, '-').replace(/\s+/g, ' ');
  for (const name of hostile) expect(text).toContain(name);
  expect(ask('pdfinfo', path)).toMatch(/Pages:\s+\d/);
  expect(ask('pdfinfo', '-url', path)).not.toMatch(/javascript:|file:|127\.0\.0\.1/);
  expect(asked).toBe(0);
});

it('a document that cannot be made is a failure of that document alone', async () => {
  const broken = { ...QUOTE_SAMPLES.short, tasks: null } as unknown as typeof QUOTE_SAMPLES.short;
  await expect(documents.makeQuote(broken)).rejects.toThrow();
  expect((await documents.makeQuote(QUOTE_SAMPLES.short)).subarray(0, 5).toString()).toBe('%PDF-');
});
