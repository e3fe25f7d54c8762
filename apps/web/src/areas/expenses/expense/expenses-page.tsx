import { getExpenseSettings } from '@dmse/contract/expenses/expense';
import { useSearch } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { NoRole } from '../../../parts/page/no-role.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { PagePending } from '../../../parts/page/page-pending.tsx';
import { RecordTabs } from '../../../parts/record/record-tabs.tsx';
import { useCan } from '../../../session/self.ts';
import { PettyCashPane } from '../petty-cash/petty-cash-pane.tsx';
import { ReimburseSearch } from '../reimbursement/reimburse-search.tsx';
import { RunSearch } from '../reimbursement/run-search.tsx';
import { ExpenseSearch } from './expense-search.tsx';

const TITLE = 'Expenses Overview';
type Who = { entersOwn: boolean; supervises: boolean; isAdmin: boolean };
type Tab = { value: string; label: string; isFor: (who: Who) => boolean; panel: ComponentType };

const TABS: readonly Tab[] = [
  { value: 'mine', label: 'Mine', isFor: ({ entersOwn }) => entersOwn, panel: () => <ExpenseSearch scope="mine" /> },
  {
    value: 'approve',
    label: 'To approve',
    isFor: ({ supervises, isAdmin }) => supervises || isAdmin,
    panel: () => <ExpenseSearch scope="approve" />,
  },
  { value: 'all', label: 'All', isFor: ({ supervises, isAdmin }) => supervises || isAdmin, panel: () => <ExpenseSearch scope="all" /> },
  { value: 'reimburse', label: 'To reimburse', isFor: ({ isAdmin }) => isAdmin, panel: ReimburseSearch },
  { value: 'runs', label: 'Reimbursements', isFor: ({ isAdmin }) => isAdmin, panel: RunSearch },
  { value: 'petty-cash', label: 'Petty cash', isFor: ({ isAdmin }) => isAdmin, panel: PettyCashPane },
];

/** Everything about expenses under one roof; each tab keeps its filters in the query string. */
export function Expenses() {
  const { tab } = useSearch({ from: '/expenses' });
  const entersOwn = useCan('expenses.own');
  const isAdmin = useCan('expenses.admin');
  const settings = useCall(getExpenseSettings, {});
  if (settings.isPending) return <PagePending />;
  const who = { entersOwn, isAdmin, supervises: (settings.data?.supervises.length ?? 0) > 0 };
  const own = TABS.filter(({ isFor }) => isFor(who));
  const current = own.find(({ value }) => value === tab) ?? own[0];
  if (!current) return <NoRole needs="expenses.own" title={TITLE} />;
  const tabs = own.map(({ value, label }) => ({ label, to: '/expenses', search: { tab: value }, isCurrent: value === current.value }));
  const Panel = current.panel;
  return (
    <>
      <PageHeader title={TITLE} {...(tabs.length > 1 ? { tabs: <RecordTabs label="Expenses" tabs={tabs} /> } : {})} />
      <Panel key={current.value} />
    </>
  );
}
