import { listReports } from '@dmse/contract/reports/report';
import type { Action } from '@dmse/domain/access/grants';
import { useMemo } from 'react';
import { useCall } from '../../api/use-call.ts';
import type { IconName } from '../../parts/icon/icon-paths.ts';
import { useConnected } from '../../session/connection.ts';
import { readRecentRecords } from '../../session/recent-records.ts';
import { useCan, useSelf } from '../../session/self.ts';
import { requestLogOut } from '../bar/log-out.ts';
import { findRow } from '../routes/route-table.ts';
import { shortcutsOpen } from '../shell-state.ts';
import { beginsWith, matchEntries, type PaletteEntry, PLACE_ENTRIES, pathOf, recentEntries, staffEntries } from './palette-entries.ts';
import { useCommand, useCommandEntries } from './use-command-entries.ts';
import { useRecordEntries } from './use-record-entries.ts';

/** The reports this person may see; they are asked for once something is typed. */
function useReportEntries(query: string): readonly PaletteEntry[] {
  const isConnected = useConnected();
  const mayRead = useCan('reports.read');
  const reports = useCall(
    listReports,
    {},
    { enabled: mayRead && isConnected && query.trim().length >= 2, staleTime: 300_000, retry: false },
  ).data?.results;
  return useMemo(
    () =>
      (reports ?? []).map(({ name, title, about }) => ({
        key: `report:${name}`,
        group: 'Go to',
        label: title,
        hint: 'Report',
        // What people call it: its name in the address, and the question it answers.
        words: `${name} ${about}`,
        icon: 'table_rows',
        link: { to: `/report/${name}` },
      })),
    [reports],
  );
}

type ActionEntry = PaletteEntry & { needs?: Action | undefined };

/** Offered to whoever may open the page. */
const begin = (label: string, to: string, icon: IconName = 'add'): ActionEntry => ({
  ...{ key: `do:${to}`, group: 'Do', label, icon, words: 'create', needs: findRow(to)?.needs },
  link: { to },
});

/** What can be begun from anywhere. */
const BEGINNINGS: readonly ActionEntry[] = [
  begin('New client', '/client'),
  begin('New contact', '/contact', 'person_add'),
  begin('New job', '/job'),
  begin('New quote', '/quote'),
  begin('New expense', '/expense'),
  begin('New invoice', '/invoice'),
  begin('New payment', '/payment/new/$'),
  begin('New bank deposit', '/deposit'),
  begin('New field run', '/fieldrun/new'),
  begin('New historical file', '/historical'),
  {
    ...begin('Enter scans', '/historicals', 'upload_file'),
    needs: 'historicals.write',
    words: 'archive historical files bulk',
    link: { to: '/historicals', search: { mode: 'entry' } },
  },
  {
    ...{ key: 'do:staff', group: 'Do', label: 'Open the staff panel', icon: 'settings', words: 'admin', needs: 'staff.open' },
    run: () => window.location.assign('/staff/'),
  },
];
/** What everybody may do. */
const OTHERS: readonly PaletteEntry[] = [
  { key: 'do:keys', group: 'Do', label: 'Show keyboard shortcuts', icon: 'keyboard', run: () => shortcutsOpen.set(true) },
  { key: 'do:logout', group: 'Do', label: 'Log out', icon: 'logout', words: 'logout sign out', run: () => void requestLogOut() },
];

function useActionEntries(): readonly PaletteEntry[] {
  const { can } = useSelf();
  return useMemo(() => [...BEGINNINGS.filter(({ needs }) => !needs || can.includes(needs)), ...OTHERS], [can]);
}

/** A page that needs the network would send an offline person to Home; what is only said or done here stays. */
function opensOffline(entry: PaletteEntry): boolean {
  if (entry.group === 'Enter time') return true;
  return 'link' in entry ? /^\/($|mobile-ready|fieldrun\/field\/)/.test(entry.link.to) : entry.key === 'do:keys';
}

/** Everything the palette offers for what has been typed, in the order it is shown. */
export function usePaletteEntries(query: string): { entries: PaletteEntry[]; isSearching: boolean; isOffline: boolean } {
  const self = useSelf();
  const isConnected = useConnected();
  const command = useCommand(query);
  const about = command?.about ?? query;
  // The work that time is entered for is asked for elsewhere.
  const records = useRecordEntries(command?.verb === 'time' ? '' : about);
  const reports = useReportEntries(query);
  const actions = useActionEntries();
  const recent = useMemo(() => recentEntries(readRecentRecords(self.id)), [self.id]);
  const staff = useMemo(() => staffEntries(self.can), [self.can]);
  const known = matchEntries(recent, about);
  const shown = new Set(known.map(pathOf));
  const found = records.entries.filter((entry) => !shown.has(pathOf(entry) ?? ''));
  const commands = useCommandEntries(query, command, [...known, ...found]);
  const pages = matchEntries(query.trim() ? [...PLACE_ENTRIES, ...reports, ...staff] : PLACE_ENTRIES, query);
  const [begun, held] = [true, false].map((begins) =>
    [pages, matchEntries(actions, query)].flatMap((list) => list.filter((entry) => beginsWith(entry, query) === begins)),
  );
  const listed = [...commands, ...(command ? matchEntries(recent, query) : known), ...begun!, ...(command ? [] : found), ...held!];
  const entries = isConnected ? listed : listed.filter(opensOffline);
  return { entries, isSearching: records.isSearching, isOffline: !isConnected };
}
