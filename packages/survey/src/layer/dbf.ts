import { LayerRefusal, type LayerValue } from './layer.ts';

type Field = { readonly name: string; readonly type: string; readonly at: number; readonly length: number };

type Decoder = { decode(bytes: Uint8Array): string };

/** Code pages by the mark in the table's head, where no .cpg says it. */
const PAGES: Readonly<Record<number, string>> = { 3: 'windows-1252', 87: 'windows-1252', 200: 'windows-1250', 201: 'windows-1251' };

/** The rows of a dBASE table beside a shapefile. Deleted rows keep their place as null. */
export function readDbf(bytes: Uint8Array, codePage: string | null): (Readonly<Record<string, LayerValue>> | null)[] {
  if (bytes.length < 32) return [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [rows, start, size] = [view.getUint32(4, true), view.getUint16(8, true), view.getUint16(10, true)];
  if (size < 1 || start < 33 || start > bytes.length) throw new LayerRefusal('The table of this shapefile (.dbf) is damaged.');
  const decoder = decoderFor(codePage ?? PAGES[view.getUint8(29)] ?? 'windows-1252');
  const fields = readFields(bytes, start, decoder);
  const count = Math.min(rows, Math.floor((bytes.length - start) / size));
  return Array.from({ length: count }, (_, row) => {
    const at = start + row * size;
    if (bytes[at] === 0x2a) return null;
    return Object.fromEntries(
      fields.map((field) => [field.name, readValue(decoder.decode(bytes.subarray(at + field.at, at + field.at + field.length)), field)]),
    );
  });
}

/** What a .cpg file calls a code page, for the browser's own decoders; a name nobody knows is read as Western. */
function decoderFor(name: string): Decoder {
  const plain = name.trim().replace(/^(ansi|cp|windows)[\s-]*/i, 'windows-');
  for (const label of [plain, name.trim(), 'windows-1252']) {
    try {
      return new TextDecoder(label);
    } catch {
      // not a name of an encoding: the next one is tried
    }
  }
  return new TextDecoder('windows-1252');
}

function readFields(bytes: Uint8Array, end: number, decoder: Decoder): Field[] {
  const fields: Field[] = [];
  let at = 1;
  for (let head = 32; head + 32 <= end && bytes[head] !== 0x0d && fields.length < 255; head += 32) {
    const name = decoder.decode(bytes.subarray(head, head + 11)).replace(/\0.*$/s, '');
    const length = bytes[head + 16] ?? 0;
    fields.push({ name, type: String.fromCharCode(bytes[head + 11] ?? 0), at, length });
    at += length;
  }
  return fields;
}

function readValue(text: string, { type }: Field): LayerValue {
  const plain = text.replaceAll('\0', '').trim();
  if (plain === '') return null;
  if (type === 'N' || type === 'F') return Number.isFinite(Number(plain)) ? Number(plain) : plain;
  if (type === 'L') return /^[yt]$/i.test(plain) ? true : /^[nf]$/i.test(plain) ? false : null;
  if (type === 'D' && /^\d{8}$/.test(plain)) return `${plain.slice(0, 4)}-${plain.slice(4, 6)}-${plain.slice(6)}`;
  return plain;
}
