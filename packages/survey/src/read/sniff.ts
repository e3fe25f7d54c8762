import { findDelimiter } from './points/points-rows.ts';
import type { ProblemList } from './problem-list.ts';
import type { FileKind } from './records.ts';
import { isSqlite } from './sqlite/sqlite-file.ts';
import { decodeText, isBlank, splitLines } from './text.ts';

/** What kind of file is this? By its content; the name only helps where the content is not public (.crd). */
export interface Sniffed {
  readonly kind: FileKind;
  /** "a CSRS-PPP summary" */
  readonly words: string;
}

const WORDS: Readonly<Record<FileKind, string>> = {
  empty: 'an empty file',
  rw5: 'a raw file (RW5)',
  crdb: 'a Carlson coordinate file (.crdb)',
  crd: 'an older Carlson coordinate file (.crd)',
  cr5: 'a TDS coordinate file (.CR5)',
  points: 'a list of points',
  ppp_sum: 'a CSRS-PPP summary',
  ref: 'a base reference file (.ref)',
  loc: 'a localization file (.loc)',
  rinex: 'a RINEX file',
  landxml: 'a LandXML file',
  dxf: 'a DXF drawing',
  zip: 'a zip archive',
  pdf: 'a PDF document',
  image: 'a picture',
  xml: 'an XML file',
  html: 'a web page',
  json: 'a JSON file',
  sqlite: 'a database of another program',
  text: 'a text file of an unknown kind',
  binary: 'a binary file of an unknown kind',
};

export function sniff(bytes: Uint8Array, name = ''): Sniffed {
  const kind = bytes.length === 0 ? 'empty' : (sniffBinary(bytes, name) ?? sniffText(bytes));
  return { kind, words: WORDS[kind] };
}

const WANTED = {
  rw5: 'a raw file',
  points: 'a points file',
  ppp_sum: 'a CSRS-PPP summary',
  ref: 'a base reference file',
  loc: 'a localization file',
} as const;

export type WantedKind = keyof typeof WANTED;

/** The sentence for a file of another kind than was asked for; null when it fits (or is empty: that is said elsewhere). */
export function whyNotKind(bytes: Uint8Array, wanted: WantedKind, name = ''): string | null {
  const { kind, words } = sniff(bytes, name);
  if (kind === 'empty' || kind === wanted || (wanted === 'points' && kind === 'crdb')) return null;
  if (wanted === 'points' && (kind === 'crd' || kind === 'cr5')) {
    return `This looks like ${words}, whose layout is not public: please export the points as .crdb or csv.`;
  }
  if (kind === 'text' || kind === 'binary') return `This does not look like ${WANTED[wanted]}.`;
  return `This looks like ${words}, not ${WANTED[wanted]}.`;
}

export function refuseOtherKind(problems: ProblemList, bytes: Uint8Array, wanted: WantedKind, name = ''): void {
  const sentence = whyNotKind(bytes, wanted, name);
  if (sentence !== null) problems.add('WRONG_KIND', 'stop', sentence);
}

function startsWith(bytes: Uint8Array, ...magic: number[]): boolean {
  return magic.every((byte, i) => bytes[i] === byte);
}

function sniffBinary(bytes: Uint8Array, name: string): FileKind | null {
  if (isSqlite(bytes))
    return asLatin(bytes.subarray(0, 65536)).replaceAll('\0', '').toLowerCase().includes('coordinates') ? 'crdb' : 'sqlite';
  if (startsWith(bytes, 0x50, 0x4b, 3, 4)) return 'zip';
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46)) return 'pdf';
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47) || startsWith(bytes, 0xff, 0xd8, 0xff)) return 'image';
  if (startsWith(bytes, 0x49, 0x49, 0x2a, 0) || startsWith(bytes, 0x4d, 0x4d, 0, 0x2a)) return 'image';
  const head = bytes.subarray(0, 512);
  if (asLatin(head).includes('New CRD Format')) return 'crd';
  if (!hasControls(head)) return null;
  if (isCr5(bytes)) return 'cr5';
  return /\.crd$/i.test(name) ? 'crd' : /\.cr5$/i.test(name) ? 'cr5' : isWide(bytes) ? null : 'binary';
}

function asLatin(bytes: Uint8Array): string {
  return new TextDecoder('windows-1252').decode(bytes);
}

function isWide(bytes: Uint8Array): boolean {
  return startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0xfe, 0xff);
}

/** More than a stray byte that no text has. */
function hasControls(head: Uint8Array): boolean {
  let controls = 0;
  for (const byte of head) if (byte < 9 || (byte > 13 && byte < 32 && byte !== 26)) controls++;
  return controls * 20 > head.length;
}

/** 38 bytes of header, then 45 per point: number, three doubles, 17 letters. */
function isCr5(bytes: Uint8Array): boolean {
  if (bytes.length < 83 || (bytes.length - 38) % 45 !== 0) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const figures = [view.getFloat64(42, true), view.getFloat64(50, true), view.getFloat64(58, true)];
  return view.getInt32(38, true) > 0 && figures.every((figure) => Number.isFinite(figure) && Math.abs(figure) < 1e9);
}

const SAMPLE_BYTES = 256 * 1024;
const SAMPLE_LINES = 400;

function sniffText(bytes: Uint8Array): FileKind {
  const text = decodeText(bytes.subarray(0, SAMPLE_BYTES)).replace(/^\uFEFF/, '');
  const lines = splitLines(text)
    .slice(0, SAMPLE_LINES)
    .filter((line) => !isBlank(line));
  if (lines.length === 0) return 'empty';
  const start = text.trimStart();
  if (start.startsWith('<')) return sniffMarkup(start);
  if (/^[[{]/.test(start) && /^[[{]\s*["{[\]}\d]/.test(start)) return 'json';
  if (/RINEX VERSION \/ TYPE/.test(lines[0] as string)) return 'rinex';
  if (/^\s*0\s*$/.test(lines[0] as string) && /^\s*SECTION\s*$/.test(lines[1] ?? '')) return 'dxf';
  if (isSummary(lines)) return 'ppp_sum';
  if (isRaw(lines)) return 'rw5';
  if (isReference(lines)) return 'ref';
  return findDelimiter(lines) === null ? 'text' : 'points';
}

function sniffMarkup(start: string): FileKind {
  const head = start.slice(0, 4096).toLowerCase();
  if (head.includes('carlson_xml')) return 'loc';
  if (head.includes('<landxml')) return 'landxml';
  return head.includes('<html') || head.startsWith('<!doctype html') ? 'html' : 'xml';
}

function isSummary(lines: readonly string[]): boolean {
  if (lines.slice(0, 6).some((line) => /CSRS-PPP|Precise Point Positioning/i.test(line))) return true;
  const tags = new Set(lines.flatMap((line) => /^(VER|NOW|RNX|MKR|MOD|BEG|END|EPO|REC|ANT|ARP|POS|PRJ|OHT|GHT)\s/.exec(line)?.[1] ?? []));
  return tags.size >= 3 || (tags.has('POS') && lines.length < 20);
}

const RAW_RECORD = /^\s*(?:--)?(?:JB|MO|BP|LS|GPS|GS|GT|SP|OC|BK|SS|TR|BD|BR|FD|FR|OF)\s*,\s*[A-Z]{1,2}/i;

function isRaw(lines: readonly string[]): boolean {
  const records = lines.filter((line) => RAW_RECORD.test(line)).length;
  const comments = lines.filter((line) => line.trimStart().startsWith('--')).length;
  return records > 0 && (records + comments) * 2 > lines.length;
}

function isReference(lines: readonly string[]): boolean {
  if (lines.length > 12) return false;
  if (/^\s*VERSION\s*\d/i.test(lines[0] as string)) return true;
  const figures = lines.slice(0, 3).map((line) => (/^\s*[+-]?\d+(?:\.\d*)?\s*$/.test(line) ? Number(line) : Number.NaN));
  return (
    figures.length === 3 && Math.abs(figures[0] as number) <= 90 && Math.abs(figures[1] as number) <= 180 && Number.isFinite(figures[2])
  );
}
