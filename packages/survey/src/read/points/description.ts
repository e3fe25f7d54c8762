import { parseNumber } from '../numbers.ts';

/**
 * The grammar of point descriptions: `CODE[n] [special [number]] [CODE2 …]/free text`.
 * "AE1 B" begins line 1 of an edge of asphalt, "CBP ST/1.94" is a catch basin that is also a storm point, remark 1.94.
 */

/** B begin, E end, C close, A arc, J join; H and V a horizontal and vertical offset, which carry a number. */
export type Special = 'B' | 'A' | 'E' | 'C' | 'H' | 'V' | 'J';

export interface SpecialMark {
  readonly letter: Special;
  readonly value: number | null;
}

export interface CodedPart {
  readonly code: string;
  readonly specials: readonly SpecialMark[];
}

export interface Description {
  /** Everything before the first "/". */
  readonly full_code: string;
  /** The first word of it. */
  readonly code: string;
  readonly parts: readonly CodedPart[];
  /** Everything after the first "/". */
  readonly text: string;
}

const SPECIAL = /^[BAECHVJ]$/i;
const HAS_VALUE = /^[HV]$/i;

export function parseDescription(text: string): Description {
  const slash = text.indexOf('/');
  const full_code = (slash < 0 ? text : text.slice(0, slash)).trim();
  const words = full_code === '' ? [] : full_code.split(/\s+/);
  const parts: { code: string; specials: SpecialMark[] }[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    const part = parts[parts.length - 1];
    if (!part || !SPECIAL.test(word)) {
      parts.push({ code: word, specials: [] });
      continue;
    }
    const value = HAS_VALUE.test(word) ? parseNumber(words[i + 1]) : null;
    if (value !== null) i++;
    part.specials.push({ letter: word.toUpperCase() as Special, value });
  }
  return { full_code, code: words[0] ?? '', parts, text: slash < 0 ? '' : text.slice(slash + 1).trim() };
}

/**
 * The listed code that a word stands for, or null: the longest code it begins with, if nothing or a number follows ("AE1").
 * The longest decides alone: with ST and STMH listed, "STMHX" is not a ST.
 */
export function findCode(word: string, codes: Iterable<string>): string | null {
  const upper = word.toUpperCase();
  let longest = '';
  for (const code of codes) {
    if (code.length > longest.length && upper.startsWith(code.toUpperCase())) longest = code;
  }
  if (longest === '') return null;
  const rest = upper.slice(longest.length);
  return rest === '' || /^\d/.test(rest) ? longest : null;
}

/** Are all codes of a description listed? The first is the one that counts; answers the words that are not. */
export function listUnknownCodes(description: Description, codes: Iterable<string>): string[] {
  const list = [...codes];
  return description.parts.flatMap((part) => (findCode(part.code, list) === null ? part.code : []));
}
