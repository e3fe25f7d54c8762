/** What a phone is searched by: its digits, whatever notation it was typed in. */
export function phoneDigits(text: string): string {
  return text.replace(/\D/g, '');
}

/** Is this a search for a phone rather than for a name? Three digits and nothing but phone punctuation. */
export function looksLikePhone(query: string): boolean {
  return /^[\d\s().+\-/]+$/.test(query) && phoneDigits(query).length >= 3;
}

/** Two numbers are the same phone when their last ten digits agree: a leading country code is a matter of taste. */
export function isSamePhone(a: string, b: string): boolean {
  const [x, y] = [phoneDigits(a).slice(-10), phoneDigits(b).slice(-10)];
  return x.length >= 7 && x === y;
}
