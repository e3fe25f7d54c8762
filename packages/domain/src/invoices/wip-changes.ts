import type { LocalDate } from '../dates/local-date.ts';
import { sayCents } from '../money/cents.ts';
import { isFreeWip, isOffInvoice, type StateAct, whyNotAct } from '../states/wip.ts';
import { isEqual } from '../values/is-equal.ts';
import type { Reason } from '../values/reason.ts';
import { joinWip, type NewWipLine, splitWip, type WipPosition, wholeOf } from '../wip/ledger.ts';
import { actOn } from '../wip/wip-acts.ts';
import { type BilledEntry, wholeAmount } from './billed-entry.ts';

/** The entries of an invoice: those of the version in force, which are billed, and those of its draft or edit, which are claimed. */
export type Holdings = { issued: readonly BilledEntry[]; working: readonly BilledEntry[] };
export const NO_HOLDINGS: Holdings = { issued: [], working: [] };

/** What an act on the invoice leaves it with. A write-off, and taking it back, touch no entry. `entries` are those now on its lines. */
export const HOLDINGS_AFTER = {
  change: ({ issued }: Holdings, entries: readonly BilledEntry[]): Holdings => ({ issued, working: entries }),
  submit: ({ working }: Holdings): Holdings => ({ issued: working, working: [] }),
  edit: ({ issued }: Holdings): Holdings => ({ issued, working: issued }),
  discard: ({ issued }: Holdings): Holdings => ({ issued, working: [] }),
  delete: (): Holdings => NO_HOLDINGS,
  restore: (_: Holdings, entries: readonly BilledEntry[]): Holdings => ({ issued: entries, working: [] }),
} satisfies Record<string, (before: Holdings, entries: readonly BilledEntry[]) => Holdings>;

type Held = 'free' | 'claimed' | 'billed';
const PATHS: Record<Held, Record<Held, readonly StateAct[]>> = {
  free: { free: [], claimed: ['claim'], billed: ['claim', 'bill'] },
  claimed: { free: ['unclaim'], claimed: [], billed: ['bill'] },
  // Billed to billed is asked only where another part of the entry is billed now.
  billed: { free: ['unbill'], claimed: ['unbill', 'claim'], billed: ['unbill', 'claim', 'bill'] },
};

function heldIn({ issued, working }: Holdings): Map<string, { held: Held; entry: BilledEntry }> {
  return new Map<string, { held: Held; entry: BilledEntry }>([
    ...working.map((entry) => [entry.item, { held: 'claimed', entry }] as const),
    ...issued.map((entry) => [entry.item, { held: 'billed', entry }] as const),
  ]);
}

/** An entry stands on one line of one invoice. */
export function whyTwice(entries: readonly BilledEntry[]): Reason {
  const isTwice = new Set(entries.map(({ item }) => item)).size < entries.length;
  return isTwice ? { code: 'INVALID', sentence: 'An entry stands on two lines of this invoice.' } : null;
}

/** The invoice says what it was worth when somebody looked; it bills exactly that, or nothing. */
function whyOtherAmount(entry: BilledEntry, { amount }: WipPosition): Reason {
  if (wholeAmount(entry) === amount) return null;
  return { code: 'CONFLICT', sentence: `An entry is worth ${sayCents(amount)} now, not ${sayCents(wholeAmount(entry))}; look again.` };
}

/** The ledger while lines are added to it: where every item is, and which parts were taken from each. */
function openLedger(positions: Iterable<WipPosition>) {
  const lines: NewWipLine[] = [];
  const now = new Map<string, WipPosition>();
  const parts = new Map<string, Set<string>>();
  const put = (position: WipPosition) => {
    now.set(position.item, position);
    const whole = wholeOf(position.item);
    if (whole !== null) parts.set(whole, (parts.get(whole) ?? new Set()).add(position.item));
  };
  for (const position of positions) put(position);
  return {
    lines,
    get: (item: string) => now.get(item),
    partsOf: (item: string) => [...(parts.get(item) ?? [])].flatMap((part) => now.get(part) ?? []),
    add(added: readonly NewWipLine[]) {
      for (const line of added) {
        lines.push(line);
        const { item, job, task, state, amount, work_date, hold_until, turn } = line;
        if (line.sign === 1) put({ item, job, task, state, amount, work_date, hold_until, turn });
        else now.delete(item);
      }
    },
  };
}

/** What has come off its invoice is whole again, as far as its parts are on none either. */
function joinFreeParts(item: string, ledger: ReturnType<typeof openLedger>, date: LocalDate): void {
  for (let at: string | null = item; at !== null; at = wholeOf(at)) {
    for (const part of ledger.partsOf(at)) {
      const whole = ledger.get(at);
      if (whole && isFreeWip(whole.state) && isOffInvoice(part.state)) ledger.add(joinWip(whole, part, date));
    }
  }
}

/** The lines of the ledger by which an invoice's entries go from what it had to what it has, or why that cannot be. */
export type WipChanges = { lines: NewWipLine[] } | { refused: NonNullable<Reason> };

/**
 * `positions` are those of every entry named, and of all parts of them and wholes they are parts of. An entry that another invoice has, or
 * that is held, gone or written off, refuses the change as a whole. A rest is held or written off when its part is billed, and comes back
 * with it.
 */
export function wipChanges(before: Holdings, after: Holdings, positions: Iterable<WipPosition>, date: LocalDate): WipChanges {
  const twice = whyTwice(after.issued) ?? whyTwice(after.working);
  if (twice) return { refused: twice };
  const ledger = openLedger(positions);
  const [had, has] = [heldIn(before), heldIn(after)];
  for (const item of new Set([...had.keys(), ...has.keys()])) {
    const [from, to] = [had.get(item), has.get(item)];
    if (isEqual(from, to)) continue;
    for (const act of PATHS[from?.held ?? 'free'][to?.held ?? 'free']) {
      const position = ledger.get(item);
      if (!position) return { refused: { code: 'NOT_FOUND', sentence: 'One of the entries is not there any more.' } };
      const taken = to && (act === 'claim' || act === 'bill') ? to.entry : null;
      const why = whyNotAct(act, position.state) ?? (taken && whyOtherAmount(taken, position));
      if (why) return { refused: why };
      const rest = act === 'bill' ? taken?.rest : null;
      if (rest) {
        const split = splitWip(position, rest.amount, { date, reason: rest.reason });
        ledger.add(split);
        ledger.add(actOn(rest.act, ledger.get(split.at(-1)!.item)!, date, rest.reason));
      }
      ledger.add(actOn(act, ledger.get(item)!, date));
      if (act === 'unbill' || act === 'unclaim') joinFreeParts(item, ledger, date);
    }
  }
  return { lines: ledger.lines };
}
