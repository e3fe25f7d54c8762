import { norm, searchWords } from '@dmse/domain/words/norm';
import type { IconName } from '../../parts/icon-paths.ts';
import type { RecentRecord } from '../../session/recent-records.ts';
import { BAR_ENTRIES, type NavEntry, SEARCH_ENTRIES } from '../navigation.ts';

/** A line of the palette: a place to go, or something to do. */
export type PaletteEntry = {
  key: string;
  group: 'Recent' | 'Go to' | 'Jobs' | 'Quotes' | 'Clients' | 'Contacts' | 'Do';
  label: string;
  hint?: string;
  icon: IconName;
  /** Other words it is found by. */
  words?: string;
} & ({ link: NavEntry['link'] } | { run: () => void });

const RECORD_ICONS: Record<string, IconName> = { Client: 'apartment', Contact: 'person', Job: 'work', Quote: 'request_quote' };

const PLACES: readonly (NavEntry & { words?: string })[] = [
  BAR_ENTRIES.home,
  { label: 'Jobs Dashboard', icon: 'work', link: { to: '/jobs' } },
  { label: 'Field Dashboard', icon: 'explore', link: { to: '/field' } },
  BAR_ENTRIES.map,
  BAR_ENTRIES.timesheet,
  ...SEARCH_ENTRIES,
  { label: 'Reports', icon: 'table_rows', link: { to: '/report' } },
  { label: 'Preferences', icon: 'tune', link: { to: '/prefs' }, words: 'settings theme password sessions' },
  { label: 'Mobile-Ready Checklist', icon: 'mobile', link: { to: '/mobile-ready' }, words: 'offline tablet phone' },
];

export function placeEntries(): PaletteEntry[] {
  return PLACES.map((place) => ({ ...place, key: `place:${place.label}`, group: 'Go to' }));
}

export function recentEntries(records: readonly RecentRecord[]): PaletteEntry[] {
  return records.map(({ kind, title, path }) => ({
    key: `recent:${path}`,
    group: 'Recent',
    label: title,
    hint: kind,
    icon: RECORD_ICONS[kind] ?? 'history',
    link: { to: path },
  }));
}

/** Every word typed must be found in the label, the hint or the other words. */
export function matchEntries(entries: readonly PaletteEntry[], query: string): PaletteEntry[] {
  const words = searchWords(query);
  return entries.filter((entry) => {
    const text = norm(`${entry.label} ${entry.hint ?? ''} ${entry.words ?? ''}`);
    return words.every((word) => text.includes(word));
  });
}
