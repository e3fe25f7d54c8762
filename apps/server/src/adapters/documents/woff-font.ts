import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';

const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;
const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;

/** A .woff file as the font that is packed in it: unpacked here once, where the PDF library would do it for every document, in JavaScript. */
export function readWoff(file: string): Buffer {
  const woff = readFileSync(file);
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error(`${file} is not a WOFF font.`);
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(SFNT_HEADER + count * SFNT_ENTRY);
  const power = Math.floor(Math.log2(count));
  woff.copy(head, 0, 4, 8);
  for (const [at, value] of [count, 16 * 2 ** power, power, 16 * (count - 2 ** power)].entries()) head.writeUInt16BE(value, 4 + at * 2);
  const tables: Buffer[] = [];
  let offset = head.length;
  for (let at = 0; at < count; at += 1) {
    const from = WOFF_HEADER + at * WOFF_ENTRY;
    const [start, packed, length, checksum] = [4, 8, 12, 16].map((place) => woff.readUInt32BE(from + place)) as [
      number,
      number,
      number,
      number,
    ];
    const bytes = woff.subarray(start, start + packed);
    const table = packed < length ? inflateSync(bytes) : bytes;
    const to = SFNT_HEADER + at * SFNT_ENTRY;
    woff.copy(head, to, from, from + 4);
    for (const [place, value] of [checksum, offset, length].entries()) head.writeUInt32BE(value, to + 4 + place * 4);
    const padded = Buffer.concat([table, Buffer.alloc((4 - (length % 4)) % 4)]);
    tables.push(padded);
    offset += padded.length;
  }
  return Buffer.concat([head, ...tables]);
}
