/** What a phone is searched by: its digits, whatever notation it was typed in. */
export function phoneDigits(text: string): string {
  return text.replace(/\D/g, '');
}

/** Nothing but digits and what people put between them. */
const PHONE_SIGNS = /^[\d\s().+\-/]+$/;

/** Could this be a phone, or a part of one, rather than a name? Three digits and nothing but phone punctuation. */
export function looksLikePhone(query: string): boolean {
  return PHONE_SIGNS.test(query) && phoneDigits(query).length >= 3;
}

/**
 * The words of a search with those beside each other that could be one phone written over several: "roy (428) 555-0129" is `roy` and
 * `(428) 555-0129`. Every other word stands alone.
 */
export function phoneRuns(words: readonly string[]): string[][] {
  const runs: string[][] = [];
  let open: string[] | null = null;
  for (const word of words) {
    const isPart = PHONE_SIGNS.test(word);
    if (open && isPart) open.push(word);
    else runs.push([word]);
    open = isPart ? runs.at(-1)! : null;
  }
  return runs.flatMap((run) => (run.length > 1 && !looksLikePhone(run.join('')) ? run.map((word) => [word]) : [run]));
}

/** Is this the phone, or one of them, that these words were searched for? As the search itself reads them. */
export function isPhoneFor(phone: string, words: readonly string[]): boolean {
  return phoneRuns(words).some((run) => looksLikePhone(run.join('')) && phoneDigits(phone).includes(phoneDigits(run.join(''))));
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
