import { type LocalDate, proseDate } from '../dates/local-date.ts';
import { type Cents, sayCents, subtractCents } from '../money/cents.ts';
import type { WipAct } from './ledger.ts';

type ToldLine = {
  turn: number;
  sign: number;
  act: WipAct;
  job: { num: string };
  task: { name: string } | null;
  amount: Cents;
  work_date: LocalDate;
  hold_until: LocalDate | null;
  reason: string | null;
  /** It takes the act before it back. */
  is_undo: boolean;
};

/** Out of where it was, into where it is; what was entered came from nowhere, what was removed is nowhere. */
type Turn<L> = { from: L | undefined; to: L | undefined };

const placeOf = ({ job, task }: ToldLine) => [job.num, task?.name ?? 'no task'].join(', ');

/** What differs: place, amount and day. */
function sayChange({ from, to }: { from: ToldLine; to: ToldLine }): string {
  const before = subtractCents(0, from.amount);
  const parts = [
    ...(placeOf(from) === placeOf(to) ? [] : [`from ${placeOf(from)} to ${placeOf(to)}`]),
    ...(before === to.amount ? [] : [`from ${sayCents(before)} to ${sayCents(to.amount)}`]),
    ...(from.work_date === to.work_date ? [] : [`from ${proseDate(from.work_date)} to ${proseDate(to.work_date)}`]),
  ];
  return parts.length === 0 ? '' : ` ${parts.join(', ')}`;
}

const DONE: Record<WipAct, string> = {
  enter: 'Entered',
  change: 'Changed',
  reprice: 'Priced anew',
  remove: 'Deleted, or no longer billable',
  hold: 'Held',
  release: 'Released',
  'write off': 'Written off',
  restore: 'Write-off taken back',
  move: 'Moved',
  claim: 'Put on a draft invoice',
  unclaim: 'Taken off its draft invoice',
  bill: 'Billed',
  unbill: 'Released from its invoice',
};

function sayTurn({ from, to }: Turn<ToldLine>): string {
  const line = to ?? from!;
  const { act, is_undo, hold_until, reason } = line;
  if (is_undo) return `Undone: ${DONE[act].toLowerCase()}${from && to ? sayChange({ from, to }) : ''}.`;
  const more =
    act === 'hold'
      ? ` until ${hold_until === null ? 'released' : proseDate(hold_until)}`
      : from && to
        ? sayChange({ from, to })
        : to
          ? ` at ${sayCents(to.amount)} on ${placeOf(to)}`
          : '';
  return `${DONE[act]}${more}${reason ? `: ${reason.replace(/\.$/, '')}` : ''}.`;
}

/** What happened to a piece of work in sentences, the newest first; each with the line it is told from. */
export function tellWipHistory<L extends ToldLine>(lines: readonly L[]): { line: L; sentence: string }[] {
  return [...Map.groupBy(lines, ({ turn }) => turn).values()]
    .map((turn) => {
      const [from, to] = [-1, 1].map((sign) => turn.find((line) => line.sign === sign));
      return { line: (to ?? from)!, sentence: sayTurn({ from, to }) };
    })
    .toSorted((a, b) => b.line.turn - a.line.turn);
}
