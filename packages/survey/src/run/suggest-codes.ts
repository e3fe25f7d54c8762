import { findCode, parseDescription } from '../read/points/description.ts';
import type { SurveySettings } from '../survey-settings.ts';

const MOST = 5;
/** Longer words are remarks that stand where a code should. */
const LONGEST = 24;

/** What a crew may have meant by a description whose codes are not in the list: the whole description, the likeliest first. */
export function suggestDescriptions(description: string, { codes }: Pick<SurveySettings, 'codes'>): string[] {
  const list = codes.map(({ code }) => code);
  const wrong = parseDescription(description)
    .parts.map(({ code }) => code)
    .find((word) => findCode(word, list) === null);
  if (wrong === undefined || wrong === '' || wrong.length > LONGEST) return [];
  const [, letters, number] = /^(.*?)(\d*)$/.exec(wrong.toUpperCase())!;
  const ranked = codes
    .flatMap(({ code, meaning }) => {
      const away = distanceOf(letters!, code.toUpperCase());
      if (away <= farthest(code)) return { code, away };
      return letters!.length >= 4 &&
        meaning
          .toUpperCase()
          .split(/[^A-Z]+/)
          .includes(letters!)
        ? { code, away: 2.5 }
        : [];
    })
    .sort((a, b) => a.away - b.away || a.code.length - b.code.length || (a.code < b.code ? -1 : 1));
  // The word itself, not the same letters within another one.
  const at = description.search(new RegExp(`(?<!\\S)${wrong.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![^\\s/])`));
  return ranked.slice(0, MOST).map(({ code }) => `${description.slice(0, at)}${code}${number}${description.slice(at + wrong.length)}`);
}

/** Of two letters one may be wrong, of five two. */
function farthest(code: string): number {
  return code.length <= 2 ? 1 : 2;
}

/** How many letters have to be added, taken away, changed or swapped with their neighbour. */
function distanceOf(a: string, b: string): number {
  let [before, row] = [[] as number[], Array.from({ length: b.length + 1 }, (_, place) => place)];
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = row[j - 1]! + Number(a[i - 1] !== b[j - 1]);
      const is_swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, change, is_swapped ? before[j - 2]! + 1 : Number.POSITIVE_INFINITY));
    }
    [before, row] = [row, next];
  }
  return row[b.length]!;
}
