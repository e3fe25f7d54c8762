import type { Preferences } from '@dmse/contract/people/user';
import { useSearch } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { lazyPanel } from '../../../parts/lazy-part.tsx';
import { NoRole } from '../../../parts/page/no-role.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { RecordTabs } from '../../../parts/record/record-tabs.tsx';
import { Can } from '../../../session/can.tsx';
import { useSelf } from '../../../session/self.ts';

type Tab = Preferences['default_field_tab'];

const TABS: Record<Tab, { label: string; panel: ComponentType }> = {
  fieldruns: {
    label: 'Field Runs',
    panel: lazyPanel(() => import('./field-run-search.tsx').then((file) => file.FieldRunSearch)),
  },
  controlpoints: {
    label: 'Control Points',
    panel: lazyPanel(() => import('../control-point/control-point-search.tsx').then((file) => file.ControlPointSearch)),
  },
};

function Tabs() {
  const { tab } = useSearch({ from: '/field' });
  const { preferences } = useSelf();
  const value = tab ?? preferences.default_field_tab;
  const Panel = TABS[value].panel;
  const tabs = Object.entries(TABS).map(([name, { label }]) => ({
    label,
    to: '/field',
    search: { tab: name },
    isCurrent: name === value,
  }));
  return (
    <>
      <PageHeader title="Field Dashboard" tabs={<RecordTabs label="Field dashboard" tabs={tabs} />} />
      <Panel />
    </>
  );
}

/** The field side of the firm under one roof; each tab keeps its filters in the query string. */
export function FieldDashboard() {
  return (
    <Can do="sites.read" otherwise={<NoRole needs="sites.read" title="Field Dashboard" />}>
      <Tabs />
    </Can>
  );
}
