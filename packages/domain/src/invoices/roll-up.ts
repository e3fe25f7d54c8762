import type { LocalDate } from '../dates/local-date.ts';
import { type Cents, sumCents } from '../money/cents.ts';
import type { Minutes } from '../values/brand.ts';

export const ROLL_UPS = ['task', 'role', 'person', 'date'] as const;
export type RollUp = (typeof ROLL_UPS)[number];

/** What entries are grouped by: an id, or a name that is frozen with the document. */
type Key = number | string | null;

/** An entry as it is billed. A disbursement has no role, no minutes and no rate. */
export type RolledEntry = {
  item: string;
  task: Key;
  role: Key;
  person: Key;
  date: LocalDate;
  minutes: Minutes;
  rate: Cents | null;
  amount: Cents;
};
/** What a client reads below a line. The rate is there where all its entries have it. */
export type SubLine = { key: Key; items: string[]; minutes: Minutes; rate: Cents | null; amount: Cents };

/** The entries of a line, grouped as the appearance of the invoice says: days in their order, the others as they come first. */
export function rollUp(entries: readonly RolledEntry[], by: RollUp): SubLine[] {
  const groups = [...Map.groupBy(entries, (entry) => entry[by])].map(([key, group]): SubLine => {
    const rates = new Set(group.map(({ rate }) => rate));
    return {
      key,
      items: group.map(({ item }) => item),
      minutes: group.reduce((sum, { minutes }) => sum + minutes, 0),
      rate: rates.size === 1 ? group[0]!.rate : null,
      amount: sumCents(group.map(({ amount }) => amount)),
    };
  });
  return by === 'date' ? groups.sort((a, b) => String(a.key).localeCompare(String(b.key), 'en')) : groups;
}
