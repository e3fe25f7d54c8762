import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDocuments } from './documents.ts';
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
  }, 30_000);

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

it('a document that cannot be made is a failure of that document alone', async () => {
  const broken = { ...QUOTE_SAMPLES.short, tasks: null } as unknown as typeof QUOTE_SAMPLES.short;
  await expect(documents.makeQuote(broken)).rejects.toThrow();
  expect((await documents.makeQuote(QUOTE_SAMPLES.short)).subarray(0, 5).toString()).toBe('%PDF-');
});
