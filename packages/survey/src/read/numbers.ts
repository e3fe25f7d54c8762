/** Figures as survey files write them. Every function answers null for what it cannot read; none guesses. */

/** Written so that no digit can be matched in two ways: a long run of digits must not cost its square. */
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

export function parseNumber(text: string | undefined): number | null {
  if (text === undefined) return null;
  const plain = parsePlain(text);
  if (plain !== null) return plain;
  const trimmed = text.trim();
  if (!DECIMAL.test(trimmed)) return null;
  const value = Number(trimmed) + 0; // never -0
  return Number.isFinite(value) ? value : null;
}

/** Powers of ten that a double holds exactly, and so many digits as an integer holds exactly: one division then rounds correctly. */
const POWERS = Array.from({ length: 16 }, (_, power) => 10 ** power);
const MOST_DIGITS = 15;

/** Nearly all figures are a sign, a few digits and one point; adding the digits up is quicker than a pattern. */
function parsePlain(text: string): number | null {
  const first = text.charCodeAt(0);
  let [value, digits, decimals] = [0, 0, -1];
  for (let i = first === MINUS || first === PLUS ? 1 : 0; i < text.length; i++) {
    const sign = text.charCodeAt(i);
    if (sign === POINT && decimals < 0) decimals = 0;
    else if (sign >= ZERO && sign <= NINE && digits < MOST_DIGITS) {
      value = value * 10 + (sign - ZERO);
      digits++;
      if (decimals >= 0) decimals++;
    } else return null;
  }
  if (digits === 0) return null;
  const size = decimals > 0 ? value / (POWERS[decimals] as number) : value;
  return first === MINUS ? 0 - size : size; // never -0
}

const [PLUS, MINUS, POINT, ZERO, NINE] = [43, 45, 46, 48, 57] as const;

/** Both "12.5" and "12,5": only where a comma cannot separate columns. */
export function parseCommaNumber(text: string | undefined): number | null {
  const plain = parseNumber(text);
  if (plain !== null || text === undefined || !/^\s*[+-]?\d+,\d+\s*$/.test(text)) return plain;
  return parseNumber(text.replace(',', '.'));
}

/** Leading number of "2.0000 m, Vertical". */
export function parseLeadingNumber(text: string): number | null {
  return parseNumber(/^\s*([+-]?(?:\d+(?:\.\d*)?|\.\d+))/.exec(text)?.[1]);
}

/**
 * D.MMSSsss to decimal degrees, taken from the digits of the text so that no binary fraction shifts a second.
 * Sixty is let pass (a rounded 59.99995"), more is not: it is the mark of decimal degrees in the same place.
 */
export function parsePackedDegrees(text: string | undefined): number | null {
  const signed = stripHemisphere(text);
  if (signed === null) return null;
  const first = signed.charCodeAt(0);
  const start = first === MINUS || first === PLUS ? 1 : 0;
  const point = signed.indexOf('.');
  const end = point < 0 ? signed.length : point;
  if (end === start || end - start > 3 || !isDigits(signed, start, end) || !isDigits(signed, end + 1, signed.length)) {
    return parseSpacedDegrees(signed);
  }
  const minutes = digitsAt(signed, end + 1, 2);
  const seconds = digitsAt(signed, end + 3, 2) + (parseNumber(`0.${signed.slice(end + 5)}`) as number);
  if (minutes > 60 || seconds > 60) return null;
  const degrees = Number(signed.slice(start, end)) + minutes / 60 + seconds / 3600;
  return first === MINUS ? -degrees : degrees;
}

/** "45 18 04.65", "45°18'04.65\"": seldom, where a packed angle is expected. */
function parseSpacedDegrees(text: string): number | null {
  const tokens = text.length > 40 ? [] : text.split(/[^\d.+-]+/).filter((token) => token !== '');
  return tokens.length === 3 ? parseDegreesMinutesSeconds(tokens[0], tokens[1], tokens[2]) : null;
}

function isDigits(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (!(text.charCodeAt(i) >= ZERO && text.charCodeAt(i) <= NINE)) return false;
  return true;
}

/** Digits that were left off at the end are zeros. */
function digitsAt(text: string, at: number, count: number): number {
  let value = 0;
  for (let i = at; i < at + count; i++) value = value * 10 + (i < text.length ? text.charCodeAt(i) - ZERO : 0);
  return value;
}

export function parseDecimalDegrees(text: string | undefined): number | null {
  return parseNumber(stripHemisphere(text) ?? undefined);
}

/** "N45.18", "45.18W" → signed text; collectors abroad write letters instead of signs. */
function stripHemisphere(text: string | undefined): string | null {
  if (text === undefined) return null;
  const trimmed = text.trim();
  const first = trimmed.charCodeAt(0);
  const last = trimmed.charCodeAt(trimmed.length - 1);
  if ((first < 58 && last < 58) || trimmed.length > 40) return trimmed;
  const match = /^([NSEW]?)\s*(\d.*?)\s*([NSEW]?)$/i.exec(trimmed);
  if (!match) return trimmed;
  const letter = `${match[1]}${match[3]}`.toUpperCase();
  return letter === 'S' || letter === 'W' ? `-${match[2]}` : (match[2] as string);
}

/** Three tokens "-66 39 16.68602"; the sign is that of the text, because -0 is a value too. */
export function parseDegreesMinutesSeconds(
  degrees: string | undefined,
  minutes: string | undefined,
  seconds: string | undefined,
): number | null {
  const d = parseNumber(degrees);
  const m = parseNumber(minutes);
  const s = parseNumber(seconds);
  if (d === null || m === null || s === null || m < 0 || m > 60 || s < 0 || s > 60) return null;
  const size = Math.abs(d) + m / 60 + s / 3600;
  return (degrees as string).trim().startsWith('-') ? -size : size;
}

/** "N45.3020E" (quadrant bearing, packed) to azimuth. */
export function parseBearing(text: string | undefined, toDegrees: (text: string) => number | null): number | null {
  const match = /^\s*([NS])\s*([\d.]+)\s*([EW])\s*$/i.exec(text ?? '');
  if (!match) return text === undefined ? null : toDegrees(text);
  const angle = toDegrees(match[2] as string);
  if (angle === null) return null;
  const quadrant = `${match[1]}${match[3]}`.toUpperCase();
  if (quadrant === 'NE') return angle;
  if (quadrant === 'SE') return 180 - angle;
  return quadrant === 'SW' ? 180 + angle : 360 - angle;
}
