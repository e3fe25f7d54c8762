import type { Preferences } from '@dmse/contract/people/user';
import Typography from '@mui/material/Typography';
import { useSearch } from '@tanstack/react-router';
import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from 'react';
import { EmptyState } from '../../parts/notice/empty-state.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { RecordTabs } from '../../parts/record-tabs.tsx';
import { Can } from '../../session/can.tsx';
import { useSelf } from '../../session/self.ts';
import { MessagePage } from '../shell/message-page.tsx';
import { PagePending } from '../shell/page-pending.tsx';

type Tab = Preferences['default_jobs_tab'];
type TabPanel = { value: Tab; label: string; panel: LazyExoticComponent<ComponentType> | null; will: string };

/** In the order of the specification. To build a tab, give it a lazy `panel`. */
const TABS: readonly TabPanel[] = [
  {
    value: 'contacts',
    label: 'Contacts',
    panel: lazy(() => import('../clients/contact-search.tsx').then((file) => ({ default: file.ContactSearch }))),
    will: 'The search over contacts, by name or phone number.',
  },
  {
    value: 'clients',
    label: 'Clients',
    panel: lazy(() => import('../clients/client-search.tsx').then((file) => ({ default: file.ClientSearch }))),
    will: 'The search over clients.',
  },
  { value: 'quotes', label: 'Quotes', panel: null, will: 'The search over quotes, with their states.' },
  { value: 'jobs', label: 'Jobs', panel: null, will: 'The search over jobs, with their states.' },
  { value: 'progress', label: 'Progress View', panel: null, will: 'The milestones that are ready to be worked on.' },
  { value: 'assignments', label: 'Assignments View', panel: null, will: 'The milestones assigned to you.' },
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
      {Panel ? (
        <Suspense fallback={<PagePending />}>
          <Panel />
        </Suspense>
      ) : (
        <EmptyState icon="engineering" title={`The ${current?.label} tab is not built yet.`} text={current?.will} />
      )}
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
