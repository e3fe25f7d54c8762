import { isText, textType } from './text-type.ts';
import { zipType } from './zip-type.ts';

/** How much of a file's beginning and end is looked at to tell what it is. */
export const LOOK_AT_BYTES = 64 * 1024;

type Magic = { mime_type: string; at?: number; bytes: string | readonly number[]; and?: (head: Buffer) => boolean };

const MAGIC: readonly Magic[] = [
  { mime_type: 'application/pdf', bytes: '%PDF-' },
  { mime_type: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { mime_type: 'image/jpeg', bytes: [0xff, 0xd8, 0xff] },
  { mime_type: 'image/gif', bytes: 'GIF87a' },
  { mime_type: 'image/gif', bytes: 'GIF89a' },
  { mime_type: 'image/webp', bytes: 'RIFF', and: (head) => hasAt(head, 8, 'WEBP') },
  { mime_type: 'audio/wav', bytes: 'RIFF', and: (head) => hasAt(head, 8, 'WAVE') },
  { mime_type: 'image/tiff', bytes: [0x49, 0x49, 0x2a, 0x00] },
  { mime_type: 'image/tiff', bytes: [0x4d, 0x4d, 0x00, 0x2a] },
  { mime_type: 'image/tiff', bytes: [0x49, 0x49, 0x2b, 0x00] },
  { mime_type: 'image/tiff', bytes: [0x4d, 0x4d, 0x00, 0x2b] },
  { mime_type: 'image/bmp', bytes: 'BM', and: isBitmap },
  { mime_type: 'image/heic', at: 4, bytes: 'ftyp', and: (head) => /^(hei[cxms]|hev[cxms])/.test(brandOf(head)) },
  { mime_type: 'image/avif', at: 4, bytes: 'ftyp', and: (head) => /^avi[fs]/.test(brandOf(head)) },
  { mime_type: 'image/heif', at: 4, bytes: 'ftyp', and: (head) => /^(mif1|msf1)/.test(brandOf(head)) },
  { mime_type: 'video/quicktime', at: 4, bytes: 'ftyp', and: (head) => brandOf(head) === 'qt  ' },
  { mime_type: 'video/mp4', at: 4, bytes: 'ftyp' },
  { mime_type: 'application/gzip', bytes: [0x1f, 0x8b, 0x08] },
  { mime_type: 'application/x-7z-compressed', bytes: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c] },
  { mime_type: 'application/vnd.rar', bytes: [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07] },
  { mime_type: 'application/vnd.sqlite3', bytes: 'SQLite format 3\0' },
  { mime_type: 'application/x-cfb', bytes: [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1] },
  { mime_type: 'image/vnd.dwg', bytes: 'AC10', and: (head) => /^AC10\d\d\0/.test(head.toString('latin1', 0, 7)) },
  { mime_type: 'application/vnd.las', bytes: 'LASF' },
  { mime_type: 'application/vnd.shp', bytes: [0x00, 0x00, 0x27, 0x0a] },
  { mime_type: 'application/rtf', bytes: '{\\rtf' },
  { mime_type: 'application/postscript', bytes: '%!PS' },
];

/** What can be shown small. Vector pictures are not here: reading one means running what a stranger wrote. */
const PICTURES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/tiff', 'image/avif', 'image/heic', 'image/heif']);

/** Text that a browser would act on. It leaves the server as plain text and only as a download. */
const ACTIVE = new Set(['text/html', 'image/svg+xml', 'application/xml']);

/** What the bytes say they are. What the sender called them is not asked. */
export function fileType(head: Buffer, tail: Buffer): string {
  if (hasAt(head, 0, 'PK\x03\x04') || hasAt(head, 0, 'PK\x05\x06')) return zipType(head, tail);
  const found = MAGIC.find(({ at = 0, bytes, and }) => hasAt(head, at, bytes) && (and?.(head) ?? true));
  if (found) return found.mime_type;
  return isText(head) ? textType(head) : 'application/octet-stream';
}

export function isPicture(mimeType: string): boolean {
  return PICTURES.has(mimeType);
}

/** The type a file is sent as. */
export function servedType(mimeType: string): string {
  if (ACTIVE.has(mimeType)) return 'text/plain; charset=utf-8';
  return mimeType.startsWith('text/') ? `${mimeType}; charset=utf-8` : mimeType;
}

function hasAt(head: Buffer, at: number, bytes: string | readonly number[]): boolean {
  const wanted = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : Buffer.from(bytes);
  return head.length >= at + wanted.length && head.compare(wanted, 0, wanted.length, at, at + wanted.length) === 0;
}

function brandOf(head: Buffer): string {
  return head.toString('latin1', 8, 12);
}

/** Two letters are a weak sign: the header behind them must be one of those that exist. */
function isBitmap(head: Buffer): boolean {
  return head.length >= 26 && head.readUInt32LE(6) === 0 && [12, 40, 52, 56, 64, 108, 124].includes(head.readUInt32LE(14));
}
