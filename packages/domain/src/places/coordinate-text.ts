/** A place somebody typed: on the office grid in metres, or on the earth in degrees. Unless letters name them, easting is taken to come first. */
export type Position =
  | { kind: 'grid'; easting: number; northing: number; is_named: boolean }
  | { kind: 'lonlat'; lon: number; lat: number };

const HELP = 'Write an easting and a northing (2500000, 7500000) or a latitude and a longitude (46.1, -64.8).';

/** Eastings and northings are of six or seven digits; whatever is smaller than this is degrees or a slip. */
const SMALLEST_GRID = 1000;
const LARGEST_GRID = 100_000_000;

/** Longer is no place, and the expressions below are not meant for it. */
const MAX_LENGTH = 120;

type Side = 'N' | 'S' | 'E' | 'W';
type Part = { value: number; side: Side | null; is_angle: boolean };

const NUMBER = String.raw`\d+(?:[.,]\d+)?`;
const ANGLE = new RegExp(
  String.raw`^(?<before>[NSEWO])?\s*(?<sign>-)?\s*(?<deg>${NUMBER})\s*(?<degsign>[°d])?\s*(?:(?<min>${NUMBER})\s*['m]?\s*(?:(?<sec>${NUMBER})\s*(?:"|'')?)?)?\s*(?<metres>m)?\s*(?<after>[NSEWO])?$`,
  'i',
);

function asNumber(text: string | undefined): number {
  return Number((text ?? '0').replace(',', '.'));
}

/** O is west in French. */
function asSide(letter: string | undefined): Side | null {
  if (letter === undefined) return null;
  const upper = letter.toUpperCase();
  return (upper === 'O' ? 'W' : upper) as Side;
}

const SIDES = [
  [/\b(?:north|nord)\b/gi, 'N'],
  [/\b(?:south|sud)\b/gi, 'S'],
  [/\b(?:east|est)\b/gi, 'E'],
  [/\b(?:west|ouest)\b/gi, 'W'],
] as const;
/** `46:06:36`, `46:06.6` and, as on plans, `46-06-36`. */
const COLONS = /(?<![\d:.,])(\d{1,3}):(\d{1,2}(?:[.,]\d+)?)(?::(\d{1,2}(?:[.,]\d+)?))?(?![\d:])/g;
const DASHES = /(?<![\d.,])(?<!\d-)(\d{1,3})-(\d{1,2})-(\d{1,2}(?:[.,]\d+)?)(?![\d-])/g;
/** `460636N 0644800W`. */
const PACKED = /^(\d\d)(\d\d)(\d\d(?:\.\d+)?)\s?([NS])[\s,;/]*([01]\d\d)(\d\d)(\d\d(?:\.\d+)?)\s?([WO])$/i;

/** The signs word processors make of dashes, primes and degrees, as the keyboard has them; a tab or line end separates; one space for many. */
function tidy(text: string): string {
  const plain = text
    .replace(/[−–—]/g, '-')
    .replace(/[′’‘´`]/g, "'")
    .replace(/[″”“]|''/g, '"')
    .replace(/º/g, '°')
    .normalize('NFKC')
    .replace(/[()[\]]/g, ' ')
    .trim()
    .replace(/\s*[\t\n\r]+\s*/g, ';')
    .replace(/\s+/g, ' ');
  return SIDES.reduce((said, [word, letter]) => said.replace(word, letter), plain)
    .replace(PACKED, `$1°$2'$3"$4, $5°$6'$7"$8`)
    .replace(COLONS, (_, deg: string, min: string, sec?: string) => `${deg}°${min}'${sec === undefined ? '' : `${sec}"`}`)
    .replace(DASHES, `$1°$2'$3"`)
    .replace(/(?<![^\s,;/])\+(?=\d)/g, '')
    .replace(/(\d)\s?deg(?:rees?)?(?![a-z])/gi, '$1°')
    .replace(/(\d)\s?[d°]\s?([\d.,]+)\s?m(?:in)?\s?([\d.,]+)\s?s(?:ec)?(?![a-z])/gi, `$1°$2'$3"`);
}

const PLACE = String.raw`(-?\d{1,2}\.\d+)\s?(?:,|/|%2C)\s?(-?\d{1,3}\.\d+)`;
/** The middle of a map on the web (`/@45.96,-66.64,15z`, `#map=15/45.96/-66.64`), a place asked of it (`?q=45.96,-66.64`), `geo:45.96,-66.64`. */
const LINKS = [
  new RegExp(`^https?://[^ ]*?[?&](?:q|ll|query|center|daddr)=(?:loc:)?${PLACE}`, 'i'),
  new RegExp(`^https?://[^ ]*?/@${PLACE}`, 'i'),
  new RegExp(`^https?://[^ ]*?#map=\\d+(?:\\.\\d+)?/${PLACE}`, 'i'),
  new RegExp(`^geo:${PLACE}`, 'i'),
];

/** The place a link names, or the text as it is. */
function linkedPlace(text: string): string {
  const found = LINKS.map((link) => link.exec(text)).find((match) => match !== null);
  return found ? `${found[1]}, ${found[2]}` : text;
}

function readPart(text: string): Part | null {
  const joined = text
    .trim()
    .replace(/(?<![\d.,])(\d{1,3})((?: \d{3})+)(?!\d)/g, (_, first: string, rest: string) => first + rest.replaceAll(' ', ''));
  const named = joined
    .replace(/(?<![\d.,])\d{1,3}(?:,\d{3}){2,}(?![\d,])/, (grouped) => grouped.replaceAll(',', ''))
    .replace(/^(?:lat(?:itude)?|lon(?:g(?:itude)?)?)\s*[:=]?\s*/i, '')
    .replace(/^([NSEWO])\s*[:=]\s*/i, '$1 ');
  const found = ANGLE.exec(named)?.groups;
  if (!found || (found.before && found.after)) return null;
  const [deg, min, sec] = [asNumber(found.deg), asNumber(found.min), asNumber(found.sec)];
  const isSplit = found.min !== undefined;
  if (min >= 60 || sec >= 60 || (isSplit && !Number.isInteger(deg)) || (found.sec !== undefined && !Number.isInteger(min))) return null;
  const size = deg + min / 60 + sec / 3600;
  return { value: found.sign ? -size : size, side: asSide(found.before ?? found.after), is_angle: isSplit || found.degsign !== undefined };
}

/** The two halves of what was typed, or null when it cannot be told where the first one ends. */
function halve(text: string): [string, string] | null {
  for (const mark of [';', '/']) {
    const halves = text.split(mark);
    if (halves.length === 2) return [halves[0]!, halves[1]!];
  }
  // A comma with a space behind it separates; without one it does when it is the only one.
  for (const mark of [/,\s+/, /,/]) {
    const halves = text.split(mark);
    if (halves.length === 2) return [halves[0]!, halves[1]!];
  }
  const lettered = /^([NSEWO].*?)\s+([NSEWO].*)$/i.exec(text) ?? /^(.*?\d.*?[NSEWO])\s+(.*)$/i.exec(text);
  if (lettered) return [lettered[1]!, lettered[2]!];
  const words = text.split(/\s+/);
  if (words.length === 2) return [words[0]!, words[1]!];
  return words.length % 2 === 0 && words.length <= 6
    ? [words.slice(0, words.length / 2).join(' '), words.slice(words.length / 2).join(' ')]
    : null;
}

function isNorthing({ side }: Part): boolean {
  return side === 'N' || side === 'S';
}

function signed({ value, side }: Part): number {
  return side === 'S' || side === 'W' ? -Math.abs(value) : value;
}

/**
 * Reads a place as people paste it: `2500000, 7500000` is easting and northing, `46.1, -64.8` latitude and longitude, in degrees or in
 * degrees, minutes and seconds (`46°06'12.5"N 64°48'30"W`). Letters decide the order where there are any; metres and degrees are told
 * apart by their size. Answers the place, or a sentence.
 */
export function readPosition(text: string): Position | { problem: string } {
  const place = linkedPlace(text.trim());
  const halves = place.length > MAX_LENGTH ? null : halve(tidy(place));
  const parts = halves?.map(readPart);
  const [first, second] = parts ?? [];
  if (!first || !second) return { problem: `“${text.trim().slice(0, 60)}” is not a place I can read. ${HELP}` };
  if (first.side && second.side && isNorthing(first) === isNorthing(second))
    return { problem: `Both numbers are marked ${isNorthing(first) ? 'north or south' : 'east or west'}. ${HELP}` };
  const isAngle = first.is_angle || second.is_angle;
  const sizes = [Math.abs(first.value), Math.abs(second.value)];
  if (!isAngle && sizes.every((size) => size >= SMALLEST_GRID)) return asGrid(first, second);
  return asDegrees(first, second);
}

function asGrid(first: Part, second: Part): Position | { problem: string } {
  const isTurned = isNorthing(first) || second.side === 'E' || second.side === 'W';
  const [easting, northing] = isTurned ? [signed(second), signed(first)] : [signed(first), signed(second)];
  if (Math.max(Math.abs(easting), Math.abs(northing)) > LARGEST_GRID)
    return { problem: `That is farther away than the earth is wide. ${HELP}` };
  return { kind: 'grid', easting, northing, is_named: first.side !== null || second.side !== null };
}

function asDegrees(first: Part, second: Part): Position | { problem: string } {
  const isTurned = first.side === 'E' || first.side === 'W' || isNorthing(second);
  // Without letters the latitude comes first, unless the first number can only be a longitude, or the two would lie south and east where
  // turned about they lie north and west, as all of Canada does.
  const isFarther = Math.abs(first.value) > 90 && Math.abs(second.value) <= 90;
  const isLonFirst = isTurned || (first.side === null && second.side === null && (isFarther || (first.value < 0 && second.value > 0)));
  const [lat, lon] = isLonFirst ? [signed(second), signed(first)] : [signed(first), signed(second)];
  if (Math.abs(lat) > 90 || Math.abs(lon) > 180)
    return { problem: `A latitude is at most 90 and a longitude at most 180 degrees. ${HELP}` };
  return { kind: 'lonlat', lon, lat };
}

export type UtmPosition = { zone: number; hemisphere: 'N' | 'S'; easting: number; northing: number };

const ZONE = String.raw`(?<word>utm)?\s*(?<zoneword>zone)?\s*(?<zone>\d{1,2})\s*(?<band>[C-HJ-NP-X])?`;
const ZONE_FIRST = new RegExp(String.raw`^${ZONE}[\s,:;]+(?<rest>.+)$`, 'i');
const ZONE_LAST = new RegExp(String.raw`^(?<rest>.*\d.*?)[\s,;]+${ZONE}$`, 'i');

/**
 * A place in a UTM zone: `19T 680000 5090000`, `UTM 19N 680000 mE 5090000 mN`, `680000, 5090000 zone 19`. The letter is a band or a
 * hemisphere; S is read as south. Null where it is none: without a letter, the word UTM or the word zone has to be there.
 */
export function readUtm(text: string): UtmPosition | null {
  if (text.length > MAX_LENGTH) return null;
  const tidied = tidy(text);
  const found = (ZONE_FIRST.exec(tidied) ?? ZONE_LAST.exec(tidied))?.groups;
  if (!found || !(found.band || found.word || found.zoneword)) return null;
  const [zone, band] = [Number(found.zone), found.band?.toUpperCase() ?? 'N'];
  const [first, second] = halve(found.rest!.trim())?.map(readPart) ?? [];
  if (zone < 1 || zone > 60 || !first || !second || first.is_angle || second.is_angle) return null;
  const at = asGrid(first, second);
  if ('problem' in at || at.kind !== 'grid') return null;
  const { easting, northing } = at;
  if (easting < 100_000 || easting > 900_000 || northing < 0 || northing > 10_000_000) return null;
  return { zone, hemisphere: band === 'S' || band < 'N' ? 'S' : 'N', easting, northing };
}
