import type { ImportBatch, ImportCheck } from '@dmse/contract/clients/import';
import { hasName } from '@dmse/domain/clients/import-mapping';

export type BadRow = { line: number; messages: string[] };

export type ImportCount = {
  /** What is wrong with the file itself, and not with a row of it: no row can be left out for it. */
  fileErrors: string[];
  /** The rows with an error, each with all that is wrong with it, as far as they are listed. */
  badRows: BadRow[];
  /** Rows with an error that are not listed; they can be left out with all the others only. */
  unlisted: number;
  /** Rows that would be imported now. */
  ready: number;
  /** Rows with an error that are not left out. */
  open: number;
};

/** What would happen to the rows of a file, once some of them are left out. */
export function countImport(check: ImportCheck, skipped: ReadonlySet<number>): ImportCount {
  const rows = new Map<number, string[]>();
  const isOfFile = !hasName(new Map(Object.entries(check.mapping)));
  for (const { line, column, message } of isOfFile ? [] : check.errors) {
    rows.set(line, [...(rows.get(line) ?? []), column ? `${column}: ${message}` : message]);
  }
  const left = new Set([...skipped, ...check.error_lines]);
  return {
    fileErrors: isOfFile ? check.errors.map((one) => one.message) : [],
    badRows: [...rows].map(([line, messages]) => ({ line, messages })),
    unlisted: check.error_lines.filter((line) => !rows.has(line)).length,
    ready: isOfFile ? 0 : check.rows - left.size,
    open: check.error_lines.filter((line) => !skipped.has(line)).length,
  };
}

/** Why nothing can be imported yet, in a sentence with the next step, or null when it can. */
export function whyNotImport(check: ImportCheck, { fileErrors, open, ready }: ImportCount): string | null {
  if (check.rows === 0) return 'There are no rows below the header.';
  if (fileErrors.length > 0) return fileErrors[0]!;
  if (open > 0)
    return `${open === 1 ? 'One row still has' : `${open} rows still have`} an error. Correct the file and drop it again, or leave ${open === 1 ? 'it' : 'them'} out.`;
  return ready === 0 ? 'Every row is left out.' : null;
}

/** "1 client", "12 contacts". */
export function sayCount(count: number, noun: ImportBatch['noun']): string {
  return `${count} ${count === 1 ? noun.slice(0, -1) : noun}`;
}
