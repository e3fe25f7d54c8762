import { LayerRefusal } from './layer.ts';

/** One pair of a DXF file: what it is and what it says. */
export type DxfPair = readonly [code: number, value: string];

const LONGEST_LINE = 100_000;

/** The pairs of an ASCII DXF, one after the other, without ever holding all its lines. */
export function* readPairs(text: string): Generator<DxfPair> {
  let at = 0;
  const nextLine = (): string | null => {
    if (at >= text.length) return null;
    const found = text.indexOf('\n', at);
    const end = found < 0 ? text.length : found;
    if (end - at > LONGEST_LINE) throw new LayerRefusal('A line in this file is longer than any line of a DXF.');
    const line = text.slice(at, text.charCodeAt(end - 1) === 13 ? end - 1 : end);
    at = end + 1;
    return line;
  };
  for (let line = nextLine(); line !== null; line = nextLine()) {
    if (line.trim() === '' && at >= text.length) return;
    const code = Number(line);
    if (!Number.isInteger(code) || line.trim() === '')
      throw new LayerRefusal('This file is not a DXF drawing: a group code is not a number.');
    const value = nextLine();
    if (value === null) return;
    yield [code, value.trim()];
  }
}

/** Names without a plain letter are written as \U+00E9; text also carries the formatting of paragraphs. */
export function plainText(value: string): string {
  if (!/[\\%{}]/.test(value)) return value.trim();
  return value
    .replace(/\\U\+([0-9A-Fa-f]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/%%[dD]/g, '°')
    .replace(/%%[pP]/g, '±')
    .replace(/%%[cC]/g, 'Ø')
    .replace(/\\P/g, '\n')
    .replace(/\\[ACFHQTWfp][^;\\{}]*;/g, '')
    .replace(/[{}]/g, '')
    .trim();
}
