/** The periods people ask for most, from a day. `month` counts from 0. */
export type Period = { name: string; label: string; from: string; to: string };

const dayOf = (year: number, month: number, day: number) => new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

function months(name: string, label: string, year: number, first: number, count: number): Period {
  return { name, label, from: dayOf(year, first, 1), to: dayOf(year, first + count, 0) };
}

export function periodsFrom(today: string): Period[] {
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7)) - 1;
  const quarter = month - (month % 3);
  return [
    months('month', 'This month', year, month, 1),
    months('last-month', 'Last month', year, month - 1, 1),
    months('quarter', 'This quarter', year, quarter, 3),
    months('last-quarter', 'Last quarter', year, quarter - 3, 3),
    months('year', 'This year', year, 0, 12),
    months('last-year', 'Last year', year - 1, 0, 12),
  ];
}
