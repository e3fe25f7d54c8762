/** One thing that was looked at, with what was found and what would have been right. */
export interface Check {
  readonly check: string;
  readonly outcome: 'ok' | 'bad' | 'unknown';
  readonly found: string | number | null;
  readonly expected: string | number | null;
  readonly sentence: string;
}

export function passed(check: string, found: Check['found'], expected: Check['expected'], sentence: string): Check {
  return { check, outcome: 'ok', found, expected, sentence };
}

export function failed(check: string, found: Check['found'], expected: Check['expected'], sentence: string): Check {
  return { check, outcome: 'bad', found, expected, sentence };
}

export function notKnown(check: string, expected: Check['expected'], sentence: string): Check {
  return { check, outcome: 'unknown', found: null, expected, sentence };
}
