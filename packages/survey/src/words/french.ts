import { FRENCH_SENTENCES } from './french-sentences.ts';

type Part = { readonly name: string; readonly is_known: boolean };
type Sentence = { readonly pattern: RegExp; readonly parts: readonly Part[]; readonly french: string; readonly letters: number };

const HOLE = /\{([^{}]+)\}/g;
const quote = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** The pattern of an English text, with a group for each hole that is filled in. */
function readPattern(english: string): { pattern: string; parts: Part[]; letters: number } {
  const parts: Part[] = [];
  let [pattern, letters, last] = ['', 0, 0];
  for (const hole of english.matchAll(HOLE)) {
    const [before, name] = [english.slice(last, hole.index), hole[1]!];
    last = hole.index + hole[0].length;
    letters += before.length;
    pattern += quote(before);
    if (name.includes('|')) pattern += `(?:${name.split('|').map(quote).join('|')})`;
    else {
      parts.push({ name: name.replace(/[!?]$/, ''), is_known: name.endsWith('!') });
      pattern += name.endsWith('?') ? `((?:${TAILS})?)` : '([^]*?)';
    }
  }
  return { pattern: pattern + quote(english.slice(last)), parts, letters: letters + english.length - last };
}

/** What may go on in a sentence. */
const TAILS: string = FRENCH_SENTENCES.flatMap(([english]) => (/^[ ,](?!\{)/.test(english) ? english : []))
  .map((english) =>
    english
      .split(HOLE)
      .map((text, place) => (place % 2 === 0 ? quote(text) : '[^]*?'))
      .join(''),
  )
  .join('|');

function readSentence([english, french]: readonly [string, string]): Sentence {
  const { pattern, parts, letters } = readPattern(english);
  return { pattern: new RegExp(`^${pattern}$`), parts, french, letters };
}

// The one with the most words of its own is tried first.
const SENTENCES = FRENCH_SENTENCES.map(readSentence).sort((a, b) => b.letters - a.letters || b.parts.length - a.parts.length);
const AMOUNT = /^[+-]?\d+(\.\d+)?( (m|km|cm|s|min|h|%))?$/;
const MORE = / and (\d+) more$/;

/** A sentence of the engine in French; null for one that is none of its own. */
export function toFrench(english: string): string | null {
  for (const { pattern, parts, french } of SENTENCES) {
    const values = pattern.exec(english)?.slice(1);
    if (!values) continue;
    const said = new Map<string, string>();
    for (const [place, { name, is_known }] of parts.entries()) {
      const value = sayValue(values[place]!, is_known);
      if (value === null) break;
      said.set(name, value);
    }
    if (said.size === parts.length) return french.replaceAll(HOLE, (_, name: string) => said.get(name)!);
  }
  return null;
}

function sayValue(value: string, is_known: boolean): string | null {
  if (value === '') return is_known ? null : '';
  if (AMOUNT.test(value)) return is_known ? null : value.replace('.', ',');
  const more = MORE.exec(value);
  const names = (more ? value.slice(0, more.index) : value).split(', ');
  const list = is_known ? (names.length > 1 ? names.map(toFrench) : [null]) : names;
  if (is_known ? !list.includes(null) : !isPhrase(value)) return `${list.join(', ')}${more ? ` et ${more[1]} de plus` : ''}`;
  return toFrench(value) ?? (is_known ? null : value);
}

/** What goes on in a sentence, says where an undulation comes from, or is a text without values of its own. */
const isPhrase = (value: string) => /^[ ,]|, at the base$/.test(value) || PHRASES.has(value);

/** Of several words: a point may be named by one of them. */
const PHRASES: ReadonlySet<string> = new Set(
  FRENCH_SENTENCES.flatMap(([english]) => (/ /.test(english) && !/\{/.test(english) ? english : [])),
);
