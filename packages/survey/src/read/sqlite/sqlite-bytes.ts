import { decodeUtf16Be } from '../text.ts';

/** Integers, texts and record values as SQLite lays them down (all big-endian). Reading past the end answers null. */

interface Varint {
  readonly value: number;
  readonly next: number;
}

/** One to nine bytes; a value beyond the safe integers comes out rounded, which every use here refuses or tolerates. */
export function readVarint(bytes: Uint8Array, at: number): Varint | null {
  let value = 0;
  for (let i = 0; i < 9; i++) {
    const byte = bytes[at + i];
    if (byte === undefined) return null;
    if (i === 8) return { value: value * 256 + byte, next: at + 9 };
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return { value, next: at + i + 1 };
  }
  return null;
}

export type SqliteValue = string | number | null;
export type SqliteEncoding = 'utf-8' | 'utf-16le' | 'utf-16be';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const utf16le = new TextDecoder('utf-16le', { ignoreBOM: true });
const latin1 = new TextDecoder('windows-1252');

function decodeValue(bytes: Uint8Array, encoding: SqliteEncoding): string {
  if (encoding === 'utf-16le') return utf16le.decode(bytes);
  if (encoding === 'utf-16be') return decodeUtf16Be(bytes);
  try {
    return utf8.decode(bytes);
  } catch {
    return latin1.decode(bytes); // collectors have put their own code page into a UTF-8 database
  }
}

/** The values of one row, or null when the payload contradicts itself. */
export function readRecord(payload: Uint8Array, encoding: SqliteEncoding): SqliteValue[] | null {
  const header = readVarint(payload, 0);
  if (!header || header.value > payload.length || header.value < header.next) return null;
  const values: SqliteValue[] = [];
  let at = header.next;
  let body = header.value;
  while (at < header.value) {
    const type = readVarint(payload, at);
    if (!type || type.next > header.value) return null;
    const size = sizeOf(type.value);
    if (size === null || body + size > payload.length) return null;
    values.push(readValue(payload.subarray(body, body + size), type.value, encoding));
    at = type.next;
    body += size;
  }
  return values;
}

const SIZES = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0];

function sizeOf(type: number): number | null {
  if (type >= 12) return Math.floor((type - 12) / 2);
  return SIZES[type] ?? null; // 10 and 11 are reserved
}

function readValue(bytes: Uint8Array, type: number, encoding: SqliteEncoding): SqliteValue {
  if (type === 0) return null;
  if (type === 8 || type === 9) return type - 8;
  if (type === 7) return readDouble(bytes);
  if (type < 7) return readInteger(bytes);
  if (type % 2 === 1) return decodeValue(bytes, encoding);
  return `x'${Array.from(bytes.subarray(0, 64), (byte) => byte.toString(16).padStart(2, '0')).join('')}${bytes.length > 64 ? '…' : ''}'`;
}

function readInteger(bytes: Uint8Array): number {
  let value = (bytes[0] as number) > 127 ? -1 : 0;
  for (const byte of bytes) value = value * 256 + byte;
  return value;
}

/** Not-a-number and infinity are no coordinates: null, as SQLite itself would answer for NaN. */
function readDouble(bytes: Uint8Array): number | null {
  const value = new DataView(bytes.buffer, bytes.byteOffset, 8).getFloat64(0);
  return Number.isFinite(value) ? value : null;
}
