import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { MessagePage } from '../parts/page/message-page.tsx';
import { countUnsynced } from '../session/unsynced.ts';
import { logOut } from './bar/log-out.ts';

const WORDS = {
  forbidden: {
    title: 'You may not use this app',
    text: 'The server knows you but does not let you in. Your account may have been disabled. Ask a users administrator of the firm, or sign in as someone else.',
  },
  unreachable: {
    title: 'The server cannot be reached',
    text: 'Nobody has signed in on this device before, so there is nothing to show without the network. Connect and try again.',
  },
  failed: {
    title: 'The app could not start',
    text: 'The server did not say who you are. Try again in a minute; if the problem continues, tell IT.',
  },
} as const;

export type FatalPageProps = { why: keyof typeof WORDS; detail: string };

/** Start-up went wrong and there is no going on. Field data on the device is counted, can be saved to a file, and stays. */
export function FatalPage({ why, detail }: FatalPageProps) {
  const unsynced = useQuery({ queryKey: ['device', 'unsynced'], queryFn: countUnsynced, networkMode: 'always' }).data ?? 0;
  const exportData = async () => (await import('../field/device/export-field-data.ts')).downloadFieldData();
  const actions = (
    <>
      <Button variant="contained" onClick={() => window.location.reload()}>
        Try again
      </Button>
      {why === 'forbidden' ? (
        <Button variant="outlined" onClick={() => void logOut(() => window.location.assign('/auth/login/?next=%2Fapp%2F'))}>
          Sign in as someone else
        </Button>
      ) : null}
      {unsynced > 0 ? (
        <Button variant="outlined" onClick={() => void exportData()}>
          Export field data
        </Button>
      ) : null}
    </>
  );
  return (
    <Box component="main" sx={{ px: 4 }}>
      <MessagePage icon={why === 'unreachable' ? 'cloud_off' : 'gpp_maybe'} title={WORDS[why].title} actions={actions}>
        <Typography>{WORDS[why].text}</Typography>
        {unsynced > 0 ? (
          <Typography sx={{ color: 'text.primary', fontWeight: 500 }}>
            {unsynced === 1 ? 'One item' : `${unsynced} items`} collected on this device {unsynced === 1 ? 'has' : 'have'} not been synced.
            Nothing has been deleted.
          </Typography>
        ) : null}
        {detail ? (
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {detail}
          </Typography>
        ) : null}
      </MessagePage>
    </Box>
  );
}
