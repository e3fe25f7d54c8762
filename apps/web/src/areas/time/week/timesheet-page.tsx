import { useParams } from '@tanstack/react-router';
import { type ComponentType, useState } from 'react';
import { lazyPanel } from '../../../parts/lazy-part.tsx';
import { EmptyState } from '../../../parts/notice/empty-state.tsx';
import { NoRole } from '../../../parts/page/no-role.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { RecordTabs } from '../../../parts/record/record-tabs.tsx';
import { useConnected } from '../../../session/connection.ts';
import { useCan, useSelf } from '../../../session/self.ts';
import { EntriesTab } from './entries-tab.tsx';

const SupervisorTab = lazyPanel(() => import('../sheet/supervisor-tab.tsx').then((file) => file.SupervisorTab));
const AdminTab = lazyPanel(() => import('../sheet/admin-tab.tsx').then((file) => file.AdminTab));

/** What other people entered is with the server alone: a tab opened without a connection says so. One that is open stays. */
function Reached({ panel: Panel, label }: { panel: ComponentType; label: string }) {
  const isConnected = useConnected();
  const [wasReached, setReached] = useState(isConnected);
  if (isConnected && !wasReached) setReached(true);
  if (!wasReached)
    return (
      <EmptyState
        icon="cloud_off"
        title={`There is no connection: ${label} needs it.`}
        text="It opens by itself when the connection is back. Your own week can be typed into meanwhile, under Entries."
      />
    );
  return <Panel />;
}

type Tab = { value: string; label: string; panel: ComponentType };

/** Time by week: one's own, that of the people one supervises, and everybody's for whoever administers it. */
export function Timesheet() {
  const { tab } = useParams({ from: '/timesheet/$tab' });
  const isUser = useCan('time.own');
  const isAdmin = useCan('time.admin');
  const isSupervisor = useSelf().employee_config.employees_supervised.length > 0;
  const tabs: Tab[] = [
    ...(isUser ? [{ value: 'entries', label: 'Entries', panel: EntriesTab }] : []),
    ...(isSupervisor ? [{ value: 'supervisor', label: 'Supervisor', panel: SupervisorTab }] : []),
    ...(isAdmin ? [{ value: 'admin', label: 'Admin', panel: AdminTab }] : []),
  ];
  const current = tabs.find(({ value }) => value === tab) ?? tabs[0];
  if (!current) return <NoRole needs="time.own" title="Timesheet" />;
  return (
    <>
      <PageHeader
        title="Timesheet"
        tabs={
          <RecordTabs
            label="Timesheet"
            tabs={tabs.map(({ value, label }) => ({ label, to: `/timesheet/${value}`, isCurrent: value === current.value }))}
          />
        }
      />
      {current.value === 'entries' ? <EntriesTab /> : <Reached key={current.value} panel={current.panel} label={current.label} />}
    </>
  );
}
