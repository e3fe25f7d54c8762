import { norm, searchWords } from '@dmse/domain/text/norm';

/** What people leave out of numbers and phones when they type them: 260058 is 26-0058. */
const BETWEEN_DIGITS = /[\s()+./_-]/;
const LOOKS_LIKE_NUMBER = /^[a-z]?\d{5,}$/;

export type Span = { text: string; isMatch: boolean };

/**
 * Cuts a text where the words of a search were found, ignoring case and accents as the server's search does. A letter may become two
 * when normalised (œ) or none (a combining accent), so positions are carried letter by letter.
 */
export function findMatches(text: string, query: string): Span[] {
  const words = searchWords(query);
  if (words.length === 0 || text === '') return [{ text, isMatch: false }];
  const letters = [...text];
  const owner: number[] = [];
  let plain = '';
  for (const [at, letter] of letters.entries()) {
    const normal = norm(letter);
    plain += normal;
    for (let count = 0; count < normal.length; count++) owner.push(at);
  }
  const isMatched = letters.map(() => false);
  for (const word of words) {
    if (LOOKS_LIKE_NUMBER.test(word) && !plain.includes(word)) {
      const kept = [...plain].flatMap((letter, index) => (BETWEEN_DIGITS.test(letter) ? [] : [index]));
      const at = kept
        .map((index) => plain[index])
        .join('')
        .indexOf(word);
      if (at !== -1) isMatched.fill(true, owner[kept[at]!]!, owner[kept[at + word.length - 1]!]! + 1);
    }
    for (let at = plain.indexOf(word); at !== -1; at = plain.indexOf(word, at + 1)) {
      for (let index = at; index < at + word.length; index++) isMatched[owner[index]!] = true;
    }
  }
  const spans: Span[] = [];
  for (const [at, letter] of letters.entries()) {
    const last = spans.at(-1);
    // A combining accent belongs to the letter before it.
    const isMatch = norm(letter) === '' && last ? last.isMatch : isMatched[at]!;
    if (last && last.isMatch === isMatch) last.text += letter;
    else spans.push({ text: letter, isMatch });
  }
  return spans;
}
