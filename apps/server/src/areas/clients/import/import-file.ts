import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from '@dmse/contract/clients/import';
import { type ImportNoun, whyNotHeader } from '@dmse/domain/clients/import-fields';
import { type ImportMapping, suggestMapping, whyNotMapping } from '@dmse/domain/clients/import-mapping';
import type { CsvEncoding } from '@dmse/domain/text/csv-encoding';
import { type CsvTable, readCsv } from '@dmse/domain/text/csv-reader';
import type { CsvDelimiter } from '@dmse/domain/text/csv-records';
import type { Context } from '../../../call/context.ts';
import { invalid, Refusal } from '../../../call/refusal.ts';
import { openFile } from '../../files/file/file.service.ts';

/** What a person says about the file: which upload, and how to read it. */
export type ImportSource = {
  noun: ImportNoun;
  file: number;
  delimiter?: CsvDelimiter | undefined;
  encoding?: CsvEncoding | undefined;
  mapping?: Record<string, string> | undefined;
};

/** Workbooks are what people choose by mistake; the sentence says what to do instead. */
const WORKBOOK = /spreadsheet|ms-excel|x-cfb/;

async function readBytes(context: Context, file: number): Promise<{ bytes: Buffer; sha256: string }> {
  const found = await openFile(context, file, 'full').catch((error: unknown) => {
    if (error instanceof Refusal && error.status === 404) throw invalid({ file: 'This file is not there, or not yours. Upload it again.' });
    throw error;
  });
  if (WORKBOOK.test(found.mime_type)) throw invalid({ file: 'This is an Excel workbook. Save it as CSV in Excel, and choose that file.' });
  if ((found.bytes ?? 0) > MAX_IMPORT_BYTES)
    throw invalid({ file: `The file is larger than ${MAX_IMPORT_BYTES / 1024 / 1024} MB. Split it into several.` });
  return { bytes: await buffer(found.stream as Readable), sha256: found.etag ?? '' };
}

export async function readImportFile(context: Context, source: ImportSource): Promise<{ table: CsvTable; sha256: string }> {
  const { bytes, sha256 } = await readBytes(context, source.file);
  const table = readCsv(bytes, { delimiter: source.delimiter, encoding: source.encoding, max_rows: MAX_IMPORT_ROWS });
  if ('problem' in table) throw invalid({ file: table.problem });
  const why = whyNotHeader(table.columns.map((column) => column.title));
  if (why) throw invalid({ file: why });
  return { table, sha256 };
}

const SAMPLES = { rows: 50, shown: 3, letters: 80 };

export function describeColumns({ columns, rows }: CsvTable, noun: ImportNoun) {
  const looked = columns.map(({ title, at }) => ({ title, samples: rows.slice(0, SAMPLES.rows).map((row) => row.cells[at] ?? '') }));
  const suggestions = suggestMapping(noun, looked);
  return looked.map(({ title, samples }) => ({
    title,
    samples: samples
      .map((cell) => cell.trim().slice(0, SAMPLES.letters))
      .filter(Boolean)
      .slice(0, SAMPLES.shown),
    suggestion: suggestions.get(title) ?? null,
  }));
}

/** The mapping as chosen, refused in words where it cannot hold. */
export function checkMapping({ columns }: CsvTable, noun: ImportNoun, chosen: Record<string, string>): ImportMapping {
  const mapping = new Map(Object.entries(chosen));
  const why = whyNotMapping(
    noun,
    columns.map((column) => column.title),
    mapping,
  );
  if (why) throw invalid({ mapping: why });
  return mapping;
}
