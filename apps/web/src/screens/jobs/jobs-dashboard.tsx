import type { Preferences } from '@dmse/contract/people/user';
import Typography from '@mui/material/Typography';
import { useSearch } from '@tanstack/react-router';
import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from 'react';
import { PageHeader } from '../../parts/page-header.tsx';
import { RecordTabs } from '../../parts/record-tabs.tsx';
import { Can } from '../../session/can.tsx';
import { useSelf } from '../../session/self.ts';
import { MessagePage } from '../shell/message-page.tsx';
import { PagePending } from '../shell/page-pending.tsx';

type Tab = Preferences['default_jobs_tab'];
type TabPanel = { value: Tab; label: string; panel: LazyExoticComponent<ComponentType> };

/** In the order of the specification. */
const TABS: readonly TabPanel[] = [
  {
    value: 'contacts',
    label: 'Contacts',
    panel: lazy(() => import('../clients/contact-search.tsx').then((file) => ({ default: file.ContactSearch }))),
  },
  {
    value: 'clients',
    label: 'Clients',
    panel: lazy(() => import('../clients/client-search.tsx').then((file) => ({ default: file.ClientSearch }))),
  },
  {
    value: 'quotes',
    label: 'Quotes',
    panel: lazy(() => import('./quote-search.tsx').then((file) => ({ default: file.QuoteSearch }))),
  },
  {
    value: 'jobs',
    label: 'Jobs',
    panel: lazy(() => import('./job-search.tsx').then((file) => ({ default: file.JobSearch }))),
  },
  {
    value: 'progress',
    label: 'Progress View',
    panel: lazy(() => import('./progress-view.tsx').then((file) => ({ default: file.ProgressView }))),
  },
  {
    value: 'assignments',
    label: 'Assignments View',
    panel: lazy(() => import('./assignments-view.tsx').then((file) => ({ default: file.AssignmentsView }))),
  },
];

function NoRole() {
  return (
    <MessagePage icon="lock" title="Jobs Dashboard">
      <Typography>Contacts, clients, quotes and jobs are shown to people in the group Jobs User, and your account is not in it.</Typography>
      <Typography>If your work needs it, ask a users administrator of the firm to add you.</Typography>
    </MessagePage>
  );
}

function Tabs() {
  const { tab } = useSearch({ from: '/jobs' });
  const { preferences } = useSelf();
  const value = tab ?? preferences.default_jobs_tab;
  const current = TABS.find((one) => one.value === value);
  const Panel = current?.panel;
  const tabs = TABS.map((one) => ({ label: one.label, to: '/jobs', search: { tab: one.value }, isCurrent: one.value === value }));
  return (
    <>
      <PageHeader title="Jobs Dashboard" tabs={<RecordTabs label="Jobs dashboard" tabs={tabs} />} />
      <Suspense fallback={<PagePending />}>{Panel ? <Panel /> : null}</Suspense>
    </>
  );
}

/** The jobs side of the firm under one roof; each tab keeps its filters in the query string. */
export function JobsDashboard() {
  return (
    <Can do="clients.read" otherwise={<NoRole />}>
      <Tabs />
    </Can>
  );
}
