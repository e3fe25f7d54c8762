import type { AccountingLink } from '@dmse/contract/accounting/link';
import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import type { ComponentType } from 'react';
import { EmptyState } from '../../parts/notice/empty-state.tsx';
import { ChooseOrganisation } from './choose-organisation.tsx';
import { Connected } from './connected.tsx';
import { NotConnected } from './not-connected.tsx';
import { useConsentReturn } from './use-consent-return.ts';

const PANELS: Record<AccountingLink['state'], ComponentType<{ link: AccountingLink }>> = {
  none: NotConnected,
  choosing: ChooseOrganisation,
  connected: Connected,
  broken: Connected,
};

/** The connection itself, whatever it has come to. */
export function ConnectionTab({ link }: { link: AccountingLink }) {
  const { isConnecting, refusal } = useConsentReturn();
  const Panel = PANELS[link.state];
  if (isConnecting) return <EmptyState icon="sync" title="Connecting to the accounting system." />;
  return (
    <Stack sx={{ gap: 4 }}>
      {refusal ? <Alert severity="error">{refusal}</Alert> : null}
      <Panel link={link} />
    </Stack>
  );
}
