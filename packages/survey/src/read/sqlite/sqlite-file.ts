import type { ProblemList } from '../problem-list.ts';
import type { SqliteEncoding } from './sqlite-bytes.ts';

/** The header of a SQLite file, and its pages. Layout: "Database File Format" of the SQLite documentation. */
export interface SqliteFile {
  readonly bytes: Uint8Array;
  readonly page_size: number;
  /** Bytes of a page that hold data: the rest is reserved for extensions. */
  readonly usable: number;
  readonly page_count: number;
  readonly encoding: SqliteEncoding;
}

const MAGIC = 'SQLite format 3\0';

export function isSqlite(bytes: Uint8Array): boolean {
  return bytes.length >= 16 && [...MAGIC].every((letter, i) => bytes[i] === letter.charCodeAt(0));
}

export function openSqlite(bytes: Uint8Array, problems: ProblemList): SqliteFile | null {
  if (!isSqlite(bytes)) {
    if (looksEncrypted(bytes)) {
      problems.add('ENCRYPTED', 'stop', 'This looks like an encrypted file: export the points from the collector without a password.');
    } else problems.add('NOT_SQLITE', 'stop', 'This is not a Carlson coordinate file (.crdb).');
    return null;
  }
  if (bytes.length < 100) {
    problems.add('TRUNCATED', 'stop', 'The coordinate file ends inside its own header.');
    return null;
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const stated = view.getUint16(16);
  const page_size = stated === 1 ? 65536 : stated;
  const usable = page_size - view.getUint8(20);
  if (page_size < 512 || (page_size & (page_size - 1)) !== 0 || usable < 480) {
    problems.add('CORRUPT', 'stop', 'The coordinate file states an impossible page size: it is damaged.');
    return null;
  }
  if (view.getUint8(19) > 2) problems.add('CORRUPT', 'warning', 'The coordinate file was written by a newer database than is known here.');
  if (view.getUint8(18) === 2 || view.getUint8(19) === 2) {
    const sentence =
      'The coordinate file keeps recent changes in a second file (-wal): if one lies beside it, close the job in the collector and copy again.';
    problems.add('WAL', 'warning', sentence);
  }
  const page_count = Math.ceil(bytes.length / page_size);
  // The count in the header is only valid when the same program wrote it last.
  const counted = view.getUint32(24) === view.getUint32(92) ? view.getUint32(28) : 0;
  if (counted > page_count || bytes.length % page_size !== 0) {
    problems.add(
      'TRUNCATED',
      'stop',
      `The coordinate file is cut off: ${bytes.length} bytes of ${Math.max(counted, page_count) * page_size}.`,
    );
  }
  return { bytes, page_size, usable, page_count, encoding: readEncoding(view.getUint32(56), problems) };
}

function readEncoding(code: number, problems: ProblemList): SqliteEncoding {
  if (code > 3) problems.add('CORRUPT', 'warning', 'The coordinate file states an unknown text encoding; UTF-8 was assumed.');
  return code === 2 ? 'utf-16le' : code === 3 ? 'utf-16be' : 'utf-8';
}

/** Pages count from 1; the last one may be cut short. null: outside the file. */
export function getPage(file: SqliteFile, number: number): Uint8Array | null {
  const start = (number - 1) * file.page_size;
  if (!(number >= 1) || start >= file.bytes.length) return null;
  return file.bytes.subarray(start, Math.min(start + file.usable, file.bytes.length));
}

/** Encrypted databases are whole blocks of evenly spread bytes with no readable header. */
function looksEncrypted(bytes: Uint8Array): boolean {
  if (bytes.length < 1024 || bytes.length % 512 !== 0) return false;
  const counts = new Uint32Array(256);
  const sample = bytes.subarray(0, 4096);
  for (const byte of sample) counts[byte] = (counts[byte] as number) + 1;
  let bits = 0;
  for (const count of counts) if (count > 0) bits -= (count / sample.length) * Math.log2(count / sample.length);
  return bits > 7.4;
}
