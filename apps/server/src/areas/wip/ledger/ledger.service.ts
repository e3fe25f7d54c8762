import { addDays, type LocalDate } from '@dmse/domain/dates/local-date';
import type { WipState } from '@dmse/domain/states/wip';
import { changeWip, enterWip, type NewWipLine, removeWip, type WipPosition } from '@dmse/domain/wip/ledger';
import type { Context } from '../../../call/context.ts';
import { conflict } from '../../../call/refusal.ts';
import type { Tx } from '../../../db/database.ts';
import { getToday } from '../../settings/setting/setting.service.ts';
import * as ledger from './ledger.queries.ts';

/** Billable work as it now stands. */
export type WipWork = Pick<WipPosition, 'job' | 'task' | 'amount' | 'work_date'>;
/** `work` is null where the item is gone or no longer billable. */
export type WipChange = { item: string; work: WipWork | null; act?: 'change' | 'reprice' | 'move' };

export const { holdJobs } = ledger;

/** Where these items are, with all that they are parts of and all parts of them, held until the end. Jobs are held first, then the work. */
export async function holdFamilies(tx: Tx, items: readonly string[]): Promise<WipPosition[]> {
  await ledger.holdJobs(tx, await ledger.listJobsOf(tx, items));
  return ledger.lockFamilies(tx, items);
}

/** Work that is entered after its period was closed counts from the first day after it: figures of closed periods stay as they are. */
function inOpenPeriod(line: NewWipLine, closed_through: LocalDate | null): NewWipLine {
  return closed_through === null || line.date > closed_through ? line : { ...line, date: addDays(closed_through, 1) };
}

function linesFor({ item, work, act = 'change' }: WipChange, from: WipPosition | undefined, last: number, today: LocalDate): NewWipLine[] {
  if (!from) return work ? enterWip({ item, ...work }, last + 1) : [];
  if (!work) return removeWip(from, today);
  const isSame = from.job === work.job && from.task === work.task && from.amount === work.amount && from.work_date === work.work_date;
  return isSame ? [] : changeWip(from, work, { act, date: today });
}

/**
 * Makes the ledger say what entries, expenses and items now say: what is new comes in, what differs is changed, what is gone leaves. One
 * statement holds all of it. Whoever calls has asked whether an invoice rests on any of it.
 */
export async function setWip(context: Context, changes: readonly WipChange[]): Promise<void> {
  if (changes.length === 0) return;
  const { tx, now, actor } = context;
  const items = changes.map(({ item }) => item);
  const positions = await ledger.lockPositions(tx, items);
  const gone = items.filter((item) => !positions.has(item));
  const turns = gone.length > 0 ? await ledger.lastTurns(tx, gone) : new Map<string, number>();
  const today = await getToday(context);
  const closed_through = await ledger.getClosedThrough(tx);
  const lines = changes
    .flatMap((change) => linesFor(change, positions.get(change.item), turns.get(change.item) ?? 0, today))
    .map((line) => (line.act === 'enter' ? inOpenPeriod(line, closed_through) : line));
  if (lines.length > 0) await ledger.insertLines(tx, lines, { created_on: now, created_by: actor.id });
}

type Seen = readonly { item: string; turn: number }[];

/** Holds the work somebody looked at. What somebody else has acted on since is refused. */
export async function holdSeen(tx: Tx, named: Seen): Promise<WipPosition[]> {
  const held = await ledger.lockPositions(
    tx,
    named.map(({ item }) => item),
  );
  return refuseActedOn(named, held);
}

/** The positions of work somebody looked at, among those that are held. What somebody else has acted on since is refused. */
export function refuseActedOn(named: Seen, positions: ReadonlyMap<string, WipPosition>): WipPosition[] {
  return named.map(({ item, turn }) => {
    const position = positions.get(item);
    if (position?.turn !== turn) throw conflict('Somebody else has changed this work meanwhile; look again.', { item });
    return position;
  });
}

/** Adds lines of which an item may have several turns: one statement for each, since the ledger follows after every statement. */
export async function addLines({ tx, now, actor }: Context, lines: readonly NewWipLine[]): Promise<void> {
  const turnsOf = new Map<string, number[]>();
  const rounds = Map.groupBy(lines, ({ item, turn }) => {
    const turns = turnsOf.get(item) ?? [];
    if (!turns.includes(turn)) turnsOf.set(item, [...turns, turn]);
    return turnsOf.get(item)!.indexOf(turn);
  });
  for (const round of [...rounds.keys()].sort((a, b) => a - b))
    await ledger.insertLines(tx, rounds.get(round)!, { created_on: now, created_by: actor.id });
}

/** The state of each of these items that is in the ledger. */
export async function wipStates(tx: Tx, items: readonly string[]): Promise<Map<string, WipState>> {
  return new Map((await ledger.listStates(tx, items)).map(({ item, state }) => [item, state]));
}
