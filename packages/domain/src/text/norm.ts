/**
 * Lower case without accents: how the search box and the table meet. The database has the same rule in `norm()`; what unaccent
 * spells out (œ, ß, ø …) is spelled out here too, so that the highlight falls where the match was.
 */
const SPELLED: Record<string, string> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', þ: 'th', ð: 'd', '’': "'" };

export function norm(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[œæßøłđþð’]/g, (letter) => SPELLED[letter] ?? letter);
}

/** The words of a search, each of which must be found, in any order. */
export function searchWords(query: string): string[] {
  return norm(query).split(/\s+/).filter(Boolean).slice(0, 12);
}
