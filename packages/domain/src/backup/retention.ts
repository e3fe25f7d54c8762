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

/** A copy of a database's own files: which database, and the first piece of its log that leads on from there. */
export type BaseCopy = { name: string; taken_on: string; system: string; start_wal: string };
/** A piece of the log as it is kept: `0000000100000000000000A3.gz`, whose first eight digits are its timeline. */
export type KeptWal = { system: string; wal: string; stored_at: number };

/** Restoring to a minute makes a new timeline, whose pieces are numbered on from that minute, below later ones of the timeline before. */
export const timelineOf = (wal: string) => wal.slice(0, 8);
const positionOf = (wal: string) => wal.slice(8, 24);

/** The newest copy from before the kept days is where those days begin; null: all are needed. */
export function firstNeededBase<T extends BaseCopy>(bases: readonly T[], since: string): T | null {
  return bases.toSorted((a, b) => (a.taken_on < b.taken_on ? -1 : 1)).findLast(({ taken_on }) => taken_on < since) ?? null;
}

/**
 * Whether a piece of the log leads on from a copy that is kept: on its own timeline and not before it. Where no copy of a timeline is known,
 * another server may be about to take one, so only what is older than all copies goes. Notes of where timelines part are always kept.
 */
export function isWalNeeded({ system, wal, stored_at }: KeptWal, kept: readonly BaseCopy[]): boolean {
  if (wal.includes('.history')) return true;
  const same = kept.filter((base) => base.system === system && timelineOf(base.start_wal) === timelineOf(wal));
  if (same.length === 0) return kept.length === 0 || kept.some(({ taken_on }) => stored_at >= Date.parse(taken_on));
  return same.some(({ start_wal }) => positionOf(wal) >= positionOf(start_wal));
}
