/** How many days, weeks and months back a backup is kept of each. */
export type Keep = { daily: number; weekly: number; monthly: number };

/** The Monday of the week of a day. */
function mondayOf(day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7));
  return at.toISOString().slice(0, 10);
}

/**
 * Of backups named by their instant (`2026-11-18T01-20-00Z`): the last one of each of the latest days, weeks and months that have any.
 * Periods without a backup do not count, so that a server that slept for a month does not lose what it had. The newest is always kept.
 */
export function keptBackups(names: readonly string[], { daily, weekly, monthly }: Keep): string[] {
  const newestFirst = names.toSorted().reverse();
  const kept = new Set(newestFirst.slice(0, 1));
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
