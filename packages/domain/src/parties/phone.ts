/** What a phone is searched by: its digits, whatever notation it was typed in. */
export function phoneDigits(text: string): string {
  return text.replace(/\D/g, '');
}

/** Is this a search for a phone rather than for a name? Three digits and nothing but phone punctuation. */
export function looksLikePhone(query: string): boolean {
  return /^[\d\s().+\-/]+$/.test(query) && phoneDigits(query).length >= 3;
}

/**
 * What tells one phone from another: the last ten digits of what is dialled, since a leading country code is a matter of taste and an
 * extension is answered by the same set. Null for what is too short to be a number, or a row of one digit typed to fill a box.
 */
export function phoneKey(text: string): string | null {
  const dialled = text.replace(/[\s,;]*(?:extension|ext|poste|post|x|#)[\s.:]*\d{1,6}\s*$/i, '');
  const digits = phoneDigits(dialled).slice(-10);
  return digits.length >= 7 && !/^(\d)\1*$/.test(digits) ? digits : null;
}

export function isSamePhone(a: string, b: string): boolean {
  const key = phoneKey(a);
  return key !== null && key === phoneKey(b);
}
