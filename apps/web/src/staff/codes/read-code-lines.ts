import { FieldCode as FieldCodeSchema } from '@dmse/contract/settings/field';
import { isSameCode } from './code-edits.ts';

export type CodeLine = { code: string; meaning: string };
export type BadLine = { line: number; text: string; why: string };
export type CodeLines = { good: CodeLine[]; bad: BadLine[] };

/** The code, a comma, semicolon or tab, and all the rest as its meaning. */
const LINE = /^([^,;\t]*)[,;\t](.*)$/;

/** Takes the quotes of a spreadsheet away. */
function unquote(text: string): string {
  const plain = text.trim();
  return /^".*"$/.test(plain) ? plain.slice(1, -1).replaceAll('""', '"').trim() : plain;
}

function isHead(text: string): boolean {
  return /^"?codes?"?[,;\t]\s*"?(meaning|description)s?"?\s*$/i.test(text);
}

/** Reads lines "CODE,meaning". A line that cannot be read is named with its number and the reason; it never spoils the others. */
export function readCodeLines(text: string): CodeLines {
  const read: CodeLines = { good: [], bad: [] };
  for (const [at, raw] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const line = raw.trim();
    if (line === '' || (at === 0 && isHead(line))) continue;
    const [, first = line, rest = ''] = LINE.exec(line) ?? [];
    const found = { code: unquote(first), meaning: unquote(rest) };
    const why = whyNotLine(found, read.good);
    if (why === null) read.good.push(found);
    else read.bad.push({ line: at + 1, text: line, why });
  }
  return read;
}

function whyNotLine({ code, meaning }: CodeLine, before: readonly CodeLine[]): string | null {
  const { code: Code, meaning: Meaning } = FieldCodeSchema.shape;
  const parsed = Code.safeParse(code);
  if (code === '') return 'The code is missing.';
  if (!parsed.success) return parsed.error.issues[0]?.message ?? 'This code cannot be used.';
  if (meaning === '') return 'The meaning is missing; write it after a comma.';
  const meant = Meaning.safeParse(meaning);
  if (!meant.success) return meant.error.issues[0]?.message ?? 'This meaning cannot be used.';
  return before.some((one) => isSameCode(one.code, code)) ? 'This code stands further up already.' : null;
}
