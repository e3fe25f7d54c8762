/** How many days, weeks and months back a backup is kept of each. */
export type Keep = { daily: number; weekly: number; monthly: number };

/** The Monday of the week of a day. */
function mondayOf(day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7));
  return at.toISOString().slice(0, 10);
}

const DAY_MS = 86_400_000;
/** `2026-11-18T01-20-00Z` as a count of milliseconds. */
const timeOf = (name: string) => Date.parse(name.replace(/T(..)-(..)-/, 'T$1:$2:'));

/**
 * Of backups named by their instant (`2026-11-18T01-20-00Z`): the last one of each of the latest days, weeks and months that have any.
 * Periods without a backup do not count, so that a server that slept for a month does not lose what it had. The newest is always kept, and
 * so is every one of the 24 hours before it: one that is taken after a mistake must not push out the one from before it.
 */
export function keptBackups(names: readonly string[], { daily, weekly, monthly }: Keep): string[] {
  const newestFirst = names.toSorted().reverse();
  const kept = new Set(newestFirst.filter((name) => timeOf(name) > timeOf(newestFirst[0]!) - DAY_MS));
  const keepLastOf = (periodOf: (name: string) => string, many: number) => {
    const seen = new Set<string>();
    for (const name of newestFirst) {
      const period = periodOf(name);
      if (seen.has(period) || seen.size === many) continue;
      seen.add(period);
      kept.add(name);
    }
  };
  keepLastOf((name) => name.slice(0, 10), daily);
  keepLastOf((name) => mondayOf(name.slice(0, 10)), weekly);
  keepLastOf((name) => name.slice(0, 7), monthly);
  return [...kept].sort();
}
