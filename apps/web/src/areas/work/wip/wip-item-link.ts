/** Where a piece of work is looked at: its entry, its expense, or the disbursements of the job. */
export function linkOfItem(item: string, job: number): string {
  const [kind, id] = item.split('/');
  if (kind === 'time') return `/entry/${id}`;
  return kind === 'expense' ? `/expense/${id}` : `/job/${job}/disb`;
}
