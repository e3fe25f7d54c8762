const OPEN_DOCUMENT = /^application\/vnd\.oasis\.opendocument\.[a-z-]+/;

/** Entries that tell one kind of package from another. */
const TELLING: readonly (readonly [string, string])[] = [
  ['word/document.xml', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['xl/workbook.xml', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['xl/workbook.bin', 'application/vnd.ms-excel.sheet.binary.macroenabled.12'],
  ['ppt/presentation.xml', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  ['doc.kml', 'application/vnd.google-earth.kmz'],
];

/** Many formats are a zip with known names inside. The names stand before each entry and again in the list at the end. */
export function zipType(head: Buffer, tail: Buffer): string {
  const document = openDocumentType(head);
  if (document) return document;
  const found = TELLING.find(([name]) => holdsEntry(head, 'PK\x03\x04', 30, name) || holdsEntry(tail, 'PK\x01\x02', 46, name));
  return found?.[1] ?? 'application/zip';
}

/** An OpenDocument package says its type in an uncompressed first entry. */
function openDocumentType(head: Buffer): string | null {
  if (head.toString('latin1', 30, 38) !== 'mimetype' || head.length < 40) return null;
  const start = 38 + head.readUInt16LE(28);
  return OPEN_DOCUMENT.exec(head.toString('latin1', start, start + 80))?.[0] ?? null;
}

/** Is there a header of this kind whose name field, `nameAt` bytes in, is exactly this? */
function holdsEntry(bytes: Buffer, signature: string, nameAt: number, name: string): boolean {
  const mark = Buffer.from(signature, 'latin1');
  const lengthAt = nameAt === 30 ? 26 : 28;
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 4)) {
    if (at + nameAt + name.length > bytes.length) return false;
    if (bytes.readUInt16LE(at + lengthAt) === name.length && bytes.toString('latin1', at + nameAt, at + nameAt + name.length) === name) {
      return true;
    }
  }
  return false;
}
