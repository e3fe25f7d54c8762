/** What a piece of work is called in a trace. */
export function traceOfItem(item: string): string {
  const [kind, id] = item.split('/');
  return `${kind === 'time' ? 'time-entry' : kind}:${id}`;
}

/** Where a piece of work is looked at: its entry, its expense, or the disbursements of the job. */
export function linkOfItem(item: string, job: number): string {
  const [kind, id] = item.split('/');
  if (kind === 'time') return `/entry/${id}`;
  return kind === 'expense' ? `/expense/${id}` : `/job/${job}/disb`;
}
