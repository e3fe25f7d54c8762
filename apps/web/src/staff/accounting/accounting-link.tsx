import { type AccountingLink, getAccountingLink, refreshAccounting } from '@dmse/contract/accounting/link';
import type { Action } from '@dmse/domain/access/grants';
import type { Tone } from '@dmse/domain/states/machine';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import { call } from '../../api/call.ts';
import { invalidateArea } from '../../api/invalidate.ts';
import { showProblem } from '../../api/problem-toast.ts';
import { useCall } from '../../api/use-call.ts';
import { Icon } from '../../parts/icon/icon.tsx';
import { ErrorState } from '../../parts/notice/error-state.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { PagePending } from '../../parts/page/page-pending.tsx';
import { RecordTabs } from '../../parts/record/record-tabs.tsx';
import { ToneChip } from '../../parts/record/tone-chip.tsx';
import { showToast } from '../../parts/toast/toast-store.ts';
import { Can } from '../../session/can.tsx';
import { useSelf } from '../../session/self.ts';
import type { StaffScreenProps } from '../pages.ts';
import { ConnectButton } from './connect-button.tsx';
import { ConnectionTab } from './connection-tab.tsx';
import { DifferencesTab } from './differences-tab.tsx';
import { ProposalsTab } from './proposals-tab.tsx';
import { UploadsTab } from './uploads-tab.tsx';

type Tab = {
  path: string;
  label: string;
  needs: Action;
  panel: ComponentType<{ link: AccountingLink }>;
  badge?: (link: AccountingLink) => string;
};
const TABS: readonly Tab[] = [
  { path: '', label: 'Connection', needs: 'accounting.read', panel: ConnectionTab },
  {
    path: 'uploads',
    label: 'Uploads',
    needs: 'invoices.read',
    panel: UploadsTab,
    badge: ({ failed }) => (failed > 0 ? `${failed} refused` : ''),
  },
  {
    path: 'proposals',
    label: 'Proposals',
    needs: 'accounting.read',
    panel: ProposalsTab,
    badge: ({ proposals }) => (proposals > 0 ? String(proposals) : ''),
  },
  { path: 'differences', label: 'Differences', needs: 'accounting.read', panel: DifferencesTab },
];

const STATES: Record<AccountingLink['state'], { text: string; tone: Tone }> = {
  none: { text: 'Not connected', tone: 'muted' },
  choosing: { text: 'Choose an organisation', tone: 'warning' },
  connected: { text: 'Connected', tone: 'success' },
  broken: { text: 'No longer accepted', tone: 'error' },
};

function RefreshButton() {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  async function refresh(): Promise<void> {
    setBusy(true);
    try {
      await call(refreshAccounting, {});
      showToast({ text: 'What waits is being sent, and changes are being fetched.' });
    } catch (error) {
      showProblem(error, 'Nothing was refreshed.');
    }
    await invalidateArea(queries, 'xero');
    setBusy(false);
  }
  return (
    <Can do="accounting.write">
      <Button variant="outlined" loading={isBusy} startIcon={<Icon name="refresh" size={18} />} onClick={() => void refresh()}>
        Refresh now
      </Button>
    </Can>
  );
}

const ACTIONS: Record<AccountingLink['state'], ComponentType | null> = {
  none: null,
  choosing: null,
  connected: RefreshButton,
  broken: () => <ConnectButton label="Connect again" />,
};

/** How often the counts are asked for again: they change while one looks. */
const REFRESH_MS = 10_000;

/** The link to the accounting system: the connection, what was sent, what was done over there, and whether both ledgers agree. */
export function AccountingLinkPage({ rest }: StaffScreenProps) {
  const { can } = useSelf();
  const { data: link, error, isError, refetch } = useCall(getAccountingLink, {}, { refetchInterval: REFRESH_MS });
  if (!link)
    return (
      <>
        <PageHeader title="Accounting link" />
        {isError ? <ErrorState title="The link could not be loaded." error={error} onRetry={() => void refetch()} /> : <PagePending />}
      </>
    );
  const tabs = TABS.filter(({ needs }) => can.includes(needs));
  const current = tabs.find(({ path }) => path === rest) ?? tabs[0];
  const Actions = ACTIONS[link.state];
  return (
    <>
      <PageHeader
        title="Accounting link"
        chip={<ToneChip {...STATES[link.state]} />}
        subtitle={link.state === 'none' ? null : link.organisation}
        actions={Actions ? <Actions /> : null}
        tabs={
          <RecordTabs
            label="Sections of the accounting link"
            tabs={tabs.map((tab) => {
              const badge = tab.badge?.(link);
              const to = `/accounting-link${tab.path ? `/${tab.path}` : ''}`;
              return { label: tab.label, to, isCurrent: tab === current, ...(badge ? { badge } : {}) };
            })}
          />
        }
      />
      {current ? <current.panel link={link} /> : null}
    </>
  );
}
