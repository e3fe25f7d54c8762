/** Words and small rules about the people and firms we work for. */
export const PARTY_TYPES = ['Individual', 'Organization'] as const;
export type PartyType = (typeof PARTY_TYPES)[number];

export const GRADES = ['A', 'B', 'C'] as const;
export type Grade = (typeof GRADES)[number];

/** How a risk level reads to a person: C is the one to watch. */
export const RISK_WORDS: Record<Grade, string> = { A: 'A (low)', B: 'B (medium)', C: 'C (high)' };

export const PROVINCES = ['AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT'] as const;
export type Province = (typeof PROVINCES)[number];

/** What a client reads its invoices in. */
export const LANGUAGES = ['en', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];
const LANGUAGE_WORDS: Record<string, string> = { en: 'English', fr: 'French' };
export function sayLanguage(language: unknown): string {
  return LANGUAGE_WORDS[String(language)] ?? String(language);
}
