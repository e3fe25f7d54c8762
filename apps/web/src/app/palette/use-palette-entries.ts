import { listClients } from '@dmse/contract/clients/client';
import { listContacts } from '@dmse/contract/clients/contact';
import { listHistoricalFiles } from '@dmse/contract/historicals/historical-file';
import { listInvoices } from '@dmse/contract/invoices/invoice';
import { listJobs } from '@dmse/contract/jobs/job';
import { listQuotes } from '@dmse/contract/jobs/quote';
import { listReports } from '@dmse/contract/reports/report';
import { nameHistoricalFile } from '@dmse/domain/historicals/relevant-fields';
import { sayCents } from '@dmse/domain/money/cents';
import { useEffect, useMemo, useState } from 'react';
import { useCall } from '../../api/use-call.ts';
import { useStartTimer } from '../../areas/time/timer/use-timer.ts';
import { useConnected } from '../../session/connection.ts';
import { readRecentRecords } from '../../session/recent-records.ts';
import { useCan, useSelf } from '../../session/self.ts';
import { requestLogOut } from '../bar/log-out.ts';
import { shortcutsOpen } from '../shell-state.ts';
import {
  matchEntries,
  memoEntries,
  type PaletteEntry,
  PLACE_ENTRIES,
  readMemoWords,
  readTimerWords,
  recentEntries,
  timerEntries,
} from './palette-entries.ts';

const DEBOUNCE = 250;
const PER_NOUN = 5;

function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** Jobs, quotes, clients, contacts, invoices and historical files the server finds, for whoever may read them. */
function useRecordEntries(query: string): { entries: PaletteEntry[]; isSearching: boolean } {
  const words = useDebounced(query.trim());
  const mayRead = useCan('clients.read');
  const isConnected = useConnected();
  const isAsked = isConnected && words.length >= 2;
  const enabled = mayRead && isAsked;
  const input = { query: words, page_size: PER_NOUN };
  const clients = useCall(listClients, input, { enabled, keepOld: true });
  const contacts = useCall(listContacts, input, { enabled, keepOld: true });
  const jobs = useCall(listJobs, input, { enabled, keepOld: true });
  const quotes = useCall(listQuotes, input, { enabled, keepOld: true });
  const mayBill = useCan('invoices.read');
  const invoices = useCall(listInvoices, input, { enabled: enabled && mayBill, keepOld: true });
  const mayOpenFiles = useCan('historicals.read') && isAsked;
  const files = useCall(listHistoricalFiles, input, { enabled: mayOpenFiles, keepOld: true });
  const lists = [clients, contacts, jobs, quotes, invoices, files];
  // What was found for earlier words stays as far as the words typed since are in it: Enter must not lead to anything else.
  const isOld = words !== query.trim() || lists.some((list) => list.isPlaceholderData);
  const entries = useMemo<PaletteEntry[]>(() => {
    const archived = (mayOpenFiles ? (files.data?.results ?? []) : []).map((row): PaletteEntry => {
      return {
        key: `historical:${row.id}`,
        group: 'Historical files',
        label: [...new Set([nameHistoricalFile(row), row.client_name])].filter(Boolean).join(' '),
        // Found by words on a plan it may hold none of them in its fields.
        words: `${row.file_number.replace(/\W|_/g, '')} ${row.plan_number} ${row.description} ${row.pid}`,
        hint: row.company,
        icon: 'archive',
        link: { to: `/historical/${row.id}` },
      };
    });
    if (!enabled) return archived;
    return [
      ...(jobs.data?.results ?? []).map(({ id, num, desc, client_name }): PaletteEntry => {
        return {
          key: `job:${id}`,
          group: 'Jobs',
          label: `${num} ${desc}`,
          words: num.replace(/\W|_/g, ''),
          hint: client_name,
          icon: 'work',
          link: { to: `/job/${id}` },
        };
      }),
      ...(quotes.data?.results ?? []).map(({ id, num, desc, client_name }): PaletteEntry => {
        return {
          key: `quote:${id}`,
          group: 'Quotes',
          label: `${num} ${desc}`,
          words: num.replace(/\W|_/g, ''),
          hint: client_name,
          icon: 'request_quote',
          link: { to: `/quote/${id}` },
        };
      }),
      ...(clients.data?.results ?? []).map(({ id, name, billing_city }): PaletteEntry => {
        return { key: `client:${id}`, group: 'Clients', label: name, hint: billing_city, icon: 'apartment', link: { to: `/client/${id}` } };
      }),
      ...(contacts.data?.results ?? []).map(({ id, name, clients_summary }): PaletteEntry => {
        return {
          key: `contact:${id}`,
          group: 'Contacts',
          label: name,
          hint: clients_summary,
          icon: 'person',
          link: { to: `/contact/${id}` },
        };
      }),
      ...(invoices.data?.results ?? []).map(({ id, num, client, reference, total }): PaletteEntry => {
        return {
          key: `invoice:${id}`,
          group: 'Invoices',
          label: `${num === null ? 'Draft invoice' : `Invoice ${num}`} ${client.name}`,
          words: reference,
          hint: sayCents(total),
          icon: 'receipt_long',
          link: { to: `/invoice/${id}` },
        };
      }),
      ...archived,
    ];
  }, [enabled, mayOpenFiles, clients.data, contacts.data, jobs.data, quotes.data, invoices.data, files.data]);
  return { entries: isOld ? matchEntries(entries, query) : entries, isSearching: isAsked && lists.some((list) => list.isFetching) };
}

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

/** Everything the palette offers for what has been typed, in the order it is shown. */
export function usePaletteEntries(query: string): { entries: PaletteEntry[]; isSearching: boolean } {
  const self = useSelf();
  const mayMemo = useCan('memos.write');
  const start = useStartTimer();
  const about = mayMemo ? readMemoWords(query) : null;
  const timed = start ? readTimerWords(query) : null;
  const records = useRecordEntries(about ?? timed ?? query);
  const reports = useReportEntries(query);
  const canWrite = useCan('clients.write');
  const canStaff = useCan('staff.open');
  const canManage = useCan('jobs.write');
  const canEnterFiles = useCan('historicals.write');
  const recent = useMemo(() => recentEntries(readRecentRecords(self.id)), [self.id]);
  const actions = useMemo<PaletteEntry[]>(() => {
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
  const memos = useMemo(
    () => (about === null ? [] : memoEntries([...matchEntries(recent, about), ...records.entries])),
    [about, recent, records.entries],
  );
  const timers =
    timed === null || !start
      ? []
      : timerEntries([...matchEntries(recent, timed), ...records.entries], (job, label) => {
          const [num = '', ...desc] = label.split(' ');
          const of = { id: job, num, desc: desc.join(' '), state: '' };
          void start({ job: of, task: null, milestone: null, overhead_code: null, is_billable: true });
        });
  const entries = [
    ...timers,
    ...memos,
    ...matchEntries(recent, query),
    ...(about === null && timed === null ? records.entries : []),
    ...matchEntries(PLACE_ENTRIES, query),
    ...(query.trim() ? matchEntries(reports, query) : []),
    ...matchEntries(actions, query),
  ];
  return { entries, isSearching: records.isSearching };
}
