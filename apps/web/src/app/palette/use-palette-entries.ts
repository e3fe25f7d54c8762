import { listReports } from '@dmse/contract/reports/report';
import { useMemo } from 'react';
import { useCall } from '../../api/use-call.ts';
import { useConnected } from '../../session/connection.ts';
import { readRecentRecords } from '../../session/recent-records.ts';
import { useCan, useSelf } from '../../session/self.ts';
import { requestLogOut } from '../bar/log-out.ts';
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
      (reports ?? []).map(({ name, title }) => ({
        key: `report:${name}`,
        group: 'Go to',
        label: title,
        hint: 'Report',
        icon: 'table_rows',
        link: { to: `/report/${name}` },
      })),
    [reports],
  );
}

/** What can be begun from anywhere. */
function useActionEntries(): readonly PaletteEntry[] {
  const canWrite = useCan('clients.write');
  const canStaff = useCan('staff.open');
  const canManage = useCan('jobs.write');
  const canEnterFiles = useCan('historicals.write');
  return useMemo<PaletteEntry[]>(() => {
    const list: PaletteEntry[] = [];
    if (canWrite) {
      list.push({ key: 'do:client', group: 'Do', label: 'New client', icon: 'add', words: 'create', link: { to: '/client' } });
      list.push({ key: 'do:contact', group: 'Do', label: 'New contact', icon: 'person_add', words: 'create', link: { to: '/contact' } });
    }
    if (canManage) {
      list.push({ key: 'do:job', group: 'Do', label: 'New job', icon: 'add', words: 'create', link: { to: '/job' } });
      list.push({ key: 'do:quote', group: 'Do', label: 'New quote', icon: 'add', words: 'create', link: { to: '/quote' } });
    }
    if (canEnterFiles) {
      list.push({
        key: 'do:historical',
        group: 'Do',
        label: 'New historical file',
        icon: 'add',
        words: 'create',
        link: { to: '/historical' },
      });
      list.push({
        key: 'do:scans',
        group: 'Do',
        label: 'Enter scans',
        icon: 'upload_file',
        words: 'archive historical files bulk',
        link: { to: '/historicals', search: { mode: 'entry' } },
      });
    }
    if (canStaff)
      list.push({
        key: 'do:staff',
        group: 'Do',
        label: 'Open the staff panel',
        icon: 'settings',
        words: 'admin',
        run: () => window.location.assign('/staff/'),
      });
    list.push({ key: 'do:keys', group: 'Do', label: 'Show keyboard shortcuts', icon: 'keyboard', run: () => shortcutsOpen.set(true) });
    list.push({
      key: 'do:logout',
      group: 'Do',
      label: 'Log out',
      icon: 'logout',
      words: 'logout sign out',
      run: () => void requestLogOut(),
    });
    return list;
  }, [canWrite, canStaff, canManage, canEnterFiles]);
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
  const listed = [
    ...commands,
    ...(command ? matchEntries(recent, query) : known),
    ...pages.filter((page) => beginsWith(page, query)),
    ...(command ? [] : found),
    ...pages.filter((page) => !beginsWith(page, query)),
    ...matchEntries(actions, query),
  ];
  const entries = isConnected ? listed : listed.filter(opensOffline);
  return { entries, isSearching: records.isSearching, isOffline: !isConnected };
}
