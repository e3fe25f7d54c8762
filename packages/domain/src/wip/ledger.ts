import type { LocalDate } from '../dates/local-date.ts';
import { addCents, type Cents, subtractCents } from '../money/cents.ts';
import type { WipState } from '../states/wip.ts';
import type { Reason } from '../values/reason.ts';

export const WIP_ACTS = [
  'enter',
  'change',
  'reprice',
  'remove',
  'hold',
  'release',
  'write off',
  'restore',
  'move',
  'claim',
  'unclaim',
  'bill',
  'unbill',
] as const;
export type WipAct = (typeof WIP_ACTS)[number];

/** Where a piece of billable work is: one time entry, expense or internal item, whole. */
export type WipPosition = {
  /** "time/12", "expense/7", "item/3": one spelling for everything that can be billed. "time/12/4" is a part of the first. */
  item: string;
  job: number;
  task: number | null;
  state: WipState;
  amount: Cents;
  work_date: LocalDate;
  /** In HOLD: the day on which it is ready again; null until somebody releases it. */
  hold_until: LocalDate | null;
  /** How many acts there have been on the item. Two people who act on the same position write the same turn, and one is refused. */
  turn: number;
};

/**
 * One row of the ledger, never changed. An act takes the item out of where it was (-1) and puts it where it is now (+1), with the
 * amount under the same sign. So the sum of amounts is the money of any job, task and state, and the sum of signs the number of items. An item, a turn and a sign are there once.
 */
export type WipLine = WipPosition & {
  id: number;
  sign: 1 | -1;
  act: WipAct;
  /** The day the act counts from. Entering counts from the day of the work, everything else from the day it is done. */
  date: LocalDate;
  reason: string | null;
  /** On a line that takes another back: that line. */
  reverses: number | null;
};
export type NewWipLine = Omit<WipLine, 'id'>;

type Stamp = { act: WipAct; date: LocalDate; reason?: string | null };

function lineOf(position: WipPosition, sign: 1 | -1, { act, date, reason }: Stamp): NewWipLine {
  const amount = sign === 1 ? position.amount : subtractCents(0, position.amount);
  return { ...position, sign, amount, act, date, reason: reason ?? null, reverses: null };
}

/** Work that can be billed comes into the ledger on the day it was done. `turn` is more than 1 where it comes back. */
export function enterWip(work: Omit<WipPosition, 'state' | 'hold_until' | 'turn'>, turn = 1): NewWipLine[] {
  return [lineOf({ ...work, state: 'UNBILLED', hold_until: null, turn }, 1, { act: 'enter', date: work.work_date })];
}

/** Out of where it is and into where it goes. */
export function changeWip(from: WipPosition, change: Partial<Omit<WipPosition, 'item' | 'turn'>>, stamp: Stamp): NewWipLine[] {
  const next = { ...from, turn: from.turn + 1 };
  return [lineOf(next, -1, stamp), lineOf({ ...next, ...change }, 1, stamp)];
}

/**
 * Lines of an act that many items have gone through alike, from wherever each is to the same state, are told by where they go and the items'
 * names. `moves` has the first line that goes there, and all the names; everything else is among the others.
 */
export function stateMoves(lines: readonly NewWipLine[]): { moves: Map<NewWipLine, string[]>; others: NewWipLine[] } {
  const groups = new Map<string, { to: NewWipLine; items: string[] }>();
  const others: NewWipLine[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const [out, to] = [lines[at]!, lines[at + 1]];
    if (!to || !isStateMove(out, to)) {
      others.push(out);
      continue;
    }
    at += 1;
    const key = [to.act, to.turn, to.state, to.hold_until, to.date, to.reason].join(' ');
    const group = groups.get(key);
    if (group) group.items.push(to.item);
    else groups.set(key, { to, items: [to.item] });
  }
  return { moves: new Map([...groups.values()].map(({ to, items }) => [to, items])), others };
}

/** Two lines that follow each other: an item goes out and comes in as it was, in another state at most. */
function isStateMove(out: NewWipLine, to: NewWipLine): boolean {
  if (out.sign !== -1 || to.sign !== 1 || out.reverses !== null || to.reverses !== null) return false;
  if (out.item !== to.item || out.turn !== to.turn || out.act !== to.act || out.date !== to.date || out.reason !== to.reason) return false;
  return out.job === to.job && out.task === to.task && out.work_date === to.work_date && out.amount === subtractCents(0, to.amount);
}

/** An entry that was deleted, or is no longer billable, leaves the ledger; what was in it stays readable. */
export function removeWip(from: WipPosition, date: LocalDate): NewWipLine[] {
  return [lineOf({ ...from, turn: from.turn + 1 }, -1, { act: 'remove', date })];
}

/** The record that an item is, or is a part of: "time/12" of "time/12/3". */
export function recordOf(item: string): string {
  const end = item.indexOf('/', item.indexOf('/') + 1);
  return end < 0 ? item : item.slice(0, end);
}

/** The item a part was taken from; null for what is not a part. */
export function wholeOf(item: string): string | null {
  return recordOf(item) === item ? null : item.slice(0, item.lastIndexOf('/'));
}

/**
 * A part is taken out of an item and is one of its own, ready. It is named after the turn, so that no two parts ever have one name. Both
 * together are what the item was.
 */
export function splitWip(from: WipPosition, part: Cents, { date, reason }: Omit<Stamp, 'act'>): NewWipLine[] {
  const [out, rest] = changeWip(from, { amount: subtractCents(from.amount, part) }, { act: 'change', date, reason: reason ?? null });
  const taken: WipPosition = { ...from, item: `${from.item}/${out!.turn}`, amount: part, state: 'UNBILLED', hold_until: null, turn: 1 };
  return [out!, rest!, lineOf(taken, 1, { act: 'enter', date, reason: reason ?? null })];
}

/** A part goes back into what it was taken from. */
export function joinWip(whole: WipPosition, part: WipPosition, date: LocalDate): NewWipLine[] {
  return [...removeWip(part, date), ...changeWip(whole, { amount: addCents(whole.amount, part.amount) }, { act: 'change', date })];
}

/** The lines that take an act back: each the opposite of one of its lines. */
export function reverseLines(lines: readonly WipLine[], date: LocalDate, reason: string): NewWipLine[] {
  return lines.map(({ id, ...line }): NewWipLine => {
    const amount = subtractCents(0, line.amount);
    return { ...line, sign: line.sign === 1 ? -1 : 1, amount, turn: line.turn + 1, date, reason, reverses: id };
  });
}

/** In the order things happened to each item: by turn, and within a turn out before in. */
export function inOrder<L extends NewWipLine>(lines: readonly L[]): L[] {
  return lines.toSorted((a, b) => a.turn - b.turn || a.sign - b.sign);
}

/** Where every item was at the end of a day; without a day, where it is. Read from the ledger alone. */
export function positionsAsOf(lines: readonly WipLine[], as_of: LocalDate | null = null): Map<string, WipPosition> {
  const positions = new Map<string, WipPosition>();
  for (const line of inOrder(lines)) {
    if (as_of !== null && line.date > as_of) continue;
    const { item, job, task, state, amount, work_date, hold_until, turn } = line;
    if (line.sign === -1) positions.delete(item);
    else positions.set(item, { item, job, task, state, amount, work_date, hold_until, turn });
  }
  return positions;
}

/** May these lines be added? Not when somebody else has acted on the item since it was read. The database keeps it by a unique index. */
export function whyNotAppend(lines: readonly WipLine[], added: readonly NewWipLine[]): Reason {
  const taken = new Set(lines.map(({ item, turn }) => `${item} ${turn}`));
  if (!added.some(({ item, turn }) => taken.has(`${item} ${turn}`))) return null;
  return { code: 'CONFLICT', sentence: 'Somebody else has changed this work meanwhile; look again.' };
}

function placeOf({ item, job, task, state }: WipPosition): string {
  return [item, job, task, state].join(' ');
}

/** What the ledger must never say: an item in two places, taken out where it was not, or dated before its own past. In sentences. */
export function findLedgerFaults(lines: readonly WipLine[]): string[] {
  const at = new Map<string, { place: string; amount: Cents }>();
  const latest = new Map<string, LocalDate>();
  return inOrder(lines).flatMap((line): string[] => {
    const { item, sign, amount, date, id } = line;
    const here = at.get(item);
    const faults = date < (latest.get(item) ?? date) ? [`Line ${id}: ${item} is dated before its own past.`] : [];
    latest.set(item, date);
    if (sign === 1) {
      if (here) faults.push(`Line ${id}: ${item} is in two places.`);
      at.set(item, { place: placeOf(line), amount });
    } else {
      const isHere = here?.place === placeOf(line) && here.amount === subtractCents(0, amount);
      if (!isHere) faults.push(`Line ${id}: ${item} is taken out where it was not.`);
      at.delete(item);
    }
    return faults;
  });
}
