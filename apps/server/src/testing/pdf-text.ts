import { spawnSync } from 'node:child_process';

/** The words on each page of a PDF, as somebody would read them. */
export function readPdfPages(pdf: Uint8Array): string[] {
  const { stdout } = spawnSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' });
  return stdout.split('\f').slice(0, -1);
}

/** All of them on one line. */
export const readPdf = (pdf: Uint8Array) => readPdfPages(pdf).join(' ').replace(/\s+/g, ' ');
