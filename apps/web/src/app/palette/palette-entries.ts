import { norm, searchWords } from '@dmse/domain/text/norm';
import type { IconName } from '../../parts/icon/icon-paths.ts';
import type { RecentRecord } from '../../session/recent-records.ts';
import { BAR_ENTRIES, type NavEntry, SEARCH_ENTRIES } from '../routes/navigation.ts';

/** A line of the palette: a place to go, or something to do. */
export type PaletteEntry = {
  key: string;
  group:
    | 'Recent'
    | 'New memo'
    | 'Start the timer'
    | 'Go to'
    | 'Jobs'
    | 'Quotes'
    | 'Clients'
    | 'Contacts'
    | 'Invoices'
    | 'Historical files'
    | 'Do';
  label: string;
  hint?: string;
  icon: IconName;
  /** Other words it is found by. */
  words?: string;
} & ({ link: NavEntry['link'] } | { run: () => void });

const RECORD_ICONS: Record<string, IconName> = {
  Client: 'apartment',
  Contact: 'person',
  Job: 'work',
  Quote: 'request_quote',
  Invoice: 'receipt_long',
  'Historical file': 'archive',
};

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

export const PLACE_ENTRIES: readonly PaletteEntry[] = PLACES.map((place) => ({
  ...place,
  key: `place:${place.label}`,
  group: 'Go to',
}));

/** "new memo on 26-0058" names what the memo is about; null where no memo is asked for. */
export function readMemoWords(query: string): string | null {
  const asked = /^\s*(?:new\s+)?memo(?:\s+on)?(?:\s+(.*))?$/i.exec(query);
  return asked ? (asked[1] ?? '') : null;
}

/** Writing a memo on these jobs and quotes; what has no memos is left out. */
export function memoEntries(entries: readonly PaletteEntry[]): PaletteEntry[] {
  return entries.flatMap((entry) => {
    if (!('link' in entry) || !/^\/(job|quote)\//.test(entry.link.to)) return [];
    const link = { to: `${entry.link.to}/memos`, search: { new: true } };
    return [{ key: `memo:${entry.key}`, group: 'New memo', label: `New memo on ${entry.label}`, icon: 'add', link }];
  });
}

/** "timer 26-0058" names what is worked on; null where no timer is asked for. */
export function readTimerWords(query: string): string | null {
  const asked = /^\s*(?:start\s+)?timer(?:\s+(?:on|for))?(?:\s+(.*))?$/i.exec(query);
  return asked ? (asked[1] ?? '') : null;
}

/** Starting the timer for these jobs; what is no job is left out. */
export function timerEntries(entries: readonly PaletteEntry[], start: (job: number, label: string) => void): PaletteEntry[] {
  return entries.flatMap((entry) => {
    const job = 'link' in entry ? /^\/job\/(\d+)$/.exec(entry.link.to)?.[1] : undefined;
    if (job === undefined) return [];
    const { key, label } = entry;
    return [
      {
        key: `timer:${key}`,
        group: 'Start the timer',
        label: `Start the timer for ${label}`,
        icon: 'timer',
        run: () => start(Number(job), label),
      },
    ];
  });
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
  if (words.length === 0) return [...entries];
  return entries.filter((entry) => {
    const text = norm(`${entry.label} ${entry.hint ?? ''} ${entry.words ?? ''}`);
    return words.every((word) => text.includes(word));
  });
}
