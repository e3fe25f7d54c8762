/** The lowest layer of a DXF file: pairs of lines, a group code and its value. Nothing a person typed can become a pair of its own. */

/** R12 allows 255 characters in a value. */
const MAX_TEXT = 250;
const MAX_NAME = 31;

export type Group = readonly [code: number, value: string | number];

/** In the code page the header names, ANSI 1252; `safeText` leaves nothing that is not in it. */
export function encodeDxf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let place = 0; place < text.length; place += 1) bytes[place] = text.charCodeAt(place);
  return bytes;
}

export function formatGroups(groups: readonly Group[]): string {
  return groups.map(([code, value]) => `${code}\n${typeof value === 'number' ? formatNumber(code, value) : value}\n`).join('');
}

/** 60 to 79 are integers; everything else that is a number here is a coordinate or a size. */
function formatNumber(code: number, value: number): string {
  return code >= 60 && code < 80 ? String(Math.trunc(value)) : value.toFixed(6);
}

/**
 * Text on one line: control characters and line breaks become blanks, a caret is written so that no reader takes it and the
 * letter after it for a control character, what the code page lacks is written as \\U+XXXX, and the length is capped.
 */
export function safeText(text: string): string {
  let safe = '';
  for (const character of text) {
    const written = writeCharacter(character);
    if (safe.length + written.length > MAX_TEXT) break;
    safe += written;
  }
  return safe.trim();
}

function writeCharacter(character: string): string {
  const code = character.codePointAt(0)!;
  if (code < 0x20 || (code >= 0x7f && code < 0xa0) || code === 0x2028 || code === 0x2029) return ' ';
  if (character === '^') return '^ ';
  if (code <= 0xff) return character;
  return Array.from(
    { length: character.length },
    (_, unit) => `\\U+${character.charCodeAt(unit).toString(16).toUpperCase().padStart(4, '0')}`,
  ).join('');
}

/** Letters that are no letter with an accent. */
const PLAIN: Readonly<Record<string, string>> = { Æ: 'AE', Œ: 'OE', Ø: 'O', Ð: 'D', Đ: 'D', Ł: 'L', Þ: 'TH' };

/** A layer or block name: capitals, digits, dash, underscore and dollar, as R12 has it; letters without their accents. Never empty. */
export function safeName(name: string, fallback: string, left_free = 0): string {
  const safe = name
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .toUpperCase()
    .replaceAll(/[ÆŒØÐĐŁÞ]/g, (letter) => PLAIN[letter]!)
    .replaceAll(/[^A-Z0-9_$-]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, MAX_NAME - left_free);
  return safe === '' ? fallback : safe;
}
