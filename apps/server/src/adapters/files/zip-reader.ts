import { crc32, inflateRawSync } from 'node:zlib';

/** The archive cannot be read, in a sentence. */
export class ZipRefusal extends Error {}

export type ZipEntry = { readonly name: string; readonly bytes: number; read(): Buffer };

export type ZipLimits = { readonly entries: number; readonly bytes: number; readonly ratio: number };

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
/** The end of the list lies behind a comment of at most this length. */
const LONGEST_TAIL = 22 + 0xffff;
/** Small entries may pack well without meaning harm. */
const SMALL = 64 * 1024;

/**
 * Lists a zip by its directory, and reads single entries of it. Bounded before anything is unpacked: in number, in size, and in how much
 * an entry may grow. Names are labels only; nothing is ever written anywhere by them.
 */
export function readZip(file: Buffer, limits: ZipLimits): ZipEntry[] {
  const end = findEnd(file);
  const [count, size, start] = [file.readUInt16LE(end + 10), file.readUInt32LE(end + 12), file.readUInt32LE(end + 16)];
  if (count === 0xffff || start === 0xffffffff)
    throw new ZipRefusal('This archive is of the very large kind (ZIP64), which is not read here.');
  if (count > limits.entries) throw new ZipRefusal(`This archive holds more than ${limits.entries} files.`);
  if (start + size > end) throw new ZipRefusal('This archive is damaged.');
  const entries: ZipEntry[] = [];
  let total = 0;
  let at = start;
  for (let i = 0; i < count; i++) {
    if (at + 46 > end || file.readUInt32LE(at) !== CENTRAL) throw new ZipRefusal('This archive is damaged.');
    const entry = readEntry(file, at, limits);
    total += entry.bytes;
    if (total > limits.bytes) throw new ZipRefusal(`This archive unpacks to more than ${Math.floor(limits.bytes / 1_000_000)} MB.`);
    if (!entry.name.endsWith('/')) entries.push(entry);
    at += 46 + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return entries;
}

function findEnd(file: Buffer): number {
  for (let at = file.length - 22; at >= Math.max(0, file.length - LONGEST_TAIL); at--) {
    if (file.readUInt32LE(at) === END && at + 22 + file.readUInt16LE(at + 20) <= file.length) return at;
  }
  throw new ZipRefusal('This archive is cut off.');
}

function readEntry(file: Buffer, at: number, limits: ZipLimits): ZipEntry {
  const [flags, method, sum] = [file.readUInt16LE(at + 8), file.readUInt16LE(at + 10), file.readUInt32LE(at + 16)];
  const [packed, bytes] = [file.readUInt32LE(at + 20), file.readUInt32LE(at + 24)];
  const local = file.readUInt32LE(at + 42);
  const isUtf8 = (flags & 0x800) !== 0;
  const name = file.toString(isUtf8 ? 'utf8' : 'latin1', at + 46, Math.min(file.length, at + 46 + file.readUInt16LE(at + 28)));
  // The upper half of the attributes is a Unix mode where a Unix made the archive.
  if (((file.readUInt32LE(at + 38) >>> 16) & 0xf000) === 0xa000) throw new ZipRefusal('This archive holds a link instead of a file.');
  if ((flags & 1) !== 0) throw new ZipRefusal('This archive is locked with a password.');
  if (method !== 0 && method !== 8) throw new ZipRefusal('This archive is packed in a way that is not read here. Pack it as a plain zip.');
  if (bytes > SMALL && bytes > packed * limits.ratio) throw new ZipRefusal('A file in this archive unpacks to far more than it should.');
  return { name, bytes, read: () => unpack(file, { local, packed, bytes, method, sum }) };
}

type Packed = { local: number; packed: number; bytes: number; method: number; sum: number };

function unpack(file: Buffer, { local, packed, bytes, method, sum }: Packed): Buffer {
  if (local + 30 > file.length || file.readUInt32LE(local) !== LOCAL) throw new ZipRefusal('This archive is damaged.');
  const from = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
  const raw = file.subarray(from, from + packed);
  if (raw.length < packed) throw new ZipRefusal('This archive is cut off.');
  const content = method === 0 ? raw : inflate(raw, bytes);
  if (content.length !== bytes || crc32(content) !== sum) throw new ZipRefusal('A file in this archive is damaged.');
  return content;
}

/** What grows beyond what the directory promised is stopped on the way. */
function inflate(raw: Buffer, bytes: number): Buffer {
  try {
    return inflateRawSync(raw, { maxOutputLength: Math.max(1, bytes) });
  } catch {
    throw new ZipRefusal('A file in this archive is damaged.');
  }
}
