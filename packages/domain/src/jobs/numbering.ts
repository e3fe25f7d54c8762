/** How numbers look: YYYY or YY is the year, a run of N the running number with leading zeros, everything else stands for itself. */
export type NumberPattern = string;

export type NumberParts = { /** Null where the pattern has no year. */ year: number | null; n: number };

const MAX_LENGTH = 20;
const CENTURY = 2000;

function runsOf(pattern: NumberPattern): string[] {
  return pattern.match(/Y+|N+|[^YN]+/g) ?? [];
}

/** What is wrong with a pattern. Numbers stand in addresses, subjects and folder names: hence the few signs they may have. */
export function whyNotPattern(pattern: NumberPattern): string | null {
  if (pattern.length > MAX_LENGTH) return `A number pattern has at most ${MAX_LENGTH} letters.`;
  if (!/^[A-Za-z0-9._-]+$/.test(pattern)) return 'A number pattern has letters, digits, dots, dashes and underscores.';
  if (!/^[A-Za-z0-9].*[A-Za-z0-9]$/.test(pattern)) return 'A number begins and ends with a letter or a digit.';
  const runs = runsOf(pattern);
  const counters = runs.filter((run) => run.startsWith('N'));
  const years = runs.filter((run) => run.startsWith('Y'));
  if (counters.length !== 1) return 'A number pattern needs one run of N for the running number, as in YY-NNNN.';
  if (counters[0]!.length > 8) return 'The running number has at most eight digits.';
  if (years.length > 1 || years.some((run) => run.length !== 2 && run.length !== 4)) return 'The year stands once, as YY or YYYY.';
  return null;
}

/** With a year in it the running number begins anew each year. */
export function restartsYearly(pattern: NumberPattern): boolean {
  return pattern.includes('Y');
}

/** The number of a year: `YY-NNNN` makes 26-0041. Beyond its digits the running number grows; it is never cut. */
export function makeNumber(pattern: NumberPattern, { year, n }: { year: number; n: number }): string {
  return runsOf(pattern)
    .map((run) => {
      if (run.startsWith('N')) return String(n).padStart(run.length, '0');
      return run.startsWith('Y') ? String(year).padStart(4, '0').slice(-run.length) : run;
    })
    .join('');
}

function expressionFor(pattern: NumberPattern): string {
  return runsOf(pattern)
    .map((run) =>
      run.startsWith('N')
        ? `(?<n>\\d{${run.length},15})`
        : run.startsWith('Y')
          ? `(?<year>\\d{${run.length}})`
          : run.replaceAll('.', '\\.'),
    )
    .join('');
}

/** The parts of a number, however its letters are cased; null when it does not follow the pattern. */
export function readNumber(pattern: NumberPattern, text: string): NumberParts | null {
  const found = new RegExp(`^${expressionFor(pattern)}$`, 'i').exec(text.trim());
  if (!found?.groups) return null;
  const digits = found.groups.year;
  const n = Number(found.groups.n);
  const counter = runsOf(pattern).find((run) => run.startsWith('N'))!;
  // A longer running number has no leading zeros: 26-00041 is nobody's number.
  if (found.groups.n!.length > counter.length && found.groups.n!.startsWith('0')) return null;
  return { year: digits === undefined ? null : digits.length === 2 ? CENTURY + Number(digits) : Number(digits), n };
}

/** Jobs and quotes must be told apart by their numbers alone: in a subject nothing else says which is meant. */
export function whyNotPatterns(job: NumberPattern, quote: NumberPattern): string | null {
  const fault = whyNotPattern(job) ?? whyNotPattern(quote);
  if (fault) return fault;
  const isAlike = [1, 99_999_999].some(
    (n) => readNumber(job, makeNumber(quote, { year: 2026, n })) !== null || readNumber(quote, makeNumber(job, { year: 2026, n })) !== null,
  );
  return isAlike ? 'Jobs and quotes would have the same numbers: give one of them a letter, as in QYY-NNNN.' : null;
}
