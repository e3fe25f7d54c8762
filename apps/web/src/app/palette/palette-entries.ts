import type { SearchHit } from '@dmse/contract/search/search';
import { SEARCH_NOUNS, type SearchNoun } from '@dmse/domain/access/search-nouns';
import { norm, searchWords } from '@dmse/domain/text/norm';
import type { IconName } from '../../parts/icon/icon-paths.ts';
import type { RecentRecord } from '../../session/recent-records.ts';
import { STAFF_PAGES } from '../../staff/pages.ts';
import { BAR_ENTRIES, type NavEntry, SEARCH_ENTRIES } from '../routes/navigation.ts';

/** A line of the palette: a place to go, or something to do. */
export type PaletteEntry = {
  key: string;
  /** The heading it stands under. */
  group: string;
  label: string;
  hint?: string;
  icon: IconName;
  /** Other words it is found by. */
  words?: string;
  /** A typed act: what it will do stands over two lines. */
  isAct?: true;
} & ({ link: NavEntry['link'] } | { run: () => void });

const RECORD_ICONS: Record<string, IconName> = {
  Client: 'apartment',
  Contact: 'person',
  Job: 'work',
  Quote: 'request_quote',
  Invoice: 'receipt_long',
  Payment: 'payments',
  'Field run': 'explore',
  'Control point': 'pin_drop',
  'Historical file': 'archive',
};

const HIT_ICONS: Record<SearchNoun, IconName> = {
  job: 'work',
  quote: 'request_quote',
  client: 'apartment',
  contact: 'person',
  invoice: 'receipt_long',
  payment: 'payments',
  run: 'explore',
  control: 'pin_drop',
  historical: 'archive',
  scan: 'description',
  person: 'badge',
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

/** The pages of the staff panel are an app of their own. */
function openElsewhere(path: string): () => void {
  return () => window.location.assign(path);
}

function linkTo(path: string): NavEntry['link'] {
  const [to = '', query] = path.split('?');
  return query ? { to, search: Object.fromEntries(new URLSearchParams(query)) } : { to };
}

/** What the server found, under the headings of its nouns. */
export function hitEntries(hits: readonly SearchHit[]): PaletteEntry[] {
  return hits.map(({ noun, id, title, hint, path }) => ({
    key: `${noun}:${id}`,
    group: SEARCH_NOUNS[noun].label,
    label: title,
    hint,
    // A number is found without its dashes too.
    words: title.replace(/[-._]/g, ''),
    icon: HIT_ICONS[noun],
    ...(path.startsWith('/staff/') ? { run: openElsewhere(path) } : { link: linkTo(path) }),
  }));
}

/** The settings pages this person may open. */
export function staffEntries(can: readonly string[]): PaletteEntry[] {
  return STAFF_PAGES.filter(({ needs }) => can.includes(needs)).map(({ path, title, icon, text }) => ({
    key: `staff:${path}`,
    group: 'Go to',
    label: title,
    hint: 'Staff panel',
    words: `settings ${text}`,
    icon,
    run: openElsewhere(`/staff/${path}`),
  }));
}

export function pathOf(entry: PaletteEntry): string | null {
  return 'link' in entry && !entry.link.search ? entry.link.to : null;
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

/** Its name begins with what was typed: it goes before what merely holds it somewhere. */
export function beginsWith(entry: PaletteEntry, query: string): boolean {
  return query.trim() !== '' && norm(entry.label).startsWith(norm(query).trim());
}
