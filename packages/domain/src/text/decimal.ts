import type { Reading } from './reading.ts';

/** A number as it was written, digit by digit: nothing is lost before somebody decides how to round it. */
export type Decimal = { is_negative: boolean; whole: string; part: string };

const MAX_WHOLE = 12;

/** The spaces spreadsheets put between thousands, and the apostrophe of others. */
const GROUP_SPACES = /[\s\u00a0\u2007\u2009\u202f'’]/gu;

/** Which of two letters, when one of them is the decimal mark: the one that stands last. */
function splitAtMark(text: string, mark: string): [string, string] {
  const at = text.lastIndexOf(mark);
  return [text.slice(0, at), text.slice(at + 1)];
}

function isGrouped(text: string, separator: string): boolean {
  const [first = '', ...rest] = text.split(separator);
  return /^[1-9]\d{0,2}$/.test(first) && rest.length > 0 && rest.every((group) => /^\d{3}$/.test(group));
}

/** What `1.234` means: a quantity has such decimals, money does not. */
type LoneDot = 'decimal' | 'unclear';

/**
 * Where the decimal mark is. Both of them: the last one. Only commas: thousands when they cut groups of three, otherwise a decimal
 * comma. Only dots: a decimal point, except that `1.234` may mean either where nobody writes three decimals, and then is not guessed.
 */
function separate(text: string, loneDot: LoneDot): [string, string] | 'either' | null {
  const commas = text.split(',').length - 1;
  const dots = text.split('.').length - 1;
  if (commas === 0 && dots === 0) return [text, ''];
  if (commas > 0 && dots > 0) {
    const mark = text.lastIndexOf(',') > text.lastIndexOf('.') ? ',' : '.';
    const separator = mark === ',' ? '.' : ',';
    const [whole, part] = splitAtMark(text, mark);
    return isGrouped(whole, separator) && !part.includes(separator) ? [whole.replaceAll(separator, ''), part] : null;
  }
  if (commas > 0) {
    if (isGrouped(text, ',')) return [text.replaceAll(',', ''), ''];
    return commas === 1 ? splitAtMark(text, ',') : null;
  }
  if (dots > 1) return isGrouped(text, '.') ? [text.replaceAll('.', ''), ''] : null;
  return isGrouped(text, '.') && loneDot === 'unclear' ? 'either' : splitAtMark(text, '.');
}

/** Reads a number as people of both languages write it: `1,234.50`, `1 234,50`, `1.234,50`, `-3`, `(12.00)`, `12.00-`. */
export function readDecimal(text: string, loneDot: LoneDot = 'decimal'): Reading<Decimal> {
  const shown = text.trim();
  const bare = shown.replace(/[−–]/g, '-');
  const inside = /^\((.*)\)$/.exec(bare) ?? /^-(.*)$/.exec(bare) ?? /^(.*)-$/.exec(bare);
  const is_negative = inside !== null;
  const trimmed = (inside?.[1] ?? bare.replace(/^\+/, '')).trim();
  if (/\d[\s\u00a0\u2007\u2009\u202f'’]+\d/u.test(trimmed) && !/^\d{1,3}([\s\u00a0\u2007\u2009\u202f'’]\d{3})+([.,]\d*)?$/u.test(trimmed))
    return { problem: `“${shown}” is not a number.` };
  const split = separate(trimmed.replace(GROUP_SPACES, ''), loneDot);
  if (split === 'either') return { problem: `“${shown}” may mean thousands or decimals; write it with two decimals or without the dot.` };
  if (!split || !/^\d*$/.test(split[0]) || !/^\d*$/.test(split[1]) || split[0] + split[1] === '')
    return { problem: shown === '' ? 'There is no number.' : `“${shown}” is not a number.` };
  const whole = split[0].replace(/^0+(?=\d)/, '') || '0';
  if (whole.length > MAX_WHOLE) return { problem: `“${shown}” is too large.` };
  return { value: { is_negative, whole, part: split[1] } };
}

/** The number in units of the given decimal place, rounded half-up (away from zero): 1.005 with 2 places is 101. */
export function roundDecimal({ is_negative, whole, part }: Decimal, places: number): number {
  const digits = part.padEnd(places + 1, '0');
  const units = Number(whole + digits.slice(0, places)) + (digits.charCodeAt(places) >= 53 ? 1 : 0);
  return is_negative && units !== 0 ? -units : units;
}
