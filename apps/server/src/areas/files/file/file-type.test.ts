import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { zipOf } from '../../../testing/fixtures/zip-fixture.ts';
import { fileType, isPicture, servedType } from './file-type.ts';

function typeOf(bytes: Buffer | string): string {
  const all = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes, 'latin1');
  return fileType(all.subarray(0, 65_536), all.subarray(-65_536));
}

function zip(entries: Record<string, string>): Buffer {
  return zipOf(Object.entries(entries).map(([name, text]) => ({ name, bytes: Buffer.from(text), isStored: name === 'mimetype' })));
}

const SAMPLES: readonly (readonly [string, string | Buffer])[] = [
  ['application/pdf', '%PDF-1.7\n%\xe2\xe3'],
  ['image/png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
  ['image/jpeg', '\xff\xd8\xff\xe0\0\x10JFIF'],
  ['image/gif', 'GIF89a\x01\0\x01\0'],
  ['image/webp', 'RIFF\x24\0\0\0WEBPVP8 '],
  ['image/tiff', 'II*\0\x08\0\0\0'],
  ['image/tiff', 'MM\0*\0\0\0\x08'],
  ['image/heic', '\0\0\0\x18ftypheic\0\0\0\0mif1'],
  ['image/avif', '\0\0\0\x18ftypavif\0\0\0\0mif1'],
  ['video/mp4', '\0\0\0\x18ftypisom\0\0\0\0'],
  ['video/quicktime', '\0\0\0\x14ftypqt  \0\0\0\0'],
  ['application/vnd.sqlite3', 'SQLite format 3\0\x10\0'],
  ['image/vnd.dwg', 'AC1032\0\0\0'],
  ['application/x-cfb', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['text/csv', 'P,E,N,Z,D\n1,2500000.1,7400000.2,12.3,IP\n2,2500001,7400002,12.4,IP\n'],
  ['text/csv', 'name;phone\r\n"Roy; fils";506 555-0101\r\n'],
  ['text/plain', 'A note about the boundary.\nNothing else.'],
  ['text/plain', ''],
  ['text/html', '<!DOCTYPE html><html>'],
  ['text/html', '  \n<script>alert(1)</script>'],
  ['text/html', '<!-- hello --><body onload=x()>'],
  ['text/html', '<x><script>alert(1)</script></x>'],
  ['text/html', Buffer.from('\uFEFF<html><script>1</script>', 'utf16le')],
  ['image/svg+xml', '<?xml version="1.0"?>\n<!-- made by hand -->\n<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>'],
  ['image/svg+xml', '<!DOCTYPE svg PUBLIC "x"><svg/>'],
  ['application/xml', '<?xml version="1.0"?><LandXML/>'],
  ['application/zip', zip({ 'readme.txt': 'hello' })],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', zip({ '[Content_Types].xml': '<a/>', 'xl/workbook.xml': '<b/>' })],
  [
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    zip({ '[Content_Types].xml': '<a/>', 'word/document.xml': '<b/>' }),
  ],
  ['application/vnd.google-earth.kmz', zip({ 'doc.kml': '<kml/>', 'files/a.png': 'x' })],
  ['application/vnd.oasis.opendocument.text', zip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<a/>' })],
  ['application/octet-stream', '\x00\x01\x02\x03'],
];

describe('SEC-S20 a file is what its bytes say', () => {
  test.each(SAMPLES)('%s', (mimeType, bytes) => {
    expect(typeOf(bytes)).toBe(mimeType);
  });

  test('a zip whose list stands only at the end of a long file is still known', () => {
    const book = zip({ '[Content_Types].xml': 'a'.repeat(10), 'docProps/long.bin': '', 'xl/workbook.xml': '<b/>' });
    const head = book.subarray(0, 40);
    expect(fileType(head, book.subarray(-200))).toContain('spreadsheetml');
  });

  test('polyglots: the first bytes decide, and a page dressed as a picture is no picture', () => {
    expect(typeOf('GIF89a/*<script>alert(1)</script>*/=1')).toBe('image/gif');
    expect(isPicture(typeOf('<html><!-- \xff\xd8\xff JFIF -->'))).toBe(false);
    expect(isPicture(typeOf('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe(false);
    expect(typeOf('BM, the surveyor, came by')).toBe('text/plain');
    expect(typeOf(' %PDF-1.4 not at the start')).toBe('text/plain');
  });

  test('what a browser would act on leaves as plain text', () => {
    for (const type of ['text/html', 'image/svg+xml', 'application/xml']) expect(servedType(type)).toBe('text/plain; charset=utf-8');
    expect(servedType('text/csv')).toBe('text/csv; charset=utf-8');
    expect(servedType('image/png')).toBe('image/png');
  });

  test('any bytes get a type, and never an active one unless they begin with <', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const head = Buffer.from(bytes);
        const type = fileType(head, head);
        expect(type).toMatch(/^[a-z]+\/[a-z0-9.+-]+$/);
        if (['text/html', 'image/svg+xml', 'application/xml'].includes(type)) {
          expect(head.toString('latin1')).toContain('<');
        }
      }),
      { seed: 20, numRuns: 2000 },
    );
  });
});
