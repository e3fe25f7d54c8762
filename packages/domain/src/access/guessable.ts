import { norm } from '../text/norm.ts';
import { COMMON_WORDS } from './common-words.ts';

/** Signs that people write for a letter. */
const LOOKS_LIKE: Record<string, string> = {
  '0': 'o',
  '1': 'il',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'il',
  '|': 'l',
  '+': 't',
};

const FORWARD = [
  'abcdefghijklmnopqrstuvwxyz',
  ...['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'azertyuiop', 'qsdfghjklm', 'wxcvbn', 'qwertzuiop', 'yxcvbnm'],
  ...['1qaz', '2wsx', '3edc', '4rfv', '5tgb', '6yhn', '7ujm', '8ik', '9ol'],
];
/** Along which fingers and children run: the alphabet, the rows and columns of keyboards, either way. */
const LINES = [...FORWARD, ...FORWARD.map(backwards)];

/** So many common words may be put together and are still the first a machine tries; a sentence has more. */
const MOST_WORDS = 2;
/** So many letters must be left that are neither. */
const LEAST_OWN_LETTERS = 4;
const SHORTEST_RUN = 3;

type Words = ReadonlyMap<string, readonly string[]>;

function backwards(text: string): string {
  return [...text].reverse().join('');
}

function onlyLetters(text: string): string {
  return text.replace(/\P{L}/gu, '');
}

function withoutRepeats(text: string): string {
  return text.replace(/(.)\1+/gu, '$1');
}

/** A text that is one piece over and over is worth that piece. */
function oneOfMany(text: string): string {
  return /^(.+?)\1+$/u.exec(text)?.[1] ?? text;
}

function byFirstLetter(words: readonly string[]): Words {
  const map = new Map<string, string[]>();
  for (const word of new Set(words.flatMap((one) => [one, withoutRepeats(one)]))) map.set(word[0]!, [...(map.get(word[0]!) ?? []), word]);
  return map;
}

const COMMON = byFirstLetter(COMMON_WORDS);

function isWritten(word: string, text: string, from: number): boolean {
  if (from + word.length > text.length) return false;
  for (let i = 0; i < word.length; i += 1) {
    const sign = text[from + i]!;
    if (sign !== word[i] && !LOOKS_LIKE[sign]?.includes(word[i]!)) return false;
  }
  return true;
}

/** The lengths of the words that stand in the text at this place. */
function wordsAt(words: Words, text: string, from: number): number[] {
  const sign = text[from]!;
  const begin = [...new Set([sign, ...(LOOKS_LIKE[sign] ?? '')])];
  return begin.flatMap((letter) => (words.get(letter) ?? []).filter((word) => isWritten(word, text, from))).map((word) => word.length);
}

/** How far the text goes on along one line, or on one key. */
function runAt(text: string, from: number): number {
  const along = LINES.map((line) => {
    const start = line.indexOf(text[from]!);
    let length = 0;
    while (start >= 0 && start + length < line.length && text[from + length] === line[start + length]) length += 1;
    return length;
  });
  let same = 1;
  while (text[from + same] === text[from]) same += 1;
  return Math.max(same, ...along);
}

/** Of all ways to read the text as known words, runs and padding: the fewest letters that are left over. */
function lettersLeft(text: string, own: Words): number {
  const left = Array.from({ length: text.length + 1 }, () => Array<number>(MOST_WORDS + 1).fill(Number.POSITIVE_INFINITY));
  left[0]![0] = 0;
  const reach = (at: number, words: number, letters: number) => {
    if (words <= MOST_WORDS) left[at]![words] = Math.min(left[at]![words]!, letters);
  };
  for (let i = 0; i < text.length; i += 1) {
    const run = runAt(text, i);
    const [ownWords, commonWords] = [wordsAt(own, text, i), wordsAt(COMMON, text, i)];
    for (const [words, letters] of left[i]!.entries()) {
      reach(i + 1, words, letters + (/\p{L}/u.test(text[i]!) ? 1 : 0));
      for (let length = SHORTEST_RUN; length <= run; length += 1) reach(i + length, words, letters);
      for (const length of ownWords) reach(i + length, words, letters);
      for (const length of commonWords) reach(i + length, words + 1, letters);
    }
  }
  return Math.min(...left[text.length]!);
}

/**
 * Would somebody who knows the frequent passwords and the person's surroundings get there early? It is so when little is left once at
 * most two common words, any of the `own` ones, runs along the keyboard or the alphabet, repeats, digits and signs are taken away;
 * letters may be written as signs, doubled, spaced out, or the whole backwards. Instead of naming the three thousand most frequent
 * passwords it refuses every spelling of their cores: with fifty usual endings alone the list stands for over twenty thousand
 * passwords of twelve characters and more (the test makes them), and any two of its words together for over two million.
 */
export function isGuessable(password: string, own: readonly string[]): boolean {
  const text = oneOfMany(norm(password));
  const letters = onlyLetters(text);
  const known = byFirstLetter(own.map((word) => onlyLetters(norm(word))).filter((word) => word.length >= 3));
  const readings = [text, letters, withoutRepeats(letters)].flatMap((reading) => [reading, backwards(reading)]);
  return readings.some((reading) => lettersLeft(reading, known) < LEAST_OWN_LETTERS);
}
