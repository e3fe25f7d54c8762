import type { AccountingLink } from '@dmse/contract/accounting/link';
import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { Link as RouterLink } from '@tanstack/react-router';
import { type Fact, FactsPanel } from '../../parts/record/facts-panel.tsx';
import { DateText } from '../../parts/text/date-text.tsx';
import { Can } from '../../session/can.tsx';
import { DisconnectButton } from './disconnect-button.tsx';
import { LinkForm } from './link-form.tsx';

type CountProps = { count: number; to: string; state?: string };

function Count({ count, to, state }: CountProps) {
  if (count === 0) return 'None';
  return (
    <Link component={RouterLink} {...({ to, search: state ? { state } : {} } as object)}>
      {count}
    </Link>
  );
}

function factsOf(link: AccountingLink): Fact[] {
  const { organisation, connected_on, connected_by, expires_on, settings_on, swept_on, waiting, failed, proposals } = link;
  const uploads = (count: number, state: string) => (
    <Can do="invoices.read" otherwise={count}>
      <Count count={count} to="/accounting-link/uploads" state={state} />
    </Can>
  );
  return [
    { label: 'Organisation', value: organisation },
    {
      label: 'Connected',
      value: (
        <>
          <DateText value={connected_on} as="prose" />
          {connected_by ? ` by ${connected_by.full_name}` : ''}
        </>
      ),
    },
    { label: 'Ends, if never used, on', value: <DateText value={expires_on} as="prose" /> },
    { label: 'Waits to be sent', value: uploads(waiting, 'waiting') },
    { label: 'Refused', value: uploads(failed, 'failed') },
    { label: 'Proposals to decide', value: <Count count={proposals} to="/accounting-link/proposals" /> },
    { label: 'Accounts and tax types fetched', value: <DateText value={settings_on} as="relative" unset="Not yet" /> },
    { label: 'Last looked for changes', value: <DateText value={swept_on} as="relative" unset="Not yet" /> },
  ];
}

/** A connection: what it is, what somebody should see to, and what is sent. */
export function Connected({ link }: { link: AccountingLink }) {
  return (
    <Stack sx={{ gap: 4 }}>
      {link.state === 'broken' ? (
        <Alert severity="error">
          The accounting system no longer accepts the connection. Nothing is sent until somebody connects again.
        </Alert>
      ) : null}
      {link.problems.map((problem) => (
        <Alert key={problem} severity="warning">
          {problem}
        </Alert>
      ))}
      {link.paused_until ? (
        <Alert severity="info">
          The accounting system asked for fewer calls. Sending goes on <DateText value={link.paused_until} as="relative" />.
        </Alert>
      ) : null}
      <FactsPanel label="Connection" facts={factsOf(link)} action={<DisconnectButton organisation={link.organisation} />} />
      <LinkForm link={link} />
    </Stack>
  );
}
