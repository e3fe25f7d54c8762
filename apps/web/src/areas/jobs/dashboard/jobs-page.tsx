import type { Preferences } from '@dmse/contract/people/user';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type LazyPart, lazyPanel } from '../../../parts/lazy-part.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { RecordTabs } from '../../../parts/record/record-tabs.tsx';
import { useSelf } from '../../../session/self.ts';

type Tab = Preferences['default_jobs_tab'];

type TabPanel = { value: Tab; label: string; Panel: LazyPart<object> };

/** In the order of the specification. */
const TABS: readonly TabPanel[] = [
  {
    value: 'contacts',
    label: 'Contacts',
    Panel: lazyPanel(() => import('../../clients/contact/contact-search.tsx').then((file) => file.ContactSearch)),
  },
  {
    value: 'clients',
    label: 'Clients',
    Panel: lazyPanel(() => import('../../clients/client/client-search.tsx').then((file) => file.ClientSearch)),
  },
  {
    value: 'quotes',
    label: 'Quotes',
    Panel: lazyPanel(() => import('../quote/quote-search.tsx').then((file) => file.QuoteSearch)),
  },
  {
    value: 'jobs',
    label: 'Jobs',
    Panel: lazyPanel(() => import('../job/job-search.tsx').then((file) => file.JobSearch)),
  },
  {
    value: 'progress',
    label: 'Progress View',
    Panel: lazyPanel(() => import('./progress-tab.tsx').then((file) => file.ProgressView)),
  },
  {
    value: 'assignments',
    label: 'Assignments View',
    Panel: lazyPanel(() => import('./assignments-tab.tsx').then((file) => file.AssignmentsView)),
  },
];

/** The tab the address names is fetched with the page, so that the page need not be drawn without it first. */
export async function fetchPanel(): Promise<void> {
  const tab = new URLSearchParams(window.location.search).get('tab');
  await TABS.find(({ value }) => value === tab)?.Panel.fetch();
}

/** The jobs side of the firm under one roof; each tab keeps its filters in the query string. */
export function JobsDashboard(): ReactNode {
  const { tab } = useSearch({ from: '/jobs' });
  const { preferences } = useSelf();
  const value = tab ?? preferences.default_jobs_tab;
  const Panel = TABS.find((one) => one.value === value)?.Panel;
  const tabs = TABS.map((one) => ({ label: one.label, to: '/jobs', search: { tab: one.value }, isCurrent: one.value === value }));
  return (
    <>
      <PageHeader title="Jobs Dashboard" tabs={<RecordTabs label="Jobs dashboard" tabs={tabs} />} />
      {Panel ? <Panel /> : null}
    </>
  );
}
