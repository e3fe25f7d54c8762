import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

type Piece = string | Uint8Array;
export type ZipPart = { name: string; content: AsyncIterable<Piece> | Iterable<Piece> };

const LOCAL = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
/** Sizes follow behind the content; names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATE = 8;
/** 1980-01-01: the same content is the same file on every day. */
const DATE = 0x21;
const MAX = 0xffffffff;

/** A zip made while it is read: of each part only a few pieces are in memory. One part is read to its end before the next is asked for. */
export async function* writeZip(parts: AsyncIterable<ZipPart>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let at = 0;
  for await (const { name, content } of parts) {
    const label = Buffer.from(name);
    const sizes = { sum: 0, packed: 0, bytes: 0 };
    yield Buffer.concat([header(LOCAL, label, { sum: 0, packed: 0, bytes: 0 }), label]);
    for await (const piece of deflate(content, sizes)) {
      sizes.packed += piece.length;
      yield piece;
    }
    const { sum, packed, bytes } = sizes;
    yield numbers(DESCRIPTOR, sum, packed, bytes);
    directory.push(centralHeader(label, sizes, at), label);
    at += 30 + label.length + packed + 16;
    if (Math.max(at, bytes) > MAX) throw new RangeError('This is more than a zip can hold.');
  }
  const list = Buffer.concat(directory);
  yield list;
  yield endOf(directory.length / 2, list.length, at);
}

/** A zip of what is in memory already. */
export async function packZip(files: readonly { readonly name: string; readonly bytes: Uint8Array }[]): Promise<Buffer> {
  const parts = async function* () {
    for (const { name, bytes } of files) yield { name, content: [bytes] };
  };
  const pieces: Buffer[] = [];
  for await (const piece of writeZip(parts())) pieces.push(piece);
  return Buffer.concat(pieces);
}

type Sizes = { sum: number; packed: number; bytes: number };

/** Packed in a thread of the platform, not in the one that serves calls. Closing the answer closes the content as well. */
function deflate(content: ZipPart['content'], sizes: Sizes): AsyncIterable<Buffer> {
  const counted = async function* () {
    for await (const text of content) {
      const piece = typeof text === 'string' ? Buffer.from(text) : text;
      sizes.sum = crc32(piece, sizes.sum);
      sizes.bytes += piece.length;
      yield piece;
    }
  };
  const packed = createDeflateRaw({ level: 4 });
  // What goes wrong is thrown where the pieces are read. One piece waits at most, and not the sixteen that a stream of objects takes.
  pipeline(Readable.from(counted(), { highWaterMark: 1 }), packed, () => {});
  return packed;
}

function numbers(...values: readonly number[]): Buffer {
  const block = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) block.writeUInt32LE(value, index * 4);
  return block;
}

function header(mark: number, label: Buffer, { sum, packed, bytes }: Sizes): Buffer {
  const block = Buffer.alloc(30);
  block.writeUInt32LE(mark);
  block.writeUInt16LE(VERSION, 4);
  block.writeUInt16LE(FLAGS, 6);
  block.writeUInt16LE(DEFLATE, 8);
  block.writeUInt16LE(DATE, 12);
  numbers(sum, packed, bytes).copy(block, 14);
  block.writeUInt16LE(label.length, 26);
  return block;
}

/** The header again with the true sizes, behind the version of the maker, and where the part begins. */
function centralHeader(label: Buffer, sizes: Sizes, at: number): Buffer {
  const block = Buffer.alloc(46);
  block.writeUInt32LE(CENTRAL);
  block.writeUInt16LE(VERSION, 4);
  header(LOCAL, label, sizes).copy(block, 6, 4, 30);
  block.writeUInt32LE(at, 42);
  return block;
}

function endOf(count: number, bytes: number, at: number): Buffer {
  const block = Buffer.alloc(22);
  block.writeUInt32LE(END);
  block.writeUInt16LE(count, 8);
  block.writeUInt16LE(count, 10);
  numbers(bytes, at).copy(block, 12);
  return block;
}
