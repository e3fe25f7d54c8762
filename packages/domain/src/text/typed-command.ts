import { addDays, type LocalDate } from '../dates/local-date.ts';
import { readDate } from '../dates/read-date.ts';
import { readEntryTime } from '../time/entry-time.ts';
import type { Minutes } from '../values/brand.ts';
import { norm, searchWords } from './norm.ts';

/** Something to be done, as it is typed in one line. `about` are the words that find the job or quote. */
export type TypedCommand =
  | { verb: 'timer'; about: string }
  | { verb: 'memo'; about: string; text: string }
  | { verb: 'time'; about: string; minutes: Minutes | null; date: LocalDate; rest: string; problem: string | null };

/** The step is the server's question: the nearest values are in its answer. */
const ANY_STEP = 1;
const HOW_TO = 'Type the time too, for example 2:30.';

/** The time among the words: never the first, which names the job. `2 h` and `30 min` are two words. */
function findTime(words: readonly string[]): { at: number; length: number; minutes: Minutes } | null {
  for (let at = 1; at < words.length; at += 1) {
    const unit = /^(h|hrs?|hours?|m|mins?|minutes?)$/i.test(words[at + 1] ?? '') ? words[at + 1]! : null;
    const read = readEntryTime(`${words[at]}${unit ?? ''}`, ANY_STEP);
    if ('value' in read) return { at, length: unit ? 2 : 1, minutes: read.value };
  }
  return null;
}

/** A day of work lies behind: a weekday is the last one, today included. */
function readWorkDay(word: string | undefined, today: LocalDate): LocalDate | null {
  if (!word || !/^(\d{4}-\d{2}-\d{2}|today|yesterday|(mon|tue|wed|thu|fri|sat|sun)[a-z]*)$/i.test(word)) return null;
  const read = readDate(word, today);
  if ('problem' in read) return null;
  return /^[a-z]/i.test(word) && read.value > today ? addDays(read.value, -7) : read.value;
}

function readTime(words: readonly string[], today: LocalDate): TypedCommand {
  const found = findTime(words);
  if (!found) return { verb: 'time', about: words.join(' '), minutes: null, date: today, rest: '', problem: HOW_TO };
  const after = words.slice(found.at + found.length);
  const date = readWorkDay(after[0], today);
  const rest = (date ? after.slice(1) : after).join(' ');
  return { verb: 'time', about: words.slice(0, found.at).join(' '), minutes: found.minutes, date: date ?? today, rest, problem: null };
}

/** After a number the words are the text; other words find the job or quote until a colon. */
function readMemo(words: string): TypedCommand {
  const cut = /^(\S*\d\S*?):?(?:\s+(.*))?$/s.exec(words) ?? /^([^:]*):\s*(.*)$/s.exec(words);
  return cut ? { verb: 'memo', about: cut[1]!.trim(), text: (cut[2] ?? '').trim() } : { verb: 'memo', about: words.trim(), text: '' };
}

/**
 * `time 26-0050 2:30 drafting`, `time 26-0050 1.5 yesterday field notes`, `memo 26-0050 The client called`, `timer 26-0050`. Null where
 * the line is no command: it is searched for then.
 */
export function readCommand(line: string, today: LocalDate): TypedCommand | null {
  const [, verb = '', words = ''] =
    /^\s*(?:(?:new|start|enter)\s+)?(memo|timer|time)(?:\s+(?:on|for)(?=\s|$))?(?:\s+(.*))?$/is.exec(line) ?? [];
  switch (verb.toLowerCase()) {
    case 'timer':
      return { verb: 'timer', about: words.trim() };
    case 'memo':
      return readMemo(words.trim());
    case 'time':
      return readTime(words.split(/\s+/).filter(Boolean), today);
    default:
      return null;
  }
}

/** Which of the works the words after the time name, and what is left of them as the note: as many words as one name holds. */
export function chooseWork<T>(rest: string, works: readonly T[], nameOf: (work: T) => string): { works: readonly T[]; note: string } {
  const words = rest.split(/\s+/).filter(Boolean);
  for (let count = words.length; count > 0; count -= 1) {
    const wanted = searchWords(words.slice(0, count).join(' '));
    const named = works.filter((work) => wanted.every((word) => norm(nameOf(work)).includes(word)));
    if (wanted.length > 0 && named.length > 0) return { works: named, note: words.slice(count).join(' ') };
  }
  return { works, note: rest };
}
