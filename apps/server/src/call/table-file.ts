import { Readable } from 'node:stream';
import { CSV_START, csvLines } from '@dmse/domain/text/csv';
import { printCell, type TableColumn, type TableFormat, type TableRow } from '@dmse/domain/text/table';
import type { FileStore } from '../adapters/files/file-store.ts';
import { writeZip } from '../adapters/files/zip-writer.ts';
import type { FileAnswer } from './file-answer.ts';
import { workbookParts } from './workbook.ts';

/** A table to download. `name` is without its ending; `title` is what the sheet is called. */
export type Table = {
  name: string;
  title: string;
  columns: readonly TableColumn[];
  rows: AsyncIterable<TableRow>;
  /** What the columns come to; the last row of a workbook, worked out by formulas. A CSV has rows alone. */
  total?: TableRow | null;
};

const MIME_TYPES: Record<TableFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
const ROWS_AT_ONCE = 500;

/**
 * A table as a file to download, however long: rows are taken as they are written, and none is kept. The file is written whole, beside
 * the stored files, while the caller's transaction is open, and sent afterwards. So rows may come from the transaction page by page, a
 * slow reader holds no connection to the database, and what goes wrong half way is a refusal and not half a file.
 */
export async function tableFile(files: FileStore, format: TableFormat, table: Table): Promise<FileAnswer> {
  const made = tableStream(format, table);
  try {
    const { take, bytes } = await files.stage(made, Number.POSITIVE_INFINITY);
    return { stream: take(), bytes, name: `${table.name}.${format}`, mime_type: MIME_TYPES[format] };
  } finally {
    made.destroy();
  }
}

/** The bytes of the table, made while they are read. */
export function tableStream(format: TableFormat, { title, columns, rows, total = null }: Omit<Table, 'name'>): Readable {
  const pieces = format === 'csv' ? csvPieces(columns, rows) : writeZip(workbookParts(title, columns, rows, { total }));
  return Readable.from(pieces, { objectMode: false });
}

async function* csvPieces(columns: readonly TableColumn[], rows: AsyncIterable<TableRow>): AsyncGenerator<Buffer> {
  let lines = [columns.map(({ heading }) => heading)];
  let start = CSV_START;
  for await (const row of rows) {
    lines.push(columns.map(({ kind }, index) => printCell(kind, row[index] ?? null)));
    if (lines.length < ROWS_AT_ONCE) continue;
    yield Buffer.from(start + csvLines(lines));
    lines = [];
    start = '';
  }
  yield Buffer.from(start + csvLines(lines));
}
