import type { AccountingLink } from '@dmse/contract/accounting/link';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { CopyText } from '../../parts/record/copy-text.tsx';
import { useCan } from '../../session/self.ts';
import { ConnectButton } from './connect-button.tsx';

const SETTINGS = [
  ['XERO_CLIENT_ID', 'the client id of the app'],
  ['XERO_CLIENT_SECRET', 'its client secret'],
] as const;

function SetUp({ redirect }: { redirect: string }) {
  return (
    <>
      <Typography>The server does not know the accounting system yet. An administrator sets this up once:</Typography>
      <Box component="ol" sx={{ m: 0, pl: 5, display: 'grid', gap: 2 }}>
        <li>
          In the developer pages of Xero, make an app for this firm and register this redirect address:
          <CopyText text={redirect} noun="redirect address" />
        </li>
        <li>
          Put what the app was given into the environment of the server:
          <Box component="ul" sx={{ pl: 4, m: 0 }}>
            {SETTINGS.map(([name, what]) => (
              <li key={name}>
                <code>{name}</code>, {what}
              </li>
            ))}
          </Box>
        </li>
        <li>Start the server again, and open this page.</li>
      </Box>
    </>
  );
}

/** No connection: what is missing, or the way to one. */
export function NotConnected({ link: { is_configured, redirect } }: { link: AccountingLink }) {
  const mayConnect = useCan('accounting.write');
  return (
    <Paper
      component="section"
      variant="outlined"
      sx={{ p: { xs: 4, sm: 5 }, display: 'grid', gap: 3, justifyItems: 'start', maxWidth: 760 }}
    >
      <Typography variant="h2">{is_configured ? 'Not connected' : 'Not set up'}</Typography>
      <Typography sx={{ color: 'text.secondary' }}>
        With a connection, submitted invoices, write-offs and deposited payments are sent to the accounting system by themselves, and what
        is done there is proposed here. Without one, everything else works as before.
      </Typography>
      {is_configured ? null : <SetUp redirect={redirect} />}
      {is_configured && !mayConnect ? <Typography>An Invoices Admin can connect it.</Typography> : null}
      {is_configured ? <ConnectButton label="Connect" /> : null}
    </Paper>
  );
}
