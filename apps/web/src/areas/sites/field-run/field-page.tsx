import type { Preferences } from '@dmse/contract/people/user';
import { useSearch } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { lazyPanel } from '../../../parts/lazy-part.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { RecordTabs } from '../../../parts/record/record-tabs.tsx';
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

/** The field side of the firm under one roof; each tab keeps its filters in the query string. */
export function FieldDashboard(): ReactNode {
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
