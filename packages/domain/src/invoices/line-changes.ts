import { type Cents, sayCents } from '../money/cents.ts';
import { sayCount } from '../text/counts.ts';
import { hasAmount, type LineKind } from './lines.ts';

type Line = {
  kind: LineKind;
  job: number | null;
  task: number | null;
  description: string;
  quantity: number;
  unit: string;
  unit_price: Cents | null;
  amount: Cents;
  account_code: string;
  tax_type: string;
  division: string;
  activity: string;
  percent: number | null;
  fee: Cents | null;
  entries: readonly { item: string; amount: Cents }[];
};
type LineChange = { from: string | null; to: string | null };

const sayShort = ({ kind, description, amount }: Line) => (hasAmount(kind) ? `${description}, ${sayCents(amount)}` : description);
const sayAll = (line: Line) => {
  const { quantity, unit, account_code, tax_type, division, activity, entries } = line;
  const count = entries.length === 0 ? '' : sayCount(entries.length, 'entry', 'entries');
  return [sayShort(line), `${quantity} ${unit}`.trim(), account_code, tax_type, division, activity, count].filter(Boolean).join(', ');
};

/** All that is written on a line. */
function contentOf({ kind, job, task, description, quantity, unit, unit_price, amount, ...line }: Line): string {
  const { account_code, tax_type, division, activity, percent, fee, entries } = line;
  const work = entries.map((entry) => [entry.item, entry.amount]);
  const booked = [account_code, tax_type, division, activity, percent, fee];
  return JSON.stringify([kind, job, task, description, quantity, unit, unit_price, amount, booked, work]);
}

function takeFirst<T>(list: T[], fits: (one: T) => boolean): T | undefined {
  const at = list.findIndex(fits);
  return at < 0 ? undefined : list.splice(at, 1)[0];
}

/**
 * What became of the lines of an invoice, as its history tells it. Those that stay as they are are left out. One with the words of an earlier
 * one is that line changed; of the others the first goes with the first.
 */
export function lineChanges(before: readonly Line[], after: readonly Line[]): LineChange[] {
  const old = before.map((line) => ({ line, content: contentOf(line) }));
  const fresh = after.filter((line) => {
    const content = contentOf(line);
    return takeFirst(old, (one) => one.content === content) === undefined;
  });
  const left = old.map(({ line }) => line);
  const named = fresh.map((line) => ({ line, was: takeFirst(left, ({ description }) => description === line.description) }));
  const changed = named.map(({ line, was = left.shift() }): LineChange => {
    if (!was) return { from: null, to: sayShort(line) };
    const say = sayShort(was) === sayShort(line) ? sayAll : sayShort;
    return { from: say(was), to: say(line) };
  });
  return [...changed.filter(({ from, to }) => from !== to), ...left.map((line) => ({ from: sayShort(line), to: null }))];
}
