import { norm } from '../text/norm.ts';

/** The words a search looks for in the text of scans: letters and digits only, so that 12-345 is found as it is written and as 12 345. */
export function pageWords(query: string): string[] {
  return wordsOf(query).slice(0, 12);
}

function wordsOf(text: string): string[] {
  return norm(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Does a word on a page begin with one of those looked for? */
export function isFoundWord(word: string, looked: readonly string[]): boolean {
  return wordsOf(word).some((part) => looked.some((start) => part.startsWith(start)));
}
