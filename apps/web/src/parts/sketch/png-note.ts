/**
 * A note inside a PNG, in a text chunk of its own name: every program shows the picture, and ours finds in it what it was drawn from.
 * Chunks by the PNG specification: length, type, data, CRC-32 over type and data.
 */
const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];
/** International text: UTF-8, here uncompressed. */
const TYPE = 'iTXt';

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

function crc32(bytes: Uint8Array): number {
  let c = 0xffffffff;
  for (const byte of bytes) c = TABLE[(c ^ byte) & 0xff]! ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

type Chunk = { start: number; end: number; type: string; data: Uint8Array };

/** The chunks up to the end of the picture; empty for what is no PNG. */
function readChunks(png: Uint8Array): Chunk[] {
  if (!SIGNATURE.every((byte, at) => png[at] === byte)) return [];
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const chunks: Chunk[] = [];
  for (let start = SIGNATURE.length; start + 12 <= png.length; ) {
    const length = view.getUint32(start);
    const end = start + 12 + length;
    if (end > png.length) break;
    const type = String.fromCharCode(...png.subarray(start + 4, start + 8));
    chunks.push({ start, end, type, data: png.subarray(start + 8, end - 4) });
    start = end;
  }
  return chunks;
}

function makeChunk(key: string, text: string): Uint8Array {
  // Keyword, NUL, not compressed (two zeros), no language, no translated keyword, then the text.
  const data = new TextEncoder().encode(`${key}\0\0\0\0\0${text}`);
  const chunk = new Uint8Array(data.length + 12);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; i++) chunk[4 + i] = TYPE.charCodeAt(i);
  chunk.set(data, 8);
  view.setUint32(chunk.length - 4, crc32(chunk.subarray(4, chunk.length - 4)));
  return chunk;
}

/** The picture with the note in it; what is no PNG comes back as it is. */
export function addNote(png: Uint8Array, key: string, text: string): Uint8Array {
  const head = readChunks(png)[0];
  if (head?.type !== 'IHDR') return png;
  const chunk = makeChunk(key, text);
  const noted = new Uint8Array(png.length + chunk.length);
  noted.set(png.subarray(0, head.end));
  noted.set(chunk, head.end);
  noted.set(png.subarray(head.end), head.end + chunk.length);
  return noted;
}

/** The note under that key, or null. */
export function findNote(png: Uint8Array, key: string): string | null {
  for (const { type, data } of readChunks(png)) {
    if (type !== TYPE) continue;
    const text = new TextDecoder().decode(data);
    const start = `${key}\0\0\0\0\0`;
    if (text.startsWith(start)) return text.slice(start.length);
  }
  return null;
}
