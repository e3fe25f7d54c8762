import type { LocalDate } from '../dates/local-date.ts';
import { calendarDay } from '../dates/read-date.ts';
import { norm } from '../text/norm.ts';

export type Proposal = { file_number: string | null; plan_number: string | null; pid: string | null; surveyed_on: LocalDate | null };

const NUMBER_WORD = String.raw`\s*(?:number|numero|no|num|nr|n°|#)?\s*[.:°#]*\s*`;
const VALUE = String.raw`([a-z]{0,4}[-. ]?\d[a-z0-9]*(?:[-/.][a-z0-9]+)*)`;
const PLAN = new RegExp(`(?<![a-z])(?:registered |survey )?plan${NUMBER_WORD}${VALUE}`, 'gi');
const FILE = new RegExp(`(?<![a-z])(?:our |notre )?(?:file|dossier|job|project|projet)${NUMBER_WORD}${VALUE}`, 'gi');
const PID = /(?<![a-z])(?:pid|nid)s?\s*(?:number|numero|no|#)?\s*[.:#]*\s*(\d{6,8}(?:-\d)?)(?!\d)/gi;
/** What follows a number of which the reading lost the end: a sign it could not make out, a hyphen at the end of a line, more figures. */
const LOST = /^(?:[?*~_|\\\u2026\ufffd]|\.{2}|[-/]+(?![a-z0-9])| \d{3}(?![\d/.-]))/;
/** A parcel number has eight figures. A person may leave out the zeros it begins with; a reading of fewer has lost some. */
const WHOLE_PID = /^\d{8}(?:-\d)?$/;

const MONTHS = ['jan', 'fe[bv]', 'mar', 'a[pv]r', 'ma[iy]', 'jun|juin', 'jul|juil', 'aug|aou', 'sep', 'oct', 'nov', 'dec'];
const MONTH = String.raw`(${MONTHS.join('|')})[a-z]*\.?`;
const DAY = String.raw`(\d{1,2})(?:st|nd|rd|th|er|e)?`;
const DATES: readonly { written: RegExp; read: (found: RegExpExecArray) => LocalDate | null }[] = [
  {
    written: /(?<!\d)(1[89]\d\d|20\d\d)([-/._ ]?)(\d{2})\2(\d{2})(?!\d)/g,
    read: ([, year, , month, day]) => calendarDay(Number(year), Number(month), Number(day)),
  },
  {
    written: new RegExp(String.raw`(?<![a-z\d])${DAY}\s+(?:de\s+)?${MONTH},?\s+(1[89]\d\d|20\d\d)`, 'g'),
    read: ([, day, month, year]) => calendarDay(Number(year), monthOf(month!), Number(day)),
  },
  {
    written: new RegExp(String.raw`(?<![a-z])${MONTH}\s+${DAY},?\s+(1[89]\d\d|20\d\d)`, 'g'),
    read: ([, month, day, year]) => calendarDay(Number(year), monthOf(month!), Number(day)),
  },
];

function monthOf(letters: string): number {
  return MONTHS.findIndex((month) => new RegExp(`^(?:${month})`).test(letters)) + 1;
}

/** What stands before the day of the survey; a revision or a registration has a date too. */
const SURVEYED = /(?:date of (?:the )?survey|survey(?:ed)?(?: date)?|date (?:du leve|de l.arpentage)|leve|arpente)(?: on| le)?[\s.:]*$/;

/** The date that is said to be that of the survey, else the first one written out in full. */
function findDate(text: string): { date: LocalDate; written: string } | null {
  const found = DATES.flatMap(({ written, read }) =>
    [...text.matchAll(written)].flatMap((match) => {
      const date = read(match as RegExpExecArray);
      return date ? [{ date, written: match[0], at: match.index }] : [];
    }),
  );
  const inOrder = found.sort((a, b) => a.at - b.at);
  return inOrder.find(({ at }) => SURVEYED.test(text.slice(Math.max(0, at - 40), at))) ?? inOrder[0] ?? null;
}

/** The first number that is there as a whole: half of one, taken over, is found by nobody. */
function findNumber(pattern: RegExp, text: string): string | null {
  for (const match of text.matchAll(pattern)) {
    const number = match[1]!.trim().toUpperCase();
    if (number.length <= 40 && !LOST.test(text.slice(match.index + match[0].length))) return number;
  }
  return null;
}

/** Of the text of a scan. */
function findPid(text: string): string | null {
  const isWhole = (at: number) => !LOST.test(text.slice(at)) && !/^(?:[a-z]| \d)/.test(text.slice(at));
  const found = [...text.matchAll(PID)].find((match) => WHOLE_PID.test(match[1]!) && isWhole(match.index + match[0].length));
  return found?.[1] ?? null;
}

/** What a file is called in the archive is usually its number; the count of a camera or a scanner is not. */
function numberInName(name: string): string | null {
  const parts = name.replace(/(?<![a-z])(?:img|dscn?|scan|page|rev|sheet|doc)[-. ]?\d+/g, ' ').split(/[\s,;()]+/);
  const number = parts.find((part) => /\d/.test(part));
  return number?.replace(/^[-.]+|[-.]+$/g, '').toUpperCase() || null;
}

/** What the name of a scan and the text on it suggest for its fields. The name was typed by a person, so it goes before the text. */
export function propose(name: string, text: string): Proposal {
  const title = norm(name.replace(/\.[a-z0-9]{2,4}$/i, '')).replaceAll('_', ' ');
  const body = norm(text).replace(/\s+/g, ' ');
  const dated = findDate(title);
  const plan_number = findNumber(PLAN, title) ?? findNumber(PLAN, body);
  const named = [dated?.written, title.match(PLAN)?.[0], title.match(PID)?.[0]].reduce<string>(
    (rest, used) => (used ? rest.replace(used, ' ') : rest),
    title,
  );
  return {
    file_number: findNumber(FILE, title) ?? numberInName(named) ?? findNumber(FILE, body),
    plan_number,
    pid: [...title.matchAll(PID)][0]?.[1] ?? findPid(body),
    surveyed_on: dated?.date ?? findDate(body)?.date ?? null,
  };
}
